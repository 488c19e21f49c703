// SPDX-License-Identifier: MIT
// The price of an option by Monte Carlo: the mean of what it pays at the end of random years. The
// random numbers are made inside the sums' kernel, so that a thousand million of them need no
// memory. The error bars are held to the price that the formula of Black and Scholes gives, over
// many independent runs, and must shrink as one over the root of the number of samples.
#include <cmath>
#include <random>

#include <twill/random.hpp>

#include "picture.hpp"
#include "program.hpp"

namespace tw = twill;
using example::format;
using example::format_time;

namespace {

/// A share and the right to buy it at `strike` at the end.
struct market {
    double spot = 100, strike = 105, rate = 0.03, volatility = 0.25, years = 1;

    double drift() const { return (rate - 0.5 * volatility * volatility) * years; }
    double spread() const { return volatility * std::sqrt(years); }
    double discount() const { return std::exp(-rate * years); }

    /// Black and Scholes, "The Pricing of Options and Corporate Liabilities" (1973), eq. 13.
    double exact() const {
        auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
        double const d2 = (std::log(spot / strike) + drift()) / spread();
        return spot * below(d2 + spread()) - strike * discount() * below(d2);
    }
};

/// A price and its standard error.
struct estimate {
    double price = 0, error = 0;
};
estimate estimate_of(double mean, double mean_square, double count) {
    return {mean, std::sqrt(std::max(mean_square - mean * mean, 0.0) / (count - 1))};
}

/// The option's value today after years whose normal numbers are z.
template <class Z>
auto payoff(market const& m, Z const& z) {
    auto const spot = m.spot * exp(m.drift() + m.spread() * z);
    return m.discount() * maximum(spot - m.strike, 0.0);
}

/// Samples by themselves: one kernel, which reads nothing and writes two numbers.
template <class Space>
estimate simple(market const& m, tw::random::key key, tw::index_t count) {
    auto const z = tw::random::normal<float>(key, tw::extents(count));
    auto const value = payoff(m, z);
    auto const [mean, mean_square] =
        tw::evaluate<Space>(tw::mean<double>(value), tw::mean<double>(square(value)));
    return estimate_of(tw::item(mean), tw::item(mean_square), static_cast<double>(count));
}

/// Each normal number twice, as z and as -z, whose errors partly cancel (Hammersley and Morton, "A
/// New Monte Carlo Technique: Antithetic Variates", 1956). `count` counts both.
template <class Space>
estimate antithetic(market const& m, tw::random::key key, tw::index_t count) {
    tw::index_t const pairs = count / 2;
    auto const z = tw::random::normal<float>(key, tw::extents(pairs));
    auto const value = 0.5 * (payoff(m, z) + payoff(m, -z));
    auto const [mean, mean_square] =
        tw::evaluate<Space>(tw::mean<double>(value), tw::mean<double>(square(value)));
    return estimate_of(tw::item(mean), tw::item(mean_square), static_cast<double>(pairs));
}

/// What twill replaces. Not inlined, so that the calls stay calls.
__attribute__((noinline)) estimate plain_loop(market const& m, unsigned seed, tw::index_t count) {
    std::mt19937_64 random(seed);
    std::normal_distribution<float> normal;
    auto const drift = static_cast<float>(m.drift()), spread = static_cast<float>(m.spread());
    auto const spot = static_cast<float>(m.spot), strike = static_cast<float>(m.strike);
    auto const discount = static_cast<float>(m.discount());
    double sum = 0, squares = 0;
    for (tw::index_t i = 0; i < count; ++i) {
        float const end = spot * std::exp(drift + spread * normal(random));
        auto const value = static_cast<double>(discount * std::max(end - strike, 0.0f));
        sum += value;
        squares += value * value;
    }
    auto const n = static_cast<double>(count);
    return estimate_of(sum / n, squares / n, n);
}

/// Many independent runs of so many samples.
struct series {
    tw::index_t count = 0;
    double seconds = 0;  ///< of a run
    std::vector<estimate> runs;

