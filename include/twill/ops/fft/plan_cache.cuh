// SPDX-License-Identifier: MIT
// Plans of cuFFT, kept for the next transform of the same layout on the same device. A plan has no
// work area of its own: each call brings one from twill's pool, so that what is kept is small and
// several streams may run one plan at once.
#pragma once

#include <cufftXt.h>

#include "twill/cuda/runtime/memory.hpp"
#include "twill/cuda/runtime/relaxed_capture.hpp"
#include "twill/host/threads.hpp"
#include "twill/ops/fft/passes.hpp"

namespace twill::inline v0 {
namespace detail {

inline char const* cufft_sentence(cufftResult code) {
    switch (code) {
        case CUFFT_ALLOC_FAILED:
            return "cuFFT found no memory on the device for its tables";
        case CUFFT_INVALID_SIZE:
            return "cuFFT does not transform so many points";
        case CUFFT_INVALID_VALUE:
            return "cuFFT does not take this layout";
        case CUFFT_SETUP_FAILED:
            return "cuFFT could not be initialised";
        case CUFFT_EXEC_FAILED:
            return "cuFFT could not launch its kernels";
        case CUFFT_NOT_SUPPORTED:
        case CUFFT_NOT_IMPLEMENTED:
            return "cuFFT does not support this transform";
        default:
            return "cuFFT failed";
    }
}
/// Throws out_of_memory or cuda_error with the sizes of the transform.
[[noreturn]] TWILL_COLD inline void raise_cufft(cufftResult code, char const* call,
                                                fft_layout const& x) {
    cudaGetLastError();
    index_t length[3] = {x.length[0], x.length[1], x.length[2]};
    char text[320];
    std::snprintf(text, sizeof(text), "twill: %s (%s: %d): %lld transforms of %s points, %s",
                  cufft_sentence(code), call, static_cast<int>(code),
                  static_cast<long long>(x.batch), shape_text(length, x.rank).text,
                  x.is_double ? "float64" : "float32");
    if (code == CUFFT_ALLOC_FAILED)
        throw out_of_memory(text, 0);
    throw cuda_error(text, static_cast<int>(code));
}

/// A plan and who uses it. It goes with its last user, be it the cache or a call that runs.
struct fft_plan {
    fft_layout made_for;
    cufftHandle handle = 0;
    std::size_t work_bytes = 0;
    /// Of the device's memory, while it is kept.
    std::size_t held_bytes = 0;
    std::uint64_t last_used = 0;
    index_t users = 1;
    fft_plan* next = nullptr;
    /// Stream and work area are the plan's: one call after the other sets them and launches.
    thread_mutex running;
    cudaStream_t stream = nullptr;
    bool has_stream = false;

    explicit fft_plan(fft_layout const& layout) : made_for(layout) {
        relaxed_capture const allowed;
        char const* call = "";
        // Short of memory cuFFT also says that something inside failed.
        cufftResult const code = make_with_room([&] { return make(call); }, CUFFT_ALLOC_FAILED,
                                                CUFFT_SETUP_FAILED, CUFFT_INTERNAL_ERROR);
        if (code != CUFFT_SUCCESS)
            raise_cufft(code, call, layout);
    }
    ~fft_plan() {
        relaxed_capture const allowed;
        device_switch const there(made_for.device);
        cufftDestroy(handle);
    }
    fft_plan(fft_plan const&) = delete;
    fft_plan& operator=(fft_plan const&) = delete;

private:
    /// Where it fails there is no handle; `call` is what was called last.
    cufftResult make(char const*& call) {
        std::size_t before = 0;
        std::size_t after = 0;
        std::size_t total = 0;
        bool const known = cudaMemGetInfo(&before, &total) == cudaSuccess;
        call = "cufftCreate";
        cufftResult code = cufftCreate(&handle);
        if (code != CUFFT_SUCCESS)
            return code;
        fft_layout x = made_for;
        bool const is_double = x.is_double != 0;
        cudaDataType const real = is_double ? CUDA_R_64F : CUDA_R_32F;
        cudaDataType const complex = is_double ? CUDA_C_64F : CUDA_C_32F;
        call = "cufftXtMakePlanMany";
        code = cufftSetAutoAllocation(handle, 0);
        if (code == CUFFT_SUCCESS)
            code = cufftXtMakePlanMany(
                handle, x.rank, x.length, x.in_embed, x.in_step, x.in_distance,
                x.kind == fft_kind::real_to_complex ? real : complex, x.out_embed, x.out_step,
                x.out_distance, x.kind == fft_kind::complex_to_real ? real : complex, x.batch,
                &work_bytes, complex);
        if (code != CUFFT_SUCCESS) {
            cufftDestroy(handle);
            return code;
        }
        if (known && cudaMemGetInfo(&after, &total) == cudaSuccess && after < before)
            held_bytes = before - after;
        return code;
    }
};

/// The plans of the process. Never destroyed: static objects may transform.
class fft_plans {
public:
    TWILL_SHARED static fft_plans& instance() {
        static fft_plans* const all = new fft_plans;
        return *all;
    }

