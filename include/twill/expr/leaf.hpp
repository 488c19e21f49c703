// SPDX-License-Identifier: MIT
// The leaves of an expression: memory, an index, a number.
#pragma once

#include "twill/core/storage.hpp"
#include "twill/expr/concepts.hpp"
#include "twill/shape/slice.hpp"

// Nodes live in namespace twill itself, so that sin(a + b) finds twill::sin. They are the type of
// `auto e = a + b`, not names to write.
namespace twill::inline v0 {
namespace detail {

// Gives the node back, so that nothing but the sentence is reported.
template <class V, class Node>
constexpr Node& refuse_assignment(Node& x) {
    static_assert(always_false<V>,
                  "twill: a generator or another expression has no memory to write to: make an "
                  "array of it first, as in host_array<float, 2> u = zeros(rows, columns)");
    return x;
}

}  // namespace detail

/// Elements in memory, read through strides. Holds the block, so it stays valid whatever happens to
/// the array it came from.
template <class T, int Rank, class Space>
struct leaf {
    using twill_node = void;
    using value_type = T;
    using space = detail::execution_space_t<Space>;
    static constexpr int rank = Rank;

    detail::storage_ref storage;
    T const* data = nullptr;
    detail::layout<Rank> layout;

    extents<Rank> shape() const { return layout.shape; }

    /// A slice, without evaluating anything: integers, slices, full_extent and newaxis.
    template <detail::axis_index... I>
    auto operator()(I const&... indices) const {
        return rearrange(*this, detail::index_mapping(layout.shape, indices...));
    }
};

/// The position along one or several axes as a value: element i is start + sum(stride * index).
template <int Rank>
struct index_leaf {
    using twill_node = void;
    using value_type = index_t;
    using space = detail::no_space;
    static constexpr int rank = Rank;

    index_t start = 0;
    detail::layout<Rank> layout;

    extents<Rank> shape() const { return layout.shape; }

    /// A slice, without evaluating anything: integers, slices, full_extent and newaxis.
    template <detail::axis_index... I>
    auto operator()(I const&... indices) const {
        return rearrange(*this, detail::index_mapping(layout.shape, indices...));
    }

    template <class V>
        requires(!std::is_same_v<V, index_leaf>) && detail::operand_or_scalar<V>
    index_leaf& operator=(V const&) {
        return detail::refuse_assignment<V>(*this);
    }
};

/// One number, of the type it takes beside the operands of its operator.
template <class T>
struct scalar_leaf {
    using twill_node = void;
    using value_type = T;
    using space = detail::no_space;
    static constexpr int rank = 0;

    T value;

    extents<0> shape() const { return {}; }
};

}  // namespace twill::inline v0
