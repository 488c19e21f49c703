// SPDX-License-Identifier: MIT
// Users' functions on the device: what no kernel can take is refused before any is instantiated.
#pragma once

#include "twill/expr/rearrange.hpp"

namespace twill::inline v0::detail {

/// Whether F is a lambda that no kernel can take, as nvcc's front end names it; other compilers
/// name it otherwise, and evaluate nothing on the device.
template <class TwillFunction>
constexpr bool is_plain_lambda() {
    char const* const name = __PRETTY_FUNCTION__;
    constexpr char words[] = "TwillFunction = lambda [";
    for (char const* from = name; *from; ++from) {
        int i = 0;
        while (words[i] && from[i] == words[i])
            ++i;
        if (!words[i])
            return true;
    }
    return false;
}

template <class F>
constexpr bool is_device_lambda() {
#if defined(__CUDACC_EXTENDED_LAMBDA__)
    return __nv_is_extended_device_lambda_closure_type(F);
#else
    return false;
#endif
}
template <class F>
constexpr bool is_extended_lambda() {
#if defined(__CUDACC_EXTENDED_LAMBDA__)
    return __nv_is_extended_device_lambda_closure_type(F) ||
           __nv_is_extended_host_device_lambda_closure_type(F);
#else
    return false;
#endif
}

/// Whether kernels of a space take F; says so where they do not.
template <class Space, class F>
constexpr bool accepts_function() {
    static_assert(!std::is_member_pointer_v<F>,
                  "twill: a pointer to a member is no function of elements: write a function "
                  "object, as in [](point p) { return p.x; }");
    if constexpr (std::is_member_pointer_v<F>) {
        return false;
    } else if constexpr (std::is_same_v<Space, device_space> && std::is_pointer_v<F>) {
        static_assert(always_false<F>,
                      "twill: a function's address is the host's, kernels cannot call it: write a "
                      "function object with a __host__ __device__ operator()");
        return false;
    } else if constexpr (std::is_same_v<Space, device_space>) {
        constexpr bool refused = is_plain_lambda<F>() && !is_extended_lambda<F>();
        static_assert(!refused,
                      "twill: this lambda cannot be called on the device: write a function object "
                      "with a __host__ __device__ operator(), or compile with --extended-lambda "
                      "and write [] __device__ (...) {...} or [] __host__ __device__ (...) {...}");
        return !refused;
    } else {
        return true;
    }
}
/// Stands where a function was refused, so that nothing but the sentence is reported.
template <class Result>
struct refused_function {
    template <class... V>
    TWILL_HD constexpr Result operator()(V...) const {
        return Result{};
    }
};

/// A program's own function with its name and traits, which kernels call where nvcc checks that F
/// can be called there.
template <class F>
struct extended : F {
    TWILL_CALL_CHECK_BEGIN
    template <class... X>
    TWILL_HD constexpr auto on_device(X const&... x) const
        -> decltype(std::declval<F const&>()(x...)) {
        return static_cast<F const&>(*this)(x...);
    }
    TWILL_CALL_CHECK_END
};

/// The same of every function in an expression: one without a space learns of it when it is
/// evaluated.
template <class F>
inline constexpr bool function_runs_on_device = true;
template <class F>
inline constexpr bool function_runs_on_device<extended<F>> = accepts_function<device_space, F>();
template <class E>
constexpr bool runs_on_device_in();
template <class E>
inline constexpr bool runs_on_device = runs_on_device_in<E>();
template <class... F>
constexpr bool all_functions_run_on_device(types<F...>) {
    return (true && ... && function_runs_on_device<F>);
}
template <class... A>
constexpr bool all_run_on_device(types<A...>) {
    return (true && ... && runs_on_device<A>);
}
template <class E>
constexpr bool runs_on_device_in() {
    return all_functions_run_on_device(typename E::functions{}) &&
           all_run_on_device(operand_types<E>{});
}

template <class Space, class E>
constexpr auto require_callable() {
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(runs_on_device<E>, "twill: an expression that the device cannot evaluate");
}

}  // namespace twill::inline v0::detail
