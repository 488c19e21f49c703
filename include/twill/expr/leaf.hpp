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

[[noreturn]] TWILL_COLD inline void raise_moved_from() {
    raise<value_error>(
        "twill: this rank-0 array or expression was moved from and holds no element");
}

}  // namespace detail

/// Elements in memory, read through strides. Holds the block, so it stays valid whatever happens to
/// the array it came from. Moving one costs no reference count and leaves no elements behind, of
/// rank 0 none that can be read: what was moved from never reads a block that it does not hold.
template <class T, int Rank, class Space>
struct leaf {
    using twill_node = void;
    using value_type = T;
    using space = detail::execution_space_t<Space>;
    static constexpr int rank = Rank;

    detail::storage_ref storage;
    T const* data = nullptr;
    detail::layout<Rank> layout;

    leaf() = default;
    leaf(detail::storage_ref held, T const* first, detail::layout<Rank> const& lie) noexcept
        : storage(std::move(held)), data(first), layout(lie) {}
    leaf(leaf const&) noexcept = default;
    leaf(leaf&& other) noexcept
        : storage(std::move(other.storage)),
          data(std::exchange(other.data, nullptr)),
          layout(std::exchange(other.layout, {})) {}
    leaf& operator=(leaf other) noexcept {
        storage = std::move(other.storage);
        data = other.data;
        layout = other.layout;
        return *this;
    }

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
