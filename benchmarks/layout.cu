// Strided, broadcast and transposed operands on the device, on 16384 x 16384 matrices and 2^28
// elements.
//   twill: one statement      floor: a hand-written kernel of the same statement      copy:
//   cudaMemcpyAsync
#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t side = 16384;
constexpr int64_t elements = side * side;

float at(int64_t i) { return workloads::value(i, 1); }

/// m + its transpose in 32 x 32 tiles. The blocks of mirrored tiles follow each other, so that the
/// second read of a tile comes from the cache.
__global__ void floor_transpose(float* c, float const* m, int n) {
    __shared__ float tile[32][33];
    // The pair of tiles in the lower triangle, counted row by row.
    unsigned const pair = blockIdx.x / 2;
    int row = static_cast<int>((sqrt(8.0 * pair + 1.0) - 1.0) * 0.5);
    while ((static_cast<unsigned>(row) + 1) * (static_cast<unsigned>(row) + 2) / 2 <= pair)
        ++row;
    while (static_cast<unsigned>(row) * (static_cast<unsigned>(row) + 1) / 2 > pair)
        --row;
    int column =
        static_cast<int>(pair - static_cast<unsigned>(row) * (static_cast<unsigned>(row) + 1) / 2);
    if (blockIdx.x % 2) {
        if (row == column)
            return;
        int const swapped = row;
        row = column;
        column = swapped;
    }
    int64_t const width = n;
    int const x = static_cast<int>(threadIdx.x);
    for (int y = static_cast<int>(threadIdx.y); y < 32; y += 8)
        tile[y][x] = m[(column * 32 + y) * width + row * 32 + x];
    __syncthreads();
    for (int y = static_cast<int>(threadIdx.y); y < 32; y += 8) {
        int64_t const i = (row * 32 + y) * width + column * 32 + x;
        c[i] = m[i] + tile[x][y];
    }
}
/// One float4 a thread: column[i] + row[j], or m[i, j] + row[j].
__global__ void floor_rows(float* c, float const* m, float const* column, float const* row,
                           int64_t n) {
    int64_t const i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    float4 const r = *reinterpret_cast<float4 const*>(row + i % n);
    float4 x;
    if (m) {
        x = *reinterpret_cast<float4 const*>(m + i);
    } else {
        float const s = column[i / n];
        x = {s, s, s, s};
    }
    *reinterpret_cast<float4*>(c + i) = {x.x + r.x, x.y + r.y, x.z + r.z, x.w + r.w};
}
/// Every second element of a and b: two results of two float4.
__global__ void floor_second(float* c, float const* a, float const* b) {
    int64_t const i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    float4 const x = *reinterpret_cast<float4 const*>(a + i);
    float4 const y = *reinterpret_cast<float4 const*>(b + i);
    *reinterpret_cast<float2*>(c + i / 2) = {x.x + y.x, x.z + y.z};
}

template <class Run, class Expected>
void check_and_time(benchmark::State& state, float const* c, int64_t count, int64_t bytes,
                    Run&& run, Expected&& expected) {
    run();
    if (check(state, c, count, 0, expected))
        time_by_events(state, bytes, run);
}

float transposed_sum(int64_t i) { return at(i) + at(i % side * side + i / side); }
float outer_sum(int64_t i) { return workloads::value(i / side, 2) + workloads::value(i % side, 3); }
float row_sum(int64_t i) { return at(i) + workloads::value(i % side, 3); }
float second_sum(int64_t i) { return workloads::value(2 * i, 1) + workloads::value(2 * i, 2); }

}  // namespace

int main(int argc, char** argv) {
    add_copy(elements);
    add_case("twill/m_plus_transpose/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        tw::device_array<float, 2> c(m.shape());
        check_and_time(
            state, c.data(), elements, elements * 8, [&] { c = m + transpose(m); }, transposed_sum);
    });
    add_case("floor/m_plus_transpose/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        tw::device_array<float, 2> c(m.shape());
        unsigned const tiles = static_cast<unsigned>(side / 32);
        check_and_time(
            state, c.data(), elements, elements * 8,
            [&] {
                floor_transpose<<<tiles*(tiles + 1), dim3(32, 8)>>>(c.data(), m.data(),
                                                                    static_cast<int>(side));
            },
            transposed_sum);
    });
    add_case("twill/outer/2^28", [](benchmark::State& state) {
        auto const column = vector(side, 2);
        auto const row = vector(side, 3);
        tw::device_array<float, 2> c(tw::extents<2>(side, side));
        check_and_time(
            state, c.data(), elements, elements * 4,
            [&] { c = column(tw::full_extent, tw::newaxis) + row; }, outer_sum);
    });
    add_case("floor/outer/2^28", [](benchmark::State& state) {
        auto const column = vector(side, 2);
        auto const row = vector(side, 3);
        tw::device_array<float, 2> c(tw::extents<2>(side, side));
        check_and_time(
            state, c.data(), elements, elements * 4,
            [&] {
                floor_rows<<<blocks(elements, 4), threads>>>(c.data(), nullptr, column.data(),
                                                             row.data(), side);
            },
            outer_sum);
    });
    add_case("twill/m_plus_row/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        auto const row = vector(side, 3);
        tw::device_array<float, 2> c(m.shape());
        check_and_time(
            state, c.data(), elements, elements * 8, [&] { c = m + row; }, row_sum);
    });
    add_case("floor/m_plus_row/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        auto const row = vector(side, 3);
        tw::device_array<float, 2> c(m.shape());
        check_and_time(
            state, c.data(), elements, elements * 8,
            [&] {
                floor_rows<<<blocks(elements, 4), threads>>>(c.data(), m.data(), nullptr,
                                                             row.data(), side);
            },
            row_sum);
    });
    // The bytes counted are those that memory moves: whole sectors of the operands.
    add_case("twill/every_second/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto const b = vector(elements, 2);
        tw::device_array<float> c{tw::extents<1>(elements / 2)};
        auto const even = tw::slice(tw::none, tw::none, 2);
        check_and_time(
            state, c.data(), elements / 2, elements * 10, [&] { c = a(even) + b(even); },
            second_sum);
    });
    add_case("floor/every_second/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto const b = vector(elements, 2);
        tw::device_array<float> c{tw::extents<1>(elements / 2)};
        check_and_time(
            state, c.data(), elements / 2, elements * 10,
            [&] { floor_second<<<blocks(elements, 4), threads>>>(c.data(), a.data(), b.data()); },
            second_sum);
    });
    return device::run(argc, argv);
}
