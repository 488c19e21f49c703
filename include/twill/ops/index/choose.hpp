// SPDX-License-Identifier: MIT
// One of several operands at each element: choose by a number, select by conditions. Lazy; both
// fuse, and all operands are read.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/ops/index/node.hpp"

namespace twill::inline v0 {
namespace detail {

/// An index that there is, or -1.
template <out_of_range Mode>
struct check_function {
    static constexpr char const* name = "choose";
    static constexpr bool checks = Mode == out_of_range::error;

    index_t size;
    std::conditional_t<checks, fault_site, no_fault_site> site;

    template <class I>
    index_t operator()(I given) const {
        return checked<false>(wide_index(given));
    }
    template <class I>
    TWILL_HD index_t on_device(I given) const {
        return checked<true>(wide_index(given));
    }

private:
    TWILL_EXEC_CHECK_DISABLE
    template <bool Device>
    TWILL_HD index_t checked(index_t given) const {
        index_t at = 0;
        if (element_finder<1, 0, Mode>::resolve(given, size, at) && (!checks || given >= 0))
            return at;
        if constexpr (checks && Device)
            note_on_device(site, given, size, 0);
        else if constexpr (checks)
            site.note(given, size, 0);
        return -1;
    }
};

/// Indices into a number of things that `name` says.
template <out_of_range Mode, class I>
struct TWILL_NODISCARD checked_choice : subscripts<checked_choice<Mode, I>> {
    using twill_node = void;
    using value_type = index_t;
    using space = typename I::space;
    static constexpr int rank = I::rank;
    using operands = types<I>;
    using functions = types<>;
    static constexpr bool needs_evaluation = false;
    static constexpr reads how(int) { return reads::same_index; }
    static constexpr bool may_fault = check_function<Mode>::checks;

    I index;
    index_t size;
    char const* name;

    checked_choice(I const& given, index_t number, char const* call)
        : index(given), size(number), name(call) {}
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(index);
    }
    template <class X>
    checked_choice<Mode, X> with(X const& x) const {
        return {x, size, name};
    }
    bool same_step(checked_choice const& other) const { return size == other.size; }
    extents<rank> shape(source_location place = source_location::current()) const {
        return index.shape(place);
    }
};
template <int Loop, out_of_range Mode, class I>
auto lower(checked_choice<Mode, I> const& x) {
    check_function<Mode> f{x.size, {}};
    if constexpr (f.checks)
        f.site = fault_site_of<execution_space_t<typename I::space>>(x.name);
    return make_node(stored<check_function<Mode>>{f}, lower<Loop>(x.index));
}
template <int In, int Out, class Axes, out_of_range Mode, class I>
auto rearrange(checked_choice<Mode, I> const& x, mapping<In, Out, Axes> const& map) {
    return x.with(rearrange(x.index, map));
}

template <class T, class... Rest>
struct promoted_of {
    using type = canonical_t<T>;
};
template <class A, class B, class... Rest>
struct promoted_of<A, B, Rest...> : promoted_of<promote_t<A, B>, Rest...> {};

/// The operand of a number; T{} for none.
struct choose_function {
    static constexpr char const* name = "choose";
    template <class... X>
    TWILL_HD constexpr auto operator()(index_t at, X const&... x) const {
        using T = typename promoted_of<X...>::type;
        T result{};
        index_t k = 0;
        ((result = k++ == at ? static_cast<T>(x) : result), ...);
        return result;
    }
};

/// What scalars take their type from: the elements they stand beside, or each other.
template <class... X>
struct beside_of {
    using type = typename promoted_of<X...>::type;
};
template <class List, class... X>
struct element_list;
template <class... T>
struct element_list<types<T...>> {
    using type = types<T...>;
};
template <class... T, class X, class... Rest>
struct element_list<types<T...>, X, Rest...>
    : element_list<
          std::conditional_t<operand<X>, types<T..., typename element_type<X>::type>, types<T...>>,
          Rest...> {};
template <class... X>
constexpr auto type_beside(types<>) {
    return std::type_identity<typename promoted_of<typename element_type<X>::type...>::type>{};
}
template <class... X, class T, class... Rest>
constexpr auto type_beside(types<T, Rest...>) {
    return std::type_identity<typename promoted_of<T, Rest...>::type>{};
}

}  // namespace detail

/// Element by element the operand or scalar whose number the index says: choose(i, a, b, c) is a
/// where i is 0, b where it is 1, ... Shapes broadcast. An index that is negative or too large
/// throws index_error as for take, its element being T{}; choose<out_of_range::wrap> and clip give
/// it a meaning.
template <out_of_range Mode = out_of_range::error, detail::operand I,
          detail::operand_or_scalar... X>
    requires(sizeof...(X) > 0 && detail::is_integer<detail::value_of<I>>)
[[nodiscard]] auto choose(I const& index, X&&... x) {
    using all = typename detail::element_list<detail::types<>, std::remove_cvref_t<X>...>::type;
    using T = typename decltype(detail::type_beside<std::remove_cvref_t<X>...>(all{}))::type;
    constexpr index_t count = sizeof...(X);
    return detail::make_elementwise(
        detail::choose_function{},
        detail::checked_choice<Mode, detail::node_of<I>>(detail::as_node(index), count, "choose"),
        detail::node_beside<T>("choose", std::forward<X>(x))...);
}

/// select(c1, x1, c2, x2, ..., otherwise): at each element the x of the first condition that is
/// true. All are evaluated; shapes broadcast.
template <detail::operand C, detail::operand_or_scalar X, detail::operand_or_scalar Y>
[[nodiscard]] auto select(C&& condition, X&& x, Y&& otherwise) {
    return where(std::forward<C>(condition), std::forward<X>(x), std::forward<Y>(otherwise));
}
template <detail::operand C, detail::operand_or_scalar X, class... Rest>
    requires(sizeof...(Rest) >= 3)
[[nodiscard]] auto select(C&& condition, X&& x, Rest&&... rest) {
    return where(std::forward<C>(condition), std::forward<X>(x),
                 select(std::forward<Rest>(rest)...));
}

}  // namespace twill::inline v0
