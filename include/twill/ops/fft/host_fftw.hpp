// SPDX-License-Identifier: MIT
// Fourier transforms on the host by FFTW 3, for programs that ask for it (its licence is the GPL):
// TWILL_HAS_FFTW, which CMake's target twill::fft defines with -D TWILL_HOST_FFT=FFTW.
#pragma once

#include "twill/host/pool.hpp"
#include "twill/ops/fft/operand.hpp"

#if defined(TWILL_HAS_FFTW)
#include <fftw3.h>

namespace twill::inline v0::detail {

/// FFTW's names in one precision.
template <class R>
struct fftw_names;
template <>
struct fftw_names<double> {
    using plan = fftw_plan;
    using complex = fftw_complex;
    static constexpr auto complex_plan = fftw_plan_guru64_dft;
    static constexpr auto forward_plan = fftw_plan_guru64_dft_r2c;
    static constexpr auto backward_plan = fftw_plan_guru64_dft_c2r;
    static constexpr auto run_complex = fftw_execute_dft;
    static constexpr auto run_forward = fftw_execute_dft_r2c;
    static constexpr auto run_backward = fftw_execute_dft_c2r;
    static constexpr auto destroy = fftw_destroy_plan;
};
template <>
struct fftw_names<float> {
    using plan = fftwf_plan;
    using complex = fftwf_complex;
    static constexpr auto complex_plan = fftwf_plan_guru64_dft;
    static constexpr auto forward_plan = fftwf_plan_guru64_dft_r2c;
    static constexpr auto backward_plan = fftwf_plan_guru64_dft_c2r;
    static constexpr auto run_complex = fftwf_execute_dft;
    static constexpr auto run_forward = fftwf_execute_dft_r2c;
    static constexpr auto run_backward = fftwf_execute_dft_c2r;
    static constexpr auto destroy = fftwf_destroy_plan;
};

/// Plans are made and destroyed by one thread at a time; they run on any.
TWILL_SHARED inline thread_mutex& fftw_planner() {
    static auto* const lock = new thread_mutex;
    return *lock;
}

template <class R>
class fftw_transform {
    using names = fftw_names<R>;

public:
    /// `batch` lines along `cut`, the others whole.
    fftw_transform(fft_transform const& t, int cut, index_t batch) : kind_(t.kind) {
        fftw_iodim64 dims[most_fft_axes];
        fftw_iodim64 others[most_fft_axes];
        int rank = 0;
        int other = 0;
        auto dimension = [&](int d, index_t n) {
            return fftw_iodim64{n, t.in_stride[d], t.out_stride[d]};
        };
        for (int d = 0; d < t.rank; ++d) {
            if (!t.has(d))
                others[other++] = dimension(d, d == cut ? batch : t.length[d]);
            else if (d != t.halved)
                dims[rank++] = dimension(d, t.length[d]);
        }
        // The last one is halved.
        if (t.halved >= 0)
            dims[rank++] = dimension(t.halved, t.length[t.halved]);
        // Several axes to real numbers are written over the operand, a copy of the library's own.
        bool const keeps = rank == 1 || kind_ != fft_kind::complex_to_real;
        unsigned const flags =
            FFTW_ESTIMATE | FFTW_UNALIGNED | (keeps ? FFTW_PRESERVE_INPUT : FFTW_DESTROY_INPUT);
        void* const in = const_cast<void*>(t.in);
        mutex_lock const lock(fftw_planner());
        if (kind_ == fft_kind::complex)
            plan_ =
                names::complex_plan(rank, dims, other, others, complex_of(in), complex_of(t.out),
                                    t.inverse ? FFTW_BACKWARD : FFTW_FORWARD, flags);
        else if (kind_ == fft_kind::real_to_complex)
            plan_ = names::forward_plan(rank, dims, other, others, static_cast<R*>(in),
                                        complex_of(t.out), flags);
        else
            plan_ = names::backward_plan(rank, dims, other, others, complex_of(in),
                                         static_cast<R*>(t.out), flags);
        if (!plan_)
            throw out_of_memory("twill: FFTW made no plan for a Fourier transform", 0);
    }
    ~fftw_transform() {
        mutex_lock const lock(fftw_planner());
        names::destroy(plan_);
    }
    fftw_transform(fftw_transform const&) = delete;
    fftw_transform& operator=(fftw_transform const&) = delete;

    void run(void* in, void* out) const {
        if (kind_ == fft_kind::complex)
            names::run_complex(plan_, complex_of(in), complex_of(out));
        else if (kind_ == fft_kind::real_to_complex)
            names::run_forward(plan_, static_cast<R*>(in), complex_of(out));
        else
            names::run_backward(plan_, complex_of(in), static_cast<R*>(out));
    }

private:
    static typename names::complex* complex_of(void* x) {
        return static_cast<typename names::complex*>(x);
    }
    fft_kind kind_;
    typename names::plan plan_ = nullptr;
};

template <>
struct fft_backend<host_space> {
    static constexpr char const* name = "FFTW";
    static constexpr bool scales = false;
    static constexpr bool conjugates = false;
    static constexpr bool reads_anything = true;

    static void clear(char* rows, std::size_t pitch, std::size_t width, std::size_t count) {
        clear_host_rows(rows, pitch, width, count);
    }
    static void run(fft_transform const& t) {
        if (t.is_double)
            run_as<double>(t);
        else
            run_as<float>(t);
    }

private:
    /// As for pocketfft: pieces of a fixed size.
    static constexpr index_t elements_of_piece = index_t{1} << 16;

    template <class R>
    static void run_as(fft_transform const& t) {
        int cut = -1;
        index_t size = 1;
        for (int d = 0; d < t.rank; ++d) {
            size *= t.length[d];
            if (!t.has(d) && (cut < 0 || t.length[d] > t.length[cut]))
                cut = d;
        }
        auto* const in = static_cast<char*>(const_cast<void*>(t.in));
        auto* const out = static_cast<char*>(t.out);
        if (cut < 0 || size <= elements_of_piece)
            return fftw_transform<R>(t, cut, cut < 0 ? 1 : t.length[cut]).run(in, out);
        index_t const extent = t.length[cut];
        index_t const each = (elements_of_piece / (size / extent) + 16) / 16 * 16;
        auto place = [&](index_t i, index_t stride, std::size_t bytes) {
            return i * each * stride * static_cast<index_t>(bytes);
        };
        index_t const whole = extent / each;
        if (whole > 0) {
            fftw_transform<R> const part(t, cut, each);
            parallel_pieces(whole, [&](index_t i) {
                part.run(in + place(i, t.in_stride[cut], t.in_size()),
                         out + place(i, t.out_stride[cut], t.out_size()));
            });
        }
        if (index_t const rest = extent - whole * each; rest > 0)
            fftw_transform<R>(t, cut, rest)
                .run(in + place(whole, t.in_stride[cut], t.in_size()),
                     out + place(whole, t.out_stride[cut], t.out_size()));
    }
};

}  // namespace twill::inline v0::detail
#endif
