// SPDX-License-Identifier: MIT
// Solvers and decompositions, of one matrix and of batches.
//   twill: one call      library: cuSOLVER's or cuBLAS's calls for the same arrays over raw
//   pointers, their handles and work areas made before; operands that they spoil are copied first
#include "cases.cuh"

#include <twill/linalg.cuh>

using namespace families;

namespace {

namespace la = tw::linalg;
using matrices = tw::device_array<float, 3>;

void must_solve(cusolverStatus_t status) {
    if (status != CUSOLVER_STATUS_SUCCESS)
        throw std::runtime_error("cuSOLVER: " + std::to_string(static_cast<int>(status)));
}
void must_solve(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS)
        throw std::runtime_error(std::string("cuBLAS: ") + cublasGetStatusString(status));
}

/// A batch of square matrices and of right sides.
struct sizes {
    int64_t batch;
    int64_t n;
    int64_t sides = 0;

    std::string name(char const* what) const {
        if (sides == 0 && batch == 1)
            return name_of<float>(what, {n, n});
        if (sides == 0)
            return name_of<float>(what, {batch, n, n});
        return batch == 1 ? name_of<float>(what, {n, n, sides})
                          : name_of<float>(what, {batch, n, n, sides});
    }
    int64_t bytes() const { return batch * n * n * static_cast<int64_t>(sizeof(float)); }
    matrices any() const { return make<float>(tw::extents(batch, n, n), 1); }
    /// Symmetric, and larger on the diagonal than everything beside it.
    matrices definite() const {
        auto const x = any();
        return tw::evaluate(x + matrix_transpose(x) + tw::eye<float>(n) * static_cast<float>(n));
    }
    matrices right() const { return make<float>(tw::extents(batch, n, sides), 2); }
};

/// Whether a product is what it must be, as far as float32 says of sums of such a size.
bool is_close(benchmark::State& state, matrices const& x, matrices const& y, float summed = 0) {
    float const size = std::max(summed, tw::item(tw::max(abs(y))));
    float const apart = tw::item(tw::max(abs(x - y)));
    if (apart <= 2e-4f * size)
        return true;
    state.SkipWithError("the factors do not give the matrix");
    return false;
}
template <class S>
auto beside(S const& s) {
    return expand_dims(s, tw::axis<1>);
}
tw::device_array<float, 3> times(matrices const& a, matrices const& b) { return tw::matmul(a, b); }

/// A case of `call` over the operands, which `is_right(result)` looks at first.
template <class Call, class Check>
void add_call(std::string const& name, sizes const& n, matrices (sizes::*operand)() const,
              Call call, Check is_right) {
    add_case(name, [=](benchmark::State& state) {
        matrices const a = (n.*operand)();
        matrices const b = n.sides ? n.right() : matrices();
        if (is_right(state, a, b, call(a, b)))
            time(state, n.bytes(), [&] { static_cast<void>(call(a, b)); });
    });
}

void add_solve(sizes const& n) {
    auto const is_right = [](benchmark::State& state, matrices const& a, matrices const& b,
                             matrices const& x) { return is_close(state, times(a, x), b); };
    add_call(
        n.name("solve"), n, &sizes::definite,
        [](auto const& a, auto const& b) { return la::solve(a, b); }, is_right);
}
void add_inv(sizes const& n) {
    add_call(
        n.name("inv"), n, &sizes::definite, [](auto const& a, auto const&) { return la::inv(a); },
        [](benchmark::State& state, matrices const& a, matrices const&, matrices const& x) {
            auto const one = tw::eye<float>(a.shape()[1]);
            return is_close(state, times(a, x),
                            tw::evaluate<tw::device_space>(broadcast_to(one, a.shape())));
        });
}
void add_cholesky(sizes const& n) {
    add_call(
        n.name("cholesky"), n, &sizes::definite,
        [](auto const& a, auto const&) { return la::cholesky(a); },
        [](benchmark::State& state, matrices const& a, matrices const&, matrices const& l) {
            return is_close(state, tw::matmul(l, matrix_transpose(l)), a);
        });
}
void add_qr(sizes const& n) {
    add_call(
        n.name("qr"), n, &sizes::any, [](auto const& a, auto const&) { return la::qr(a); },
        [](benchmark::State& state, matrices const& a, matrices const&, auto const& x) {
            return is_close(state, times(x.q, x.r), a);
        });
}
void add_eigh(sizes const& n) {
    add_call(
        n.name("eigh"), n, &sizes::definite, [](auto const& a, auto const&) { return la::eigh(a); },
        [](benchmark::State& state, matrices const& a, matrices const&, auto const& x) {
            return is_close(state, times(a, x.eigenvectors),
                            x.eigenvectors * beside(x.eigenvalues));
        });
}
void add_svd(sizes const& n) {
    add_call(
        n.name("svd"), n, &sizes::any, [](auto const& a, auto const&) { return la::svd(a, false); },
        [](benchmark::State& state, matrices const& a, matrices const&, auto const& x) {
            return is_close(state, tw::matmul(x.u * beside(x.s), x.vh), a,
                            0.05f * tw::item(tw::max(x.s)));
        });
}

