// SPDX-License-Identifier: MIT
// Numbers as text, the way NumPy prints the elements of one array: as many digits as any of them
// needs (at most 8 after the point), fixed or scientific for all alike, padded to one width.
#pragma once

#include <charconv>
#include <string>
#include <vector>

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// A number taken apart: 12.5e+06 has the whole "12", the fraction "5", the exponent 6.
struct number_parts {
    std::string whole;  ///< with a leading '-' of negative numbers
    std::string fraction;
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

inline void trim_zeros(std::string& digits) {
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
    std::string all = parts.whole.substr(negative ? 1 : 0) + parts.fraction;
    int point = static_cast<int>(all.size() - parts.fraction.size()) + parts.exponent;
    if (point < 1) {
        all.insert(0, static_cast<std::size_t>(1 - point), '0');
        point = 1;
    }
    if (point > static_cast<int>(all.size()))
        all.append(static_cast<std::size_t>(point) - all.size(), '0');
    number_parts result;
    // Appended throughout: of text + std::string, which inserts in front, g++ 12 gives false
    // warnings.
    result.whole = negative ? "-" : "";
    result.whole.append(all, 0, static_cast<std::size_t>(point));
    result.fraction = all.substr(static_cast<std::size_t>(point));
    trim_zeros(result.fraction);
    return result;
}

inline std::string exponent_text(int exponent, std::size_t least_digits) {
    std::string digits = std::to_string(exponent < 0 ? -exponent : exponent);
    if (digits.size() < least_digits)
        digits.insert(0, least_digits - digits.size(), '0');
    std::string result = exponent < 0 ? "e-" : "e+";
    return result.append(digits);
}

inline std::string padded_left(std::string const& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

template <class T>
bool is_finite_number(T const& x) {
    auto const value = static_cast<compute_t<T>>(x);
    return value - value == 0;
}
template <class T>
std::string nonfinite_text(T const& x, bool plus) {
    auto const value = static_cast<compute_t<T>>(x);
    if (value < 0)
        return "-inf";
    return std::string(plus ? "+" : "") + (value > 0 ? "inf" : "nan");
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
template <class T>
bool prints_scientific(std::vector<T> const& values) {
    using C = compute_t<T>;
    C greatest = 0;
    C least = 0;
    for (T const& x : values) {
        if (!is_finite_number(x))
            continue;
        C const raw = static_cast<C>(x);
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
std::vector<std::string> floating_words(std::vector<T> const& values, bool plus) {
    bool const scientific = prints_scientific(values);
    std::vector<number_parts> parts(values.size());
    std::size_t left = 0;
    std::size_t fraction = 0;
    std::size_t exponent = 2;
    bool any_finite = false;
    bool any_nonfinite = false;
    std::size_t nonfinite = 3;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!is_finite_number(values[i])) {
            any_nonfinite = true;
            if (plus || static_cast<compute_t<T>>(values[i]) < 0)
                nonfinite = 4;
            continue;
        }
        any_finite = true;
        parts[i] = scientific ? scientific_parts(values[i], printed_digits)
                              : positional_parts(values[i], printed_digits);
        if (plus && parts[i].whole[0] != '-')
            parts[i].whole.insert(0, 1, '+');
        left = std::max(left, parts[i].whole.size());
        fraction = std::max(fraction, parts[i].fraction.size());
        if (scientific)
            exponent = std::max(exponent, exponent_text(parts[i].exponent, 2).size() - 2);
    }
    std::size_t const right = scientific && any_finite ? exponent + 2 + fraction : fraction;
    if (any_nonfinite && nonfinite > right + 1)
        left = std::max(left, nonfinite - right - 1);

    std::vector<std::string> words(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!is_finite_number(values[i])) {
            words[i] = padded_left(nonfinite_text(values[i], plus), left + right + 1);
            continue;
        }
        if (scientific) {
            // All with the same number of digits: of a shorter number these are its true ones, not
            // zeros.
            bool const signs = parts[i].whole[0] == '+';
            parts[i] = rounded_number(static_cast<double>(values[i]), std::chars_format::scientific,
                                      static_cast<int>(fraction));
            if (signs)
                parts[i].whole.insert(0, 1, '+');
        }
        parts[i].fraction.append(fraction - parts[i].fraction.size(), ' ');
        words[i] = padded_left(parts[i].whole, left) + '.' + parts[i].fraction;
        if (scientific)
            words[i] += exponent_text(parts[i].exponent, exponent);
    }
    return words;
}

/// One floating number by itself: the shortest text, fixed from 0.0001 to 10^16 (10^6 for float32).
template <class T>
std::string floating_text(T const& x, char const* after_whole) {
    if (!is_finite_number(x))
        return nonfinite_text(x, false);
    double const value = static_cast<double>(x);
    double const size = value < 0 ? -value : value;
    double const limit =
        std::is_same_v<T, double> ? 1e16 : static_cast<double>(scientific_from<T>());
    if (size == 0 || (size >= 1e-4 && size < limit)) {
        number_parts const parts = positional_parts(x, -1);
        if (parts.fraction.empty())
            return parts.whole + after_whole;
        return parts.whole + '.' + parts.fraction;
    }
    number_parts const parts = scientific_parts(x, -1);
    std::string const digits =
        parts.fraction.empty() ? parts.whole : parts.whole + '.' + parts.fraction;
    return digits + exponent_text(parts.exponent, 2);
}

/// The elements of any number type, of one width.
template <class T>
std::vector<std::string> words_of(std::vector<T> const& values) {
    std::vector<std::string> words;
    if constexpr (is_complex<T>) {
        using R = typename element<T>::real;
        std::vector<R> real;
        std::vector<R> imag;
        for (T const& z : values) {
            real.push_back(z.real());
            imag.push_back(z.imag());
        }
        words = floating_words(real, false);
        std::vector<std::string> const rest = floating_words(imag, true);
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::string word = rest[i];
            word.insert(word.find_last_not_of(' ') + 1, 1, 'j');
            words[i] += word;
        }
    } else if constexpr (is_floating<T>) {
        words = floating_words(values, false);
    } else {
        std::size_t width = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if constexpr (is_boolean<T>)
                words.push_back(values[i] ? "True" : "False");
            else
                words.push_back(std::to_string(values[i]));
            width = std::max(width, is_boolean<T> ? 5 : words[i].size());
        }
        for (std::string& word : words)
            word = padded_left(word, width);
    }
    return words;
}

/// One number by itself.
template <class T>
std::string text_of_number(T const& x) {
    if constexpr (is_complex<T>) {
        std::string imag = floating_text(x.imag(), "") + 'j';
        std::string const real = floating_text(x.real(), "");
        if (real == "0")
            return imag;
        if (imag[0] != '-')
            imag.insert(0, 1, '+');
        return '(' + real + imag + ')';
    } else if constexpr (is_floating<T>) {
        return floating_text(x, ".0");
    } else if constexpr (is_boolean<T>) {
        return x ? "True" : "False";
    } else {
        return std::to_string(x);
    }
}

}  // namespace twill::inline v0::detail
