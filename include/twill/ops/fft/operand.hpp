// SPDX-License-Identifier: MIT
// The operand of a Fourier transform in memory: as it lies where a library can read it so,
// otherwise computed, cut off or filled up with zeros in one pass.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/core/complex.hpp"
#include "twill/expr/conversion.hpp"
#include "twill/ops/fft/transform.hpp"

namespace twill::inline v0::detail {

/// Fourier transforms of a space; completed by `twill/fft.hpp` and `twill/fft.cuh`.
///   scales                  whether run() multiplies by the transform's factor
///   conjugates              whether it runs real transforms of the other direction
///   reads_anything          whether it reads operands however they lie
///   clear(rows, pitch, width, count)  zeros into `width` bytes of each row
///   run(transform)          the transform; may write over an operand of the library's own
template <class Space>
struct fft_backend;

template <class Space>
constexpr auto require_fft_backend() {
    require_some_space<Space>();
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<fft_backend<Space>, Space>,
                      "twill: a Fourier transform on the device: do it in a .cu file that includes "
                      "<twill/fft.cuh>");
    else
        static_assert(
            provided<fft_backend<Space>, Space>,
            "twill: a Fourier transform on the host: include <twill/fft.hpp>, which needs "
            "the header pocketfft_hdronly.h, or FFTW and TWILL_HAS_FFTW: CMake's target "
            "twill::fft finds them");
}

/// The real type that transforms of elements are computed in, as NumPy 2: float of float and 16-bit
/// floats, double of double and integers.
template <class T>
constexpr auto fft_real() {
    static_assert(is_number<canonical_t<T>>,
                  "twill: a Fourier transform takes real or complex numbers");
    using R = typename element<canonical_t<T>>::real;
    if constexpr (is_integer<R> || is_boolean<R> || std::is_same_v<R, double>)
        return double{};
    else
        return float{};
}
template <class T>
using fft_real_t = decltype(fft_real<T>());

/// An element as the transform reads it, times the factor of the transform.
template <class To, bool Conjugated>
struct fft_element_function {
    static constexpr char const* name = "fft";
    typename element<To>::real factor;
    template <class From>
    TWILL_HD constexpr To operator()(From x) const {
        To const y = convert_value<To>(x) * factor;
        if constexpr (Conjugated)
            return To(y.real(), -y.imag());
        else
            return y;
    }
};
template <class To, bool Conjugated, class E>
auto fft_elements(double factor, E const& x) {
    using R = typename element<To>::real;
    return make_elementwise(fft_element_function<To, Conjugated>{static_cast<R>(factor)}, x);
}

/// What is known of how a leaf lies is forgotten: one set of kernels copies them all.
template <class E>
decltype(auto) forget_lie(E const& x) {
    if constexpr (leaf_in_memory<E>)
        return leaf<typename E::value_type, E::rank, typename E::space>(x);
    else
        return (x);
}

/// Whether a node is a leaf of these elements.
template <class E, class T>
inline constexpr bool is_leaf_of = false;
template <class T, int Rank, class Space, class Lie>
inline constexpr bool is_leaf_of<leaf<T, Rank, Space, Lie>, T> = true;
template <class E>
inline constexpr bool is_dense_leaf = false;
template <class T, int Rank, class Space>
inline constexpr bool is_dense_leaf<leaf<T, Rank, Space, dense>> = true;

/// As much of x as there is along each axis of a shape.
template <class E>
auto cut_to(E const& x, extents<E::rank> const& shape) {
    auto map = identity_mapping(x.shape());
    for (int d = 0; d < E::rank; ++d)
        if (map.shape[d] > shape[d])
            map.shape[d] = shape[d];
    return rearrange(x, map);
}

/// The elements of x in fresh memory of a shape, zeros where x has none.
template <class To, bool Conjugated, class Space, bool Resizes, class E>
leaf<To, E::rank, Space, dense> fft_copy(execution& now, E const& x, double factor,
                                         extents<E::rank> const& shape) {
    if constexpr (!Resizes) {
        (void)shape;
        return evaluate_fresh<To, Space>(now, fft_elements<To, Conjugated>(factor, forget_lie(x)));
    } else {
        auto const part = cut_to(x, shape);
        auto result = now.fresh<To, Space>(shape);
        auto const held = part.shape();
        clear_beyond(const_cast<To*>(result.data), shape.values, held.values, E::rank, sizeof(To),
                     &fft_backend<Space>::clear);
        if (held.size() > 0) {
            target<To, E::rank> const to{result.storage.get(),
                                         const_cast<To*>(result.data),
                                         {held, result.layout.stride},
                                         true};
            require_backend<Space>();
            require_callable<Space, E>();
            [[maybe_unused]] fault_scope<Space, may_fault<E>> const faults;
            auto const elements = fft_elements<To, Conjugated>(factor, forget_lie(part));
            if constexpr (claimants_of<E>::count == 0) {
                // Nothing lies in fresh memory that could be read too late.
                decltype(auto) ready = make_ready<Space>(now, elements);
                auto const table = operands_of_step(ready);
                now.begin<Space>(table.rows, table.count, to.storage);
                run_loop<Space, strided>(now, ready, to);
            } else {
                run<Space, strided>(now, elements, to);
            }
            if constexpr (may_fault<E>)
                now.throw_fault<Space>();
        }
        return result;
    }
}

}  // namespace twill::inline v0::detail
