// SPDX-License-Identifier: MIT
// Numbers as text, the way NumPy prints the elements of one array: as many digits as any of them
// needs (at most 8 after the point), fixed or scientific for all alike, padded to one width.
#pragma once

#include <charconv>

#include "twill/array/text.hpp"
#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// A number taken apart: 12.5e+06 has the whole "12", the fraction "5", the exponent 6.
struct number_parts {
    growing_text whole;  ///< with a leading '-' of negative numbers
    growing_text fraction;
    int exponent = 0;
};

/// The parts of std::to_chars' text.
inline number_parts split_number(char const* from, char const* to) {
    number_parts parts;
    while (from != to && *from != '.' && *from != 'e')
        parts.whole += *from++;
    if (from != to && *from == '.')
        while (++from != to && *from != 'e')
            parts.fraction += *from;
    if (from != to && *from == 'e') {
        bool const negative = *++from == '-';
        while (++from != to)
            parts.exponent = parts.exponent * 10 + (*from - '0');
        if (negative)
            parts.exponent = -parts.exponent;
    }
    return parts;
}

inline void trim_zeros(growing_text& digits) {
    while (!digits.empty() && digits.back() == '0')
        digits.pop_back();
}

/// With `digits` digits after the point, correctly rounded.
inline number_parts rounded_number(double x, std::chars_format format, int digits) {
    char text[400];
    return split_number(text, std::to_chars(text, text + sizeof(text), x, format, digits).ptr);
}

/// One digit before the point and as few after it as tell the number from its neighbours of type T.
template <class T>
number_parts shortest_number(T const& x) {
    if constexpr (std::is_same_v<T, compute_t<T>>) {
        char text[40];
        return split_number(
            text, std::to_chars(text, text + sizeof(text), x, std::chars_format::scientific).ptr);
    } else {
        double const value = static_cast<double>(x);
        for (int digits = 0;; ++digits) {
            char text[40];
            char const* const end = std::to_chars(text, text + sizeof(text), value,
                                                  std::chars_format::scientific, digits)
                                        .ptr;
            double back = 0;
            std::from_chars(text, end, back);
            if (digits > 16 || static_cast<double>(static_cast<T>(back)) == value)
                return split_number(text, end);
        }
    }
}

inline constexpr int printed_digits = 8;

/// One digit before the point, at most `digits` after it (-1: as many as it takes).
template <class T>
number_parts scientific_parts(T const& x, int digits) {
    number_parts parts = shortest_number(x);
    if (digits >= 0 && static_cast<int>(parts.fraction.size()) > digits) {
        parts = rounded_number(static_cast<double>(x), std::chars_format::scientific, digits);
        trim_zeros(parts.fraction);
    }
    return parts;
}

/// Without an exponent; zeros stand for the digits that the shortest form leaves open.
template <class T>
number_parts positional_parts(T const& x, int digits) {
    number_parts parts = shortest_number(x);
    int const fraction = static_cast<int>(parts.fraction.size()) - parts.exponent;
    if (digits >= 0 && fraction > digits) {
        parts = rounded_number(static_cast<double>(x), std::chars_format::fixed, digits);
        trim_zeros(parts.fraction);
        return parts;
    }
    bool const negative = parts.whole[0] == '-';
    growing_text all(parts.whole.data() + negative, parts.whole.size() - negative);
    all += parts.fraction;
    int point = static_cast<int>(all.size() - parts.fraction.size()) + parts.exponent;
    if (point < 1) {
        all.insert(0, static_cast<std::size_t>(1 - point), '0');
        point = 1;
    }
    if (point > static_cast<int>(all.size()))
        all.append(static_cast<std::size_t>(point) - all.size(), '0');
    auto const whole = static_cast<std::size_t>(point);
    number_parts result;
    result.whole = negative ? "-" : "";
    result.whole.append(all.data(), whole);
    result.fraction.append(all.data() + whole, all.size() - whole);
    trim_zeros(result.fraction);
    return result;
}

template <class T>
growing_text integer_text(T x) {
    char digits[24];
    char* const end = std::to_chars(digits, digits + sizeof(digits), x).ptr;
    return {digits, static_cast<std::size_t>(end - digits)};
}
inline growing_text exponent_text(int exponent, std::size_t least_digits) {
    growing_text const digits = integer_text(exponent < 0 ? -exponent : exponent);
    growing_text result = exponent < 0 ? "e-" : "e+";
    if (digits.size() < least_digits)
        result.append(least_digits - digits.size(), '0');
    return result += digits;
}

/// Numbers as text, all of one width, one after the other.
struct number_words {
    growing_text all;
    std::size_t width = 0;
    char const* word(index_t i) const { return all.data() + static_cast<std::size_t>(i) * width; }
    /// Adds a word that is no longer than the width, its end at the right.
    void add(growing_text const& word) { all.append(width - word.size(), ' ') += word; }
};

template <class T>
bool is_finite_number(T const& x) {
    auto const value = static_cast<compute_t<T>>(x);
    return value - value == 0;
}
template <class T>
growing_text nonfinite_text(T const& x, bool plus) {
    auto const value = static_cast<compute_t<T>>(x);
    if (value < 0)
        return "-inf";
    if (plus)
        return value > 0 ? "+inf" : "+nan";
    return value > 0 ? "inf" : "nan";
}

/// 10^digits10 of the type, at most 10^8: from there on elements are printed scientific.
template <class T>
constexpr compute_t<T> scientific_from() {
    compute_t<T> limit = 1;
    for (int digit = 0; digit < std::numeric_limits<T>::digits10 && digit < printed_digits; ++digit)
        limit *= 10;
    return limit;
}

