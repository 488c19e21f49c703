// SPDX-License-Identifier: MIT
// What a program that programs.py writes is made of: it reads operands and expected results of many
// cases from a file, and prints each result that is not what it should be.
#pragma once

#if defined(__CUDACC__)
#include <twill/join.cuh>
#include <twill/scan.cuh>
#include <twill/twill.cuh>
#else
#include <twill/join.hpp>
#endif
#include <twill/complex.hpp>
#include <twill/half.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <vector>

namespace fuzz {

namespace tw = twill;
#if defined(__CUDACC__)
using space = twill::device_space;
#else
using space = twill::host_space;
#endif
template <class T, int Rank>
using array = twill::array<T, Rank, space>;

/// The elements of a check as the file has them; of integers `bits`, of floats the other three.
struct expected_element {
    std::int64_t bits;
    double real;
    double imaginary;
    /// Negative: whatever the result is.
    double tolerance;
};

class input {
public:
    explicit input(char const* path) {
        std::FILE* file = std::fopen(path, "rb");
        if (!file)
            return;
        char part[1 << 16];
        for (std::size_t n; (n = std::fread(part, 1, sizeof(part), file)) > 0;)
            bytes_.insert(bytes_.end(), part, part + n);
        std::fclose(file);
    }
    bool next() {
        at_ = end_;
        if (at_ >= bytes_.size())
            return false;
        std::int64_t const length = number();
        end_ = at_ + static_cast<std::size_t>(length);
        statement = number();
        number_of_case = number();
        throws = number() != 0;
        p.resize(static_cast<std::size_t>(number()));
        for (std::int64_t& x : p)
            x = number();
        wrong_ = false;
        return true;
    }
    /// An end of a slice: the lowest number is none.
    tw::slice_bound bound(std::size_t i) const {
        if (p[i] == std::numeric_limits<std::int64_t>::min())
            return tw::none;
        return p[i];
    }
    /// The next operand.
    template <class T, int Rank>
    array<T, Rank> read() {
        tw::extents<Rank> shape;
        for (int d = 0; d < Rank; ++d)
            shape[d] = number();
        twill::host_array<T, Rank> values(shape);
        std::size_t const n = static_cast<std::size_t>(shape.size()) * sizeof(T);
        if (n)
            std::memcpy(static_cast<void*>(values.elements().begin()), bytes_.data() + at_, n);
        at_ += n;
#if defined(__CUDACC__)
        return tw::to_device(values);
#else
        return values;
#endif
    }
    template <class T, int Rank>
    void check(char const* name, array<T, Rank> const& x) {
        if (throws)
            return;  // a later part of the statement does: the file has no results
        auto const shape = x.shape();
        bool same = true;
        std::string wanted, got;
        for (int d = 0; d < Rank; ++d) {
            std::int64_t const n = number();
            same = same && n == shape[d];
            wanted += std::to_string(n) + " ";
            got += std::to_string(shape[d]) + " ";
        }
        std::size_t const count = static_cast<std::size_t>(number());
        char const* expected = bytes_.data() + at_;
        at_ += count * sizeof(expected_element);
        if (!same)
            return report("%s has shape (%s), expected (%s)", name, got.c_str(), wanted.c_str());
        auto const host = tw::to_host(x);
        T const* const values = host.elements().begin();
        bits_.assign(reinterpret_cast<char const*>(values),
                     reinterpret_cast<char const*>(values) + count * sizeof(T));
        std::size_t wrong = 0, first = 0;
        for (std::size_t i = count; i-- > 0;)
            if (!accept(values[i], element(expected, i))) {
                ++wrong;
                first = i;
            }
        if (wrong)
            report("%s of shape (%s) differs in %zu of %zu: element %zu is %s, expected %s", name,
                   got.c_str(), wrong, count, first, text(values[first]).c_str(),
                   text_of(values[first], element(expected, first)).c_str());
    }
    /// The same statement once more: the same bits.
    template <class T, int Rank>
    void check_again(array<T, Rank> const& x) {
        auto const host = tw::to_host(x);
        if (bits_.size() != static_cast<std::size_t>(host.size()) * sizeof(T) ||
            (!bits_.empty() &&
             std::memcmp(bits_.data(), host.elements().begin(), bits_.size()) != 0))
            report("%s", "the second evaluation gives other bits");
    }
    void explained(tw::explanation const& what) {
        if (!what.strategy || !*what.strategy)
            report("%s", "explain names no strategy");
    }
    template <class... X>
    void report(char const* format, X... x) {
        std::printf("FAIL statement %lld case %lld: ", static_cast<long long>(statement),
                    static_cast<long long>(number_of_case));
        std::printf(format, x...);
        std::printf("\n");
        std::fflush(stdout);
        wrong_ = true;
    }
    bool wrong() const { return wrong_; }

