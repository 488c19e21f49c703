// SPDX-License-Identifier: MIT
// One of several operands at each element: choose by a number, select by conditions, piecewise by
// conditions on what functions take. Lazy; they fuse, and all operands are read.
#pragma once

#include <tuple>

#include "twill/expr/build.hpp"
#include "twill/expr/map.hpp"
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

struct select_function : where_function {
    static constexpr char const* name = "select";
};
struct piecewise_function : where_function {
    static constexpr char const* name = "piecewise";
};

/// Throws shape_error unless what piecewise gives has the shape of what it takes.
template <int Rank, class E>
void require_shape_of_pieces(extents<Rank> const& shape, E const& result) {
    auto const own = result.shape();
    bool same = E::rank == Rank;
    for (int d = 0; d < (E::rank < Rank ? E::rank : Rank); ++d)
        same = same && own[d] == shape[d];
    if (!same)
        raise<shape_error>(
            "twill: piecewise: x has shape %s, its conditions and pieces have %s together",
            text_of(shape).text, text_of(own).text);
}

/// A piece of piecewise(x, ...) as a node with elements of type V: a number, an operand, or what a
/// function makes of x or of its elements.
template <class V, class X, class F>
auto piece_of(X const& x, F const& f) {
    if constexpr (operand_or_scalar<F>) {
        auto const piece = node_beside<V>("piecewise", f);
        using P = typename std::remove_cvref_t<decltype(piece)>::value_type;
        static_assert(converts_silently<P, V>(),
                      "twill: piecewise gives elements of x's type, which this piece does not fit: "
                      "cast x first, piecewise(cast<double>(x), ...)");
        if constexpr (std::is_same_v<P, V> || !converts_silently<P, V>())
            return piece;
        else
            return cast<V>(piece);
    } else if constexpr (std::is_invocable_v<F const&, X const&>) {
        return piece_of<V>(x, f(x));
    } else {
        static_assert(std::is_invocable_v<F const&, V>,
                      "twill: a piece of piecewise is a number, an array or a function of x, "
                      "[](auto const& x) { return -x; }, or of its elements, [](double x) { return "
                      "-x; }");
        return piece_of<V>(x, map(f, x));
    }
}
template <class V, class X, class Y>
auto pieces(X const&, Y const& all) {
    return all;
}
/// What stands before where no later condition is true.
template <class V, class X, class Y, class C, class F, class... Rest>
auto pieces(X const& x, Y const& before, C const& condition, F const& f, Rest const&... rest) {
    static_assert(operand<C>,
                  "twill: piecewise(x, c1, f1, c2, f2, otherwise): a condition is an array of "
                  "bools, as x < 0 is");
    return pieces<V>(x, where_by<piecewise_function>(condition, piece_of<V>(x, f), before),
                     rest...);
}

}  // namespace detail

/// Element by element the operand or scalar whose number the index says: choose(i, a, b, c) is a
/// where i is 0, b where it is 1, ... Shapes broadcast. An index that is negative or too large
/// throws index_error as for take, its element being T{}; choose<out_of_range::wrap> and clip give
/// it a meaning. Of bools false counts as 0.
template <out_of_range Mode = out_of_range::error, detail::operand I,
          detail::operand_or_scalar... X>
    requires(sizeof...(X) > 0 &&
             (detail::is_integer<detail::value_of<I>> || detail::is_boolean<detail::value_of<I>>))
[[nodiscard]] auto choose(I const& index, X&&... x) {
    using all = typename detail::element_list<detail::types<>, std::remove_cvref_t<X>...>::type;
    using T = typename decltype(detail::type_beside<std::remove_cvref_t<X>...>(all{}))::type;
    constexpr index_t count = sizeof...(X);
    return detail::make_elementwise(
        detail::choose_function{},
        detail::checked_choice<Mode, detail::node_of<I>>(detail::as_node(index), count, "choose"),
        detail::node_beside<T>("choose", std::forward<X>(x))...);
}

/// Numbers may stand in braces: `choose(i, {10, 20, 30})`.
template <out_of_range Mode = out_of_range::error, detail::operand I, detail::scalar X, int Count>
[[nodiscard]] auto choose(I const& index, X const (&numbers)[Count]) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return choose<Mode>(index, numbers[K]...);
    }(std::make_index_sequence<Count>{});
}

/// select(c1, x1, c2, x2, ..., otherwise): at each element the x of the first condition that is
/// true. All are evaluated; shapes broadcast.
template <detail::operand C, detail::operand_or_scalar X, detail::operand_or_scalar Y>
[[nodiscard]] auto select(C&& condition, X&& x, Y&& otherwise) {
    return detail::where_by<detail::select_function>(std::forward<C>(condition), std::forward<X>(x),
                                                     std::forward<Y>(otherwise));
}
template <detail::operand C, detail::operand_or_scalar X, class... Rest>
    requires(sizeof...(Rest) >= 3)
[[nodiscard]] auto select(C&& condition, X&& x, Rest&&... rest) {
    return detail::where_by<detail::select_function>(std::forward<C>(condition), std::forward<X>(x),
                                                     select(std::forward<Rest>(rest)...));
}

// What one writes who knows NumPy's lists.
template <class I, detail::operand X, int Count>
auto choose(I const& index, X const (&)[Count]) {
    static_assert(detail::always_false<I>,
                  "twill: choose takes its operands without braces: choose(i, a, b)");
    return index;
}
template <detail::operand C, class X, int Count, int Other, class... Otherwise>
auto select(C const (&conditions)[Count], X const (&)[Other], Otherwise const&...) {
    static_assert(detail::always_false<C>,
                  "twill: select takes conditions and operands in turn, without braces: select(c1, "
                  "x1, c2, x2, otherwise)");
    return conditions[0];
}

/// piecewise(x, c1, f1, c2, f2, otherwise): at each element what the function f makes of x whose
/// condition c is true, the last of several; where none is, what the last argument makes of it, or
/// 0 without one. A function is called once, with x, and what it returns is an expression or a
/// number: `piecewise(x, x < 0, [](auto const& x) { return -x; }, 1)`; one that takes elements,
/// `[](double x)`, is called for each as by map, on the device a function object of its own. A
/// number stands for itself. Elements are x's type, as in NumPy. Lazy: all are evaluated, also
/// where another one is chosen. Throws shape_error where conditions and pieces do not have x's
/// shape together.
template <detail::operand X, class... Pieces>
    requires(sizeof...(Pieces) > 1)
[[nodiscard]] auto piecewise(X const& x, Pieces const&... pieces) {
    using V = detail::value_of<X>;
    constexpr std::size_t paired = sizeof...(Pieces) / 2 * 2;
    auto const all = std::tie(pieces...);
    auto const result = [&]<std::size_t... K>(std::index_sequence<K...>) {
        if constexpr (paired < sizeof...(Pieces))
            return detail::pieces<V>(x, detail::piece_of<V>(x, std::get<paired>(all)),
                                     std::get<K>(all)...);
        else
            return detail::pieces<V>(x, scalar_leaf<V>{V(0)}, std::get<K>(all)...);
    }(std::make_index_sequence<paired>{});
    detail::require_shape_of_pieces(detail::shape_of(x, detail::nowhere), result);
    return result;
}

}  // namespace twill::inline v0
