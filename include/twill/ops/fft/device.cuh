// SPDX-License-Identifier: MIT
// Fourier transforms on the device by cuFFT: plans with strides of their own, work areas from
// twill's pool.
#pragma once

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/fft/operand.hpp"
#include "twill/ops/fft/plan_cache.cuh"

namespace twill::inline v0::detail {

template <>
struct fft_backend<device_space> {
    static constexpr char const* name = "cuFFT";
    static constexpr bool scales = false;
    static constexpr bool conjugates = false;
    static constexpr bool reads_anything = false;

    static void clear(char* rows, std::size_t pitch, std::size_t width, std::size_t count) {
        // The greatest pitch of copies and fills; rows so long are few.
        constexpr std::size_t most = 0x7fffffff;
        if (pitch > most) {
            for (std::size_t i = 0; i < count; ++i)
                check(cudaMemsetAsync(rows + i * pitch, 0, width, handle_of(stream_now())),
                      "cudaMemsetAsync");
            return;
        }
        check(cudaMemset2DAsync(rows, pitch, 0, width, count, handle_of(stream_now())),
              "cudaMemset2DAsync");
    }

    /// Where a pass of a complex-to-real transform comes before the last one it writes the operand,
    /// which is the library's own.
    static void run(fft_transform const& t) {
        fft_passes const all = passes_of(t);
        bool const to_real = t.kind == fft_kind::complex_to_real;
        // Real transforms the other way round are conjugated outside: all passes go one way.
        bool const inverse = t.kind == fft_kind::complex ? t.inverse : to_real;
        for (int i = 0; i < all.count; ++i) {
            bool const last = i + 1 == all.count;
            bool const in_operand = to_real && !last;
            bool const in_result = !to_real && i > 0;
            run_pass(all.pass[i], in_result ? t.out : t.in,
                     in_operand ? const_cast<void*>(t.in) : t.out,
                     in_result ? t.out_size() : t.in_size(),
                     in_operand ? t.in_size() : t.out_size(), inverse);
        }
    }

private:
    static void run_pass(fft_pass const& pass, void const* in, void* out, std::size_t in_size,
                         std::size_t out_size, bool inverse) {
        stream_state* const now = stream_now();
        fft_layout layout = pass.plan;
        layout.device = now->device;
        fft_plan_use const plan(layout);
        storage_ref const work = plan->work_bytes != 0
                                     ? memory<device_space>::allocate(plan->work_bytes)
                                     : storage_ref();
        int const direction =
            (layout.kind == fft_kind::complex ? inverse : layout.kind == fft_kind::complex_to_real)
                ? CUFFT_INVERSE
                : CUFFT_FORWARD;
        mutex_lock const lock(plan->running);
        if (cudaStream_t const stream = handle_of(now);
            !plan->has_stream || plan->stream != stream) {
            require(cufftSetStream(plan->handle, stream), "cufftSetStream", layout);
            plan->stream = stream;
            plan->has_stream = true;
        }
        if (work)
            require(cufftSetWorkArea(plan->handle, work.get()->data), "cufftSetWorkArea", layout);
        index_t at[most_fft_axes] = {};
        for (;;) {
            index_t from = 0;
            index_t to = 0;
            for (int i = 0; i < pass.loops; ++i) {
                from += at[i] * pass.in_stride[i];
                to += at[i] * pass.out_stride[i];
            }
            require(cufftXtExec(plan->handle,
                                const_cast<char*>(static_cast<char const*>(in)) +
                                    from * static_cast<index_t>(in_size),
                                static_cast<char*>(out) + to * static_cast<index_t>(out_size),
                                direction),
                    "cufftXtExec", layout);
            int i = pass.loops - 1;
            for (; i >= 0 && ++at[i] == pass.count[i]; --i)
                at[i] = 0;
            if (i < 0)
                break;
        }
    }
    static void require(cufftResult code, char const* call, fft_layout const& layout) {
        if (code != CUFFT_SUCCESS)
            raise_cufft(code, call, layout);
    }
};

}  // namespace twill::inline v0::detail
