// SPDX-License-Identifier: MIT
// A Fourier transform as numbers: sizes, strides and axes of any rank, no template and no memory.
#pragma once

#include "twill/ops/fft/options.hpp"
#include "twill/shape/extents.hpp"

namespace twill::inline v0::detail {

enum class fft_kind : int { complex, real_to_complex, complex_to_real };

/// What a space is asked to compute. A transform of real numbers has n / 2 + 1 numbers of its
/// spectrum along one axis, the halved one; `length` counts points on either side.
struct fft_transform {
    fft_kind kind = fft_kind::complex;
    bool is_double = false;
    bool inverse = false;
    int rank = 0;
    std::uint32_t axes = 0;  ///< one bit for each that is transformed
    int halved = -1;
    index_t length[most_fft_axes] = {};
    index_t in_stride[most_fft_axes] = {};
    index_t out_stride[most_fft_axes] = {};
    void const* in = nullptr;
    void* out = nullptr;
    /// What the result is multiplied by, on the host. On the device kernels before or after do it.
    double scale = 1;

    bool has(int axis) const { return axes >> axis & 1; }
    index_t in_extent(int axis) const {
        return axis == halved && kind == fft_kind::complex_to_real ? length[axis] / 2 + 1
                                                                   : length[axis];
    }
    index_t out_extent(int axis) const {
        return axis == halved && kind == fft_kind::real_to_complex ? length[axis] / 2 + 1
                                                                   : length[axis];
    }
    std::size_t in_size() const {
        return (is_double ? sizeof(double) : sizeof(float)) *
               (kind == fft_kind::real_to_complex ? 1 : 2);
    }
    std::size_t out_size() const {
        return (is_double ? sizeof(double) : sizeof(float)) *
               (kind == fft_kind::complex_to_real ? 1 : 2);
    }
};

/// The points of each axis, from what was asked for and the operand's shape; throws value_error for
/// an axis without points.
inline void set_lengths(fft_transform& t, fft_request const& asked, index_t const* shape,
                        caller const& by) {
    for (int d = 0; d < t.rank; ++d)
        t.length[d] = shape[d];
    t.axes = asked.mask();
    if (t.kind != fft_kind::complex)
        t.halved = asked.axes[asked.count - 1];
    for (int i = 0; i < asked.count; ++i) {
        int const d = asked.axes[i];
        if (asked.lengths[i] != -1)
            t.length[d] = asked.lengths[i];
        else if (d == t.halved && t.kind == fft_kind::complex_to_real)
            t.length[d] = 2 * (shape[d] - 1);
        if (t.length[d] < 1)
            raise<value_error>(by.place,
                               "twill: %s: %lld points along axis %d of an operand of shape %s; "
                               "there must be one at least",
                               by.operation, static_cast<long long>(t.length[d]), d,
                               shape_text(shape, t.rank).text);
    }
}

/// The factor of a norm: the inverse of `backward` has 1/n, where n is the number of points.
inline double scale_of(fft_transform const& t, fft::norm factor) {
    bool const all = factor == (t.inverse ? fft::norm::backward : fft::norm::forward);
    if (!all && factor != fft::norm::ortho)
        return 1;
    double points = 1;
    for (int d = 0; d < t.rank; ++d)
        if (t.has(d))
            points *= static_cast<double>(t.length[d]);
    return 1 / (all ? points : __builtin_sqrt(points));
}

/// C order.
inline void set_contiguous(index_t* stride, fft_transform const& t,
                           index_t (fft_transform::*extent)(int) const) {
    index_t step = 1;
    for (int d = t.rank - 1; d >= 0; --d) {
        stride[d] = step;
        step *= (t.*extent)(d);
    }
}

/// Zeros into an array in C order along the axes that are longer than what is to be there:
/// clear(rows, pitch, width, count) sets `width` bytes of each of `count` rows.
template <class Clear>
void clear_beyond(void* to, index_t const* shape, index_t const* from, int rank,
                  std::size_t element_size, Clear clear) {
    index_t inner = 1;
    index_t outer = 1;
    for (int d = 0; d < rank; ++d)
        outer *= shape[d];
    for (int d = rank - 1; d >= 0; --d) {
        outer /= shape[d];
        if (from[d] < shape[d]) {
            auto const pitch = static_cast<std::size_t>(shape[d] * inner) * element_size;
            auto const kept = static_cast<std::size_t>(from[d] * inner) * element_size;
            clear(static_cast<char*>(to) + kept, pitch, pitch - kept,
                  static_cast<std::size_t>(outer));
        }
        inner *= shape[d];
    }
}
inline void clear_host_rows(char* rows, std::size_t pitch, std::size_t width, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        std::memset(rows + i * pitch, 0, width);
}

}  // namespace twill::inline v0::detail
