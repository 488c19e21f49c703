// SPDX-License-Identifier: MIT
// What a Fourier transform is asked for beside its operand: axes, lengths, where the factor goes.
#pragma once

#include "twill/expr/concepts.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace fft {

/// Where the factor 1/n of a transform of n points and its inverse goes: all of it to the inverse
/// (unless said), its square root to both, all of it to the forward one. As NumPy's `norm`.
enum class norm { backward, ortho, forward };

template <int Count>
struct length_t {
    index_t values[Count];
};
/// Points along the axes of a transform, in the order of the axes: what the operand has more is cut
/// off, what it lacks is zeros. -1 means as many as it has. `fft(x, length(100))`, `fft2(x,
/// length(64, 64))`.
template <class... N>
    requires(sizeof...(N) > 0 && (std::is_integral_v<N> && ...))
constexpr length_t<static_cast<int>(sizeof...(N))> length(N... points) {
    return {{detail::saturated_index(points)...}};
}

}  // namespace fft

namespace detail {

inline constexpr int most_fft_axes = 8;

struct no_fft_option {};
template <class T>
inline constexpr int fft_lengths_in = 0;
template <int Count>
inline constexpr int fft_lengths_in<fft::length_t<Count>> = Count;

/// What may follow the operand of a transform, in any order. A plain integer is taken here to be
/// refused with a sentence.
template <class T>
concept fft_option = axes_or_number<T> || fft_lengths_in<T> != 0 || std::is_same_v<T, fft::norm> ||
                     std::is_same_v<T, no_fft_option>;

/// What was asked for, with axes counted from the start.
struct fft_request {
    int count = 0;
    int axes[most_fft_axes] = {};
    index_t lengths[most_fft_axes] = {};  ///< -1 where none was given
    fft::norm factor = fft::norm::backward;

    std::uint32_t mask() const {
        std::uint32_t bits = 0;
        for (int i = 0; i < count; ++i)
            bits |= std::uint32_t{1} << axes[i];
        return bits;
    }
};

template <class T>
struct fft_axes_given {
    static constexpr int count = 0;
};
template <int... I>
struct fft_axes_given<axis_t<I...>> {
    static constexpr int count = static_cast<int>(sizeof...(I));
};
template <int N>
struct fft_axes_given<runtime_axes<N>> {
    static constexpr int count = N;
};

/// What the types of the options tell. `Default`: how many of the last axes are meant where none is
/// named; 0: all, or as many as there are lengths.
template <int Rank, int Default, class... O>
struct fft_options {
    static_assert(!(axis_number<O> || ...),
                  "twill: a number alone may be an axis or a length here: say axes(k) or "
                  "fft::length(n)");
    static constexpr int lengths = (0 + ... + fft_lengths_in<O>);
    static constexpr int named_axes = (0 + ... + fft_axes_given<O>::count);
    static_assert((0 + ... + (is_axes<O> ? 1 : 0)) <= 1 &&
                      (0 + ... + (fft_lengths_in<O> != 0 ? 1 : 0)) <= 1 &&
                      (0 + ... + (std::is_same_v<O, fft::norm> ? 1 : 0)) <= 1,
                  "twill: an option of a Fourier transform is given twice");
    static constexpr bool has_norm = (std::is_same_v<O, fft::norm> || ...);
    static constexpr int count = named_axes != 0 ? named_axes
                                 : Default != 0  ? Default
                                 : lengths != 0  ? lengths
                                                 : Rank;
    static_assert(count <= Rank, "twill: a Fourier transform along more axes than the operand has");
    static_assert(lengths == 0 || lengths == count,
                  "twill: fft::length names a length for every axis of the transform");
    /// Whether the transform is known to run along the last axes.
    static constexpr bool is_trailing = named_axes == 0 || Rank == 1;

    static fft_request request(caller const& by, O const&... options) {
        fft_request result;
        result.count = count;
        for (int i = 0; i < count; ++i) {
            result.axes[i] = Rank - count + i;
            result.lengths[i] = -1;
        }
        (take(result, by, options), ...);
        return result;
    }

private:
    static void take(fft_request&, caller const&, no_fft_option) {}
    static void take(fft_request& to, caller const&, fft::norm factor) { to.factor = factor; }
    template <int Count>
    static void take(fft_request& to, caller const&, fft::length_t<Count> const& given) {
        for (int i = 0; i < Count; ++i)
            to.lengths[i] = given.values[i];
    }
    template <class Axes>
        requires is_axes<Axes>
    static void take(fft_request& to, caller const& by, Axes const& which) {
        axes_traits<Axes, Rank>::mask(which, by);
        auto const list = list_of_axes(which);
        for (int i = 0; i < count; ++i)
            to.axes[i] = normalise_axis(list.values[i], Rank, by);
    }
};

}  // namespace detail
}  // namespace twill::inline v0
