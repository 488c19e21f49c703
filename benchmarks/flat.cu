// SPDX-License-Identifier: MIT
// Flat expressions on the device: a + b, b += a and the chain sqrt(a*a+b*b)*0.5+sin(a), at every
// size and alignment.
//   twill: one statement      floor: a hand-written kernel of the same statement      copy:
//   cudaMemcpyAsync
#include "device.cuh"

using namespace device;

namespace {

struct add_op {
    __device__ float operator()(float a, float b) const { return a + b; }
};
struct chain_op {
    __device__ float operator()(float a, float b) const { return workloads::chain(a, b); }
};

/// Four neighbouring elements a thread, 16 bytes a load; `count` elements, the last few by
/// themselves.
template <class Op>
__global__ void floor_kernel(float* c, float const* a, float const* b, int64_t count) {
    Op const op;
    int64_t const i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    if (i + 4 <= count) {
        float4 const x = *reinterpret_cast<float4 const*>(a + i);
        float4 const y = *reinterpret_cast<float4 const*>(b + i);
        *reinterpret_cast<float4*>(c + i) = {op(x.x, y.x), op(x.y, y.y), op(x.z, y.z),
                                             op(x.w, y.w)};
    } else {
        for (int64_t k = i; k < count; ++k)
            c[k] = op(a[k], b[k]);
    }
}

float added(int64_t i) { return workloads::value(i, 1) + workloads::value(i, 2); }
float chained(int64_t i) {
    return workloads::chain(workloads::value(i, 1), workloads::value(i, 2));
}

struct buffers {
    tw::device_array<float> a, b, c;
    explicit buffers(int64_t n) : a(vector(n, 1)), b(vector(n, 2)), c(tw::extents<1>(n)) {}
};

void add_flat(int64_t n) {
    add_case(workloads::case_name("twill", "add", n), [n](benchmark::State& state) {
        buffers m(n);
        auto run = [&] { m.c = m.a + m.b; };
        run();
        if (check(state, m.c.data(), n, 0, added))
            time_by_events(state, n * 12, run);
    });
    add_case(workloads::case_name("floor", "add", n), [n](benchmark::State& state) {
        buffers m(n);
        auto run = [&] {
            floor_kernel<add_op><<<blocks(n, 4), threads>>>(m.c.data(), m.a.data(), m.b.data(), n);
        };
        run();
        if (check(state, m.c.data(), n, 0, added))
            time_by_events(state, n * 12, run);
    });
    add_case(workloads::case_name("twill", "add_to", n), [n](benchmark::State& state) {
        buffers m(n);
        auto run = [&] { m.b += m.a; };
        run();
        if (check(state, m.b.data(), n, 0, added))
            time_by_events(state, n * 12, run);
    });
    add_case(workloads::case_name("floor", "add_to", n), [n](benchmark::State& state) {
        buffers m(n);
        auto run = [&] {
            floor_kernel<add_op><<<blocks(n, 4), threads>>>(m.b.data(), m.a.data(), m.b.data(), n);
        };
        run();
        if (check(state, m.b.data(), n, 0, added))
            time_by_events(state, n * 12, run);
    });
    add_case(workloads::case_name("twill", "chain", n), [n](benchmark::State& state) {
        buffers m(n);
        auto run = [&] { m.c = sqrt(m.a * m.a + m.b * m.b) * 0.5f + sin(m.a); };
        run();
        if (check(state, m.c.data(), n, 1e-6, chained))
            time_by_events(state, n * 12, run);
    });
    add_case(workloads::case_name("floor", "chain", n), [n](benchmark::State& state) {
        buffers m(n);
        auto run = [&] {
            floor_kernel<chain_op>
                <<<blocks(n, 4), threads>>>(m.c.data(), m.a.data(), m.b.data(), n);
        };
        run();
        if (check(state, m.c.data(), n, 1e-6, chained))
            time_by_events(state, n * 12, run);
    });
}

/// c = a + b over views that begin `at_a`, `at_b` and `at_c` elements into their arrays. The floor
/// is floor/add.
void add_offset(int64_t n, int at_a, int at_b, int at_c) {
    bool const together = at_a == at_b && at_b == at_c;
    std::string const where = together
                                  ? "/offset:" + std::to_string(at_a * 4)
                                  : "/misaligned:" + std::to_string(at_a * 4) + "," +
                                        std::to_string(at_b * 4) + "," + std::to_string(at_c * 4);
    add_case(workloads::case_name("twill", "add", n) + where, [=](benchmark::State& state) {
        buffers m(n + 16);
        auto const a = m.a(tw::slice(at_a, at_a + n));
        auto const b = m.b(tw::slice(at_b, at_b + n));
        auto c = m.c(tw::slice(at_c, at_c + n));
        auto run = [&] { c = a + b; };
        run();
        auto expected = [=](int64_t i) {
            return workloads::value(i + at_a, 1) + workloads::value(i + at_b, 2);
        };
        if (check(state, c.data(), n, 0, expected))
            time_by_events(state, n * 12, run);
    });
}

}  // namespace

int main(int argc, char** argv) {
    int64_t const large = int64_t{1} << 28;
    add_copy(large);
    for (int const bits : {10, 20, 26, 28})
        add_flat(int64_t{1} << bits);
    add_flat(large - 1);
    for (int const offset : {1, 2, 3, 4, 8, 12})
        add_offset(large, offset, offset, offset);
    add_offset(large, 0, 1, 0);
    add_offset(large, 1, 0, 0);
    add_offset(large, 1, 1, 0);
    add_offset(large, 1, 2, 0);
    add_offset(large, 1, 2, 3);
    return device::run(argc, argv);
}