    std::int64_t statement = 0;
    std::int64_t number_of_case = 0;
    bool throws = false;
    /// Numbers that the statement takes: ends of slices, indices, extents.
    std::vector<std::int64_t> p;

private:
    std::int64_t number() {
        std::int64_t x = 0;
        std::memcpy(&x, bytes_.data() + at_, sizeof(x));
        at_ += sizeof(x);
        return x;
    }
    static expected_element element(char const* at, std::size_t i) {
        expected_element x;
        std::memcpy(&x, at + i * sizeof(x), sizeof(x));
        return x;
    }
    static bool near(double x, double y, double tolerance) {
        if (std::isnan(y))
            return std::isnan(x);
        if (std::isinf(y))
            return x == y;
        return std::abs(x - y) <= tolerance;
    }
    template <class T>
    static bool accept(T const& x, expected_element const& y) {
        if (y.tolerance < 0)
            return true;
        if constexpr (std::is_integral_v<T>)
            return static_cast<std::int64_t>(x) == y.bits;
        else if constexpr (tw::detail::is_complex<T>)
            return near(static_cast<double>(x.real()), y.real, y.tolerance) &&
                   near(static_cast<double>(x.imag()), y.imaginary, y.tolerance);
        else
            return near(static_cast<double>(x), y.real, y.tolerance);
    }
    static std::string digits(double x) {
        char text[40];
        std::snprintf(text, sizeof(text), "%.17g", x);
        return text;
    }
    template <class T>
    static std::string text(T const& x) {
        if constexpr (std::is_integral_v<T>)
            return std::to_string(x);
        else if constexpr (tw::detail::is_complex<T>)
            return digits(static_cast<double>(x.real())) + "+" +
                   digits(static_cast<double>(x.imag())) + "i";
        else
            return digits(static_cast<double>(x));
    }
    template <class T>
    static std::string text_of(T const&, expected_element const& y) {
        if constexpr (std::is_integral_v<T>)
            return std::to_string(static_cast<T>(y.bits));
        else
            return digits(y.real) +
                   (tw::detail::is_complex<T> ? "+" + digits(y.imaginary) + "i" : "") + " within " +
                   digits(y.tolerance);
    }

    std::vector<char> bytes_;
    std::vector<char> bits_;  ///< of the last result
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    bool wrong_ = false;
};

using statement_function = void (*)(input&);

/// Whether the device still works: after an invalid access nothing does, in this process.
inline bool device_works() {
#if defined(__CUDACC__)
    return cudaDeviceSynchronize() == cudaSuccess;
#else
    return true;
#endif
}

/// Waits for what a statement that threw has left running; what is told of it is not the next
/// case's.
inline void settle() {
#if defined(__CUDACC__)
    try {
        tw::synchronize();
    } catch (tw::error const&) {
    }
#endif
}

/// Runs every case of a file, but those of the statements to leave out; returns how many failed, at
/// most 100.
inline int run(char const* const* arguments, statement_function const* statements) {
    input in(arguments[1]);
    int cases = 0, failed = 0;
    while (in.next()) {
        bool left_out = false;
        for (char const* const* a = arguments + 2; *a; ++a)
            left_out = left_out || std::stoll(*a) == in.statement;
        if (left_out)
            continue;
        ++cases;
        try {
            statements[in.statement](in);
#if defined(__CUDACC__)
            tw::synchronize();  // a kernel's bad index is told there
#endif
            if (in.throws)
                in.report("did not throw");
        } catch (tw::error const& e) {
            if (!in.throws)
                in.report("threw: %s", e.what());
        } catch (std::exception const& e) {
            in.report("threw: %s", e.what());
        }
        settle();
        failed += in.wrong() ? 1 : 0;
        if (in.wrong() && !device_works()) {
            std::printf("LOST %lld\n", static_cast<long long>(in.statement));
            return 101;
        }
    }
    std::printf("%d cases, %d failed\n", cases, failed);
    return failed < 100 ? failed : 100;
}

}  // namespace fuzz
