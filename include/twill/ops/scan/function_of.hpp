// SPDX-License-Identifier: MIT
// Functions of a scan, `exp(cumsum(x))`, `cast<float16>(cumsum(x))`, `1 - x / cummax(x)`: results
// pass through them where they are written, beside what arrays have at the same place.
#pragma once

#include "twill/ops/scan/evaluate.hpp"

namespace twill::inline v0::detail {

// What a result of a scan is a function of: the result, and elements at its place.
template <class T>
struct scanned_value : value_at_hand {
    using value_type = compute_t<T>;
};
template <class T>
struct element_beside : value_at_hand {
    using value_type = compute_t<T>;
    T const* data;
};

template <class E>
inline constexpr bool is_scan = false;
template <class Operator, class E, class Axes>
inline constexpr bool is_scan<scan<Operator, E, Axes>> = true;

/// How many scans an expression has that are functions' arguments and have none inside; more than
/// that if it has what is neither one nor a number nor elements of memory.
template <class E>
inline constexpr int scans_in = is_scan<E> || !leaf_in_memory<E> ? 2 : 0;
template <class T>
inline constexpr int scans_in<scalar_leaf<T>> = 0;
template <class Operator, class E, class Axes>
inline constexpr int scans_in<scan<Operator, E, Axes>> = contains_evaluation<E> ? 2 : 1;
template <class F, class... A>
inline constexpr int scans_in<elementwise<F, A...>> = (0 + ... + scans_in<A>);

/// Whether arrays stand beside it.
template <class E>
inline constexpr bool has_arrays_beside = leaf_in_memory<E>;
template <class Operator, class E, class Axes>
inline constexpr bool has_arrays_beside<scan<Operator, E, Axes>> = false;
template <class F, class... A>
inline constexpr bool has_arrays_beside<elementwise<F, A...>> = (has_arrays_beside<A> || ...);

/// The scan of an expression that has one.
template <class E>
auto const& find_scan(E const& x) {
    if constexpr (is_scan<E>) {
        return x;
    } else {
        return [&]<std::size_t... I>(std::index_sequence<I...>) -> auto const& {
            constexpr int counts[] = {scans_in<std::remove_cvref_t<decltype(get<I>(x))>>...};
            constexpr std::size_t at = [&] {
                std::size_t k = 0;
                while (counts[k] == 0)
                    ++k;
                return k;
            }();
            return find_scan(get<at>(x));
        }(std::make_index_sequence<operand_types<E>::count>{});
    }
}
/// The expression as a tree around its scan.
template <int Rank, class E>
auto lower_beside_scan(E const& x) {
    if constexpr (is_scan<E>)
        return scanned_value<typename E::value_type>{};
    else if constexpr (leaf_in_memory<E>)
        return element_beside<typename E::value_type>{{}, x.data};
    else if constexpr (operand_types<E>::count == 0)
        return lower<Rank>(x);
    else
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return make_node(x.function, lower_beside_scan<Rank>(get<I>(x))...);
        }(std::make_index_sequence<operand_types<E>::count>{});
}
/// Whether all arrays beside the scan lie as the target does.
template <class E, class T, int Rank>
bool lies_beside(E const& x, target<T, Rank> const& to) {
    if constexpr (is_scan<E>) {
        return x.shape() == to.lie.shape;
    } else if constexpr (leaf_in_memory<E>) {
        if constexpr (E::rank == Rank) {
            bool alike = true;
            for (int d = 0; d < Rank; ++d)
                alike = alike && x.layout.shape[d] == to.lie.shape[d] &&
                        (to.lie.shape[d] == 1 || x.layout.stride[d] == to.lie.stride[d]);
            return alike;
        } else {
            return false;
        }
    } else if constexpr (operand_types<E>::count == 0) {
        return true;
    } else {
        return x.apply(
            [&](auto const&... operand) { return (true && ... && lies_beside(operand, to)); });
    }
}

/// Results of a scan that pass through a tree. Arrays in it lie as the results do.
template <class Out, class Tree>
struct scan_function {
    using value_type = Out;
    Out* data;
    Tree tree;
    index_t shift = 0;  ///< of the first result from the arrays' first elements

    scan_function at(Out* first) const { return {first, tree, shift + (first - data)}; }
};

/// Whether its scan has as many axes.
template <class E, int Rank>
inline constexpr bool scans_have = true;
template <class Operator, class E, class Axes, int Rank>
inline constexpr bool scans_have<scan<Operator, E, Axes>, Rank> =
    scan<Operator, E, Axes>::rank == Rank;
template <class F, class... A, int Rank>
inline constexpr bool scans_have<elementwise<F, A...>, Rank> = (scans_have<A, Rank> && ...);

/// Whether an expression is a function of one scan in it, of its rank.
template <class E, int Rank>
inline constexpr bool is_function_of_scan =
    !is_scan<E> && scans_in<E> == 1 && E::rank == Rank && scans_have<E, Rank> && !may_fault<E>;

template <class Space>
struct runner<function_of_scan_operation, Space> {
    /// On the device: the loops of the host run over results while they are in a cache.
    static constexpr bool runs = std::is_same_v<Space, device_space>;
    template <class E, int Rank>
    static constexpr bool takes = runs && is_function_of_scan<E, Rank> && !has_arrays_beside<E>;

    template <class E, class T, int Rank>
    static bool statement(execution& now, E const& x, target<T, Rank> const& to) {
        if constexpr (runs && is_function_of_scan<E, Rank>) {
            require_scan_backend<Space>();
            if (!lies_beside(x, to))
                return false;
            auto const table = operands_of(x);
            if (overlap_with(to, table.rows, table.count, true) != overlap::none)
                return false;
            auto const& s = find_scan(x);
            using Scan = std::remove_cvref_t<decltype(s)>;
            auto const tree = lower_beside_scan<Rank>(x);
            using Tree = std::remove_const_t<decltype(tree)>;
            now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
            run_scan<Space, Scan>(now,
                                  make_scan_plan<typename Scan::operator_type>(
                                      lower<Rank>(s.operand), scan_function<T, Tree>{to.data, tree},
                                      to.lie, s.axis()),
                                  to);
            return true;
        }
        return false;
    }
};

}  // namespace twill::inline v0::detail
