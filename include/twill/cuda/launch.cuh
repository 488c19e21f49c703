// One way to launch a kernel, checked.
#pragma once

#include "twill/cuda/memory.hpp"

namespace twill::inline v0::detail {

/// Grids have at most 2^31 - 1 blocks along x.
inline constexpr index_t max_blocks = 0x7fffffff;

/// Launches on the current stream; throws cuda_error.
template <class... Parameters>
void launch(void (*kernel)(Parameters...), index_t blocks, unsigned threads,
            std::size_t shared_bytes, std::type_identity_t<Parameters>... arguments) {
    if (blocks > max_blocks)
        raise<shape_error>("twill: %lld blocks are more than one launch can have",
                           static_cast<long long>(blocks));
    void* pointers[] = {const_cast<void*>(static_cast<void const*>(&arguments))...};
    cudaError_t const code =
        cudaLaunchKernel(reinterpret_cast<void const*>(kernel), dim3(static_cast<unsigned>(blocks)),
                         dim3(threads), pointers, shared_bytes, handle_of(this_thread().stream));
    if (code != cudaSuccess)
        raise_cuda(code, "kernel launch");
}

/// Whether a kernel can be launched in clusters: on this device, and in the code that was compiled
/// for it.
template <class... Parameters>
bool has_clusters(void (*kernel)(Parameters...)) {
    int device = 0;
    int supported = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&supported, cudaDevAttrClusterLaunch, device),
          "cudaDeviceGetAttribute");
    if (!supported)
        return false;
    cudaFuncAttributes compiled{};
    check(cudaFuncGetAttributes(&compiled, reinterpret_cast<void const*>(kernel)),
          "cudaFuncGetAttributes");
    return compiled.ptxVersion >= 90;
}
/// As launch, in clusters of `cluster` blocks.
template <class... Parameters>
void launch_clusters(void (*kernel)(Parameters...), index_t blocks, unsigned threads,
                     unsigned cluster, std::type_identity_t<Parameters>... arguments) {
    if (blocks > max_blocks)
        raise<shape_error>("twill: %lld blocks are more than one launch can have",
                           static_cast<long long>(blocks));
    void* pointers[] = {const_cast<void*>(static_cast<void const*>(&arguments))...};
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {cluster, 1, 1};
    cudaLaunchConfig_t how{};
    how.gridDim = dim3(static_cast<unsigned>(blocks));
    how.blockDim = dim3(threads);
    how.stream = handle_of(this_thread().stream);
    how.attrs = &attribute;
    how.numAttrs = 1;
    cudaError_t const code =
        cudaLaunchKernelExC(&how, reinterpret_cast<void const*>(kernel), pointers);
    if (code != cudaSuccess)
        raise_cuda(code, "kernel launch");
}

/// Threads that fill the current device.
inline index_t resident_threads() {
    static index_t cached[max_devices] = {};
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    index_t known = device < max_devices ? __atomic_load_n(&cached[device], __ATOMIC_RELAXED) : 0;
    if (known)
        return known;
    int processors = 0;
    int threads = 0;
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device),
          "cudaDeviceGetAttribute");
    known = static_cast<index_t>(processors) * threads;
    if (device < max_devices)
        __atomic_store_n(&cached[device], known, __ATOMIC_RELAXED);
    return known;
}

constexpr int log2_ceiling(index_t n, int most) {
    int bits = 0;
    while (bits < most && (index_t{1} << bits) < n)
        ++bits;
    return bits;
}

constexpr index_t divide_up(index_t a, index_t b) { return (a + b - 1) / b; }

}  // namespace twill::inline v0::detail
