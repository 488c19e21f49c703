// SPDX-License-Identifier: MIT
// The right side of an assignment together with the place it stands at. An operator cannot take a
// defaulted argument, but the conversion to its parameter can: that is how an error names the line
// of `c = a + b`.
#pragma once

#include "twill/array/construct.hpp"
#include "twill/eval/assign.hpp"
#include "twill/expr/arithmetic.hpp"
#include "twill/expr/build.hpp"

namespace twill::inline v0::detail {

/// What may stand on the right of an assignment to elements of type T.
template <class E, class T>
concept assignable_value = operand<E> || scalar<E> || std::is_convertible_v<E const&, T>;

/// The nested lists that may be assigned to a target; no_list where none may.
struct no_list {};
template <class Target>
struct list_of {
    using type = no_list;
};

/// Whether numbers of type V in braces may stand on the right of a target: it says `takes_braces`.
template <class Target, class V>
concept takes_numbers_in_braces = scalar<V> && requires { requires Target::takes_braces; };

struct plain_assignment;

/// A reference to a value and what `Operation` does with it; valid for the full expression it is
/// made in.
template <class Target, class Operation>
class source {
    using list = typename Operation::template list<Target>;

public:
    template <class E>
        requires assignable_value<std::remove_cvref_t<E>, typename Target::value_type> ||
                     foreign_elements<E>
    source(E&& value, source_location place = source_location::current())
        : value_(&value), place_(place), run_([](Target& target, source const& from) {
              using given = std::remove_cvref_t<E>;
              auto const& x = *static_cast<given const*>(from.value_);
              if constexpr (!assignable_value<given, typename Target::value_type>) {
                  refuse_range<E>();
              } else if constexpr (std::is_lvalue_reference_v<E> && node<E>) {
                  // A named expression goes on reading its blocks: the copy makes it one more
                  // holder, so that an owner among them takes a fresh block.
                  auto const named = x;
                  Operation::run(target, named);
              } else {
                  Operation::run(target, x);
              }
          }) {}

    /// The elements themselves.
    source(list elements, source_location place = source_location::current())
        requires(!std::is_same_v<list, no_list>)
        : list_(elements),
          place_(place),
          run_([](Target& target, source const& from) { target.assign_list(from.list_); }) {}

    /// Numbers in braces, of any type.
    template <scalar V>
        requires(takes_numbers_in_braces<Target, V> && std::is_same_v<Operation, plain_assignment>)
    source(std::initializer_list<V> elements, source_location place = source_location::current())
        : value_(elements.begin()),
          count_(static_cast<index_t>(elements.size())),
          place_(place),
          run_([](Target& target, source const& from) {
              array<V, 1, host_space> values(extents<1>(from.count_), nowhere);
              auto const* const given = static_cast<V const*>(from.value_);
              for (index_t i = 0; i < from.count_; ++i)
                  values.data()[i] = given[i];
              target.assign_braces(values);
          }) {}

