// SPDX-License-Identifier: MIT
// cuBLAS: handles, statuses and the types of elements.
#pragma once

#include <cublas_v2.h>

#include "twill/core/complex.hpp"
#include "twill/core/half.hpp"
#include "twill/cuda/runtime/memory.hpp"
#include "twill/cuda/runtime/relaxed_capture.hpp"
#include "twill/ops/products/node.hpp"

namespace twill::inline v0::detail {

[[noreturn]] TWILL_COLD inline void raise_cublas(cublasStatus_t code, char const* call) {
    cudaGetLastError();
    char text[256];
    std::snprintf(text, sizeof(text), "twill: %s failed: %s", call, cublasGetStatusString(code));
    if (code == CUBLAS_STATUS_ALLOC_FAILED)
        throw out_of_memory(text, 0);
    throw cuda_error(text, static_cast<int>(code));
}
inline void check(cublasStatus_t code, char const* call) {
    if (code != CUBLAS_STATUS_SUCCESS)
        raise_cublas(code, call);
}

/// Makes a handle, for which cuBLAS allocates. Short of memory it also says that it could not be
/// initialised.
TWILL_COLD inline void make_cublas(cublasHandle_t& handle) {
    cublasHandle_t made = nullptr;
    check(make_with_room([&] { return cublasCreate(&made); }, CUBLAS_STATUS_ALLOC_FAILED,
                         CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_INTERNAL_ERROR),
          "cublasCreate");
    handle = made;
}

/// A handle, and the stream and the work area that it has. Handles are never destroyed: they belong
/// to a device's context, which may be gone when static objects are.
struct cublas_handle {
    cublasHandle_t handle;
    cublas_handle* next;
    /// Whose stream and work area were set last; null for those of a call that is done.
    stream_state* user;
    storage_ref work;
};
struct cublas_handles {
    cublas_handle* first[max_devices];
    unsigned char locked;

    void lock() noexcept {
        while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) {
        }
    }
    void unlock() noexcept { __atomic_clear(&locked, __ATOMIC_RELEASE); }
    /// One that no call uses, the stream's last one if it is there; null if there is none.
    cublas_handle* take(int device, stream_state const* user) noexcept {
        lock();
        cublas_handle** at = &first[device];
        for (cublas_handle** each = at; *each; each = &(*each)->next)
            if ((*each)->user == user)
                at = each;
        cublas_handle* const found = *at;
        if (found)
            *at = found->next;
        unlock();
        return found;
    }
    void give_back(int device, cublas_handle* unused) noexcept {
        lock();
        unused->next = std::exchange(first[device], unused);
        unlock();
    }
};
TWILL_SHARED inline constinit cublas_handles spare_cublas_handles{{}, 0};

/// A cuBLAS handle of the current device for the calls of a scope, on the current stream, with a
/// work area from twill's pool: calls of several streams and threads do not meet. A stream keeps
/// its area, but for streams that others made, and while a graph is captured, which may run beside
/// the stream.
class cublas_scope {
public:
    cublas_scope() {
        stream_state* const now = stream_now();
        device_ = now->device;
        held_ = spare_cublas_handles.take(device_, now);
        if (!held_)
            held_ = make();
        try {
            settle(now);
        } catch (...) {
            held_->user = nullptr;
            spare_cublas_handles.give_back(device_, held_);
            throw;
        }
    }
    ~cublas_scope() { spare_cublas_handles.give_back(device_, held_); }
    cublas_scope(cublas_scope const&) = delete;
    cublas_scope& operator=(cublas_scope const&) = delete;
    cublasHandle_t get() const noexcept { return held_->handle; }

private:
    /// What cuBLAS asks for on compute capability 9.0 and later; others need less.
    static constexpr std::size_t work_bytes = std::size_t{32} << 20;

    void settle(stream_state* now) {
        bool const keeps = now->is == stream_state::permanent ||
                           (now->is == stream_state::owned && !is_capturing(handle_of(now)));
        if (keeps && held_->user == now)
            return;
        held_->user = nullptr;
        storage_ref& work = keeps ? held_->work : work_;
        work = memory<device_space>::allocate(work_bytes);
        check(cublasSetStream(get(), handle_of(now)), "cublasSetStream");
        check(cublasSetWorkspace(get(), work.get()->data, work_bytes), "cublasSetWorkspace");
        // The area's block holds the stream: no other one will have its address.
        if (keeps)
            held_->user = now;
    }
    TWILL_COLD static cublas_handle* make() {
        // Making one allocates, which a capture of another stream would not allow.
        relaxed_capture const allowed;
        cublasHandle_t handle = nullptr;
        make_cublas(handle);
        // Sums of 16-bit products stay in float32 throughout.
        check(cublasSetMathMode(handle, static_cast<cublasMath_t>(
                                            CUBLAS_DEFAULT_MATH |
                                            CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)),
              "cublasSetMathMode");
        return new cublas_handle{handle, nullptr, nullptr, {}};
    }

    int device_;
    cublas_handle* held_;
    storage_ref work_;
};

/// A type of elements as CUDA's libraries name it, and the type that its products are summed in.
struct library_type {
    cudaDataType_t data;
    cublasComputeType_t compute;
};
template <class T>
constexpr library_type library_type_of(precision how) {
    cublasComputeType_t const single =
        how == precision::tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    if constexpr (std::is_same_v<T, float>)
        return {CUDA_R_32F, single};
    else if constexpr (std::is_same_v<T, complex<float>>)
        return {CUDA_C_32F, single};
    else if constexpr (std::is_same_v<T, double>)
        return {CUDA_R_64F, CUBLAS_COMPUTE_64F};
    else if constexpr (std::is_same_v<T, complex<double>>)
        return {CUDA_C_64F, CUBLAS_COMPUTE_64F};
    else if constexpr (std::is_same_v<T, float16>)
        return {CUDA_R_16F, CUBLAS_COMPUTE_32F};
    else
        return {CUDA_R_16BF, CUBLAS_COMPUTE_32F};
}

}  // namespace twill::inline v0::detail
