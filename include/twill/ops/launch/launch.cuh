// SPDX-License-Identifier: MIT
// Launches of a program's own kernels: arrays among the arguments become references and are
// ordered; a launch that cannot be says which limit it breaks.
#pragma once

#include "twill/array/ref.hpp"
#include "twill/cuda/runtime/device_info.hpp"
#include "twill/cuda/runtime/memory.hpp"
#include "twill/expr/concepts.hpp"

namespace twill::inline v0 {

/// Blocks of a grid or threads of a block along x, y and z: a number, `{x, y}`, `{x, y, z}`, or a
/// dim3. Carries the place of the launch.
struct launch_size {
    index_t x = 1;
    index_t y = 1;
    index_t z = 1;
    source_location place;

    template <class I>
        requires std::is_integral_v<I>
    constexpr launch_size(I along_x, source_location where = source_location::current())
        : x(detail::saturated_index(along_x)), place(where) {}
    template <class I, class J>
        requires(std::is_integral_v<I> && std::is_integral_v<J>)
    constexpr launch_size(I along_x, J along_y, source_location where = source_location::current())
        : x(detail::saturated_index(along_x)), y(detail::saturated_index(along_y)), place(where) {}
    template <class I, class J, class K>
        requires(std::is_integral_v<I> && std::is_integral_v<J> && std::is_integral_v<K>)
    constexpr launch_size(I along_x, J along_y, K along_z,
                          source_location where = source_location::current())
        : x(detail::saturated_index(along_x)),
          y(detail::saturated_index(along_y)),
          z(detail::saturated_index(along_z)),
          place(where) {}
    constexpr launch_size(dim3 const& size, source_location where = source_location::current())
        : x(size.x), y(size.y), z(size.z), place(where) {}
};

namespace detail {

inline void require_launch_size(launch_size const& s, index_t const (&most)[3], char const* what,
                                char const* whole) {
    index_t const sizes[] = {s.x, s.y, s.z};
    for (int d = 0; d < 3; ++d)
        if (sizes[d] < 0 || sizes[d] > most[d])
            raise<value_error>(s.place,
                               "twill: launch: %lld %s along %c; the device's limit for %s is %lld",
                               static_cast<long long>(sizes[d]), what, "xyz"[d], whole,
                               static_cast<long long>(most[d]));
}
/// Says which limit a launch breaks that the runtime refused; returns if it is none that is known.
TWILL_COLD inline void explain_refusal(void const* kernel, launch_size const& block,
                                       index_t shared_bytes, source_location const& place) {
    int const device = current_device();
    cudaFuncAttributes compiled{};
    if (cudaFuncGetAttributes(&compiled, kernel) != cudaSuccess) {
        cudaGetLastError();
        return;
    }
    index_t const threads = block.x * block.y * block.z;
    if (threads > compiled.maxThreadsPerBlock)
        raise<value_error>(
            place,
            "twill: launch: %lld threads a block; this kernel's limit is %d: it needs %d registers "
            "a thread and the device has %d a block (__launch_bounds__ asks for fewer)",
            static_cast<long long>(threads), compiled.maxThreadsPerBlock, compiled.numRegs,
            device_attribute(cudaDevAttrMaxRegistersPerBlock, device, nowhere));
    index_t const most =
        device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device, nowhere) -
        static_cast<index_t>(compiled.sharedSizeBytes);
    if (shared_bytes > most)
        raise<value_error>(
            place,
            "twill: launch: %lld bytes of shared memory a block; the device's limit is %lld beside "
            "the %zu bytes that the kernel declares",
            static_cast<long long>(shared_bytes), static_cast<long long>(most),
            compiled.sharedSizeBytes);
}

/// Lets a kernel have so much shared memory as it is launched with, where that has to be asked for:
/// then as much as a block can have, since another thread may launch it with another size.
TWILL_COLD inline cudaError_t allow_shared_memory(void const* kernel, index_t bytes) {
    cudaFuncAttributes own{};
    cudaError_t code = cudaFuncGetAttributes(&own, kernel);
    if (code != cudaSuccess || bytes <= own.maxDynamicSharedSizeBytes)
        return code;
    int device = 0;
    int most = 0;
    code = cudaGetDevice(&device);
    if (code == cudaSuccess)
        code = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (code != cudaSuccess)
        return code;
    most -= static_cast<int>(own.sharedSizeBytes);
    if (bytes > most)
        return cudaErrorInvalidValue;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
}

TWILL_NOINLINE inline void launch_checked(void const* kernel, launch_size const& grid,
                                          launch_size const& block, index_t shared_bytes,
                                          void** arguments) {
    source_location const& place = grid.place;
    if (grid.x == 0 || grid.y == 0 || grid.z == 0)
        return;
    // Of every compute capability; the driver is asked once something is refused.
    constexpr index_t most_blocks[] = {0x7fffffff, 65535, 65535};
    constexpr index_t most_threads[] = {1024, 1024, 64};
    require_launch_size(grid, most_blocks, "blocks", "a grid");
    require_launch_size({block.x, block.y, block.z, place}, most_threads, "threads", "a block");
    index_t const threads = block.x * block.y * block.z;
    if (threads < 1 || threads > 1024)
        raise<value_error>(place,
                           "twill: launch: a block of %lld x %lld x %lld threads; the device's "
                           "limit for a block is 1024 threads together, and at least 1",
                           static_cast<long long>(block.x), static_cast<long long>(block.y),
                           static_cast<long long>(block.z));
    if (shared_bytes < 0)
        raise<value_error>(place, "twill: launch: %lld bytes of shared memory",
                           static_cast<long long>(shared_bytes));
    cudaError_t code = cudaSuccess;
    if (shared_bytes > 0)
        code = allow_shared_memory(kernel, shared_bytes);
    if (code == cudaSuccess)
        code = cudaLaunchKernel(kernel,
                                dim3(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y),
                                     static_cast<unsigned>(grid.z)),
                                dim3(static_cast<unsigned>(block.x), static_cast<unsigned>(block.y),
                                     static_cast<unsigned>(block.z)),
                                arguments, static_cast<std::size_t>(shared_bytes),
                                handle_of(this_thread().stream));
    if (code != cudaSuccess) [[unlikely]] {
        cudaGetLastError();
        explain_refusal(kernel, block, shared_bytes, place);
        raise_cuda(code, "kernel launch", place);
    }
}

