// SPDX-License-Identifier: MIT
// Every workload of the comparison in one file, as a program would write them. compile_time.sh
// holds its compile time and its kernels' registers to limits.
#include <twill/scan.cuh>
#include <twill/twill.cuh>

namespace tw = twill;
using vector = tw::device_array<float>;
using matrix = tw::device_array<float, 2>;
using scalar = tw::device_array<float, 0>;
constexpr tw::axis_t<0> columns{};
constexpr tw::axis_t<1> rows{};

void add(vector& c, vector const& a, vector const& b) { c = a + b; }
void chain(vector& c, vector const& a, vector const& b) { c = sqrt(a * a + b * b) * 0.5f + sin(a); }
void sums(scalar& s, vector const& a, vector const& b) {
    s = sum(a);
    s = sum(square(a - b));
}
auto statistics(vector const& a) { return tw::evaluate(min(a), max(a), mean(a), stddev(a)); }
void axis_sums(vector& s, matrix const& m) {
    s = sum(m, rows);
    s = sum(m, columns);
}
void add_transpose(matrix& c, matrix const& m) { c = m + transpose(m); }
void outer(matrix& c, vector const& a, vector const& b) { c = a(tw::full_extent, tw::newaxis) + b; }
void standardise(matrix& z, matrix const& m) {
    z = (m - mean(m, rows, tw::keepdims)) / stddev(m, rows, tw::keepdims);
}
void softmax(matrix& z, matrix const& m) {
    auto const e = exp(m - max(m, rows, tw::keepdims));
    z = e / sum(e, rows, tw::keepdims);
}
void distance(tw::device_array<double, 2>& d, tw::index_t n) {
    auto const [lat, lon] = tw::meshgrid(tw::linspace(29.0, 31.0, n), tw::linspace(99.0, 101.0, n));
    auto const h = square(sin(0.008726645 * (30.0 - lat))) +
                   cos(0.01745329 * lat) * 0.866 * square(sin(0.008726645 * (101.0 - lon)));
    d = 12742.0 * atan2(h, 1.0 - h);
}
template <class T, class Cosine, class Sine>
auto periodogram(tw::device_array<T> const& y, tw::device_array<T> const& f,
                 tw::device_array<T> const& t, Cosine cosine, Sine sine) {
    auto const angle = f(tw::full_extent, tw::newaxis) * t;
    auto const c = cosine(angle);
    auto const s = sine(angle);
    return tw::evaluate(sum(y * c, rows), sum(y * s, rows), sum(c * c, rows), sum(c * s, rows));
}
auto periodogram(vector const& y, vector const& f, vector const& t) {
    return periodogram(
        y, f, t, [](auto const& x) { return cos(x); }, [](auto const& x) { return sin(x); });
}
auto periodogram(tw::device_array<double> const& y, tw::device_array<double> const& f,
                 tw::device_array<double> const& t) {
    return periodogram(
        y, f, t, [](auto const& x) { return cos(x); }, [](auto const& x) { return sin(x); });
}
auto fast_periodogram(vector const& y, vector const& f, vector const& t) {
    return periodogram(
        y, f, t, [](auto const& x) { return tw::fast::cos(x); },
        [](auto const& x) { return tw::fast::sin(x); });
}
auto allocate(tw::index_t n) { return vector(tw::extents<1>(n)); }
void running_sum(vector& s, vector const& a) { s = cumsum(a); }