/// NumPy's choice: scientific where a number is large for its type, small, or 1000 times another.
/// Here and below, element i stands at values[i * step].
template <class T>
bool prints_scientific(T const* values, index_t count, index_t step) {
    using C = compute_t<T>;
    C greatest = 0;
    C least = 0;
    for (index_t i = 0; i < count; ++i) {
        if (!is_finite_number(values[i * step]))
            continue;
        C const raw = static_cast<C>(values[i * step]);
        C const size = raw < 0 ? -raw : raw;
        if (size > greatest)
            greatest = size;
        if (size != 0 && (least == 0 || size < least))
            least = size;
    }
    if (least == 0)
        return false;
    return greatest >= scientific_from<T>() || least < static_cast<C>(0.0001) ||
           greatest / least > 1000;
}

/// The elements of a floating type, of one width. With `plus` positive ones carry a sign.
template <class T>
number_words floating_words(T const* values, index_t count, index_t step, bool plus) {
    bool const scientific = prints_scientific(values, count, step);
    auto parts_of = [&](T const& x) {
        number_parts parts =
            scientific ? scientific_parts(x, printed_digits) : positional_parts(x, printed_digits);
        if (plus && parts.whole[0] != '-')
            parts.whole.insert(0, 1, '+');
        return parts;
    };
    std::size_t left = 0;
    std::size_t fraction = 0;
    std::size_t exponent = 2;
    std::size_t nonfinite = 0;
    for (index_t i = 0; i < count; ++i) {
        T const& x = values[i * step];
        if (!is_finite_number(x)) {
            nonfinite = larger(nonfinite, nonfinite_text(x, plus).size());
            continue;
        }
        number_parts const parts = parts_of(x);
        left = larger(left, parts.whole.size());
        fraction = larger(fraction, parts.fraction.size());
        exponent = larger(exponent, exponent_text(parts.exponent, 2).size() - 2);
    }
    std::size_t const right = scientific && left != 0 ? exponent + 2 + fraction : fraction;
    if (nonfinite > right + 1)
        left = larger(left, nonfinite - right - 1);

    number_words words;
    words.width = left + right + 1;
    for (index_t i = 0; i < count; ++i) {
        T const& x = values[i * step];
        if (!is_finite_number(x)) {
            words.add(nonfinite_text(x, plus));
            continue;
        }
        number_parts parts = parts_of(x);
        if (scientific) {
            // All with the same number of digits: of a shorter number these are its true ones, not
            // zeros.
            bool const signs = parts.whole[0] == '+';
            parts = rounded_number(static_cast<double>(x), std::chars_format::scientific,
                                   static_cast<int>(fraction));
            if (signs)
                parts.whole.insert(0, 1, '+');
        }
        growing_text word = parts.whole;
        word += '.';
        word += parts.fraction;
        word.append(fraction - parts.fraction.size(), ' ');
        if (scientific)
            word += exponent_text(parts.exponent, exponent);
        words.add(word);
    }
    return words;
}

/// One floating number by itself: the shortest text, fixed from 0.0001 to 10^16 (10^6 for float32).
template <class T>
growing_text floating_text(T const& x, char const* after_whole) {
    if (!is_finite_number(x))
        return nonfinite_text(x, false);
    double const value = static_cast<double>(x);
    double const size = value < 0 ? -value : value;
    double const limit =
        std::is_same_v<T, double> ? 1e16 : static_cast<double>(scientific_from<T>());
    bool const positional = size == 0 || (size >= 1e-4 && size < limit);
    number_parts parts = positional ? positional_parts(x, -1) : scientific_parts(x, -1);
    growing_text& result = parts.whole;
    if (!parts.fraction.empty())
        (result += '.') += parts.fraction;
    else if (positional)
        result += after_whole;
    if (!positional)
        result += exponent_text(parts.exponent, 2);
    return result;
}

/// One number by itself.
template <class T>
growing_text text_of_number(T const& x) {
    if constexpr (is_complex<T>) {
        growing_text imag = floating_text(x.imag(), "");
        imag += 'j';
        growing_text const real = floating_text(x.real(), "");
        if (real.size() == 1 && real[0] == '0')
            return imag;
        if (imag[0] != '-')
            imag.insert(0, 1, '+');
        growing_text result = "(";
        return ((result += real) += imag) += ')';
    } else if constexpr (is_floating<T>) {
        return floating_text(x, ".0");
    } else if constexpr (is_boolean<T>) {
        return x ? "True" : "False";
    } else {
        return integer_text(x);
    }
}

/// The elements of any number type, of one width.
template <class T>
number_words words_of(T const* values, index_t count) {
    if constexpr (is_complex<T>) {
        using R = typename element<T>::real;
        auto const* const parts = reinterpret_cast<R const*>(values);
        number_words const real = floating_words(parts, count, 2, false);
        number_words const imag = floating_words(parts + 1, count, 2, true);
        number_words words;
        words.width = real.width + imag.width + 1;
        for (index_t i = 0; i < count; ++i) {
            std::size_t digits = imag.width;
            while (imag.word(i)[digits - 1] == ' ')
                --digits;
            words.all.append(real.word(i), real.width).append(imag.word(i), digits) += 'j';
            words.all.append(imag.width - digits, ' ');
        }
        return words;
    } else if constexpr (is_floating<T>) {
        return floating_words(values, count, 1, false);
    } else {
        number_words words;
        for (index_t i = 0; i < count; ++i)
            words.width = larger(words.width, text_of_number(values[i]).size());
        if (is_boolean<T>)
            words.width = 5;
        for (index_t i = 0; i < count; ++i)
            words.add(text_of_number(values[i]));
        return words;
    }
}

}  // namespace twill::inline v0::detail
