// SPDX-License-Identifier: MIT
// Products of matrices.
//   twill: one statement      library: the same call of cuBLAS over raw pointers, its work area
//   kept
#include "cases.cuh"

#include <twill/products.cuh>

using namespace families;

namespace {

void must_multiply(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS)
        throw std::runtime_error(std::string("cuBLAS: ") + cublasGetStatusString(status));
}
/// A handle on the default stream with the work area that twill gives it.
struct library {
    static constexpr std::size_t bytes = std::size_t{32} << 20;
    cublasHandle_t handle = nullptr;
    tw::device_array<char> work{tw::extents(static_cast<int64_t>(bytes))};
    library() {
        must_multiply(cublasCreate(&handle));
        must_multiply(cublasSetStream(handle, tw::current_stream().handle()));
        must_multiply(cublasSetWorkspace(handle, work.data(), bytes));
    }
    library(library const&) = delete;
    ~library() { cublasDestroy(handle); }
};

struct sizes {
    int64_t batch;
    int64_t rows;
    int64_t inner;
    int64_t columns;
};

/// Samples of the result against sums in float64; factors are as exact as the way they are read.
template <class T>
bool check_product(benchmark::State& state, T const* result, sizes const& n, double tolerance) {
    int64_t const count = n.batch * n.rows * n.columns;
    for (int64_t const i : sample_of(count, 50)) {
        int64_t const matrix = i / (n.rows * n.columns);
        int64_t const row = i / n.columns % n.rows;
        double sum = 0;
        for (int64_t k = 0; k < n.inner; ++k)
            sum += static_cast<double>(
                       static_cast<float>(input<T>((matrix * n.rows + row) * n.inner + k, 1))) *
                   static_cast<double>(static_cast<float>(
                       input<T>((matrix * n.inner + k) * n.columns + i % n.columns, 2)));
        T x;
        must(cudaMemcpy(&x, result + i, sizeof(x), cudaMemcpyDeviceToHost));
        if (!agree(state, i, static_cast<double>(static_cast<float>(x)), sum, tolerance))
            return false;
    }
    return true;
}

template <class T>
void add_product(sizes const& n, double tolerance) {
    constexpr tw::precision how = tw::precision::exact;
    std::string const name = name_of<T>("matmul", {n.batch, n.rows, n.inner, n.columns});
    auto const with_operands = [=](auto&& use) {
        auto const a = make<T>(tw::extents(n.batch, n.rows, n.inner), 1);
        auto const b = make<T>(tw::extents(n.batch, n.inner, n.columns), 2);
        tw::device_array<T, 3> c{tw::extents(n.batch, n.rows, n.columns)};
        use(a, b, c);
    };
    int64_t const bytes = n.batch * (n.rows * n.inner + n.inner * n.columns + n.rows * n.columns) *
                          static_cast<int64_t>(sizeof(T));
    add_case(name, [=](benchmark::State& state) {
        with_operands([&](auto const& a, auto const& b, auto& c) {
            auto const run = [&] { c = tw::matmul(a, b, how); };
            run();
            if (check_product(state, c.data(), n, tolerance))
                time(state, bytes, run);
        });
    });
    add_case("library" + name.substr(name.find('/')), [=](benchmark::State& state) {
        with_operands([&](auto const& a, auto const& b, auto& c) {
            library const blas;
            auto const type = tw::detail::library_type_of<T>(how);
            tw::detail::compute_t<T> const one(1);
            tw::detail::compute_t<T> const zero(0);
            auto const run = [&] {
                must_multiply(cublasGemmStridedBatchedEx_64(
                    blas.handle, CUBLAS_OP_N, CUBLAS_OP_N, n.columns, n.rows, n.inner, &one,
                    b.data(), type.data, n.columns, n.inner * n.columns, a.data(), type.data,
                    n.inner, n.rows * n.inner, &zero, c.data(), type.data, n.columns,
                    n.rows * n.columns, n.batch, type.compute, CUBLAS_GEMM_DEFAULT));
            };
            run();
            if (check_product(state, c.data(), n, tolerance))
                time(state, bytes, run);
        });
    });
}

void add_products() {
    sizes const large{1, 8192, 8192, 8192};
    add_product<float>(large, 1e-5);
    add_product<double>(large, 1e-6);
    add_product<tw::float16>(large, 2e-3);
    add_product<tw::bfloat16>(large, 1e-2);
    add_product<float>({512, 128, 128, 128}, 1e-5);
    add_product<float>({10000, 16, 16, 16}, 1e-5);
    add_product<float>({1, 4096, 64, 4096}, 1e-5);
    add_product<float>({1, 16383, 16383, 1}, 1e-5);
}

}  // namespace

int main(int argc, char** argv) {
    add_products();
    return device::run(argc, argv);
}
