// SPDX-License-Identifier: MIT
// einsum: sums of products whose axes have letters, read when the program is compiled.
#pragma once

#include "twill/expr/given.hpp"
#include "twill/ops/products/contract.hpp"

namespace twill::inline v0 {

/// The letters of an einsum as a template argument: `einsum<"ij,jk->ik">(a, b)`.
template <std::size_t Size>
struct subscript_letters {
    char text[Size] = {};
    // NOLINTNEXTLINE(google-explicit-constructor): a literal is what one writes.
    constexpr subscript_letters(char const (&letters)[Size]) {
        for (std::size_t i = 0; i < Size; ++i)
            text[i] = letters[i];
    }
};

namespace detail {

/// What an einsum's letters say, without spaces: operands' letters, and the result's. An ellipsis
/// stands for the axes that an operand's rank leaves to it, named from the right.
struct einsum_letters {
    static constexpr int most = 16;
    static constexpr int most_operands = 16;
    static constexpr int ellipsis = 1;    ///< in the place of a letter
    static constexpr int unnamed = 1000;  ///< the last axis of an ellipsis; those before count on
    int letters[most_operands][most] = {};
    int count[most_operands] = {};
    int operands = 1;
    int result[most] = {};
    int result_count = 0;
    bool has_arrow = false;
    bool only_letters = true;
    bool fits = true;
    bool ranks_fit = true;
    bool one_ellipsis_each = true;
    bool keeps_ellipsis = true;

    constexpr einsum_letters(char const* text, int const* ranks, int rank_count) {
        for (; *text; ++text) {
            if (*text == ' ')
                continue;
            if (*text == ',' && !has_arrow) {
                fits = fits && operands < most_operands;
                operands += fits ? 1 : 0;
            } else if (text[0] == '-' && text[1] == '>' && !has_arrow) {
                has_arrow = true;
                ++text;
            } else if (text[0] == '.' && text[1] == '.' && text[2] == '.') {
                add(ellipsis);
                text += 2;
            } else if ((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z')) {
                add(static_cast<unsigned char>(*text));
            } else {
                only_letters = false;
            }
        }
        if (!fits || operands != rank_count)
            return;
        int most_unnamed = 0;
        for (int k = 0; k < operands; ++k) {
            int const axes = ranks[k] - count[k] + (has(letters[k], count[k], ellipsis) ? 1 : 0);
            most_unnamed = axes > most_unnamed ? axes : most_unnamed;
            ranks_fit = ranks_fit && ranks[k] >= 0;
            expand(letters[k], count[k], axes);
            ranks_fit = ranks_fit && count[k] == ranks[k];
        }
        if (has_arrow) {
            keeps_ellipsis = most_unnamed == 0 || has(result, result_count, ellipsis);
            expand(result, result_count, most_unnamed);
        } else {
            imply_result(most_unnamed);
        }
    }
    constexpr int times_in_operands(int letter) const {
        int times = 0;
        for (int k = 0; k < operands; ++k)
            for (int d = 0; d < count[k]; ++d)
                times += letters[k][d] == letter ? 1 : 0;
        return times;
    }
    constexpr bool result_is_known() const {
        for (int d = 0; d < result_count; ++d)
            if (times_in_operands(result[d]) == 0)
                return false;
        return true;
    }
    constexpr bool result_is_distinct() const {
        for (int d = 0; d < result_count; ++d)
            for (int e = 0; e < d; ++e)
                if (result[d] == result[e])
                    return false;
        return true;
    }

private:
    static constexpr bool has(int const* of, int many, int letter) {
        for (int d = 0; d < many; ++d)
            if (of[d] == letter)
                return true;
        return false;
    }
    constexpr void add(int letter) {
        int& used = has_arrow ? result_count : count[operands - 1];
        fits = fits && used < most;
        if (fits)
            (has_arrow ? result : letters[operands - 1])[used++] = letter;
    }
    /// Puts the names of `axes` axes in the place of an ellipsis.
    constexpr void expand(int* of, int& many, int axes) {
        int expanded[most] = {};
        int used = 0;
        int ellipses = 0;
        for (int d = 0; d < many; ++d) {
            bool const is_ellipsis = of[d] == ellipsis;
            ellipses += is_ellipsis ? 1 : 0;
            for (int k = is_ellipsis ? axes - 1 : 0; k >= 0; --k) {
                fits = fits && used < most;
                if (fits)
                    expanded[used++] = is_ellipsis ? unnamed + k : of[d];
            }
        }
        one_ellipsis_each = one_ellipsis_each && ellipses <= 1;
        many = used;
        for (int d = 0; d < used; ++d)
            of[d] = expanded[d];
    }
    /// Without an arrow: the axes of ellipses, then the letters that stand once, in alphabetical
    /// order (capitals first).
    constexpr void imply_result(int most_unnamed) {
        for (int k = most_unnamed - 1; k >= 0; --k)
            result[result_count++] = unnamed + k;
        for (int letter = 'A'; letter <= 'z'; ++letter)
            if (times_in_operands(letter) == 1 && result_count < most)
                result[result_count++] = letter;
    }
};

template <subscript_letters Text, int... Ranks>
struct einsum_reading {
    static constexpr int ranks[] = {Ranks...};
    static constexpr einsum_letters read{Text.text, ranks, static_cast<int>(sizeof...(Ranks))};
    static_assert(
        read.only_letters,
        "twill: einsum: letters, ellipses (...), commas between operands and one arrow, as "
        "in einsum<\"ij,jk->ik\">(a, b)");
    static_assert(read.operands == static_cast<int>(sizeof...(Ranks)),
                  "twill: einsum: as many operands as its letters name, with commas between them");
    static_assert(read.fits, "twill: einsum: more operands or axes than it takes");
    static_assert(read.one_ellipsis_each,
                  "twill: einsum: an operand or the result has more than one ellipsis");
    static_assert(read.ranks_fit, "twill: einsum: an operand has as many axes as it has letters");
    static_assert(read.keeps_ellipsis,
                  "twill: einsum: the result lacks the ellipsis of the operands, whose axes cannot "
                  "be summed");
    static_assert(read.result_is_known(),
                  "twill: einsum: a letter of the result stands in no operand");
    static_assert(read.result_is_distinct(), "twill: einsum: a letter stands twice in the result");

