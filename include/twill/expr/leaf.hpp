// SPDX-License-Identifier: MIT
// The leaves of an expression: memory, an index, a number.
#pragma once

#include "twill/expr/protocol.hpp"

// Nodes live in namespace twill itself, so that sin(a + b) finds twill::sin. They are the type of
// `auto e = a + b`, not names to write.
namespace twill::inline v0 {
namespace detail {

[[noreturn]] TWILL_COLD inline void raise_moved_from(source_location const& place) {
    raise<value_error>(place,
                       "twill: this array or expression was moved from and holds no elements");
}

[[noreturn]] TWILL_COLD inline void raise_scalar(caller const& by, char const* type, bool is_signed,
                                                 std::int64_t value) {
    if (is_signed)
        raise<value_error>(
            by.place,
            "twill: %s: the scalar %lld does not fit into %s elements; cast the array to a wider "
            "type",
            by.operation, static_cast<long long>(value), type);
    raise<value_error>(
        by.place,
        "twill: %s: the scalar %llu does not fit into %s elements; cast the array to a wider type",
        by.operation, static_cast<unsigned long long>(value), type);
}

/// An integer scalar that its element type cannot hold: an operator cannot know the place of its
/// caller, so that it is told when the expression is evaluated.
template <class T>
struct scalar_fault {
    char const* operation = nullptr;  ///< null where the scalar fits
    std::int64_t value = 0;
    bool is_signed = true;

    void check(source_location const& place) const {
        if (operation)
            raise_scalar({operation, place}, type_name<T>::value, is_signed, value);
    }
};
template <class T>
    requires(!is_integer<T>)
struct scalar_fault<T> {
    static constexpr char const* operation = nullptr;
    void check(source_location const&) const {}
};

// What is assigned to a fresh array that has no name is gone.
template <class V, class Array>
constexpr Array& refuse_to_keep(Array& x) {
    static_assert(always_false<V>,
                  "twill: this assigns to an array that is gone after the statement: elements "
                  "chosen from an expression, or what a function returns, are a copy (and "
                  "array<T> y(extents(n)) declares a function: write array<T> y(n))");
    return x;
}
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
/// the array it came from. Moving one costs no reference count and leaves no elements behind, of
/// rank 0 none that can be read: what was moved from never reads a block that it does not hold.
template <class T, int Rank, class Space, class Lie = detail::strided>
struct TWILL_NODISCARD leaf : detail::subscripts<leaf<T, Rank, Space, Lie>> {
    using twill_node = void;
    using value_type = T;
    using space = detail::execution_space_t<Space>;
    static constexpr int rank = Rank;
    using operands = detail::types<>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = false;

    detail::storage_ref storage;
    T const* data = nullptr;
    detail::layout<Rank> layout;

    leaf() = default;
    leaf(detail::storage_ref held, T const* first, detail::layout<Rank> const& lie) noexcept
        : storage(std::move(held)), data(first), layout(lie) {}
    // Not inlined, as moves: a program copies and moves operands wherever it builds an expression.
    TWILL_NOINLINE leaf(leaf const& other) noexcept
        : storage(other.storage), data(other.data), layout(other.layout) {}
    /// What is known of how elements lie may be forgotten.
    template <class Known>
        requires(std::is_same_v<Lie, detail::strided> && !std::is_same_v<Known, Lie>)
    leaf(leaf<T, Rank, Space, Known> const& x) noexcept : leaf(x.storage, x.data, x.layout) {}
    TWILL_NOINLINE leaf(leaf&& other) noexcept
        : storage(std::move(other.storage)),
          data(std::exchange(other.data, nullptr)),
          layout(std::exchange(other.layout, {})) {}
    leaf& operator=(leaf other) noexcept {
        storage = std::move(other.storage);
        data = other.data;
        layout = other.layout;
        return *this;
    }

    /// Throws value_error for a rank-0 array that was moved from.
    extents<Rank> shape(source_location place = source_location::current()) const {
        if constexpr (Rank == 0)
            if (!data)
                detail::raise_moved_from(place);
        return layout.shape;
    }
    leaf const& with() const { return *this; }
    detail::operand_row row(detail::reads how, bool before) const {
        return {storage.get(),
                data,
                layout.shape.values,
                layout.stride.values,
                Rank,
                static_cast<int>(sizeof(T)),
                how,
                before};
    }
};

/// The position along one or several axes as a value: element i is start + sum(stride * index).
template <int Rank, class Lie = detail::strided>
struct TWILL_NODISCARD index_leaf : detail::subscripts<index_leaf<Rank, Lie>> {
    using twill_node = void;
    using value_type = index_t;
    using space = detail::no_space;
    static constexpr int rank = Rank;
    using operands = detail::types<>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = false;

    index_t start = 0;
    detail::layout<Rank> layout;

    index_leaf(index_t first, detail::layout<Rank> const& lie) : start(first), layout(lie) {}
    extents<Rank> shape(source_location = source_location::current()) const { return layout.shape; }
    index_leaf const& with() const { return *this; }
    bool same_step(index_leaf const& other) const {
        return start == other.start && layout.shape == other.layout.shape &&
               detail::same_bytes(layout.stride, other.layout.stride);
    }

    template <class V>
        requires(!std::is_same_v<V, index_leaf>) && detail::operand_or_scalar<V>
    index_leaf& operator=(V const&) {
        return detail::refuse_assignment<V>(*this);
    }
};

/// One number, of the type it takes beside the operands of its operator.
template <class T>
struct TWILL_NODISCARD scalar_leaf {
    using twill_node = void;
    using value_type = T;
    using space = detail::no_space;
    static constexpr int rank = 0;
    using operands = detail::types<>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = false;

    T value;
    detail::scalar_fault<T> fault = {};

    /// Throws value_error for an integer that does not fit into T.
    extents<0> shape(source_location place = source_location::current()) const {
        fault.check(place);
        return {};
    }
    scalar_leaf const& with() const { return *this; }
    bool same_step(scalar_leaf const& other) const {
        return detail::same_bytes(value, other.value) && fits() == other.fits();
    }
    bool fits() const { return !fault.operation; }
};

}  // namespace twill::inline v0
