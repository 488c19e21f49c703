// SPDX-License-Identifier: MIT
// assign(tie(u, v), e1, e2): several results into existing elements, all read before any is
// written.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/array/whole.hpp"

namespace twill::inline v0 {
namespace detail {

/// Existing elements that several results go to.
template <class... View>
struct tied {
    static constexpr int count = sizeof...(View);
    std::tuple<View...> views;
};

/// A target's elements as an operand.
inline operand_row row_of(target_view const& x) {
    return {const_cast<block*>(x.storage),
            x.data,
            x.extent,
            x.stride,
            x.rank,
            x.element_size,
            reads::same_index,
            false};
}

/// Whether one loop over all results reads every element before it is written: operands lie
/// elsewhere or are a target, at the same index, and no two targets meet.
template <class... Table>
bool may_run_as_one(target_view const* to, int count, Table const&... operands) {
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < i; ++k) {
            operand_row const other = row_of(to[k]);
            if (overlap_of(&other, 1, to[i]) != overlap::none)
                return false;
        }
        if (!(may_be_read_while_written(operands.rows, operands.count, to[i]) && ...))
            return false;
    }
    return true;
}
/// Whether targets have one shape.
inline bool have_one_shape(target_view const* to, int count) {
    for (int i = 1; i < count; ++i)
        for (int d = 0; d < to[0].rank; ++d)
            if (to[i].extent[d] != to[0].extent[d])
                return false;
    return true;
}

/// One of several assignments: where the value goes, and the value, evaluated before if an earlier
/// one of them writes what it reads.
template <class Space, class T, int Rank, class E>
class pending_assignment {
public:
    pending_assignment(view<T, Rank, Space> const& to, E const& x) : to_(to), x_(x) {
        static_assert(!std::is_const_v<T>, "twill: this view may only be read");
        static_assert(E::rank <= Rank,
                      "twill: the value has more axes than the target of the assignment");
        require_same_space<Space, typename E::space>();
        require_conversion<typename E::value_type, T>();
        extents<E::rank> const shape = x.shape();
        require_broadcastable("assign", shape.values, E::rank, to.layout().shape.values, Rank);
    }
    target_view written() const {
        return written_elements(to_.storage(), to_.data(), to_.layout());
    }
    void read_first(execution& now, target_view const* written, int before) {
        auto const table = operands_of(x_);
        for (int i = 0; i < before; ++i)
            if (overlap_of(table.rows, table.count, written[i], true) != overlap::none)
                return static_cast<void>(value_ = evaluate_fresh<T, Space>(now, x_));
    }
    void write() {
        if (value_.data)
            to_.assign_in_place(value_, "assign");
        else
            to_.assign_in_place(x_, "assign");
    }

private:
    view<T, Rank, Space> to_;
    E const& x_;
    leaf<T, E::rank, Space, dense> value_;
};

template <class View, class E>
using pending_for =
    pending_assignment<typename View::space, typename View::element_type, View::rank(), E>;

/// One loop for all; false, and nothing done, where that is not possible.
template <class Space, class... View, class... E>
bool assign_as_one(tied<View...> const& to, target_view const* written, E const&... x) {
    constexpr int rank = std::get<0>(std::tuple{View::rank()...});
    if constexpr (((View::rank() == rank) && ...) && !(contains_evaluation<E> || ...)) {
        if (!have_one_shape(written, sizeof...(E)) ||
            !may_run_as_one(written, sizeof...(E), operands_of(x)...))
            return false;
        require_backend<Space>();
        (require_callable<Space, E>(), ...);
        execution now;
        [[maybe_unused]] fault_scope<execution_space_t<Space>, (may_fault<E> || ...)> const faults;
        operand_table<(0 + ... + count_rows<E>())> table;
        (table.add(x, reads::same_index, false), ...);
        now.begin<Space>(table.rows, table.count, nullptr);
        typename memory<Space>::order const order;
        for (std::size_t i = 0; i < sizeof...(E); ++i)
            order.writes(const_cast<block*>(written[i].storage));
        return std::apply(
            [&](auto const&... target) {
                auto const shape = std::get<0>(std::tie(target...)).shape();
                auto const tree = make_node(stored<join_function>{}, lower<rank>(x)...);
                if (now.told())
                    now.note_loop(name_of(strategy::flat), "joint", true,
                                  static_cast<index_t>((0 + ... + target.nbytes())), shape.values,
                                  rank, sum_of_weights(types<E...>{}));
                bool const done = backend<Space>::run_together(
                    tree, shape, (std::uint32_t{1} << sizeof...(E)) - 1,
                    joint_target<typename View::element_type, rank>{target.data(),
                                                                    target.layout().stride}...);
                if (!done)
                    now.forget_step();
                if constexpr ((may_fault<E> || ...))
                    now.throw_fault<Space>();
                return done;
            },
            to.views);
    } else {
        return false;
    }
}

/// Where a node's result goes: into the target's own elements if they are all of its memory's kind
/// and no operand is among them (`apart`), and into fresh memory otherwise.
template <class Space, class E, class View>
leaf<typename E::value_type, E::rank, Space, dense> result_for(execution& now, E const& x,
                                                               View const& to, bool apart) {
    extents<E::rank> const shape = x.shape();
    if constexpr (std::is_same_v<typename View::element_type, typename E::value_type> &&
                  std::is_same_v<typename View::space, Space> && View::rank() == E::rank)
        if (apart && to.is_contiguous() && to.shape() == shape)
            return {to.storage(), to.data(), to.layout()};
    return now.fresh<typename E::value_type, Space>(shape);
}

