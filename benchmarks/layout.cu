// SPDX-License-Identifier: MIT
// Strided, broadcast and transposed operands on the device, on 16384 x 16384 matrices and 2^28
// elements.
//   twill: one statement      floor: a hand-written kernel of the same statement      copy:
//   cudaMemcpyAsync
#include "by_hand.cuh"
#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t side = 16384;
constexpr int64_t elements = side * side;

float at(int64_t i) { return workloads::value(i, 1); }

/// m + its transpose, 64 x 64 tiles: a block holds a tile and its mirror image, so that both are
/// read once, and writes both.
__global__ void floor_transpose(float* c, float const* m, int n) {
    constexpr int edge = 64;
    __shared__ float tile[edge][edge + 1], mirror[edge][edge + 1];
    // The pair of tiles, counted row by row in the lower triangle.
    unsigned const pair = blockIdx.x;
    int row = static_cast<int>((sqrt(8.0 * pair + 1.0) - 1.0) * 0.5);
    while ((static_cast<unsigned>(row) + 1) * (static_cast<unsigned>(row) + 2) / 2 <= pair)
        ++row;
    while (static_cast<unsigned>(row) * (static_cast<unsigned>(row) + 1) / 2 > pair)
        --row;
    int const column =
        static_cast<int>(pair - static_cast<unsigned>(row) * (static_cast<unsigned>(row) + 1) / 2);
    int64_t const at = (static_cast<int64_t>(row) * n + column) * edge;
    int64_t const mirrored = (static_cast<int64_t>(column) * n + row) * edge;
    int const x = static_cast<int>(threadIdx.x) * 4;
    float4 here[4], there[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int const y = static_cast<int>(threadIdx.y) + 16 * k;
        here[k] = by_hand::read_once(m + at + static_cast<int64_t>(y) * n + x);
        there[k] = by_hand::read_once(m + mirrored + static_cast<int64_t>(y) * n + x);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int const y = static_cast<int>(threadIdx.y) + 16 * k;
        tile[y][x] = here[k].x;
        tile[y][x + 1] = here[k].y;
        tile[y][x + 2] = here[k].z;
        tile[y][x + 3] = here[k].w;
        mirror[y][x] = there[k].x;
        mirror[y][x + 1] = there[k].y;
        mirror[y][x + 2] = there[k].z;
        mirror[y][x + 3] = there[k].w;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int const y = static_cast<int>(threadIdx.y) + 16 * k;
        float4 const turned{mirror[x][y], mirror[x + 1][y], mirror[x + 2][y], mirror[x + 3][y]};
        by_hand::write_once(c + at + static_cast<int64_t>(y) * n + x,
                            by_hand::plus(here[k], turned));
        if (row == column)
            continue;
        float4 const back{tile[x][y], tile[x + 1][y], tile[x + 2][y], tile[x + 3][y]};
        by_hand::write_once(c + mirrored + static_cast<int64_t>(y) * n + x,
                            by_hand::plus(there[k], back));
    }
}
/// column[i] + row[j], or m[i, j] + row[j]: one float4 a thread, a row of blocks for each row.
__global__ void floor_rows(float* c, float const* m, float const* column, float const* row,
                           int64_t n) {
    int64_t const j = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    int64_t const i = blockIdx.y;
    float4 const r = by_hand::read(row + j);
    if (m) {
        by_hand::write(c + i * n + j, by_hand::plus(by_hand::read(m + i * n + j), r));
    } else {
        float const s = column[i];
        by_hand::write_once(c + i * n + j, by_hand::plus({s, s, s, s}, r));
    }
}
/// Every second element of a and b: two results of two float4.
__global__ void floor_second(float* c, float const* a, float const* b) {
    int64_t const i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    float4 const x = *reinterpret_cast<float4 const*>(a + i);
    float4 const y = *reinterpret_cast<float4 const*>(b + i);
    *reinterpret_cast<float2*>(c + i / 2) = {x.x + y.x, x.z + y.z};
}

dim3 const row_blocks(blocks(side, 4), static_cast<unsigned>(side));

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
        unsigned const tiles = static_cast<unsigned>(side / 64);
        check_and_time(
            state, c.data(), elements, elements * 8,
            [&] {
                floor_transpose<<<tiles*(tiles + 1) / 2, dim3(16, 16)>>>(c.data(), m.data(),
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
                floor_rows<<<row_blocks, threads>>>(c.data(), nullptr, column.data(), row.data(),
                                                    side);
            },
            outer_sum);
    });
    add_case("twill/m_plus_row/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        auto const row = vector(side, 3);
        tw::device_array<float, 2> c(m.shape());
        check_and_time(state, c.data(), elements, elements * 8, [&] { c = m + row; }, row_sum);
    });
    add_case("floor/m_plus_row/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        auto const row = vector(side, 3);
        tw::device_array<float, 2> c(m.shape());
        check_and_time(
            state, c.data(), elements, elements * 8,
            [&] {
                floor_rows<<<row_blocks, threads>>>(c.data(), m.data(), nullptr, row.data(), side);
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