// The library's calls. Matrices that are symmetric are the same by rows and by columns.

struct handles {
    cusolverDnHandle_t solver = nullptr;
    cusolverDnParams_t parameters = nullptr;
    cublasHandle_t blas = nullptr;
    tw::device_array<int> info;
    tw::device_array<char> work;
    std::vector<char> host_work;

    explicit handles(int64_t batch) : info(tw::extents(batch)) {
        must_solve(cusolverDnCreate(&solver));
        must_solve(cusolverDnCreateParams(&parameters));
        must_solve(cublasCreate(&blas));
        must_solve(cusolverDnSetStream(solver, tw::current_stream().handle()));
        must_solve(cublasSetStream(blas, tw::current_stream().handle()));
    }
    handles(handles const&) = delete;
    ~handles() {
        cublasDestroy(blas);
        cusolverDnDestroyParams(parameters);
        cusolverDnDestroy(solver);
    }
    void reserve(std::size_t on_device, std::size_t on_host) {
        work = tw::device_array<char>(tw::extents(static_cast<int64_t>(on_device)));
        host_work.resize(on_host);
    }
};
void copy(matrices& to, matrices const& from) {
    must(cudaMemcpyAsync(to.data(), from.data(), static_cast<std::size_t>(from.nbytes()),
                         cudaMemcpyDeviceToDevice, tw::current_stream().handle()));
}
std::string library_name(std::string const& name) {
    return "library" + name.substr(name.find('/'));
}

