// SPDX-License-Identifier: MIT
// Fourier transforms on the host by pocketfft's C++ header (github.com/mreineck/pocketfft, branch
// cpp), which is not part of twill. Its lines are dealt out to twill's threads. Where the header is
// not found, and FFTW was not asked for, the host has no transforms, and calling one says so.
#pragma once

#include "twill/host/pool.hpp"
#include "twill/ops/fft/operand.hpp"

#if !defined(TWILL_HAS_FFTW) && __has_include(<pocketfft_hdronly.h>)
#include <pocketfft_hdronly.h>

#include <new>

namespace twill::inline v0::detail {

template <>
struct fft_backend<host_space> {
    static constexpr char const* name = "pocketfft";
    static constexpr bool scales = true;
    static constexpr bool conjugates = true;
    static constexpr bool reads_anything = true;

    static void clear(char* rows, std::size_t pitch, std::size_t width, std::size_t count) {
        clear_host_rows(rows, pitch, width, count);
    }

    static void run(fft_transform const& t) {
        try {
            if (t.is_double)
                run_as<double>(t);
            else
                run_as<float>(t);
        } catch (std::bad_alloc const&) {
            throw out_of_memory("twill: no host memory for a Fourier transform", 0);
        }
    }

private:
    /// Elements of a piece of the lines: fixed, so that results do not depend on the number of
    /// threads.
    static constexpr index_t elements_of_piece = index_t{1} << 16;

    /// What one axis is transformed from and to, in pieces of another axis.
    struct lines {
        pocketfft::shape_t shape;
        pocketfft::stride_t in_stride;
        pocketfft::stride_t out_stride;
        char const* in;
        char* out;
    };
    template <class F>
    static void along(fft_transform const& t, int axis, bool from_result, bool to_operand,
                      F const& f) {
        auto const rank = static_cast<std::size_t>(t.rank);
        bool const halves = axis == t.halved;
        lines all{pocketfft::shape_t(rank), pocketfft::stride_t(rank), pocketfft::stride_t(rank),
                  static_cast<char const*>(from_result ? t.out : t.in),
                  to_operand ? const_cast<char*>(static_cast<char const*>(t.in))
                             : static_cast<char*>(t.out)};
        auto const in_size = static_cast<std::ptrdiff_t>(from_result ? t.out_size() : t.in_size());
        auto const out_size = static_cast<std::ptrdiff_t>(to_operand ? t.in_size() : t.out_size());
        int cut = -1;
        index_t size = 1;
        for (int d = 0; d < t.rank; ++d) {
            auto const k = static_cast<std::size_t>(d);
            // A real transform names points, a complex one what is there.
            index_t const extent = halves && d == axis ? t.length[d]
                                   : from_result       ? t.out_extent(d)
                                                       : t.in_extent(d);
            all.shape[k] = static_cast<std::size_t>(extent);
            all.in_stride[k] = (from_result ? t.out_stride[d] : t.in_stride[d]) * in_size;
            all.out_stride[k] = (to_operand ? t.in_stride[d] : t.out_stride[d]) * out_size;
            size *= extent;
            if (d != axis && (cut < 0 || extent > static_cast<index_t>(
                                                      all.shape[static_cast<std::size_t>(cut)])))
                cut = d;
        }
        if (cut < 0 || size <= elements_of_piece)
            return f(all);
        auto const k = static_cast<std::size_t>(cut);
        auto const extent = static_cast<index_t>(all.shape[k]);
        // Whole vectors of lines.
        index_t const each = (elements_of_piece / (size / extent) + 16) / 16 * 16;
        parallel_pieces((extent + each - 1) / each, [&](index_t piece) {
            lines part = all;
            index_t const first = piece * each;
            part.shape[k] = static_cast<std::size_t>(extent - first < each ? extent - first : each);
            part.in += first * part.in_stride[k];
            part.out += first * part.out_stride[k];
            f(part);
        });
    }

    template <class R>
    static void run_as(fft_transform const& t) {
        using Complex = std::complex<R>;
        auto factor = static_cast<R>(t.scale);
        bool first = true;
        auto complex_axis = [&](int axis, bool from_result, bool to_operand) {
            along(t, axis, from_result, to_operand, [&](lines const& x) {
                pocketfft::c2c(x.shape, x.in_stride, x.out_stride,
                               pocketfft::shape_t{static_cast<std::size_t>(axis)}, !t.inverse,
                               reinterpret_cast<Complex const*>(x.in),
                               reinterpret_cast<Complex*>(x.out), factor);
            });
            factor = 1;
            first = false;
        };
        if (t.kind == fft_kind::real_to_complex) {
            along(t, t.halved, false, false, [&](lines const& x) {
                pocketfft::r2c(x.shape, x.in_stride, x.out_stride,
                               static_cast<std::size_t>(t.halved), !t.inverse,
                               reinterpret_cast<R const*>(x.in), reinterpret_cast<Complex*>(x.out),
                               factor);
            });
            factor = 1;
            first = false;
        }
        bool const to_real = t.kind == fft_kind::complex_to_real;
        for (int d = t.rank - 1; d >= 0; --d)
            if (t.has(d) && d != t.halved)
                complex_axis(d, !first && !to_real, to_real);
        if (to_real)
            along(t, t.halved, false, false, [&](lines const& x) {
                pocketfft::c2r(x.shape, x.in_stride, x.out_stride,
                               static_cast<std::size_t>(t.halved), !t.inverse,
                               reinterpret_cast<Complex const*>(x.in), reinterpret_cast<R*>(x.out),
                               factor);
            });
    }
};

}  // namespace twill::inline v0::detail
#endif
