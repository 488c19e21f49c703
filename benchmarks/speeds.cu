// SPDX-License-Identifier: MIT
// What the card's memory gives, in this run: the fastest of each kind is the speed that the floors
// of the comparison are counted with. 2^28 float32 an array.
//   read: loads alone      write: stores alone      read_write: as many or twice as many loads
#include "by_hand.cuh"
#include "device.cuh"

using namespace device;
using by_hand::read;
using by_hand::write;

namespace {

constexpr int64_t elements = int64_t{1} << 28;
constexpr int64_t bytes = elements * 4;

/// Four elements a thread: c = a, or a + b.
__global__ void copy_kernel(float* c, float const* a, float const* b) {
    int64_t const i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    write(c + i, b ? by_hand::plus(read(a + i), read(b + i)) : read(a + i));
}
__global__ void write_kernel(float* c, float value) {
    int64_t const i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    write(c + i, {value, value, value, value});
}
/// Each block reads one stretch, four loads in flight a thread; nothing is written, for the inputs
/// are positive.
template <int Threads, int Loads>
__global__ void read_kernel(float* to, float const* a, int64_t length) {
    float const* const from = a + static_cast<int64_t>(blockIdx.x) * length;
    float sum = 0;
    for (int64_t i = threadIdx.x * 4; i < length; i += Threads * 4 * Loads) {
        float4 x[Loads];
#pragma unroll
        for (int k = 0; k < Loads; ++k)
            x[k] = read(from + i + Threads * 4 * k);
#pragma unroll
        for (int k = 0; k < Loads; ++k)
            sum += x[k].x + x[k].y + (x[k].z + x[k].w);
    }
    if (sum < 0)
        to[0] = sum;
}

template <class Run>
void add_speed(char const* name, int64_t moved, Run run) {
    add_case(name, [=](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto const b = vector(elements, 2);
        tw::device_array<float> c{tw::extents<1>(elements)};
        time_by_events(state, moved, [&] { run(c.data(), a.data(), b.data()); });
        must(cudaGetLastError());
    });
}

}  // namespace

int main(int argc, char** argv) {
    add_speed("speed/read_write/memcpy", 2 * bytes, [](float* c, float const* a, float const*) {
        must(cudaMemcpyAsync(c, a, bytes, cudaMemcpyDeviceToDevice));
    });
    add_speed("speed/read_write/one_read", 2 * bytes, [](float* c, float const* a, float const*) {
        copy_kernel<<<blocks(elements, 4), threads>>>(c, a, nullptr);
    });
    add_speed("speed/read_write/two_reads", 3 * bytes,
              [](float* c, float const* a, float const* b) {
                  copy_kernel<<<blocks(elements, 4), threads>>>(c, a, b);
              });
    add_speed("speed/read/4096_stretches", bytes, [](float* c, float const* a, float const*) {
        read_kernel<512, 4><<<4096, 512>>>(c, a, elements / 4096);
    });
    add_speed("speed/read/16384_stretches", bytes, [](float* c, float const* a, float const*) {
        read_kernel<512, 8><<<16384, 512>>>(c, a, elements / 16384);
    });
    add_speed("speed/write/memset", bytes,
              [](float* c, float const*, float const*) { must(cudaMemsetAsync(c, 1, bytes)); });
    add_speed("speed/write/kernel", bytes, [](float* c, float const*, float const*) {
        write_kernel<<<blocks(elements, 4), threads>>>(c, 1.0f);
    });
    return device::run(argc, argv);
}
