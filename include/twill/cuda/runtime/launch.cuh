// SPDX-License-Identifier: MIT
// One way to launch a kernel, checked.
#pragma once

#include "twill/cuda/runtime/memory.hpp"

namespace twill::inline v0::detail {

/// Grids have at most 2^31 - 1 blocks along x.
inline constexpr index_t max_blocks = 0x7fffffff;

/// Threads that a multiprocessor of the architecture compiled for holds (CUDA Programming Guide,
/// technical specifications per compute capability).
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || \
    __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1030
inline constexpr int multiprocessor_threads = 2048;
#elif __CUDA_ARCH__ < 800
inline constexpr int multiprocessor_threads = 1024;
#else
inline constexpr int multiprocessor_threads = 1536;
#endif
/// So many blocks, or as many as it holds: what __launch_bounds__ may ask for.
template <int Blocks, int Threads>
inline constexpr int blocks_held =
    Blocks * Threads <= multiprocessor_threads ? Blocks : multiprocessor_threads / Threads;

/// Notes a kernel in the trace: by its name without namespaces and template arguments, which stands
/// last among the parts of _ZN<length><part>...I.
TWILL_COLD inline void trace_kernel(void const* kernel, index_t blocks, unsigned threads) {
    traced_step* const step = traced_here().step;
    if (!step)
        return;
    char const* name = "kernel";
    int length = 6;
#if CUDART_VERSION >= 12030
    char const* symbol = nullptr;
    if (cudaFuncGetName(&symbol, kernel) == cudaSuccess && std::strncmp(symbol, "_ZN", 3) == 0) {
        char* at = const_cast<char*>(symbol) + 3;
        while (*at >= '1' && *at <= '9') {
            length = static_cast<int>(std::strtol(at, &at, 10));
            name = at;
            at += length;
        }
    }
#endif
    step->add_kernel(name, length, blocks, threads);
}

/// Launches a kernel whose arguments lie at `arguments`, which has no type any more.
TWILL_NOINLINE inline void launch_at(cudaLaunchAttribute* attribute, void const* kernel,
                                     index_t blocks, unsigned threads, std::size_t shared_bytes,
                                     void** arguments) {
    if (blocks > max_blocks)
        raise<shape_error>("twill: %lld blocks are more than one launch can have",
                           static_cast<long long>(blocks));
    cudaLaunchConfig_t how{};
    how.gridDim = dim3(static_cast<unsigned>(blocks));
    how.blockDim = dim3(threads);
    how.dynamicSmemBytes = shared_bytes;
    how.stream = handle_of(this_thread().stream);
    how.attrs = attribute;
    how.numAttrs = attribute ? 1 : 0;
    cudaError_t const code = cudaLaunchKernelExC(&how, kernel, arguments);
    if (code != cudaSuccess)
        raise_cuda(code, "kernel launch");
    if (tracing()) [[unlikely]]
        trace_kernel(kernel, blocks, threads);
}

/// Launches on the current stream, in a way that `attribute` may say; throws cuda_error.
template <class... Parameters>
void launch_as(cudaLaunchAttribute* attribute, void (*kernel)(Parameters...), index_t blocks,
               unsigned threads, std::size_t shared_bytes,
               std::type_identity_t<Parameters> const&... arguments) {
    void* pointers[] = {const_cast<void*>(static_cast<void const*>(&arguments))...};
    launch_at(attribute, reinterpret_cast<void const*>(kernel), blocks, threads, shared_bytes,
              pointers);
}
template <class... Parameters>
void launch(void (*kernel)(Parameters...), index_t blocks, unsigned threads,
            std::size_t shared_bytes, std::type_identity_t<Parameters> const&... arguments) {
    launch_as(nullptr, kernel, blocks, threads, shared_bytes, arguments...);
}

/// A number of the current device, and of a kernel of it, that is not 0: `ask(device, kernel)` is
/// called once.
TWILL_NOINLINE inline index_t known_of_device(index_t (&cached)[max_devices],
                                              index_t (*ask)(int, void const*),
                                              void const* kernel) {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    if (device < max_devices)
        if (index_t const known = __atomic_load_n(&cached[device], __ATOMIC_RELAXED))
            return known;
    index_t const result = ask(device, kernel);
    if (device < max_devices)
        __atomic_store_n(&cached[device], result, __ATOMIC_RELAXED);
    return result;
}

/// 2 where it was, 1 where it was not.
inline index_t ask_for_hopper_code(int, void const* kernel) {
    cudaFuncAttributes compiled{};
    check(cudaFuncGetAttributes(&compiled, kernel), "cudaFuncGetAttributes");
    return compiled.ptxVersion >= 90 && compiled.binaryVersion >= 90 ? 2 : 1;
}
/// Whether the code that the current device runs of a kernel was compiled for compute capability
/// 9.0 or a later one: clusters need that.
template <auto Kernel>
bool has_hopper_code() {
    static index_t cached[max_devices] = {};
    return known_of_device(cached, ask_for_hopper_code, reinterpret_cast<void const*>(Kernel)) == 2;
}

/// As launch, in clusters of `cluster` blocks.
template <class... Parameters>
void launch_clusters(void (*kernel)(Parameters...), index_t blocks, unsigned threads,
                     unsigned cluster, std::type_identity_t<Parameters> const&... arguments) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {cluster, 1, 1};
    launch_as(&attribute, kernel, blocks, threads, 0, arguments...);
}

inline index_t ask_for_processors(int device, void const*) {
    int processors = 0;
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    return processors;
}
/// Multiprocessors of the current device.
inline index_t processors_of_device() {
    static index_t cached[max_devices] = {};
    return known_of_device(cached, ask_for_processors, nullptr);
}
inline index_t ask_for_threads(int device, void const*) {
    int threads = 0;
    check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device),
          "cudaDeviceGetAttribute");
    return processors_of_device() * threads;
}
/// Threads that fill the current device.
inline index_t resident_threads() {
    static index_t cached[max_devices] = {};
    return known_of_device(cached, ask_for_threads, nullptr);
}

}  // namespace twill::inline v0::detail

namespace twill::inline v0::extend {

/// launch(kernel, blocks, threads, shared_bytes, arguments...) on the current stream; throws
/// cuda_error.
using detail::launch;

}  // namespace twill::inline v0::extend
