// SPDX-License-Identifier: MIT
// Joins that run at the call: any number of views, counted at run time; resize.
#pragma once

#include <span>
#include <vector>

#include "twill/array/windows.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/join/repeat.hpp"

namespace twill::inline v0 {
namespace detail {

/// Parts of the same type into fresh memory, all in as few launches as they fit.
template <class Space, class T, int Rank, class Lie>
leaf<T, Rank, Space, dense> concatenate_parts(std::span<leaf<T, Rank, Space, Lie> const> parts,
                                              int axis, caller const& by) {
    constexpr int loop = Rank < 2 ? 2 : Rank;
    using Run = execution_space_t<Space>;
    require_join_backend<Run>();
    if (parts.empty())
        raise<value_error>(by.place, "twill: %s of no parts", by.operation);
    extents<Rank> shape = parts[0].layout.shape;
    std::vector<operand_row> rows;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        auto const& own = parts[k].layout.shape;
        if (k > 0) {
            require_joinable(parts[0].layout.shape.values, own.values, static_cast<int>(k), Rank,
                             axis, by);
            shape[axis] += own[axis];
        }
        rows.push_back(parts[k].row(reads::same_index, false));
    }
    execution now;
    auto result = now.fresh<T, Space>(shape);
    if (shape.size() == 0)
        return result;
    now.begin<Run>(rows.data(), static_cast<int>(rows.size()), nullptr);
    auto const to = target_of(result);
    if (now.told())
        now.note({"boxes", by.operation, 1, true, to.bytes(), text_of(shape)});
    typename join_backend<Run>::template boxes<memory_node<T, loop>, T, loop> all(true);
    index_t before = 0;
    for (auto const& part : parts) {
        layout<loop> lie{};
        memory_node<T, loop> node{part.data, {}};
        for (int l = 0; l < loop; ++l) {
            int const d = l - (loop - Rank);
            lie.shape[l] = d < 0 ? 1 : part.layout.shape[d];
            lie.stride[l] = d < 0 ? 0 : to.lie.stride[d];
            node.stride[l] = d < 0 ? 0 : part.layout.stride[d];
        }
        if (part.layout.shape.size() > 0)
            all.add(node, to.data + before * to.lie.stride[axis], lie);
        before += part.layout.shape[axis];
    }
    all.finish();
    return result;
}

/// Arrays or views that are counted at run time.
template <class Parts>
concept range_of_arrays = host_range<Parts> && array_like<range_element<Parts>>;

/// Their leaves, joined; `leaf_of(x)` has Rank axes.
template <int Rank, class Parts, class Leaf>
auto join_parts(Parts const& parts, int axis, caller const& by, Leaf const& leaf_of) {
    using X = range_element<Parts>;
    using T = value_of<X>;
    using Space = typename X::space;
    return at_place(by.place, [&] {
        std::vector<leaf<T, Rank, Space>> leaves;
        for (auto const& x : std::span(parts.data(), parts.size()))
            leaves.push_back(leaf_of(x));
        return array<T, Rank, Space>(
            adopt_t{}, concatenate_parts(std::span<leaf<T, Rank, Space> const>(leaves), axis, by));
    });
}

}  // namespace detail

