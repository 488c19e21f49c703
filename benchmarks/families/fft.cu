// SPDX-License-Identifier: MIT
// Fourier transforms.
//   twill: one call      library: cuFFT's plan for the same arrays, made before and with its work
//   area
#include <cmath>
#include <complex>
#include <numbers>

#include <twill/fft.cuh>

#include "cases.cuh"

using namespace families;

namespace {

namespace fft = tw::fft;
using complex64 = tw::complex<float>;

/// The shape of a transform, three axes with those that it runs along; the last one of these is
/// halved where one side is real.
struct transform {
    int64_t length[3];
    bool along[3];

    int last() const { return along[2] ? 2 : along[1] ? 1 : 0; }
};

/// Number i of the transform of input 1: its sums, on all threads of the host.
std::complex<double> sums(transform const& t, bool halves, int64_t i, double& length) {
    int64_t at[3];
    for (int d = 2; d >= 0; --d) {
        int64_t const n = halves && d == t.last() ? t.length[d] / 2 + 1 : t.length[d];
        at[d] = i % n;
        i /= n;
    }
    int64_t count[3];
    for (int d = 0; d < 3; ++d)
        count[d] = t.along[d] ? t.length[d] : 1;
    int64_t const points = count[0] * count[1] * count[2];
    std::vector<std::complex<double>> parts(1024);
    std::vector<double> squares(1024);
    in_pieces(static_cast<std::size_t>(points), [&](std::size_t from, std::size_t to,
                                                    std::size_t piece) {
        for (auto p = static_cast<int64_t>(from); p < static_cast<int64_t>(to); ++p) {
            int64_t const j[3] = {p / (count[1] * count[2]), p / count[2] % count[1], p % count[2]};
            int64_t place = 0;
            double turn = 0;
            for (int d = 0; d < 3; ++d) {
                place = place * t.length[d] + (t.along[d] ? j[d] : at[d]);
                if (t.along[d])
                    turn += static_cast<double>(j[d] * at[d] % t.length[d]) /
                            static_cast<double>(t.length[d]);
            }
            double const x = workloads::value(place, 1);
            parts[piece] += std::polar(x, -2 * std::numbers::pi * turn);
            squares[piece] += x * x;
        }
    });
    std::complex<double> sum = 0;
    double square = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        sum += parts[k];
        square += squares[k];
    }
    length = std::sqrt(square);
    return sum;
}

template <class R, int Rank>
bool is_transform(benchmark::State& state, tw::device_array<R, Rank> const& y, transform const& t,
                  bool halves) {
    double const bound = sizeof(R) > 8 ? 1e-13 : 1e-6;
    for (int64_t const i : sample_of(y.size(), 4)) {
        R got;
        must(cudaMemcpy(&got, y.data() + i, sizeof(R), cudaMemcpyDeviceToHost));
        double length = 0;
        auto const want = sums(t, halves, i, length);
        double const distance =
            std::abs(want - std::complex<double>(static_cast<double>(got.real()),
                                                 static_cast<double>(got.imag())));
        if (distance <= bound * (10 * length + 2 * std::abs(want)))
            continue;
        state.SkipWithError("not the transform");
        return false;
    }
    return true;
}

/// cuFFT's plan of one to three neighbouring axes, or of one with others around it.
class raw_plan {
public:
    raw_plan(transform const& t, cudaDataType from, cudaDataType to, cudaDataType in) {
        long long length[3];
        int rank = 0;
        long long batch = 1;
        long long step = 1;
        for (int d = 0; d < 3; ++d)
            if (t.along[d])
                length[rank++] = t.length[d];
            else if (d > t.last())
                step *= t.length[d];
            else
                batch *= t.length[d];
        bool const strided = step > 1;
        must_plan(cufftCreate(&handle_));
        std::size_t bytes = 0;
        must_plan(cufftXtMakePlanMany(handle_, rank, length, strided ? length : nullptr, step,
                                      strided ? 1 : 0, from, strided ? length : nullptr, step,
                                      strided ? 1 : 0, to, strided ? step : batch, &bytes, in));
    }
    ~raw_plan() { cufftDestroy(handle_); }
    raw_plan(raw_plan const&) = delete;
    raw_plan& operator=(raw_plan const&) = delete;
    void run(void const* from, void* to, int direction = CUFFT_FORWARD) const {
        must_plan(cufftXtExec(handle_, const_cast<void*>(from), to, direction));
    }

private:
    static void must_plan(cufftResult code) {
        if (code == CUFFT_SUCCESS)
            return;
        std::fprintf(stderr, "cuFFT: %d\n", static_cast<int>(code));
        std::exit(1);
    }
    cufftHandle handle_ = 0;
};

template <class T>
struct types_of {
    static constexpr bool is_real = std::is_floating_point_v<T>;
    static constexpr bool is_double = std::is_same_v<T, double>;
    static constexpr cudaDataType complex = is_double ? CUDA_C_64F : CUDA_C_32F;
    static constexpr cudaDataType real = is_double ? CUDA_R_64F : CUDA_R_32F;
};