    /// The root of the mean square of the true errors, and of what the error bars say.
    double true_error(double exact) const {
        double sum = 0;
        for (estimate const& e : runs)
            sum += (e.price - exact) * (e.price - exact);
        return std::sqrt(sum / static_cast<double>(runs.size()));
    }
    double bar() const {
        double sum = 0;
        for (estimate const& e : runs)
            sum += e.error * e.error;
        return std::sqrt(sum / static_cast<double>(runs.size()));
    }
    int within(double exact, double bars) const {
        return static_cast<int>(std::count_if(runs.begin(), runs.end(), [&](estimate const& e) {
            return std::fabs(e.price - exact) <= bars * e.error;
        }));
    }
};

template <class Run>
series repeat(int runs, tw::index_t count, tw::random::key key, Run&& run) {
    series result{count, 0, {}};
    run(key, count);  // what only a first call pays for
    result.seconds = example::seconds([&] {
                         for (int i = 0; i < runs; ++i)
                             result.runs.push_back(run(
                                 tw::random::fold_in(key, static_cast<std::uint64_t>(i)), count));
                     }) /
                     runs;
    return result;
}

bool write_picture(std::string const& path, market const& m, std::vector<series> const& simple,
                   std::vector<series> const& antithetic) {
    constexpr example::colour blue{0.19, 0.41, 0.56}, red{0.82, 0.24, 0.20}, pale{0.72, 0.79, 0.85};
    constexpr double left = 120, width = 820;
    example::canvas page(1000, 820);
    double const exact = m.exact();
    double const first = std::log10(static_cast<double>(simple.front().count));
    double const last = std::log10(static_cast<double>(simple.back().count));
    double const high = std::log10(simple.front().bar()) + 0.8;
    double const low = std::log10(antithetic.back().bar()) - 1.4;
    example::panel const panel{page, left, 110, width, 600, first - 0.3, last + 0.3, low, high};
    page.text(left, 40, 2.6, "The price of an option by Monte Carlo", 0);
    page.text(left, 76, 1.8,
              format("exact price %.4f; %d runs at each number of samples", exact,
                     static_cast<int>(simple.front().runs.size())),
              0);
    auto draw = [&](std::vector<series> const& all, example::colour c, double shift) {
        for (series const& s : all) {
            double const x = std::log10(static_cast<double>(s.count)) + shift;
            for (estimate const& e : s.runs)
                panel.point(x, std::log10(std::fabs(e.price - exact) + 1e-300), 2.5, c);
        }
        double const scale = all.front().bar() * std::sqrt(static_cast<double>(all.front().count));
        panel.curve(2.5, c, [&](double x) { return std::log10(scale) - 0.5 * x; });
    };
    for (double const x : example::ticks(panel.x_low, panel.x_high, 8))
        page.box(panel.x_at(x), panel.top, 0.5, panel.height, pale);
    for (double const y : example::ticks(panel.y_low, panel.y_high, 6))
        page.box(left, panel.y_at(y), width, 0.5, pale);
    draw(simple, blue, -0.03);
    draw(antithetic, red, 0.03);
    panel.axes("log10 of the samples", "log10 of the error", 8, 6);
    page.text(left + width - 20, 140, 1.8, "independent samples", 1, blue);
    page.text(left + width - 20, 170, 1.8, "pairs of z and -z", 1, red);
    page.text(left + width - 20, 200, 1.8, "dots: true errors; lines: error bars", 1);
    return page.write(path);
}

struct request {
    market what;
    tw::index_t samples = 0;
    int runs = 32;
    unsigned seed = 1;
    int repeats = 0;
    std::string picture;
};

/// Whether the error bars tell the truth: the mean square of `runs` true errors is within five of
/// its standard deviations of what they say.
bool honest(series const& s, double exact) {
    double const ratio = s.true_error(exact) / s.bar();
    return std::fabs(ratio * ratio - 1) < 5 * std::sqrt(2 / static_cast<double>(s.runs.size()));
}

template <class Space>
bool demonstrate(request const& o) {
    double const exact = o.what.exact();
    tw::random::key const key(o.seed);
    std::vector<series> plain, paired;
    bool right = true;
    example::table table({"samples", "price", "error bar", "true error", "within 2 bars",
                          "z and -z: bar", "true error", "time of a run"});
    for (tw::index_t count = 1024; count <= o.samples; count *= 4) {
        auto const at = tw::random::fold_in(key, static_cast<std::uint64_t>(count));
        auto const [one, other] = tw::random::split(at);
        plain.push_back(repeat(o.runs, count, one, [&](tw::random::key k, tw::index_t n) {
            return simple<Space>(o.what, k, n);
        }));
        paired.push_back(repeat(o.runs, count, other, [&](tw::random::key k, tw::index_t n) {
            return antithetic<Space>(o.what, k, n);
        }));
        series const &a = plain.back(), &b = paired.back();
        // Sums and exponentials of float32 are exact to some 1e-7 of the price.
        bool const good = (honest(a, exact) || a.bar() < 1e-6 * exact) &&
                          (honest(b, exact) || b.bar() < 1e-6 * exact);
        right = right && good;
        table.row({format("%lld", static_cast<long long>(count)), format("%.5f", a.runs[0].price),
                   format("%.5f", a.bar()), format("%.5f", a.true_error(exact)),
                   format("%d of %d", a.within(exact, 2), o.runs), format("%.5f", b.bar()),
                   format("%.5f", b.true_error(exact)),
                   format_time(a.seconds) + (good ? "" : "  WRONG")});
    }
    table.print();
    std::printf("\nThe true errors are those of %d runs, to the exact price.\n", o.runs);
    if (!o.picture.empty()) {
        if (!write_picture(o.picture, o.what, plain, paired))
            throw std::runtime_error("cannot write " + o.picture);
        std::printf("picture: %s\n", o.picture.c_str());
    }
    return right;
}

/// Samples a second, the same number of them everywhere and the most where the work runs.
void compare(request const& o, example::setting const& setting) {
    example::table table({"", "samples", "time", "million samples/s", "speed-up"});
    double slowest = 0;
    auto row = [&](std::string const& what, tw::index_t count, auto&& work) {
        estimate e;
        double const median = example::measure(o.repeats, [&] { e = work(count); }).median;
        double const rate = static_cast<double>(count) / median;
        slowest = slowest > 0 ? slowest : rate;
        table.row({what, format("%lld", static_cast<long long>(count)), format_time(median),
                   format("%.1f", rate * 1e-6), example::format_ratio(rate / slowest)});
    };
    tw::random::key const key(o.seed);
    tw::index_t const few = tw::index_t{1} << 20;
    row("plain loop, std::normal_distribution", few,
        [&](tw::index_t n) { return plain_loop(o.what, o.seed, n); });
    row("host space", few, [&](tw::index_t n) { return simple<tw::host_space>(o.what, key, n); });
#if defined(__CUDACC__)
    if (setting.device)
        for (tw::index_t const n : {few, o.samples})
            row("device space", n,
                [&](tw::index_t count) { return simple<tw::device_space>(o.what, key, count); });
#endif
    (void)setting;
    std::printf("\n");
    table.print();
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("monte_carlo", [&] {
        request o;
        example::shared_options shared;
        example::options options("monte_carlo",
                                 "The price of a call option by Monte Carlo, with random numbers "
                                 "that are made inside the sums, and error bars held to the exact "
                                 "price.");
        options.add('n', "samples", o.samples, "samples of the longest runs, 0 for what is quick");
        options.add('k', "runs", o.runs, "independent runs for each number of samples");
        options.add(0, "strike", o.what.strike, "the price at which the share may be bought");
        options.add(0, "volatility", o.what.volatility, "of the share, a year");
        options.add(0, "years", o.what.years, "until then");
        options.add(0, "seed", o.seed, "of the random numbers");
        shared.add_repeats(options, 5);
        shared.add_space(options);
        shared.add_picture(options, "monte_carlo");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (o.samples == 0)
            o.samples = tw::index_t{1} << (setting.device ? 28 : 18);
        if (o.samples < 1024 || o.samples > tw::index_t{1} << 40)
            throw std::invalid_argument("--samples must be between 1024 and 2^40");
        if (o.runs < 8)
            throw std::invalid_argument("--runs must be 8 or more");
        if (!(o.what.strike > 0 && o.what.volatility > 0 && o.what.years > 0))
            throw std::invalid_argument("--strike, --volatility and --years must be positive");
        o.repeats = shared.repeats;
        o.picture = shared.picture;

        std::printf("a share at %g, and the right to buy it at %g in %g years; volatility %g\n",
                    o.what.spot, o.what.strike, o.what.years, o.what.volatility);
        std::printf("exact price: %.5f\nspace: %s\n\n", o.what.exact(), setting.text.c_str());
        example::warn_if_unoptimised();
        bool right = false;
#if defined(__CUDACC__)
        if (setting.device)
            right = demonstrate<tw::device_space>(o);
        else
#endif
            right = demonstrate<tw::host_space>(o);
        compare(o, setting);
        return right ? 0 : 1;
    });
}