void add_library_solve(sizes const& n) {
    add_case(library_name(n.name("solve")), [=](benchmark::State& state) {
        auto const a = n.definite();
        auto const b = tw::evaluate(matrix_transpose(n.right()));
        matrices lu(a.shape());
        matrices x(b.shape());
        handles use(1);
        tw::device_array<std::int64_t> pivots{tw::extents(n.n)};
        std::size_t bytes[2];
        must_solve(cusolverDnXgetrf_bufferSize(use.solver, use.parameters, n.n, n.n, CUDA_R_32F,
                                               lu.data(), n.n, CUDA_R_32F, bytes, bytes + 1));
        use.reserve(bytes[0], bytes[1]);
        auto const run = [&] {
            copy(lu, a);
            copy(x, b);
            must_solve(cusolverDnXgetrf(use.solver, use.parameters, n.n, n.n, CUDA_R_32F, lu.data(),
                                        n.n, pivots.data(), CUDA_R_32F, use.work.data(), bytes[0],
                                        use.host_work.data(), bytes[1], use.info.data()));
            must_solve(cusolverDnXgetrs(use.solver, use.parameters, CUBLAS_OP_N, n.n, n.sides,
                                        CUDA_R_32F, lu.data(), n.n, pivots.data(), CUDA_R_32F,
                                        x.data(), n.n, use.info.data()));
        };
        run();
        if (is_close(state, tw::matmul(a, matrix_transpose(x)), matrix_transpose(b)))
            time(state, n.bytes(), run);
    });
}
void add_library_batches(sizes const& n) {
    add_case(library_name(n.name("solve")), [=](benchmark::State& state) {
        auto const a = n.definite();
        auto const b = n.right();
        matrices lu(a.shape());
        matrices x(b.shape());
        handles use(n.batch);
        tw::device_array<int> pivots{tw::extents(n.n * n.batch)};
        auto pointers = [](matrices const& of) {
            int64_t const step = of.size() / of.shape()[0];
            std::vector<float*> each;
            for (int64_t i = 0; i < of.shape()[0]; ++i)
                each.push_back(const_cast<float*>(of.data()) + i * step);
            float** list = nullptr;
            must(cudaMalloc(&list, each.size() * sizeof(float*)));
            must(cudaMemcpy(list, each.data(), each.size() * sizeof(float*),
                            cudaMemcpyHostToDevice));
            return list;
        };
        float** const of_lu = pointers(lu);
        float** const of_x = pointers(x);
        auto const size = static_cast<int>(n.n);
        auto const count = static_cast<int>(n.batch);
        auto const run = [&] {
            int info = 0;
            copy(lu, a);
            copy(x, b);
            must_solve(cublasSgetrfBatched(use.blas, size, of_lu, size, pivots.data(),
                                           use.info.data(), count));
            must_solve(cublasSgetrsBatched(use.blas, CUBLAS_OP_N, size, 1, of_lu, size,
                                           pivots.data(), of_x, size, &info, count));
        };
        run();
        if (is_close(state, times(a, x), b))
            time(state, n.bytes(), run);
        must(cudaFree(of_lu));
        must(cudaFree(of_x));
    });
}
void add_library_cholesky(sizes const& n) {
    add_case(library_name(n.name("cholesky")), [=](benchmark::State& state) {
        auto const a = n.definite();
        matrices l(a.shape());
        handles use(1);
        std::size_t bytes[2];
        must_solve(cusolverDnXpotrf_bufferSize(use.solver, use.parameters, CUBLAS_FILL_MODE_LOWER,
                                               n.n, CUDA_R_32F, l.data(), n.n, CUDA_R_32F, bytes,
                                               bytes + 1));
        use.reserve(bytes[0], bytes[1]);
        auto const run = [&] {
            copy(l, a);
            must_solve(cusolverDnXpotrf(use.solver, use.parameters, CUBLAS_FILL_MODE_LOWER, n.n,
                                        CUDA_R_32F, l.data(), n.n, CUDA_R_32F, use.work.data(),
                                        bytes[0], use.host_work.data(), bytes[1], use.info.data()));
        };
        run();
        // L by columns is its transpose by rows.
        auto const upper = tw::evaluate(triu(l));
        if (is_close(state, tw::matmul(matrix_transpose(upper), upper), a))
            time(state, n.bytes(), run);
    });
}
void add_library_eigh(sizes const& n) {
    add_case(library_name(n.name("eigh")), [=](benchmark::State& state) {
        auto const a = n.definite();
        matrices v(a.shape());
        tw::device_array<float, 2> w(tw::extents(n.batch, n.n));
        handles use(1);
        std::size_t bytes[2];
        auto const mode = CUSOLVER_EIG_MODE_VECTOR;
        auto const fill = CUBLAS_FILL_MODE_UPPER;
        must_solve(cusolverDnXsyevd_bufferSize(use.solver, use.parameters, mode, fill, n.n,
                                               CUDA_R_32F, v.data(), n.n, CUDA_R_32F, w.data(),
                                               CUDA_R_32F, bytes, bytes + 1));
        use.reserve(bytes[0], bytes[1]);
        auto const run = [&] {
            copy(v, a);
            must_solve(cusolverDnXsyevd(use.solver, use.parameters, mode, fill, n.n, CUDA_R_32F,
                                        v.data(), n.n, CUDA_R_32F, w.data(), CUDA_R_32F,
                                        use.work.data(), bytes[0], use.host_work.data(), bytes[1],
                                        use.info.data()));
        };
        run();
        auto const vectors = tw::evaluate(matrix_transpose(v));
        if (is_close(state, times(a, vectors), vectors * beside(w)))
            time(state, n.bytes(), run);
    });
}
void add_library_svd(sizes const& n) {
    add_case(library_name(n.name("svd")), [=](benchmark::State& state) {
        auto const a = n.any();
        matrices spoilt(a.shape());
        matrices u(a.shape());
        matrices v(a.shape());
        tw::device_array<float, 2> s(tw::extents(n.batch, n.n));
        handles use(1);
        gesvdjInfo_t how = nullptr;
        must_solve(cusolverDnCreateGesvdjInfo(&how));
        auto const size = static_cast<int>(n.n);
        int count = 0;
        auto const mode = CUSOLVER_EIG_MODE_VECTOR;
        must_solve(cusolverDnSgesvdj_bufferSize(use.solver, mode, 1, size, size, spoilt.data(),
                                                size, s.data(), u.data(), size, v.data(), size,
                                                &count, how));
        use.reserve(static_cast<std::size_t>(count) * sizeof(float), 0);
        auto const run = [&] {
            copy(spoilt, a);
            for (int64_t i = 0; i < n.batch; ++i) {
                int64_t const at = i * n.n * n.n;
                must_solve(cusolverDnSgesvdj(
                    use.solver, mode, 1, size, size, spoilt.data() + at, size, s.data() + i * n.n,
                    u.data() + at, size, v.data() + at, size,
                    reinterpret_cast<float*>(use.work.data()), count, use.info.data(), how));
            }
        };
        run();
        // By columns the matrix is its transpose: a^T = u s v^T.
        if (is_close(state, tw::matmul(matrix_transpose(v) * beside(s), u), a,
                     0.05f * tw::item(tw::max(s))))
            time(state, n.bytes(), run);
        must_solve(cusolverDnDestroyGesvdjInfo(how));
    });
}

void add_all() {
    add_solve({1, 4096, 16});
    add_library_solve({1, 4096, 16});
    add_solve({10000, 16, 1});
    add_library_batches({10000, 16, 1});
    add_solve({1000, 128, 1});
    add_library_batches({1000, 128, 1});
    add_inv({10000, 16});
    add_inv({1, 4096});
    add_cholesky({1, 4096});
    add_library_cholesky({1, 4096});
    add_cholesky({10000, 16});
    add_qr({1, 4096});
    add_qr({1000, 128});
    add_eigh({1, 2048});
    add_library_eigh({1, 2048});
    add_eigh({1000, 64});
    add_svd({1, 2048});
    add_library_svd({1, 2048});
    add_svd({64, 64});
    add_library_svd({64, 64});
    add_svd({10000, 16});
}

}  // namespace

int main(int argc, char** argv) {
    add_all();
    return device::run(argc, argv);
}
