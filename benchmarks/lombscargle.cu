// SPDX-License-Identifier: MIT
// The normalised Lomb-Scargle periodogram of 2^10 unevenly spaced samples at 2^20 angular
// frequencies: for each frequency four sums over the samples, then a formula of the four. The time
// goes into sines and cosines.
//   twill: the sums of one evaluate, then one statement      floor: a hand-written kernel that
//   stages the samples in shared memory, one frequency a thread; _fast with the hardware's sine and
//   cosine
#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t samples = int64_t{1} << 10;
constexpr int64_t frequencies = int64_t{1} << 20;

double time_of(int64_t j) {
    return (static_cast<double>(j) + static_cast<double>(workloads::value(j, 1))) / 16.0;
}
double value_at(int64_t j) {
    return std::sin(3.0 * time_of(j)) + static_cast<double>(workloads::value(j, 2)) - 0.75;
}
double frequency(int64_t i) { return 0.01 * (1.0 + static_cast<double>(i) / 1024.0); }

/// The power from the sums of y cos, y sin, cos^2, cos sin and y^2 over the samples. Why it needs
/// no tau is in examples/lombscargle.cpp.
template <class T>
__host__ __device__ T power(T yc, T ys, T cc, T cs, T squares) {
    T const ss = T(samples) - cc;
    return (ss * yc * yc - 2 * cs * yc * ys + cc * ys * ys) / ((cc * ss - cs * cs) * squares);
}

/// A sine and a cosine, for expressions and for kernels.
struct accurate {
    template <class A>
    static auto sine(A const& a) {
        return sin(a);
    }
    template <class A>
    static auto cosine(A const& a) {
        return cos(a);
    }
    __device__ static void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
    __device__ static void sincos(double x, double* s, double* c) { ::sincos(x, s, c); }
};
/// The hardware's.
struct fast {
    template <class A>
    static auto sine(A const& a) {
        return tw::fast::sin(a);
    }
    template <class A>
    static auto cosine(A const& a) {
        return tw::fast::cos(a);
    }
    __device__ static void sincos(float x, float* s, float* c) { __sincosf(x, s, c); }
};

template <class T, class Functions>
__global__ void floor_kernel(T* to, T const* x, T const* y, T const* freq, T squares) {
    __shared__ T xs[samples], ys[samples];
    for (int j = static_cast<int>(threadIdx.x); j < samples; j += static_cast<int>(blockDim.x)) {
        xs[j] = x[j];
        ys[j] = y[j];
    }
    __syncthreads();
    int64_t const i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    T const f = freq[i];
    T yc = 0, ysum = 0, cc = 0, cs = 0;
#pragma unroll 8
    for (int j = 0; j < samples; ++j) {
        T s, c;
        Functions::sincos(f * xs[j], &s, &c);
        yc += ys[j] * c;
        ysum += ys[j] * s;
        cc += c * c;
        cs += c * s;
    }
    to[i] = power(yc, ysum, cc, cs, squares);
}

template <class T>
struct inputs {
    tw::device_array<T> x, y, freq, result;
    T squares;
    inputs()
        : x(made(samples, time_of)),
          y(made(samples, value_at)),
          freq(made(frequencies, frequency)),
          result(tw::extents<1>(frequencies)) {
        double sum = 0;
        for (int64_t j = 0; j < samples; ++j)
            sum += value_at(j) * value_at(j);
        squares = static_cast<T>(sum);
    }
    static tw::device_array<T> made(int64_t count, double (*at)(int64_t)) {
        std::vector<T> elements(static_cast<std::size_t>(count));
        for (int64_t i = 0; i < count; ++i)
            elements[static_cast<std::size_t>(i)] = static_cast<T>(at(i));
        return tw::to_device(elements);
    }
};

/// Every 4096th frequency, in float64, from the inputs as T holds them.
template <class T>
bool right(benchmark::State& state, inputs<T> const& in, double tolerance) {
    constexpr int64_t stride = 4096;
    tw::host_array<T> const result = tw::to_host(in.result(tw::slice(0, frequencies, stride)));
    return workloads::check_range(
        state, result.data(), 0, frequencies / stride, tolerance, [](int64_t k) {
            double const f = static_cast<T>(frequency(k * stride));
            double yc = 0, ys = 0, cc = 0, cs = 0, squares = 0;
            for (int64_t j = 0; j < samples; ++j) {
                double const x = static_cast<T>(time_of(j)), y = static_cast<T>(value_at(j));
                double const c = std::cos(f * x), s = std::sin(f * x);
                yc += y * c;
                ys += y * s;
                cc += c * c;
                cs += c * s;
                squares += y * y;
            }
            return power(yc, ys, cc, cs, squares);
        });
}

template <class T, class Functions>
void add_twill(char const* name, double tolerance) {
    add_case(std::string("twill/") + name, [=](benchmark::State& state) {
        inputs<T> in;
        auto run = [&] {
            auto const angle = in.freq(tw::full_extent, tw::newaxis) * in.x;
            auto const c = Functions::cosine(angle);
            auto const s = Functions::sine(angle);
            auto const [yc, ys, cc, cs] =
                tw::evaluate(sum(in.y * c, tw::axis<1>), sum(in.y * s, tw::axis<1>),
                             sum(c * c, tw::axis<1>), sum(c * s, tw::axis<1>));
            auto const ss = static_cast<T>(samples) - cc;
            in.result = (ss * square(yc) - 2.0 * cs * yc * ys + cc * square(ys)) /
                        ((cc * ss - square(cs)) * in.squares);
        };
        run();
        if (right(state, in, tolerance))
            time_by_events(state, frequencies * sizeof(T), run);
    });
}
template <class T, class Functions>
void add_floor(char const* name, double tolerance) {
    add_case(std::string("floor/") + name, [=](benchmark::State& state) {
        inputs<T> in;
        auto run = [&] {
            floor_kernel<T, Functions><<<blocks(frequencies), threads>>>(
                in.result.data(), in.x.data(), in.y.data(), in.freq.data(), in.squares);
        };
        run();
        if (right(state, in, tolerance))
            time_by_events(state, frequencies * sizeof(T), run);
    });
}

/// Powers lie between 0 and 1. A product of frequency and time, up to 656, rounds by 3e-5 in
/// float.
constexpr double float_error = 2e-4;
constexpr double double_error = 1e-10;

}  // namespace

int main(int argc, char** argv) {
    add_twill<float, accurate>("lombscargle/float32", float_error);
    add_floor<float, accurate>("lombscargle/float32", float_error);
    add_twill<double, accurate>("lombscargle/float64", double_error);
    add_floor<double, accurate>("lombscargle/float64", double_error);
    add_twill<float, fast>("lombscargle/float32_fast", float_error);
    add_floor<float, fast>("lombscargle/float32_fast", float_error);
    return device::run(argc, argv);
}
