// SPDX-License-Identifier: MIT
// The period of a star, from samples at uneven times: its Lomb-Scargle periodogram is four sums
// over the samples for each of many frequencies, and a formula of the four. Written once as
// whole-array expressions, in float64, in float32 and with the fast functions of the device,
// against a plain loop.
#include <cmath>
#include <random>

#include "picture.hpp"
#include "program.hpp"

namespace tw = twill;
using example::format_ratio;
using example::format_time;

namespace {

constexpr double turn = 6.283185307179586;  // a cycle in radians

// Frequencies in cycles a day. The lowest has several cycles in the time of the samples. The
// highest and that time bound the angles, and so the error of float32.
constexpr double lowest = 0.05, highest = 5.0;
constexpr double nights = 100;
constexpr double night = 0.4;  // the part of a day in which stars are seen

/// What was asked for.
struct request {
    tw::index_t samples = 1024, frequencies = 0;
    double period = 0.5668, noise = 1;
    unsigned seed = 1;
    int repeats = 0;
    std::string picture;
};

/// A star seen on random nights: days from the middle of the time, and brightness less its mean.
struct observations {
    tw::host_array<double> t, y;
    double span;

    explicit observations(request const& o) : t(tw::extents(o.samples)), y(tw::extents(o.samples)) {
        std::mt19937_64 random(o.seed);
        std::uniform_real_distribution<double> uniform(0.0, 1.0);
        std::normal_distribution<double> normal(0.0, 1.0);
        double* const first = t.data();
        double* const last = first + o.samples;
        for (double* at = first; at != last; ++at)
            *at = std::floor(nights * uniform(random)) + night * uniform(random);
        std::sort(first, last);
        span = last[-1] - first[0];
        // The power is the same wherever time starts; from the middle, the angles are smallest.
        t -= 0.5 * (first[0] + last[-1]);
        double const start = uniform(random);
        for (tw::index_t i = 0; i < o.samples; ++i)
            y.data()[i] =
                std::sin(turn * (t.data()[i] / o.period + start)) + o.noise * normal(random);
        y = y - mean(y);
    }
    tw::index_t size() const { return t.size(); }
};

/// The periodogram of samples y at times t for the angular frequencies omega, as fractions of the
/// sum of y * y: 1 for a sine without noise.
///
/// Lomb (1976) and Scargle (1982, eq. 10) shift time by a tau of each frequency, after which the
/// sum of cos * sin is 0 and the power is yc^2 / cc + ys^2 / ss. That is the square of v = (yc, ys)
/// in the inverse of the matrix M = (cc, cs; cs, ss), here diagonal. The shift turns v and M by one
/// angle, and no rotation changes that number: with the sums of unshifted time it is
/// (ss yc^2 - 2 cs yc ys + cc ys^2) / (cc ss - cs^2), without tau, and the sines of 2 omega t that
/// tau needs are not taken. The program checks this against `textbook`.
template <class Functions, class T, class Space>
void periodogram(tw::array<T, 1, Space>& power, tw::array<T, 1, Space> const& omega,
                 tw::array<T, 1, Space> const& t, tw::array<T, 1, Space> const& y) {
    auto const omega_t = omega(tw::full_extent, tw::newaxis) * t;
    auto const c = Functions::cosine(omega_t);
    auto const s = Functions::sine(omega_t);
    auto const [yc, ys, cc, cs] =
        tw::evaluate(sum(y * c, tw::axis<1>), sum(y * s, tw::axis<1>),   // one pass over
                     sum(c * c, tw::axis<1>), sum(c * s, tw::axis<1>));  // frequencies x samples
    auto const ss = static_cast<T>(t.size()) - cc;  // cos^2 + sin^2 is 1 for each sample
    power = (ss * square(yc) - 2.0 * cs * yc * ys + cc * square(ys)) /
            ((cc * ss - square(cs)) * sum(square(y)));
}

struct accurate {
    template <class A>
    static auto sine(A const& a) {
        return sin(a);
    }
    template <class A>
    static auto cosine(A const& a) {
        return cos(a);
    }
};
/// The hardware's approximations on the device, the ordinary functions on the host.
struct fast {
    template <class A>
    static auto sine(A const& a) {
        return tw::fast::sin(a);
    }
    template <class A>
    static auto cosine(A const& a) {
        return tw::fast::cos(a);
    }
};

/// `count` frequencies from the lowest to the highest.
double frequency(tw::index_t i, tw::index_t count) {
    return lowest + static_cast<double>(i) * ((highest - lowest) / static_cast<double>(count - 1));
}

/// The same as a loop of one thread. Not inlined, so that the calls stay calls.
template <class T>
__attribute__((noinline)) void plain_loop(T* power, T const* omega, tw::index_t count, T const* t,
                                          T const* y, tw::index_t samples) {
    T squares = 0;
    for (tw::index_t j = 0; j < samples; ++j)
        squares += y[j] * y[j];
    for (tw::index_t i = 0; i < count; ++i) {
        T yc = 0, ys = 0, cc = 0, cs = 0;
        for (tw::index_t j = 0; j < samples; ++j) {
            T const c = std::cos(omega[i] * t[j]);
            T const s = std::sin(omega[i] * t[j]);
            yc += y[j] * c;
            ys += y[j] * s;
            cc += c * c;
            cs += c * s;
        }
        T const ss = static_cast<T>(samples) - cc;
        power[i] =
            (ss * yc * yc - 2 * cs * yc * ys + cc * ys * ys) / ((cc * ss - cs * cs) * squares);
    }
}

/// What all are checked against: Scargle's formula with its tau, term by term, in float64.
double textbook(observations const& seen, double omega) {
    double const* const t = seen.t.data();
    double const* const y = seen.y.data();
    double sin2 = 0, cos2 = 0;
    for (tw::index_t j = 0; j < seen.size(); ++j) {
        sin2 += std::sin(2 * omega * t[j]);
        cos2 += std::cos(2 * omega * t[j]);
    }
    double const tau = std::atan2(sin2, cos2) / (2 * omega);
    double yc = 0, ys = 0, cc = 0, ss = 0, squares = 0;
    for (tw::index_t j = 0; j < seen.size(); ++j) {
        double const c = std::cos(omega * (t[j] - tau));
        double const s = std::sin(omega * (t[j] - tau));
        yc += y[j] * c;
        ys += y[j] * s;
        cc += c * c;
        ss += s * s;
        squares += y[j] * y[j];
    }
    return (yc * yc / cc + ys * ys / ss) / squares;
}

struct measured {
    tw::index_t count = 0;
    example::times call;
    tw::index_t peak = 0;
    std::vector<double> power;
    double difference = 0;
};

/// The largest difference to the textbook at some of the frequencies, the peak's among them.
double largest_difference(observations const& seen, measured const& of) {
    tw::index_t const checks =
        std::clamp((tw::index_t{1} << 18) / seen.size(), tw::index_t{16}, tw::index_t{256});
    double largest = 0;
    auto check = [&](tw::index_t i) {
        double const difference = std::fabs(of.power[static_cast<std::size_t>(i)] -
                                            textbook(seen, turn * frequency(i, of.count)));
        if (!(difference <= largest))
            largest = difference;  // also for a NaN
    };
    for (tw::index_t k = 0; k < checks; ++k)
        check(k * (of.count - 1) / (checks - 1));
    check(of.peak);
    return largest;
}

template <class T>
measured run_loop(observations const& seen, tw::index_t count, int repeats) {
    measured result{count, {}, 0, {}, 0};
    tw::host_array<T> const t = cast<T>(seen.t), y = cast<T>(seen.y);
    tw::host_array<T> const omega = cast<T>(turn * tw::linspace(lowest, highest, count));
    tw::host_array<T> power(omega.shape());
    result.call = example::measure(repeats, [&] {
        plain_loop(power.data(), omega.data(), count, t.data(), y.data(), seen.size());
    });
    result.power.assign(power.data(), power.data() + count);
    result.difference = largest_difference(seen, result);
    return result;
}

template <class T, class Functions, class Space>
measured run(observations const& seen, tw::index_t count, int repeats) {
    measured result{count, {}, 0, {}, 0};
    tw::host_array<T> const host_t = cast<T>(seen.t), host_y = cast<T>(seen.y);
    tw::array<T, 1, Space> t(host_t.shape()), y(host_y.shape());
    tw::copy(t, host_t);
    tw::copy(y, host_y);
    tw::array<T, 1, Space> const omega = cast<T>(turn * tw::linspace(lowest, highest, count));
    tw::array<T, 1, Space> power(omega.shape());
    result.call = example::measure(repeats, [&] {
        periodogram<Functions>(power, omega, t, y);
        example::finish<Space>();
    });
    result.peak = tw::item(argmax(power));
    tw::host_array<T> back(power.shape());
    tw::copy(back, power);
    result.power.assign(back.data(), back.data() + count);
    result.difference = largest_difference(seen, result);
    return result;
}

/// The sine of one frequency that fits the samples best.
struct fit {
    double omega, of_cosine = 0, of_sine = 0;