/// of(x) beside a raw plan, where one call of a plan does the same.
template <class T, int Rank, class F>
void add_transform(std::string const& what, tw::extents<Rank> const& extents, transform const& t,
                   F of, bool has_raw = true) {
    std::string name = what + "/";
    for (int d = 0; d < Rank; ++d) {
        if (d > 0)
            name += 'x';
        name += Rank == 1 ? workloads::size_name(extents[d]) : std::to_string(extents[d]);
    }
    name += type_suffix<T>();
    using traits = types_of<T>;
    add_case("twill/" + name, [=](benchmark::State& state) {
        auto const x = make<T>(extents, 1);
        auto y = of(x);
        if (is_transform(state, y, t, traits::is_real))
            time(state, static_cast<int64_t>(x.nbytes() + y.nbytes()), [&] { y = of(x); });
    });
    if (!has_raw)
        return;
    add_case("library/" + name, [=](benchmark::State& state) {
        auto const x = make<T>(extents, 1);
        auto y = of(x);
        y = decltype(y)(y.shape());
        raw_plan const plan(t, traits::is_real ? traits::real : traits::complex, traits::complex,
                            traits::complex);
        plan.run(x.data(), y.data());
        if (is_transform(state, y, t, traits::is_real))
            time(state, static_cast<int64_t>(x.nbytes() + y.nbytes()),
                 [&] { plan.run(x.data(), y.data()); });
    });
}

/// There and back: checked by what was there.
template <class Back>
void add_back(std::string const& what, Back back, bool is_real) {
    constexpr int64_t n = int64_t{1} << 26;
    add_case(
        "twill/" + what + "/2^26" + (is_real ? "" : "/complex64"), [=](benchmark::State& state) {
            auto const x = make<float>(tw::extents(n), 1);
            auto const spectrum = [&] {
                if constexpr (std::is_same_v<decltype(back(fft::rfft(x))), tw::device_array<float>>)
                    return fft::rfft(x);
                else
                    return fft::fft(x);
            }();
            auto y = back(spectrum);
            tw::device_array<float> const values = real(y);
            if (check_elements(state, values, 1e-4, [](int64_t i) {
                    return static_cast<double>(workloads::value(i, 1));
                }))
                time(state, static_cast<int64_t>(spectrum.nbytes() + y.nbytes()),
                     [&] { y = back(spectrum); });
        });
}

void add_all() {
    constexpr int64_t n = int64_t{1} << 26;
    auto last = [](auto const& x) { return fft::fft(x); };
    auto real_last = [](auto const& x) { return fft::rfft(x); };
    auto first = [](auto const& x) { return fft::fft(x, tw::axis<0>); };
    add_transform<complex64>("fft", tw::extents(n), {{1, 1, n}, {false, false, true}}, last);
    add_transform<complex64>("fft", tw::extents(1 << 20), {{1, 1, 1 << 20}, {false, false, true}},
                             last);
    add_transform<complex64>("fft", tw::extents(1024), {{1, 1, 1024}, {false, false, true}}, last);
    add_transform<complex64>("fft_rows", tw::extents(4096, 4096),
                             {{1, 4096, 4096}, {false, false, true}}, last);
    add_transform<complex64>("fft_rows", tw::extents(6000, 10007),
                             {{1, 6000, 10007}, {false, false, true}}, last);
    add_transform<complex64>("fft_columns", tw::extents(4096, 4096),
                             {{1, 4096, 4096}, {false, true, false}}, first);
    add_transform<complex64>("fft_columns", tw::extents(32768, 1024),
                             {{1, 32768, 1024}, {false, true, false}}, first);
    add_transform<complex64>(
        "fft_middle", tw::extents(64, 512, 512), {{64, 512, 512}, {false, true, false}},
        [](auto const& x) { return fft::fft(x, tw::axis<1>); }, false);
    add_transform<complex64>("fft2", tw::extents(8192, 8192),
                             {{1, 8192, 8192}, {false, true, true}},
                             [](auto const& x) { return fft::fft2(x); });
    add_transform<complex64>("fftn", tw::extents(256, 256, 256),
                             {{256, 256, 256}, {true, true, true}},
                             [](auto const& x) { return fft::fftn(x); });
    add_transform<float>("rfft", tw::extents(n), {{1, 1, n}, {false, false, true}}, real_last);
    add_transform<double>("rfft", tw::extents(n), {{1, 1, n}, {false, false, true}}, real_last);
    add_transform<float>("rfft2", tw::extents(8192, 8192), {{1, 8192, 8192}, {false, true, true}},
                         [](auto const& x) { return fft::rfft2(x); });
    add_back("ifft", [](auto const& x) { return fft::ifft(x); }, false);
    add_back("irfft", [](auto const& x) { return fft::irfft(x); }, true);
}

}  // namespace

int main(int argc, char** argv) {
    add_all();
    return device::run(argc, argv);
}
