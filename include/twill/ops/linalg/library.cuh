// SPDX-License-Identifier: MIT
// cuSOLVER and cuBLAS: their handles, their functions by element type, their statuses.
#pragma once

#include <cublas_v2.h>
#include <cusolverDn.h>

#include "twill/cuda/runtime/launch.cuh"
#include "twill/cuda/runtime/relaxed_capture.hpp"
#include "twill/ops/linalg/operand.hpp"
#include "twill/ops/products/cublas.cuh"

namespace twill::inline v0::detail {

[[noreturn]] TWILL_COLD inline void raise_library(char const* call, int status, bool memory_full) {
    cudaGetLastError();
    char text[160];
    std::snprintf(text, sizeof(text), "twill: %s failed with status %d", call, status);
    if (memory_full)
        throw out_of_memory(text, 0);
    throw cuda_error(text, status);
}
inline void check(cusolverStatus_t status, char const* call) {
    if (status != CUSOLVER_STATUS_SUCCESS)
        raise_library(call, static_cast<int>(status), status == CUSOLVER_STATUS_ALLOC_FAILED);
}
/// What cuSOLVER makes, which allocates. Short of memory it also says that it could not be
/// initialised or that something inside failed.
template <class Make>
void check_made(Make const& make, char const* call) {
    check(make_with_room(make, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_NOT_INITIALIZED,
                         CUSOLVER_STATUS_INTERNAL_ERROR),
          call);
}
/// The handles of one device, which one call uses at a time. Made when they are first asked for;
/// never destroyed, because arrays in static objects may be worked on while the process ends.
struct solver_handles {
    int device = 0;
    stream_state* last = nullptr;  ///< the stream of the last call; compared, never followed
    cudaEvent_t done = nullptr;    ///< behind the last call, whose work areas the next one has
    cusolverDnHandle_t solver = nullptr;
    cusolverDnParams_t parameters = nullptr;
    cublasHandle_t blas = nullptr;
    gesvdjInfo_t jacobi = nullptr;
    solver_handles* next = nullptr;
};
struct spare_handles {
    solver_handles* of[max_devices];
    unsigned char locked;

    void lock() noexcept {
        while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) {
        }
    }
    void unlock() noexcept { __atomic_clear(&locked, __ATOMIC_RELEASE); }
};
TWILL_SHARED inline constinit spare_handles every_spare_handle{};

/// Handles for one call, on the current stream: those of the same stream's last call where they are
/// free. The stream waits for the call that they were used for before.
class solver_call {
public:
    solver_call() : stream_(stream_now()) {
        auto& spare = every_spare_handle;
        spare.lock();
        solver_handles** from = &spare.of[stream_->device];
        for (solver_handles** at = from; *at; at = &(*at)->next)
            if ((*at)->last == stream_) {
                from = at;
                break;
            }
        handles_ = *from;
        if (handles_)
            *from = handles_->next;
        spare.unlock();
        if (!handles_)
            handles_ = new solver_handles{stream_->device};
        try {
            if (!handles_->done)
                check(cudaEventCreateWithFlags(&handles_->done, cudaEventDisableTiming),
                      "cudaEventCreate");
            else if (!is_capturing(handle_of(stream_)))
                check(cudaStreamWaitEvent(handle_of(stream_), handles_->done, 0),
                      "cudaStreamWaitEvent");
        } catch (...) {
            give_back();
            throw;
        }
    }
    ~solver_call() {
        if (!is_capturing(handle_of(stream_)))
            cudaEventRecord(handles_->done, handle_of(stream_));
        handles_->last = stream_;
        give_back();
    }
    solver_call(solver_call const&) = delete;
    solver_call& operator=(solver_call const&) = delete;

