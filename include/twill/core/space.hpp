// SPDX-License-Identifier: MIT
// Memory spaces, and the seam between the headers any compiler reads and those only nvcc reads.
#pragma once

#include "twill/core/config.hpp"

namespace twill::inline v0 {

/// Ordinary host memory; expressions run on CPU threads.
struct host_space {
    static constexpr char const* name = "host";
};
/// Page-locked host memory; expressions run on CPU threads, copies to the device are asynchronous.
struct pinned_space {
    static constexpr char const* name = "pinned";
};
/// Device memory; expressions run as CUDA kernels.
struct device_space {
    static constexpr char const* name = "device";
};

namespace detail {

/// The space of scalars and generators: they join either side.
struct no_space {
    static constexpr char const* name = "none";
};

template <class Space>
struct execution_space {
    using type = Space;
};
template <>
struct execution_space<pinned_space> {
    using type = host_space;
};
/// Where expressions over memory of this space run.
template <class Space>
using execution_space_t = typename execution_space<Space>::type;

/// The space of an expression made of two operands.
template <class A, class B>
struct merge_spaces {
    static_assert(std::is_same_v<A, B>,
                  "twill: host and device operands in one expression; bring one over first with "
                  "twill::to_device(x) or twill::to_host(x)");
    using type = A;
};
template <class A>
struct merge_spaces<A, A> {
    using type = A;
};
template <class A>
struct merge_spaces<A, no_space> {
    using type = A;
};
template <class B>
struct merge_spaces<no_space, B> {
    using type = B;
};
template <>
struct merge_spaces<no_space, no_space> {
    using type = no_space;
};
template <class A, class... Rest>
struct merged {
    using type = A;
};
template <class A, class B, class... Rest>
struct merged<A, B, Rest...> {
    using type = typename merged<typename merge_spaces<A, B>::type, Rest...>::type;
};
template <class... Spaces>
using merged_space_t = typename merged<no_space, Spaces...>::type;

/// Runs plans. Only declared here: `twill/twill.hpp` completes it for the host,
/// `twill/elementwise.cuh` and `twill/twill.cuh` for the device.
template <class Space>
struct backend;
/// Allocates, frees and copies. Completed for the device by `twill/device.hpp`.
template <class Space>
struct memory;

/// Moves bytes from one space to another; completed for device and pinned memory by
/// `twill/device.hpp`.
template <class To, class From>
struct transfer;

/// Whether a class template specialisation is complete in this translation unit. It feeds
/// static_asserts only: branching on it would make two translation units disagree.
template <class T>
concept complete = requires { sizeof(T); };
/// The same of what a space has, and true where nobody knows the space: that is said elsewhere, and
/// no header would help.
template <class T, class Space>
concept provided = std::is_same_v<Space, no_space> || complete<T>;

// These have their result deduced, so that compilers look into them where they are called: their
// sentence comes before what follows from the mistake.

/// What is evaluated in memory of one space has its operands there.
template <class Space, class From>
constexpr auto require_same_space() {
    constexpr bool same =
        std::is_same_v<From, no_space> || std::is_same_v<From, execution_space_t<Space>>;
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(same,
                      "twill: a device array from host operands: copying them is a named call, "
                      "twill::to_device(x) or twill::copy(to, from)");
    else
        static_assert(same,
                      "twill: a host array from device operands: copying them is a named call, "
                      "twill::to_host(x) or twill::copy(to, from)");
}

/// What runs at the call has to know where.
template <class Space>
constexpr auto require_some_space() {
    static_assert(!std::is_same_v<Space, no_space>,
                  "twill: this expression has only generators and scalars, so it has no space of "
                  "its own: say where it "
                  "runs with evaluate<twill::device_space>(x) or evaluate<twill::host_space>(x)");
}

template <class Space>
constexpr auto require_backend() {
    require_some_space<Space>();
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(
            provided<backend<Space>, Space>,
            "twill: this evaluates an expression on the device, which needs nvcc: do it in a "
            ".cu file that includes <twill/twill.cuh> or <twill/elementwise.cuh>");
    else
        static_assert(
            provided<backend<Space>, Space>,
            "twill: this evaluates an expression on the host: include <twill/twill.hpp>, in "
            "a .cu file beside <twill/twill.cuh>");
}

template <class Space>
constexpr auto require_memory() {
    static_assert(
        provided<memory<Space>, Space>,
        "twill: device and pinned arrays need the CUDA runtime: include <twill/device.hpp> "
        "(any compiler) or <twill/twill.cuh> (nvcc)");
}

template <class To, class From>
constexpr auto require_transfer() {
    static_assert(complete<transfer<To, From>>,
                  "twill: copies to and from a device need the CUDA runtime: include "
                  "<twill/device.hpp> (any compiler) "
                  "or <twill/twill.cuh> (nvcc)");
}

}  // namespace detail
}  // namespace twill::inline v0