    void apply_to(Target& target) const {
        at_place(place_, [&] { run_(target, *this); });
    }

private:
    void const* value_ = nullptr;
    index_t count_ = 0;
    list list_;
    source_location place_;
    void (*run_)(Target&, source const&);
};

struct plain_assignment {
    template <class Target>
    using list = typename list_of<Target>::type;
    static constexpr char const* name = "assignment";
    template <class Target, class E>
    static void run(Target& target, E const& value) {
        target.assign_value(value);
    }
};
/// `target op= value` is `target = target op value`, in place.
template <class F>
struct compound_assignment {
    template <class Target>
    using list = no_list;
    template <class Target, class E>
    static void run(Target& target, E const& value) {
        if constexpr (requires { target.template assign_combined<F>(value); })
            target.template assign_combined<F>(value);
        else
            target.assign_in_place(binary<F>(target, value), F::name);
    }
};

/// A value as a node for an assignment: scalars and elements of a user's type become a leaf of rank
/// 0.
template <class T, class E>
decltype(auto) value_node(E const& value) {
    if constexpr (operand<E>) {
        return as_node(value);
    } else if constexpr (scalar<E> && is_number<T>) {
        using S = canonical_t<E>;
        if constexpr (is_integer<S> && is_integer<T>) {
            return weak_leaf<T>("assignment", value);
        } else {
            require_conversion<weak_scalar_t<S, T>, T>();
            return scalar_leaf<T>{static_cast<T>(value)};
        }
    } else {
        return scalar_leaf<T>{static_cast<T>(value)};
    }
}

/// The compound operators of arrays and views: in place, the value broadcast to their shape
/// (shape_error otherwise). Where a user's function throws on the host (`a += map(f, b)`) each
/// element is either its old value or the new one; so it is after an index out of range, of which
/// an element is read as T{}.
template <class Derived>
struct compound_operators {
    Derived& operator+=(source<Derived, compound_assignment<add>> value) { return run(value); }
    Derived& operator-=(source<Derived, compound_assignment<subtract>> value) { return run(value); }
    Derived& operator*=(source<Derived, compound_assignment<multiply>> value) { return run(value); }
    Derived& operator/=(source<Derived, compound_assignment<divide>> value) { return run(value); }
    Derived& operator%=(source<Derived, compound_assignment<modulus>> value) { return run(value); }
    Derived& operator&=(source<Derived, compound_assignment<bitwise_and>> value) {
        return run(value);
    }
    Derived& operator|=(source<Derived, compound_assignment<bitwise_or>> value) {
        return run(value);
    }
    Derived& operator^=(source<Derived, compound_assignment<bitwise_xor>> value) {
        return run(value);
    }
    Derived& operator<<=(source<Derived, compound_assignment<left_shift>> value) {
        return run(value);
    }
    Derived& operator>>=(source<Derived, compound_assignment<right_shift>> value) {
        return run(value);
    }

private:
    template <class Source>
    Derived& run(Source const& value) {
        value.apply_to(static_cast<Derived&>(*this));
        return static_cast<Derived&>(*this);
    }
};

/// An array that nobody has a name for.
template <class A>
concept fresh_array = !std::is_reference_v<A> && requires { typename A::twill_owner; };

}  // namespace twill::inline v0::detail

namespace twill::inline v0 {

// What `op=` writes into a fresh array is gone with it.
template <detail::fresh_array A, detail::operand_or_scalar V>
A& operator+=(A&& x, V const&) {
    return detail::refuse_to_keep<V>(x);
}
template <detail::fresh_array A, detail::operand_or_scalar V>
A& operator-=(A&& x, V const&) {
    return detail::refuse_to_keep<V>(x);
}
template <detail::fresh_array A, detail::operand_or_scalar V>
A& operator*=(A&& x, V const&) {
    return detail::refuse_to_keep<V>(x);
}
template <detail::fresh_array A, detail::operand_or_scalar V>
A& operator/=(A&& x, V const&) {
    return detail::refuse_to_keep<V>(x);
}

// `auto u = zeros(4, 4)` is an expression, which has no elements to write to.
template <class F, class... A, detail::operand_or_scalar V>
auto& operator+=(elementwise<F, A...> const& x, V const&) {
    return detail::refuse_assignment<V>(x);
}
template <class F, class... A, detail::operand_or_scalar V>
auto& operator-=(elementwise<F, A...> const& x, V const&) {
    return detail::refuse_assignment<V>(x);
}
template <class F, class... A, detail::operand_or_scalar V>
auto& operator*=(elementwise<F, A...> const& x, V const&) {
    return detail::refuse_assignment<V>(x);
}
template <class F, class... A, detail::operand_or_scalar V>
auto& operator/=(elementwise<F, A...> const& x, V const&) {
    return detail::refuse_assignment<V>(x);
}

}  // namespace twill::inline v0