template <class T>
inline constexpr bool is_array_ref = false;
template <class T, int Rank>
inline constexpr bool is_array_ref<array_ref<T, Rank>> = true;

/// What a parameter of a kernel gets of an argument: of an array or a view its reference.
template <class Parameter, class A>
Parameter launch_argument(A&& x) {
    if constexpr (array_like<A> && is_array_ref<Parameter>) {
        static_assert(std::is_same_v<typename std::remove_cvref_t<A>::space, device_space>,
                      "twill: launch: a kernel takes device arrays: to_device(x) copies this one");
        return x.ref();
    } else {
        static_assert(
            std::is_convertible_v<A&&, Parameter>,
            "twill: launch: an argument that does not convert to the kernel's parameter; "
            "a kernel takes arrays as array_ref<T, Rank>, to read array_ref<T const, Rank>");
        return static_cast<Parameter>(std::forward<A>(x));
    }
}
/// Orders this thread's stream behind what else is done with an array, as its parameter uses it.
template <class Parameter, class A>
void order_launch(memory<device_space>::order const& order, A const& x) {
    if constexpr (array_like<A> && is_array_ref<Parameter>) {
        auto const leaf = x.expression();
        if constexpr (std::is_const_v<typename Parameter::element_type>)
            order.reads(leaf.storage.get());
        else
            order.writes(leaf.storage.get());
    }
}

}  // namespace detail

/// Launches a kernel of one's own on the current stream, with checks; does not wait. Arguments
/// convert to the kernel's parameters; an array or a view stands for its ref(), and the launch is
/// then ordered with twill's own work on every stream: behind writes where the parameter is an
/// array_ref<T const, Rank>, behind reads too where it is written, array_ref<T, Rank>. No blocks
/// are no launch. Throws value_error that names the limit which was broken, cuda_error otherwise.
/// `launch(kernel, {columns, rows}, {32, 8}, 0, next, now, rate);`
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), launch_size grid, launch_size block,
            std::size_t shared_bytes, Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                  "twill: launch: the kernel has another number of parameters");
    if constexpr (sizeof...(Parameters) == sizeof...(Arguments)) {
        detail::at_place(grid.place, [&] {
            detail::memory<device_space>::order const order;
            (detail::order_launch<std::remove_cvref_t<Parameters>>(order, arguments), ...);
            [&](std::remove_cvref_t<Parameters>... values) {
                void* pointers[] = {static_cast<void*>(&values)..., nullptr};
                detail::launch_checked(reinterpret_cast<void const*>(kernel), grid, block,
                                       detail::saturated_index(shared_bytes), pointers);
            }(detail::launch_argument<std::remove_cvref_t<Parameters>>(
                static_cast<Arguments&&>(arguments))...);
        });
    }
}

/// How many blocks for `count` elements, `each` of them to a block.
constexpr index_t blocks_for(index_t count, index_t each) {
    return count > 0 ? (count - 1) / each + 1 : 0;
}

/// How full a kernel keeps a multiprocessor.
struct occupancy_figures {
    int blocks;       ///< resident on a multiprocessor together
    double fraction;  ///< of the threads that it holds
};
/// How many blocks of a kernel a multiprocessor of the current device holds together, at so many
/// threads a block and so much dynamic shared memory.
template <class... Parameters>
occupancy_figures occupancy(void (*kernel)(Parameters...), int threads,
                            std::size_t shared_bytes = 0,
                            source_location place = source_location::current()) {
    int blocks = 0;
    detail::check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor", place);
    int const most = detail::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor,
                                              current_device(place), place);
    return {blocks, static_cast<double>(blocks) * threads / most};
}

/// A size that keeps the device busy.
struct suggested_launch {
    int threads;  ///< a block, with which the most threads are resident
    int blocks;   ///< that fill the device together
};
/// The block size at which a multiprocessor holds the most threads of a kernel, and how many such
/// blocks fill the current device: a kernel that strides over its elements needs no more.
template <class... Parameters>
suggested_launch suggest_launch(void (*kernel)(Parameters...), std::size_t shared_bytes = 0,
                                source_location place = source_location::current()) {
    suggested_launch result{};
    detail::check(
        cudaOccupancyMaxPotentialBlockSize(&result.blocks, &result.threads, kernel, shared_bytes),
        "cudaOccupancyMaxPotentialBlockSize", place);
    return result;
}

}  // namespace twill::inline v0