    template <int Operand>
    struct operand_list {
        static constexpr int count = read.count[Operand];
        static constexpr int at(int d) { return read.letters[Operand][d]; }
    };
    struct result_list {
        static constexpr int count = read.result_count;
        static constexpr int at(int d) { return read.result[d]; }
    };
    template <int Operand>
    using letters_of = labels_by<operand_list<Operand>>;
    using result = labels_by<result_list>;
};

/// The letters of a list that `Kept` has, each once, in their order.
template <class Labels, class Kept>
constexpr bool stays_in(int d) {
    return label_list_of<Kept>.has(Labels::of[d]) &&
           label_list_of<Labels>.position(Labels::of[d]) == d;
}
template <class Labels, class Kept>
struct kept_labels {
    static constexpr int count = [] {
        int n = 0;
        for (int d = 0; d < Labels::count; ++d)
            n += stays_in<Labels, Kept>(d) ? 1 : 0;
        return n;
    }();
    static constexpr int at(int i) {
        int d = 0;
        for (;; ++d)
            if (stays_in<Labels, Kept>(d) && i-- == 0)
                break;
        return Labels::of[d];
    }
};
template <class Labels>
inline constexpr bool are_distinct = kept_labels<Labels, Labels>::count == Labels::count;

/// One operand: diagonals, the axes that are in `Kept` alone (others are summed), in its own
/// order.
template <class R, class Labels, class Kept, class E>
auto reduced_operand(E const& x, caller const& by) {
    using own = labels_by<kept_labels<Labels, Labels>>;
    using kept = labels_by<kept_labels<Labels, Kept>>;
    if constexpr (std::is_same_v<Labels, kept>) {
        return x;
    } else {
        using summed = labels_by<summed_labels<own, axis_labels<>, kept>>;
        using ordered = decltype(kept{} + summed{});
        auto const in_order = aligned<Labels, ordered>(x, by);
        if constexpr (summed::count == 0)
            return in_order;
        else
            return sum_of_products<R>(in_type<R>(in_order),
                                      last_axes<ordered::count, summed::count>{});
    }
}

/// One operand is left: its axes in the result's order.
template <class R, class Result, class Labels, class A>
auto einsum_of(caller const& by, precision, A const& a) {
    auto const reduced = reduced_operand<R, Labels, Result>(a, by);
    using left = labels_by<kept_labels<Labels, Result>>;
    return aligned<left, Result>(reduced, by);
}

template <class First, class Second, class Result>
struct einsum_pair {
    using first = First;
    using second = Second;
    using result = Result;
};

/// The first two operands become one, then it and the others: from left to right. What neither the
/// result nor a later operand names is summed as soon as it can be.
template <class R, class Result, class LabelsA, class LabelsB, class... Rest, class A, class B,
          class... More>
auto einsum_of(caller const& by, precision how, A const& a, B const& b, More const&... more) {
    using later = decltype((Result{} + ... + Rest{}));
    using wanted_of_a = decltype(LabelsB{} + later{});
    using wanted_of_b = decltype(LabelsA{} + later{});
    auto const x = reduced_operand<R, LabelsA, wanted_of_a>(a, by);
    auto const y = reduced_operand<R, LabelsB, wanted_of_b>(b, by);
    using left_a = labels_by<kept_labels<LabelsA, wanted_of_a>>;
    using left_b = labels_by<kept_labels<LabelsB, wanted_of_b>>;
    if constexpr (sizeof...(Rest) == 0) {
        return contract<einsum_pair<left_a, left_b, Result>>(by.operation, x, y, how, by.place);
    } else {
        using both = decltype(left_a{} + left_b{});
        using between = labels_by<kept_labels<both, later>>;
        auto const product =
            contract<einsum_pair<left_a, left_b, between>>(by.operation, x, y, how, by.place);
        return einsum_of<R, Result, between, Rest...>(by, how, product, more...);
    }
}

template <class Reading, class R, std::size_t... I, class... X>
auto einsum_in_order(caller const& by, std::index_sequence<I...>, X const&... x) {
    return einsum_of<R, typename Reading::result,
                     typename Reading::template letters_of<static_cast<int>(I)>...>(
        by, precision::exact, x...);
}

template <class T, class... Rest>
struct promoted_type {
    using type = T;
};
template <class T, class U, class... Rest>
struct promoted_type<T, U, Rest...> {
    using type = typename promoted_type<detail::promote_t<T, U>, Rest...>::type;
};

template <subscript_letters Text, class... X>
auto einsum_with(source_location const& place, X const&... x) {
    using reading = einsum_reading<Text, rank_of<X>...>;
    using R = typename promoted_type<value_of<X>...>::type;
    return [&]<std::size_t... I>(std::index_sequence<I...> order) {
        // Products on the way are of the common type, too.
        if constexpr (sizeof...(X) > 2)
            return einsum_in_order<reading, R>(caller("einsum", place), order,
                                               in_type<R>(as_node(x))...);
        else
            return einsum_in_order<reading, R>(caller("einsum", place), order, as_node(x)...);
    }(std::index_sequence_for<X...>{});
}

}  // namespace detail

/// NumPy's einsum of up to eight operands, with letters that are read when the program is compiled:
/// the axes of the operands, separated by commas, and of the result: `einsum<"ij,jk->ik">(a, b)` is
/// a matrix product, `"ii->i"` a diagonal, `"ij->"` a sum, `"bij,bjk->bik"` a batch. `...` stands
/// for all axes of an operand that have no letter, which broadcast from the right:
/// `"...ij,...jk->...ik"`; the result keeps them. Without an arrow the result has the axes of
/// ellipses, then the letters that stand once, in alphabetical order. Wrong letters, ranks and
/// counts are compile errors. Lazy. Two operands with rows or columns to them are one matrix
/// product, as matmul's, and everything else element-wise expressions and sums that fuse; three and
/// more are taken two at a time from left to right. Types are matmul's: integers wrap in their
/// common type. Axes with one letter must be equal, or of size 1 where they are not summed
/// (shape_error).
template <subscript_letters Text, detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
[[nodiscard]] auto einsum(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                          E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                          source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... x) { return detail::einsum_with<Text>(place, x...); }, a, b, c, d, e, f,
        g, h);
}
// The letters as NumPy takes them.
template <std::size_t Size, detail::operand A, class... More>
auto einsum(char const (&)[Size], A const& a, More const&...) {
    static_assert(detail::always_false<A>,
                  "twill: einsum reads its letters when the program is compiled: "
                  "einsum<\"ij,jk->ik\">(a, b)");
    return detail::as_node(a);
}

}  // namespace twill::inline v0
