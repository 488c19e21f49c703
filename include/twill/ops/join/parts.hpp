// SPDX-License-Identifier: MIT
// Joins that run at the call: any number of views, counted at run time; block; resize.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "twill/array/windows.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/join/repeat.hpp"

namespace twill::inline v0 {
namespace detail {

/// Parts of the same type, each at a corner of its own in fresh memory of a shape, all in as few
/// launches as they fit.
template <class Space, class T, int Rank, class Lie>
leaf<T, Rank, Space, dense> put_parts(std::span<leaf<T, Rank, Space, Lie> const> parts,
                                      std::span<extents<Rank> const> corners,
                                      extents<Rank> const& shape, caller const& by) {
    constexpr int loop = Rank < 2 ? 2 : Rank;
    using Run = execution_space_t<Space>;
    require_join_backend<Run>();
    std::vector<operand_row> rows;
    for (auto const& part : parts)
        rows.push_back(part.row(reads::same_index, false));
    execution now;
    auto result = now.fresh<T, Space>(shape);
    if (shape.size() == 0)
        return result;
    now.begin<Run>(rows.data(), static_cast<int>(rows.size()), nullptr);
    auto const to = target_of(result);
    if (now.told())
        now.note({"boxes", by.operation, 1, true, to.bytes(), text_of(shape)});
    typename join_backend<Run>::template boxes<memory_node<T, loop>, T, loop> all(true);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        auto const& part = parts[k];
        layout<loop> lie{};
        memory_node<T, loop> node{part.data, {}};
        index_t start = 0;
        for (int l = 0; l < loop; ++l) {
            int const d = l - (loop - Rank);
            lie.shape[l] = d < 0 ? 1 : part.layout.shape[d];
            lie.stride[l] = d < 0 ? 0 : to.lie.stride[d];
            node.stride[l] = d < 0 ? 0 : part.layout.stride[d];
            start += d < 0 ? 0 : corners[k][d] * to.lie.stride[d];
        }
        if (part.layout.shape.size() > 0)
            all.add(node, to.data + start, lie);
    }
    all.finish();
    return result;
}

/// The next of several parts along an axis, number k of them, behind those of `shape`; its corner,
/// which has 0 along the other axes.
template <int Rank>
extents<Rank> add_part(extents<Rank>& shape, extents<Rank> const& first, extents<Rank> const& own,
                       int k, int axis, caller const& by) {
    extents<Rank> corner;
    for (int d = 0; d < Rank; ++d)
        corner[d] = 0;
    if (k == 0) {
        shape = own;
        return corner;
    }
    require_joinable(first.values, own.values, k, Rank, axis, by);
    corner[axis] = shape[axis];
    shape[axis] = checked_sum(shape[axis], own[axis], axis, by);
    return corner;
}
/// Parts one after the other along an axis.
template <class Space, class T, int Rank, class Lie>
leaf<T, Rank, Space, dense> concatenate_parts(std::span<leaf<T, Rank, Space, Lie> const> parts,
                                              int axis, caller const& by) {
    if (parts.empty())
        raise<value_error>(by.place, "twill: %s of no parts", by.operation);
    extents<Rank> shape;
    std::vector<extents<Rank>> corners;
    for (std::size_t k = 0; k < parts.size(); ++k)
        corners.push_back(add_part(shape, parts[0].layout.shape, parts[k].layout.shape,
                                   static_cast<int>(k), axis, by));
    return put_parts<Space>(parts, std::span<extents<Rank> const>(corners), shape, by);
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

/// Rows of arrays or views: those of a row side by side along the last axis, the rows one below the
/// other along the one before.
template <class Rows>
auto block_of_rows(Rows const& rows, source_location const& place) {
    using X = std::remove_cvref_t<decltype(*rows.begin()->begin())>;
    using T = value_of<X>;
    using Space = typename X::space;
    static_assert(rank_of<X> > 0, "twill: block takes arrays of an axis or more");
    constexpr int rank = rank_of<X> < 2 ? 2 : rank_of<X>;
    caller const across{"a row of block", place};
    caller const down{"rows of block", place};
    std::vector<leaf<T, rank, Space>> leaves;
    std::vector<extents<rank>> corners;
    extents<rank> shape, first;
    int number = 0;
    for (auto const& row : rows) {
        std::size_t const begin = leaves.size();
        extents<rank> of_row;
        for (X const& x : row) {
            if constexpr (rank_of<X> < rank)
                leaves.push_back(expand_dims(x, 0, place).expression());
            else
                leaves.push_back(x.expression());
            corners.push_back(
                add_part(of_row, leaves[begin].layout.shape, leaves.back().layout.shape,
                         static_cast<int>(leaves.size() - begin) - 1, rank - 1, across));
        }
        if (leaves.size() == begin)
            raise<value_error>(place, "twill: block: row %d has no parts", number);
        if (number == 0)
            first = of_row;
        auto const corner = add_part(shape, first, of_row, number++, rank - 2, down);
        for (std::size_t k = begin; k < corners.size(); ++k)
            corners[k][rank - 2] = corner[rank - 2];
    }
    if (number == 0)
        raise<value_error>(place, "twill: block of no parts");
    return at_place(place, [&] {
        return array<T, rank, Space>(
            adopt_t{},
            put_parts<Space>(std::span<leaf<T, rank, Space> const>(leaves),
                             std::span<extents<rank> const>(corners), shape, {"block", place}));
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
    std::span const all(parts.data(), parts.size());
    for (std::size_t k = 1; k < all.size(); ++k)
        detail::require_stackable(all[0].shape().values, all[k].shape().values, static_cast<int>(k),
                                  rank - 1, by);
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

/// A matrix of blocks, all arrays or views of one type: `block({{a, b}, {c, d}})`, those of a row
/// side by side along the last axis, the rows one below the other along the one before it; arrays
/// of one axis are rows. An array, in one kernel for some thirty of them; arrays (not views) are
/// copied into braces besides: where they are large, or of several types, the same without copies
/// is `vstack(hstack(a, b), hstack(c, d))`, which is lazy. Throws shape_error where they do not fit
/// together, value_error for a row without any.
template <detail::array_like X>
[[nodiscard]] auto block(std::initializer_list<std::initializer_list<X>> rows,
                         source_location place = source_location::current()) {
    return detail::block_of_rows(rows, place);
}
/// One row of them, along the last axis: `block({a, b})`.
template <detail::array_like X>
[[nodiscard]] auto block(std::initializer_list<X> row,
                         source_location place = source_location::current()) {
    return concatenate(axis<-1>, std::span<X const>(row.begin(), row.size()), place);
}
/// Rows that are counted at run time: a std::vector of std::vectors of them.
template <detail::host_range Rows>
    requires detail::range_of_arrays<detail::range_element<Rows>>
[[nodiscard]] auto block(Rows const& rows, source_location place = source_location::current()) {
    return detail::block_of_rows(std::span(rows.data(), rows.size()), place);
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
