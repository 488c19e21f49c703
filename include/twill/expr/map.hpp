// SPDX-License-Identifier: MIT
// A user's own function over operands, and over indices.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/device_call.hpp"

namespace twill::inline v0 {
namespace detail {

struct deduced {};

template <class Result, class F, class... Values>
struct call_result {
    using type = Result;
};
template <class F, class... Values>
struct call_result<deduced, F, Values...> {
    static_assert(!is_device_lambda<F>(),
                  "twill: the result type of a __device__ lambda cannot be deduced: write "
                  "twill::map<float>(f, ...)");
    using type = std::remove_cvref_t<decltype(std::declval<F const&>()(std::declval<Values>()...))>;
};

// A pointer to a member is refused where the node is made.
template <class F, class... Values>
    requires std::is_member_pointer_v<F>
struct call_result<deduced, F, Values...> {
    using type = float;
};

/// Calls F with the operands' own element types and names the result type, so that nothing has to
/// be deduced from a device lambda. Kernels call it by `on_device`, where nvcc checks that F can be
/// called there.
template <class Result, class F, class... Values>
struct mapped {
    F function;
    TWILL_EXEC_CHECK_DISABLE
    template <class... Computed>
    TWILL_HD constexpr Result operator()(Computed... values) const {
        return static_cast<Result>(function(convert_value<Values>(values)...));
    }
    TWILL_CALL_CHECK_BEGIN
    template <class... Computed>
    TWILL_HD constexpr Result on_device(Computed... values) const {
        return static_cast<Result>(function(convert_value<Values>(values)...));
    }
    TWILL_CALL_CHECK_END
};
template <class Result, class F, class... Values>
    requires(std::is_empty_v<F> && std::is_default_constructible_v<F>)
struct mapped<Result, F, Values...> {
    TWILL_EXEC_CHECK_DISABLE
    template <class... Computed>
    TWILL_HD constexpr Result operator()(Computed... values) const {
        return static_cast<Result>(F{}(convert_value<Values>(values)...));
    }
    TWILL_CALL_CHECK_BEGIN
    template <class... Computed>
    TWILL_HD constexpr Result on_device(Computed... values) const {
        return static_cast<Result>(F{}(convert_value<Values>(values)...));
    }
    TWILL_CALL_CHECK_END
};

template <class Result, class F, class... Values>
inline constexpr bool function_runs_on_device<mapped<Result, F, Values...>> =
    accepts_function<device_space, F>();

template <class Result, class F, class... Nodes>
auto make_mapped(F f, Nodes&&... nodes) {
    using R =
        typename call_result<Result, F, typename std::remove_cvref_t<Nodes>::value_type...>::type;
    using Call = mapped<R, F, typename std::remove_cvref_t<Nodes>::value_type...>;
    using Space = merged_space_t<typename std::remove_cvref_t<Nodes>::space...>;
    if constexpr (!accepts_function<Space, F>())
        return make_elementwise(refused_function<R>{}, std::forward<Nodes>(nodes)...);
    else if constexpr (std::is_empty_v<F> && std::is_default_constructible_v<F>)
        return make_elementwise(Call{}, std::forward<Nodes>(nodes)...);
    else
        return make_elementwise(Call{std::move(f)}, std::forward<Nodes>(nodes)...);
}

/// A node of a program's own function, checked as those of map are.
template <class F, class... Nodes>
auto make_extended(F const& f, Nodes&&... nodes) {
    using Space = merged_space_t<typename std::remove_cvref_t<Nodes>::space...>;
    if constexpr (!accepts_function<Space, F>()) {
        using R = typename call_result<deduced, F,
                                       typename std::remove_cvref_t<Nodes>::value_type...>::type;
        return make_elementwise(refused_function<R>{}, std::forward<Nodes>(nodes)...);
    } else if constexpr (!std::is_class_v<F> || std::is_final_v<F>) {
        return make_elementwise(f, std::forward<Nodes>(nodes)...);
    } else {
        return make_elementwise(extended<F>{f}, std::forward<Nodes>(nodes)...);
    }
}

/// The index along one axis of a shape, as int64.
template <int Axis, int Rank>
auto axis_index_of(extents<Rank> const& shape) {
    index_leaf<Rank, typename known_lie<(Axis < Rank ? axis_set{1} << Axis : 0), true, Rank>::type>
        result{0, {shape, {}}};
    if constexpr (Rank > 0)
        result.layout.stride[Axis] = 1;
    return result;
}

}  // namespace detail

/// f(a, b, ...) element by element, shapes broadcast; scalars among the arguments are passed as
/// they are. `f` is a function object callable on the space it is evaluated on (a lambda on the
/// host; on the device a functor with a `__device__` operator(), or a device lambda together with
/// the result type: `map<float>(f, a)`).
/// On the host f may throw, from several threads at once: one of the exceptions reaches the caller.
/// An array that is declared or assigned (`a = map(f, b)`) then is as it was before; what is
/// written in place (`a += map(f, b)`, `view = map(f, b)`) keeps the elements that were computed.
template <class Result = detail::deduced, class F, class... A>
    requires((detail::operand<A> || ...) && (detail::operand_or_scalar<A> && ...))
[[nodiscard]] auto map(F f, A&&... a) {
    return detail::make_mapped<Result>(
        std::move(f),
        detail::node_beside<std::remove_cvref_t<typename detail::element_type<A>::type>>(
            "map", std::forward<A>(a))...);
}

/// f(i, j, ...) at every index of a shape: lazy, no memory, fuses into either space.
template <class Result = detail::deduced, int Rank, class F>
[[nodiscard]] auto from_function(extents<Rank> const& shape, F f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return detail::make_mapped<Result>(std::move(f),
                                           detail::axis_index_of<static_cast<int>(I)>(shape)...);
    }(std::make_index_sequence<Rank>{});
}

}  // namespace twill::inline v0