    cusolverDnHandle_t solver() const {
        if (!handles_->solver)
            check_made([&] { return cusolverDnCreate(&handles_->solver); }, "cusolverDnCreate");
        check(cusolverDnSetStream(handles_->solver, handle_of(stream_)), "cusolverDnSetStream");
        return handles_->solver;
    }
    cusolverDnParams_t parameters() const {
        if (!handles_->parameters)
            check_made([&] { return cusolverDnCreateParams(&handles_->parameters); },
                       "cusolverDnCreateParams");
        return handles_->parameters;
    }
    cublasHandle_t blas() const {
        if (!handles_->blas)
            make_cublas(handles_->blas);
        check(cublasSetStream(handles_->blas, handle_of(stream_)), "cublasSetStream");
        return handles_->blas;
    }
    gesvdjInfo_t jacobi() const {
        if (!handles_->jacobi)
            check_made([&] { return cusolverDnCreateGesvdjInfo(&handles_->jacobi); },
                       "cusolverDnCreateGesvdjInfo");
        return handles_->jacobi;
    }

private:
    void give_back() noexcept {
        auto& spare = every_spare_handle;
        spare.lock();
        handles_->next = std::exchange(spare.of[handles_->device], handles_);
        spare.unlock();
    }

    /// Handles are made when they are first asked for, and the libraries allocate on the way.
    relaxed_capture const allowed_;
    stream_state* stream_;
    solver_handles* handles_;
};

/// An argument as the parameter of a library's function, whose complex numbers are other types of
/// the same memory.
template <class P, class A>
P library_argument(A argument) {
    if constexpr (std::is_pointer_v<P> && std::is_pointer_v<A> && !std::is_convertible_v<A, P>)
        return reinterpret_cast<P>(argument);
    else
        return static_cast<P>(argument);
}
template <class Status, class... P, class... A>
void call_library(char const* name, Status (*function)(P...), A... arguments) {
    check(function(library_argument<P>(arguments)...), name);
}

/// What differs is the names.
template <class T>
struct solver_names;
#define TWILL_SOLVER_NAMES(T, x, code, g)                                      \
    template <>                                                                \
    struct solver_names<T> {                                                   \
        static constexpr cudaDataType type = code;                             \
        static constexpr auto potrf_batched = &cusolverDn##x##potrfBatched;    \
        static constexpr auto form_q = &cusolverDn##x##g##gqr;                 \
        static constexpr auto form_q_work = &cusolverDn##x##g##gqr_bufferSize; \
        static constexpr auto gesvdj = &cusolverDn##x##gesvdj;                 \
        static constexpr auto gesvdj_work = &cusolverDn##x##gesvdj_bufferSize; \
        static constexpr auto getrf_batched = &cublas##x##getrfBatched;        \
        static constexpr auto getrs_batched = &cublas##x##getrsBatched;        \
        static constexpr auto geqrf_batched = &cublas##x##geqrfBatched;        \
        static constexpr auto trsm = &cublas##x##trsm_v2_64;                   \
        static constexpr auto trsm_batched = &cublas##x##trsmBatched_64;       \
        static constexpr auto gemm = &cublas##x##gemmStridedBatched_64;        \
    }
TWILL_SOLVER_NAMES(float, S, CUDA_R_32F, or);
TWILL_SOLVER_NAMES(double, D, CUDA_R_64F, or);
TWILL_SOLVER_NAMES(complex<float>, C, CUDA_C_32F, un);
TWILL_SOLVER_NAMES(complex<double>, Z, CUDA_C_64F, un);
#undef TWILL_SOLVER_NAMES

inline cublasOperation_t blas_op(matrix_op op) {
    return op == matrix_op::plain ? CUBLAS_OP_N
                                  : (op == matrix_op::adjoint ? CUBLAS_OP_C : CUBLAS_OP_T);
}

/// Work areas of a call: device memory of twill's pool, and host memory.
class solver_work {
public:
    solver_work(std::size_t on_device, std::size_t on_host)
        : device_bytes(on_device), host_bytes(on_host), host_(on_host) {
        if (on_device != 0)
            device_ = memory<device_space>::allocate(on_device);
    }
    void* device() const { return device_ ? device_.get()->data : nullptr; }
    void* host() const { return host_.data(); }

    std::size_t device_bytes;
    std::size_t host_bytes;

private:
    storage_ref device_;
    buffer<char> host_;
};
/// Device memory of twill's pool for `count` elements.
template <class T>
class solver_scratch {
public:
    explicit solver_scratch(index_t count)
        : held_(memory<device_space>::allocate(byte_count(count > 0 ? count : 1, sizeof(T)))) {}
    T* data() const { return static_cast<T*>(held_.get()->data); }

private:
    storage_ref held_;
};

}  // namespace twill::inline v0::detail