/// Any number of arrays or views of one type, one after the other along an axis, as an array: runs
/// at the call, in one kernel for some thirty of them. `concatenate(axis<0>, parts)` with a
/// std::vector or std::span of them. Throws shape_error where they differ along another axis,
/// value_error where there is none.
template <detail::axes_or_number Axes, detail::range_of_arrays Parts>
[[nodiscard]] auto concatenate(Axes along, Parts const& parts,
                               source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<detail::range_element<Parts>>;
    static_assert(rank > 0, "twill: arrays of rank 0 have no axis to be joined along");
    detail::caller const by{"concatenate", place};
    return detail::join_parts<rank>(parts, detail::one_axis<rank>(along, by), by,
                                    [](auto const& x) { return x.expression(); });
}
/// The same along axis 0.
template <detail::range_of_arrays Parts>
[[nodiscard]] auto concatenate(Parts const& parts,
                               source_location place = source_location::current()) {
    return concatenate(axis<0>, parts, place);
}
/// Any number of arrays or views of one type and shape along a new axis of the result, axis 0
/// unless said: `stack(axis<1>, parts)`, `stack(parts)`. Runs at the call, as concatenate.
template <detail::axes_or_number Axes, detail::range_of_arrays Parts>
[[nodiscard]] auto stack(Axes along, Parts const& parts,
                         source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<detail::range_element<Parts>> + 1;
    detail::caller const by{"stack", place};
    int const at = detail::one_axis<rank>(along, by);
    return detail::join_parts<rank>(
        parts, at, by, [&](auto const& x) { return expand_dims(x, at, place).expression(); });
}
template <detail::range_of_arrays Parts>
[[nodiscard]] auto stack(Parts const& parts, source_location place = source_location::current()) {
    return stack(axis<0>, parts, place);
}

/// vstack, hstack, dstack and column_stack of any number of them.
template <detail::range_of_arrays Parts>
[[nodiscard]] auto vstack(Parts const& parts, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<detail::range_element<Parts>>;
    if constexpr (rank == 1)
        return stack(axis<0>, parts, place);
    else
        return concatenate(axis<0>, parts, place);
}
template <detail::range_of_arrays Parts>
[[nodiscard]] auto hstack(Parts const& parts, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<detail::range_element<Parts>>;
    return concatenate(axis<(rank > 1 ? 1 : 0)>, parts, place);
}
template <detail::range_of_arrays Parts>
[[nodiscard]] auto dstack(Parts const& parts, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<detail::range_element<Parts>>;
    if constexpr (rank == 1) {
        auto flat = stack(axis<1>, parts, place);
        return reshape(flat, 1, flat.extent(0), flat.extent(1));
    } else if constexpr (rank == 2) {
        return stack(axis<2>, parts, place);
    } else {
        return concatenate(axis<2>, parts, place);
    }
}
template <detail::range_of_arrays Parts>
[[nodiscard]] auto column_stack(Parts const& parts,
                                source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<detail::range_element<Parts>>;
    if constexpr (rank == 1)
        return stack(axis<1>, parts, place);
    else
        return concatenate(axis<1>, parts, place);
}

/// The elements of x in C order, over and over, as an array of another shape; 0 where x has none.
/// Runs at the call.
template <detail::operand X, int Rank>
[[nodiscard]] auto resize(X const& x, extents<Rank> const& shape,
                          source_location place = source_location::current()) {
    using Space = typename detail::memory_space<X>::type;
    using T = detail::value_of<X>;
    index_t const size = detail::checked_size(shape.values, Rank, place);
    auto fill = [&](auto const& elements) {
        return array<T, 1, Space>(elements, place).expression();
    };
    auto const flat = detail::flat_elements(x, place);
    detail::remap_rule<1, 1> rule{"resize", extents<1>(size), {}};
    rule.axes[0] = detail::axis_rule::wrap(flat.size(), 0);
    auto all = flat.size() > 0 ? fill(detail::make_rearrangement(rule, detail::as_node(flat)))
                               : fill(detail::make_full<T>(extents<1>(size), T{}, place));
    return array<T, Rank, Space>(
        detail::adopt_t{}, leaf<T, Rank, Space, detail::dense>{std::move(all.storage), all.data,
                                                               detail::contiguous(shape)});
}
template <detail::operand X, class... Sizes>
    requires(std::is_integral_v<Sizes> && ...)
[[nodiscard]] auto resize(X const& x, detail::first_index first, Sizes... rest) {
    return resize(x, detail::extents_from(first, rest...), first.place);
}

}  // namespace twill::inline v0
