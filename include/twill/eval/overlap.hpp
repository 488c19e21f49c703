// SPDX-License-Identifier: MIT
// Whether an operand may be read while the target is written (an assignment behaves as if its right
// side were read first). Exact aliases may, disjoint ones may, everything else takes a temporary.
#pragma once

#include "twill/expr/rearrange.hpp"

namespace twill::inline v0::detail {

/// The elements that an assignment writes.
struct target_view {
    block const* storage;
    char const* data;
    index_t const* extent;
    index_t const* stride;
    int rank;
    int element_size;
};

template <class T, int Rank>
target_view written_elements(storage_ref const& storage, T const* data,
                             layout<Rank> const& target) {
    return {storage.get(),
            reinterpret_cast<char const*>(data),
            target.shape.values,
            target.stride.values,
            Rank,
            static_cast<int>(sizeof(T))};
}

enum class overlap { none, exact, inexact };

inline index_t greatest_common_divisor(index_t a, index_t b) {
    while (b != 0)
        a = std::exchange(b, a % b);
    return a < 0 ? -a : a;
}

/// Lowest and highest byte that a view touches.
struct byte_range {
    char const* first;
    char const* last;
};
inline byte_range range_of(char const* data, index_t const* extent, index_t const* stride, int rank,
                           int size) {
    byte_range range{data, data + size - 1};
    for (int d = 0; d < rank; ++d) {
        index_t const reach = (extent[d] - 1) * stride[d] * size;
        (reach < 0 ? range.first : range.last) += reach;
    }
    return range;
}

/// Whether two views of one element size that lie in nested axes of equal strides touch different
/// boxes. The strides must fall and each must reach beyond all axes inside it.
TWILL_COLD inline bool boxes_differ(target_view const& target, index_t difference,
                                    index_t const* extent, index_t const* stride, int rank) {
    struct axis_pair {
        index_t stride, target_extent, extent;
    };
    axis_pair axes[32] = {};
    int used = 0;
    auto note = [&](index_t step, index_t target_extent, index_t operand_extent) {
        if (step < 0) {
            // The same elements, counted from the other end.
            difference += step * (operand_extent - target_extent);
            step = -step;
        }
        if (step == 0)
            return false;
        int i = 0;
        while (i < used && axes[i].stride > step)
            ++i;
        if (i < used && axes[i].stride == step) {
            axes[i].target_extent += target_extent - 1;
            axes[i].extent += operand_extent - 1;
            return true;
        }
        if (used == 32)
            return false;
        for (int k = used++; k > i; --k)
            axes[k] = axes[k - 1];
        axes[i] = {step, target_extent, operand_extent};
        return true;
    };
    for (int k = 0; k < target.rank + rank; ++k) {
        bool const written = k < target.rank;
        int const d = written ? k : k - target.rank;
        index_t const count = written ? target.extent[d] : extent[d];
        index_t const step = written ? target.stride[d] : stride[d];
        if (count > 1 && (written || step != 0) &&
            !note(step, written ? count : 1, written ? 1 : count))
            return false;
    }
    index_t reach = 0;
    for (int i = used - 1; i >= 0; --i) {
        index_t const widest =
            axes[i].target_extent > axes[i].extent ? axes[i].target_extent : axes[i].extent;
        if (axes[i].stride <= reach)
            return false;
        reach += axes[i].stride * (widest - 1) * 2;
    }
    // Every axis reaches beyond twice what is inside it, so the digits of the difference are
    // unique; the views meet only if each digit is a difference of two indices.
    for (int i = 0; i < used; ++i) {
        index_t inner = 0;
        for (int k = i + 1; k < used; ++k) {
            index_t const widest =
                axes[k].target_extent > axes[k].extent ? axes[k].target_extent : axes[k].extent;
            inner += axes[k].stride * (widest - 1);
        }
        index_t digit = difference / axes[i].stride;
        index_t rest = difference - digit * axes[i].stride;
        if (rest > inner) {
            ++digit;
            rest -= axes[i].stride;
        } else if (rest < -inner) {
            --digit;
            rest += axes[i].stride;
        }
        if (digit >= axes[i].target_extent || -digit >= axes[i].extent)
            return true;
        difference = rest;
    }
    return difference != 0;
}

/// How elements lie to the target's whose bytes lie among the target's, but not in their very
/// places. Not inlined, and few statements come here.
TWILL_COLD inline overlap compare_places(target_view const& target, char const* data,
                                         index_t const* extent, index_t const* stride, int rank,
                                         int element_size) {
    index_t const size = element_size;
    index_t const written_size = target.element_size;
    index_t const bytes = data - target.data;
    index_t divisor = 0;
    for (int d = 0; d < target.rank; ++d)
        if (target.extent[d] > 1)
            divisor = greatest_common_divisor(divisor, target.stride[d] * written_size);
    for (int d = 0; d < rank; ++d)
        if (extent[d] > 1)
            divisor = greatest_common_divisor(divisor, stride[d] * size);
    if (divisor == 0)
        return overlap::inexact;
    index_t const after = (bytes % divisor + divisor) % divisor;
    if (after >= written_size && after + size <= divisor)
        return overlap::none;
    if (size == written_size && bytes % size == 0 &&
        boxes_differ(target, bytes / size, extent, stride, rank))
        return overlap::none;
    return overlap::inexact;
}

/// How an operand's elements lie to the target's; its layout is already broadcast to the target's
/// axes.
TWILL_COLD inline overlap compare(target_view const& target, block const* storage, char const* data,
                                  index_t const* extent, index_t const* stride, int rank,
                                  int element_size) {
    // Two blocks never overlap; memory of the user's own has none and is judged by its addresses.
    if (storage && target.storage && storage != target.storage)
        return overlap::none;
    for (int d = 0; d < rank; ++d)
        if (extent[d] == 0)
            return overlap::none;
    for (int d = 0; d < target.rank; ++d)
        if (target.extent[d] == 0)
            return overlap::none;
    byte_range const written =
        range_of(target.data, target.extent, target.stride, target.rank, target.element_size);
    byte_range const read = range_of(data, extent, stride, rank, element_size);
    if (read.last < written.first || written.last < read.first)
        return overlap::none;
    // In bytes: elements of different sizes lie in each other, as a component in its vector.
    index_t const size = element_size;
    index_t const written_size = target.element_size;
    index_t const bytes = data - target.data;
    bool same = rank <= target.rank &&
                (bytes <= 0 ? bytes + size >= written_size : bytes + size <= written_size);
    for (int d = 0; same && d < target.rank; ++d) {
        int const k = d + rank - target.rank;
        index_t const operand_extent = k >= 0 ? extent[k] : 1;
        same = operand_extent == target.extent[d] &&
               (target.extent[d] == 1 || stride[k] * size == target.stride[d] * written_size);
    }
    if (same)
        return overlap::exact;
    return compare_places(target, data, extent, stride, rank, element_size);
}

constexpr overlap later(overlap a, overlap b) { return a < b ? b : a; }

/// The worst of a table's operands; those that an earlier step reads are through by then, unless
/// all are asked for.
inline overlap overlap_of(operand_row const* rows, int count, target_view const& target,
                          bool all = false) {
    overlap worst = overlap::none;
    for (operand_row const* r = rows; r != rows + count; ++r) {
        if (r->before && !all)
            continue;
        worst = later(worst, compare(target, r->storage, static_cast<char const*>(r->data),
                                     r->extent, r->stride, r->rank, r->element_size));
    }
    return worst;
}
template <class E>
overlap overlap_of(E const& x, target_view const& target, bool all = false) {
    auto const table = operands_of(x);
    return overlap_of(table.rows, table.count, target, all);
}

template <class E, int Rank>
constexpr bool may_lie_alike_in();
/// Whether an expression reads nothing but memory of Rank axes and numbers.
template <class E, int Rank>
inline constexpr bool may_lie_alike = may_lie_alike_in<E, Rank>();
template <class T, int Rank>
inline constexpr bool may_lie_alike<scalar_leaf<T>, Rank> = true;
template <class E, int Rank, class... A>
constexpr bool all_may_lie_alike(types<A...>) {
    int k = 0;
    return sizeof...(A) > 0 &&
           (... && (may_lie_alike<A, Rank> && E::how(k++) == reads::same_index));
}
template <class E, int Rank>
constexpr bool may_lie_alike_in() {
    if constexpr (leaf_in_memory<E>)
        return Rank > 0 && E::rank == Rank;
    else
        return !E::needs_evaluation && all_may_lie_alike<E, Rank>(operand_types<E>{});
}

/// Whether everything that an expression reads lies as the target does, in other blocks or in its
/// very place: most statements are such, and need nothing more to be looked at.
inline bool lie_alike(operand_row const* rows, int count, target_view const& target) {
    for (operand_row const* r = rows; r != rows + count; ++r) {
        if (!r->storage || (r->storage == target.storage &&
                            (r->data != target.data || r->element_size != target.element_size)))
            return false;
        for (int d = 0; d < target.rank; ++d)
            if (r->extent[d] != target.extent[d] || r->stride[d] != target.stride[d])
                return false;
    }
    return true;
}

/// How many leaves of an expression hold a block.
inline index_t holders_of(operand_row const* rows, int count, block const* storage) {
    index_t holders = 0;
    for (operand_row const* r = rows; r != rows + count; ++r)
        holders += r->storage == storage ? 1 : 0;
    return holders;
}

}  // namespace twill::inline v0::detail