/// Nodes that run together, each into its target; false, and nothing done, where they do not.
template <class Space, class... View, class... E>
bool assign_group(tied<View...> const& to, target_view const* written, E const&... x) {
    using all = std::tuple<E...>;
    using First = std::tuple_element_t<0, all>;
    if constexpr (!std::is_void_v<group_of<First>> && fit_together(static_cast<all*>(nullptr)) &&
                  (std::is_same_v<group_of<E>, group_of<First>> && ...)) {
        (require_callable<Space, E>(), ...);
        execution now;
        [[maybe_unused]] fault_scope<execution_space_t<Space>, (may_fault<E> || ...)> const faults;
        operand_table<(0 + ... + count_rows<E>())> table;
        (table.add(x, reads::any_index, false), ...);
        // No target among the operands or other targets.
        bool apart[sizeof...(E)];
        for (std::size_t i = 0; i < sizeof...(E); ++i) {
            apart[i] = overlap_of(table.rows, table.count, written[i], true) == overlap::none;
            for (std::size_t k = 0; k < sizeof...(E); ++k) {
                operand_row const other = row_of(written[k]);
                apart[i] =
                    apart[i] && (k == i || overlap_of(&other, 1, written[i]) == overlap::none);
            }
        }
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            std::tuple results{result_for<Space>(now, x, std::get<I>(to.views), apart[I])...};
            bool const in_place[] = {std::get<I>(results).storage.get() ==
                                     std::get<I>(to.views).storage().get()...};
            typename memory<Space>::order const order;
            for (std::size_t i = 0; i < sizeof...(E); ++i)
                if (in_place[i])
                    order.writes(const_cast<block*>(written[i].storage));
            run_together_into<Space>(now, results, ready_operands<Space>(now, x)...);
            if constexpr ((may_fault<E> || ...))
                now.throw_fault<Space>();
            auto const copy = [](auto to_view, auto const& result) {
                to_view.assign_in_place(result, "assign");
            };
            ((in_place[I] ? void() : copy(std::get<I>(to.views), std::get<I>(results))), ...);
        }(std::index_sequence_for<E...>{});
        return true;
    } else {
        return false;
    }
}

template <class... View, class... E>
void assign_several(tied<View...> const& to, E const&... x) {
    if constexpr (any_shared<E...>)
        return with_shared_ready(x...).apply(
            [&](auto const&... ready) { assign_several(to, ready...); });
    using Space = execution_space_t<typename std::tuple_element_t<0, std::tuple<View...>>::space>;
    static_assert((std::is_same_v<Space, execution_space_t<typename View::space>> && ...),
                  "twill: assign: the targets are in several spaces");
    std::apply(
        [&](auto const&... view) {
            std::tuple<pending_for<View, E>...> all{pending_for<View, E>(view, x)...};
            target_view const written[] = {
                written_elements(view.storage(), view.data(), view.layout())...};
            if (assign_as_one<Space>(to, written, x...) || assign_group<Space>(to, written, x...))
                return;
            std::apply(
                [&](auto&... one) {
                    execution now;
                    int before = 0;
                    (one.read_first(now, written, before++), ...);
                    (one.write(), ...);
                },
                all);
        },
        to.views);
}

template <class... X, class... View, std::size_t... I>
void assign_given(tied<View...> const& to, std::index_sequence<I...>, void const* const* x) {
    static_assert(sizeof...(View) == sizeof...(I),
                  "twill: assign(tie(u, v), a, b) takes one value for each target");
    if constexpr (sizeof...(View) == sizeof...(I))
        assign_several(
            to, value_node<typename View::value_type>(
                    *static_cast<std::tuple_element_t<I, std::tuple<X...>> const*>(x[I]))...);
}

template <class X>
concept value_or_not = operand_or_scalar<X> || std::is_same_v<X, not_given>;
template <class... X>
inline constexpr std::size_t values_given = (std::size_t{!std::is_same_v<X, not_given>} + ...);

}  // namespace detail

/// Existing arrays, views and slices as the targets of assign.
template <class... X>
    requires(detail::viewed<X> && ...)
[[nodiscard]] auto tie(X&&... x) {
    return detail::tied<decltype(detail::as_view(x))...>{{detail::as_view(x)...}};
}

/// Writes values into the elements of targets, one each, as if all were read before any is written:
/// `assign(tie(u, v), u * c - v * s, u * s + v * c)` turns (u, v). Each value broadcasts to its
/// target's shape (shape_error otherwise). On targets of one shape that is one kernel, or on the
/// host, where they are contiguous, one pass; reductions over the same axes are one pass too, as in
/// evaluate(a, b). Otherwise values that an earlier target would change are evaluated into
/// temporaries first.
template <class... View, detail::operand_or_scalar A, detail::operand_or_scalar B,
          detail::value_or_not C = detail::not_given, detail::value_or_not D = detail::not_given,
          detail::value_or_not E = detail::not_given, detail::value_or_not F = detail::not_given,
          detail::value_or_not G = detail::not_given, detail::value_or_not H = detail::not_given>
void assign(detail::tied<View...> const& to, A const& a, B const& b, C const& c = {},
            D const& d = {}, E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
            source_location place = source_location::current()) {
    detail::at_place(place, [&] {
        void const* const all[] = {&a, &b, &c, &d, &e, &f, &g, &h};
        detail::assign_given<A, B, C, D, E, F, G, H>(
            to, std::make_index_sequence<detail::values_given<A, B, C, D, E, F, G, H>>{}, all);
    });
}

template <class... View, detail::operand_or_scalar A>
void assign(detail::tied<View...> const&, A const&) {
    static_assert(detail::always_false<A>,
                  "twill: assign(tie(...)) takes one value for each target, as in "
                  "assign(tie(u, v), a, b); a single target is written by view = value");
}

}  // namespace twill::inline v0