    /// The plan of a layout, of which the caller is a user from now on. Throws value_error where it
    /// would have to be made while a graph is captured.
    fft_plan* take(fft_layout const& layout) {
        {
            mutex_lock const lock(mutex_);
            if (fft_plan* const known = find(layout))
                return known;
        }
        if (is_capturing(handle_of(stream_now())))
            raise<value_error>(
                "twill: a Fourier transform of a size and layout that were not used before, while "
                "a graph is captured: run it once before the capture, which makes cuFFT's plan");
        // Made without the lock: that takes milliseconds.
        auto* const made = new fft_plan(layout);
        fft_plan* gone = nullptr;
        fft_plan* result = made;
        {
            mutex_lock const lock(mutex_);
            if (fft_plan* const known = find(layout)) {
                // Another thread was faster.
                gone = made;
                result = known;
            } else if (most_plans_ > 0) {
                made->users = 2;
                made->last_used = ++clock_;
                made->next = std::exchange(first_, made);
                ++count_;
                bytes_ += made->held_bytes;
                gone = keep_to_limits();
            }
        }
        destroy(gone);
        return result;
    }
    /// The caller uses it no more.
    void give_back(fft_plan* plan) noexcept {
        bool last = false;
        {
            mutex_lock const lock(mutex_);
            last = --plan->users == 0;
        }
        if (last)
            delete plan;
    }

    void limit(index_t plans, std::size_t bytes) {
        fft_plan* gone = nullptr;
        {
            mutex_lock const lock(mutex_);
            most_plans_ = plans;
            most_bytes_ = bytes;
            gone = keep_to_limits();
        }
        destroy(gone);
    }
    void clear() {
        fft_plan* gone = nullptr;
        {
            mutex_lock const lock(mutex_);
            index_t const most = std::exchange(most_plans_, 0);
            gone = keep_to_limits();
            most_plans_ = most;
        }
        destroy(gone);
    }
    index_t count() {
        mutex_lock const lock(mutex_);
        return count_;
    }
    std::size_t bytes() {
        mutex_lock const lock(mutex_);
        return bytes_;
    }
    index_t most_plans() {
        mutex_lock const lock(mutex_);
        return most_plans_;
    }
    std::size_t most_bytes() {
        mutex_lock const lock(mutex_);
        return most_bytes_;
    }

private:
    fft_plan* find(fft_layout const& layout) {
        for (fft_plan* p = first_; p; p = p->next)
            if (p->made_for == layout) {
                ++p->users;
                p->last_used = ++clock_;
                return p;
            }
        return nullptr;
    }
    /// Takes out the plans that were not used for longest; what nobody uses any more is returned.
    fft_plan* keep_to_limits() {
        fft_plan* gone = nullptr;
        while (count_ > most_plans_ || (bytes_ > most_bytes_ && count_ > 1)) {
            fft_plan** oldest = &first_;
            for (fft_plan** p = &first_; *p; p = &(*p)->next)
                if ((*p)->last_used < (*oldest)->last_used)
                    oldest = p;
            fft_plan* const out = *oldest;
            *oldest = out->next;
            --count_;
            bytes_ -= out->held_bytes;
            if (--out->users == 0) {
                out->next = gone;
                gone = out;
            }
        }
        return gone;
    }
    static void destroy(fft_plan* gone) noexcept {
        while (gone)
            delete std::exchange(gone, gone->next);
    }

    thread_mutex mutex_;
    fft_plan* first_ = nullptr;
    index_t count_ = 0;
    std::size_t bytes_ = 0;
    index_t most_plans_ = 64;
    std::size_t most_bytes_ = std::size_t{1} << 30;
    std::uint64_t clock_ = 0;
};

/// A plan for the time of a call.
class fft_plan_use {
public:
    explicit fft_plan_use(fft_layout const& layout)
        : plan_(fft_plans::instance().take(layout)),
          captured_(is_capturing(handle_of(stream_now()))) {}
    /// A captured graph reads a plan's tables at each launch: such a plan is never destroyed.
    ~fft_plan_use() {
        if (!captured_)
            fft_plans::instance().give_back(plan_);
    }
    fft_plan_use(fft_plan_use const&) = delete;
    fft_plan_use& operator=(fft_plan_use const&) = delete;
    fft_plan* operator->() const { return plan_; }

private:
    fft_plan* plan_;
    bool captured_;
};

}  // namespace detail

namespace fft {

/// cuFFT's plans that the process keeps: 64 and 1 GiB of device memory unless said. The one that
/// was not used for longest goes first; that waits for its device, as cuFFT frees memory.
class plan_cache_t {
public:
    /// At most so many plans, and at most so many bytes of device memory for their tables; 0 plans
    /// keeps none. Throws value_error for a negative number.
    void limit(index_t plans, source_location place = source_location::current()) const {
        limit(plans, detail::fft_plans::instance().most_bytes(), place);
    }
    void limit(index_t plans, std::size_t bytes,
               source_location place = source_location::current()) const {
        if (plans < 0)
            detail::raise<value_error>(place, "twill: fft::plan_cache().limit(%lld)",
                                       static_cast<long long>(plans));
        detail::fft_plans::instance().limit(plans, bytes);
    }
    index_t limit() const { return detail::fft_plans::instance().most_plans(); }
    /// Forgets all of them.
    void clear() const { detail::fft_plans::instance().clear(); }
    /// How many there are, and how much less memory their devices had free when they were made.
    index_t size() const { return detail::fft_plans::instance().count(); }
    std::size_t bytes() const { return detail::fft_plans::instance().bytes(); }
};
inline plan_cache_t plan_cache() { return {}; }

}  // namespace fft
}  // namespace twill::inline v0