    fit(observations const& seen, double frequency) : omega(turn * frequency) {
        auto const c = cos(omega * seen.t);
        auto const s = sin(omega * seen.t);
        double const yc = tw::item(sum(seen.y * c)), ys = tw::item(sum(seen.y * s));
        double const cc = tw::item(sum(c * c)), cs = tw::item(sum(c * s));
        double const ss = static_cast<double>(seen.size()) - cc;
        of_cosine = (ss * yc - cs * ys) / (cc * ss - cs * cs);
        of_sine = (cc * ys - cs * yc) / (cc * ss - cs * cs);
    }
    double operator()(double t) const {
        return of_cosine * std::cos(omega * t) + of_sine * std::sin(omega * t);
    }
};

// Noise alone exceeds a power z at one frequency with probability (1 - z)^((samples - 3) / 2);
// about span * (highest - lowest) frequencies are independent (VanderPlas 2018, sections 7.4.1
// and 7.4.2).
double independent(observations const& seen) { return seen.span * (highest - lowest); }
double log10_false_alarm(observations const& seen, double power) {
    return std::log10(independent(seen)) +
           0.5 * static_cast<double>(seen.size() - 3) * std::log10(1 - std::min(power, 1.0));
}
double power_of_false_alarm(observations const& seen, double probability) {
    return 1 - std::pow(probability / independent(seen), 2 / static_cast<double>(seen.size() - 3));
}

bool write_picture(std::string const& path, request const& o, observations const& seen,
                   measured const& found) {
    constexpr example::colour blue{0.19, 0.41, 0.56}, pale{0.62, 0.72, 0.80}, red{0.82, 0.24, 0.20};
    constexpr double left = 120, width = 960;
    example::canvas page(1120, 1190);
    double const* const t = seen.t.data();
    double const* const y = seen.y.data();
    auto const count = seen.size();
    // So many of the samples as can be told apart.
    tw::index_t const step = std::max(tw::index_t{1}, count / 4096);
    auto const [low, high] = std::minmax_element(y, y + count);
    double const y_low = *low - 0.05 * (*high - *low), y_high = *high + 0.05 * (*high - *low);
    double const at_peak = frequency(found.peak, found.count);
    double const power = found.power[static_cast<std::size_t>(found.peak)];
    double const level = power_of_false_alarm(seen, 0.01);
    auto text = [](char const* pattern, auto... values) {
        return example::format(pattern, values...);
    };

    page.text(left, 36, 2.6, "The period of a star, seen at night", 0);
    page.text(left, 68, 1.8,
              text("%lld samples: a sine of %g days, and noise of %g times its amplitude",
                   static_cast<long long>(count), o.period, o.noise),
              0);
    double const half = 0.5 * seen.span;
    example::panel const samples{page, left, 96, width, 180, -half, half, y_low, y_high};
    for (tw::index_t i = 0; i < count; i += step)
        samples.point(t[i], y[i], 2, blue);
    samples.axes("days", "brightness", 10, 4);

    page.text(
        left, 382, 1.8,
        text("Lomb-Scargle periodogram at %lld frequencies", static_cast<long long>(found.count)),
        0);
    example::panel const spectrum{
        page, left, 404, width, 300, 0, highest, 0, 1.12 * std::max(power, level)};
    example::panel scanned = spectrum;
    scanned.left = spectrum.x_at(lowest);
    scanned.width = spectrum.left + width - scanned.left;
    scanned.x_low = lowest;
    scanned.spectrum(found.power, blue);
    spectrum.curve(1.2, red, [&](double) { return level; });
    bool const to_the_left = at_peak > highest / 2;
    page.text(to_the_left ? left + 8 : left + width - 8, spectrum.y_at(level) - 11, 1.4,
              "noise alone rises above this line once in 100 times", to_the_left ? 0 : 1, red);
    // Samples of the night alone make a frequency look like those whole cycles a day away.
    double const echo = at_peak + (to_the_left ? -1 : 1);
    double const spacing = (highest - lowest) / static_cast<double>(found.count - 1);
    auto const near = static_cast<std::ptrdiff_t>((echo - lowest) / spacing);
    auto const reach = static_cast<std::ptrdiff_t>(0.5 / (seen.span * spacing)) + 1;
    auto const size = static_cast<std::ptrdiff_t>(found.power.size());
    double const echoed = *std::max_element(
        found.power.begin() + std::clamp(near - reach, std::ptrdiff_t{0}, size - 1),
        found.power.begin() + std::clamp(near + reach, std::ptrdiff_t{1}, size));
    if (echoed > 2 * level)
        page.text(spectrum.x_at(echo) + (to_the_left ? -10 : 10), spectrum.y_at(echoed) + 4, 1.4,
                  "its echo, as no star is seen by day", to_the_left ? 1 : 0);
    spectrum.point(at_peak, power, 7, red);
    spectrum.point(at_peak, power, 4, example::paper);
    page.text(spectrum.x_at(at_peak) + (to_the_left ? -16 : 16), spectrum.y_at(power), 1.8,
              text("period %.5f days", 1 / at_peak), to_the_left ? 1 : 0, red);
    spectrum.axes("cycles a day", "power", 10, 6);

    page.text(left, 810, 1.8,
              text("the same samples folded at %.5f days, the mean of each twentieth, and the sine "
                   "that fits",
                   1 / at_peak),
              0);
    example::panel const folded{page, left, 832, width, 280, 0, 2, y_low, y_high};
    constexpr int bins = 20;
    double sums[bins] = {}, counts[bins] = {};
    for (tw::index_t i = 0; i < count; ++i) {
        double const phase = t[i] * at_peak - std::floor(t[i] * at_peak);
        int const bin = std::min(static_cast<int>(phase * bins), bins - 1);
        sums[bin] += y[i];
        counts[bin] += 1;
        if (i % step == 0) {
            folded.point(phase, y[i], 2, pale);
            folded.point(phase + 1, y[i], 2, pale);
        }
    }
    fit const sine(seen, at_peak);
    folded.curve(3, red, [&](double phase) { return sine(phase / at_peak); });
    for (int k = 0; k < 2 * bins; ++k)
        if (counts[k % bins] > 0)
            folded.point((k + 0.5) / bins, sums[k % bins] / counts[k % bins], 5, blue);
    folded.axes("cycles", "brightness", 8, 4);
    return page.write(path);
}

// How far the powers, from 0 to 1, may be from the textbook. Angles reach pi * 5 * 100 = 1571
// radians, where neighbouring floats are 1.2e-4 apart: the sine of each sample is off by about
// that, and the powers by less, as the errors of the samples differ in sign. The fast functions
// reduce such an angle with the hardware's few bits. Few samples average less.
constexpr double tolerance_float64 = 1e-11, tolerance_float32 = 2e-4;
[[maybe_unused]] constexpr double tolerance_fast = 5e-4;  // on a device alone

int demonstrate(request const& o, example::setting const& setting) {
    auto const n = static_cast<long long>(o.frequencies);
    observations const seen(o);
    std::printf(
        "Lomb-Scargle periodogram of %lld samples in %.1f days at %lld frequencies, median of %d "
        "calls\n",
        static_cast<long long>(o.samples), seen.span, n, o.repeats);
    std::printf("space: %s\n\n", setting.text.c_str());
    example::warn_if_unoptimised();

    example::table table({"", "frequencies", "first call", "later calls", "all frequencies",
                          "10^9 angles/s", "speed-up", "difference"});
    bool right = true;
    bool extrapolated = false;
    auto rate = [&](measured const& m) {  // angles are frequencies times samples
        return static_cast<double>(m.count) * static_cast<double>(o.samples) / m.call.median;
    };
    auto row = [&](char const* name, measured const& m, measured const& loop, double tolerance) {
        bool const part = m.count < o.frequencies;
        bool const wrong = !(m.difference <= tolerance);
        double const all =
            m.call.median * static_cast<double>(o.frequencies) / static_cast<double>(m.count);
        table.row({name, std::to_string(m.count), format_time(m.call.first),
                   format_time(m.call.median), (part ? "~ " : "") + format_time(all),
                   example::format("%.3g", rate(m) * 1e-9), format_ratio(rate(m) / rate(loop)),
                   example::format("%.1e", m.difference) +
                       (wrong ? example::format(" WRONG, above %.0e", tolerance) : "")});
        right = right && !wrong;
        extrapolated = extrapolated || part;
    };
    // What would take long is timed on fewer frequencies of the same range.
    auto at_most = [&](tw::index_t angles) {
        return std::clamp(angles / o.samples, tw::index_t{2}, o.frequencies);
    };
    tw::index_t const by_loop = at_most(tw::index_t{1} << 22);
    measured const loop64 = run_loop<double>(seen, by_loop, o.repeats);
    measured const loop32 = run_loop<float>(seen, by_loop, o.repeats);
    row("plain loop, 1 CPU thread, float64", loop64, loop64, tolerance_float64);
    row("plain loop, 1 CPU thread, float32", loop32, loop32, tolerance_float32);

    table.line();
    tw::index_t const by_host = setting.device ? at_most(tw::index_t{1} << 26) : o.frequencies;
    measured found = run<double, accurate, tw::host_space>(seen, by_host, o.repeats);
    row("host, float64", found, loop64, tolerance_float64);
    row("host, float32", run<float, accurate, tw::host_space>(seen, by_host, o.repeats), loop32,
        tolerance_float32);
#if defined(__CUDACC__)
    if (setting.device) {
        table.line();
        found = run<double, accurate, tw::device_space>(seen, o.frequencies, o.repeats);
        row("device, float64", found, loop64, tolerance_float64);
        row("device, float32",
            run<float, accurate, tw::device_space>(seen, o.frequencies, o.repeats), loop32,
            tolerance_float32);
        row("device, float32, fast::sin and cos",
            run<float, fast, tw::device_space>(seen, o.frequencies, o.repeats), loop32,
            tolerance_fast);
    }
#endif
    table.print();
    if (extrapolated)
        std::printf("~ extrapolated from the frequencies that were timed\n");
    std::printf(
        "difference: the largest to the textbook's formula with its tau, powers being 0 to 1\n");

    double const at_peak = frequency(found.peak, found.count);
    double const power = found.power[static_cast<std::size_t>(found.peak)];
    std::printf("\npeak: power %.3f at %.5f cycles a day\n", power, at_peak);
    std::printf("period: found %.5f days, hidden %.5f days (%.2g of a peak's width apart)\n",
                1 / at_peak, o.period, std::fabs(at_peak - 1 / o.period) * seen.span);
    double const chance = log10_false_alarm(seen, power);
    if (chance < -3)
        std::printf("noise alone reaches this power with a probability of about 1e%.0f\n", chance);
    else
        std::printf("noise alone reaches this power with a probability of about %.1g\n",
                    1 - std::exp(-std::pow(10.0, chance)));
    if (frequency(1, o.frequencies) - lowest > 0.5 / seen.span)
        std::printf("these frequencies are too far apart to see each peak: take %.0f or more\n",
                    2 * independent(seen) + 2);
    std::printf("%s\n", right ? "all differences are rounding" : "WRONG: see the differences");
    if (!o.picture.empty()) {
        if (!write_picture(o.picture, o, seen, found))
            throw std::runtime_error("cannot write " + o.picture);
        std::printf("picture: %s\n", o.picture.c_str());
    }
    return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("lombscargle", [&] {
        request o;
        example::shared_options shared;
        example::options options(
            "lombscargle",
            "The period of a star: the Lomb-Scargle periodogram of uneven samples, against a plain "
            "loop.");
        options.add('n', "samples", o.samples, "how many samples");
        options.add('f', "frequencies", o.frequencies,
                    "how many frequencies, 0 for 2^20 on a device and 2^14 on the host");
        options.add(0, "period", o.period, "the hidden period in days");
        options.add(0, "noise", o.noise,
                    "standard deviation of the noise; the sine's amplitude is 1");
        options.add(0, "seed", o.seed, "of the random times and noise");
        shared.add_repeats(options, 3);
        shared.add_space(options);
        shared.add_picture(options, "lombscargle");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        o.repeats = shared.repeats;
        o.picture = shared.picture;
        if (o.frequencies == 0)
            o.frequencies = tw::index_t{1} << (setting.device ? 20 : 14);
        if (o.samples < 64 || o.samples > 1 << 20)
            throw std::invalid_argument("--samples must be between 64 and 2^20");
        if (o.frequencies < 2 || o.frequencies > 1 << 26)
            throw std::invalid_argument("--frequencies must be between 2 and 2^26");
        if (!(o.period >= 1 / highest && o.period <= 1 / lowest))
            throw std::invalid_argument("--period must be between 0.2 and 20 days");
        if (!(o.noise >= 0 && o.noise <= 1000))
            throw std::invalid_argument("--noise must be between 0 and 1000");
        return demonstrate(o, setting);
    });
}
