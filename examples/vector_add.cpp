// SPDX-License-Identifier: MIT
// b += a on a million random numbers: the same statement on the GPU and on CPU threads, against a
// plain loop, with everything that a program pays for: the first call, the later ones, the copies.
// A chart shows what a call takes from a hundred numbers to many millions.
#include <cmath>
#include <random>

#include "picture.hpp"
#include "program.hpp"

namespace tw = twill;
using example::format_ratio;
using example::format_time;

namespace {

struct inputs {
    std::vector<float> a, b;
};

struct measured {
    example::times call;
    double in_batch = 0;
    double copy_in = 0;
    double copy_out = 0;
    double difference = 0;
};

/// What twill replaces. Not inlined, so that the calls stay calls.
__attribute__((noinline)) void plain_loop(std::vector<float>& b, std::vector<float> const& a) {
    for (std::size_t i = 0; i < a.size(); ++i)
        b[i] += a[i];
}

double largest_difference(float const* x, float const* y, std::size_t count) {
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        double const difference = std::fabs(static_cast<double>(x[i]) - static_cast<double>(y[i]));
        if (!(difference <= largest))
            largest = difference;  // a NaN counts as a difference
    }
    return largest;
}

/// One call and then `repeats` more of `b += a`, as the loop that made `once` and `all` did.
template <class Space>
measured run(inputs const& host, std::vector<float> const& once, std::vector<float> const& all,
             int repeats) {
    using array = tw::array<float, 1, Space>;
    constexpr bool on_device = std::is_same_v<Space, tw::device_space>;
    measured result;

    array a(tw::extents(host.a.size()));
    array b(tw::extents(host.b.size()));
    tw::host_array<float> const from_a(host.a);
    tw::host_array<float> const from_b(host.b);
    tw::host_array<float> back(tw::extents(host.b.size()));
    auto copy_in = [&] {
        tw::copy(a, from_a);
        tw::copy(b, from_b);
    };
    auto copy_out = [&] { tw::copy(back, b); };
    auto add = [&] {
        b += a;
        example::finish<Space>();
    };

    copy_in();
    result.call.first = example::seconds(add);
    copy_out();
    result.difference = largest_difference(back.data(), once.data(), once.size());

    copy_in();
    result.call.median = example::measure(repeats, add).median;
    copy_out();
    result.difference =
        std::max(result.difference, largest_difference(back.data(), all.data(), all.size()));

    if (on_device) {
        result.in_batch = example::seconds([&] {
                              for (int i = 0; i < repeats; ++i)
                                  b += a;
                              example::finish<Space>();
                          }) /
                          repeats;
        result.copy_in = example::measure(repeats, copy_in).median;
        result.copy_out = example::measure(repeats, copy_out).median;
    }
    return result;
}

/// What a call takes for arrays of each size, in microseconds.
struct time_by_size {
    std::string name;
    example::colour shade;
    std::vector<double> microseconds;
};
constexpr int sizes = 12;
tw::index_t size_of(int i) {
    return static_cast<tw::index_t>(std::llround(std::pow(10.0, 2 + 0.5 * i)));
}

/// `call` in batches that take a clock's attention; one wait for each.
template <class Call, class Finish>
double microseconds_of(tw::index_t size, Call&& call, Finish&& finish) {
    auto const calls = static_cast<int>(std::clamp<tw::index_t>(10'000'000 / size, 3, 300));
    double const batch = example::measure(7, [&] {
                             for (int i = 0; i < calls; ++i)
                                 call();
                             finish();
                         }).median;
    return batch / calls * 1e6;
}
template <class Space>
time_by_size by_size(std::string name, example::colour shade) {
    time_by_size result{std::move(name), shade, {}};
    for (int i = 0; i < sizes; ++i) {
        tw::array<float, 1, Space> a = tw::full(tw::extents(size_of(i)), 1.0f);
        tw::array<float, 1, Space> b = tw::full(tw::extents(size_of(i)), 0.0f);
        result.microseconds.push_back(
            microseconds_of(size_of(i), [&] { b += a; }, [] { example::finish<Space>(); }));
    }
    return result;
}
time_by_size by_size_of_loop() {
    time_by_size result{"plain loop, 1 CPU thread", example::viridis(0.92), {}};
    for (int i = 0; i < sizes; ++i) {
        auto const count = static_cast<std::size_t>(size_of(i));
        std::vector<float> const a(count, 1.0f);
        std::vector<float> b(count, 0.0f);
        result.microseconds.push_back(
            microseconds_of(size_of(i), [&] { plain_loop(b, a); }, [] {}));
    }
    return result;
}

bool write_picture(std::string const& path, std::vector<time_by_size> const& all) {
    example::canvas page(1000, 700);
    page.text(40, 40, 2.6, "b += a, the time of a call", 0);
    example::panel const chart{page, 130, 90, 820, 510, 1.8, 7.7, -2, 5};
    chart.axes("float32 values, as a power of ten", "microseconds, as a power of ten", 6, 7);
    double line = 120;
    for (time_by_size const& one : all) {
        auto height = [&](int i) {
            return std::log10(one.microseconds[static_cast<std::size_t>(i)]);
        };
        for (int i = 0; i < sizes; ++i) {
            if (i > 0)
                page.line(chart.x_at(1.5 + 0.5 * i), chart.y_at(height(i - 1)),
                          chart.x_at(2 + 0.5 * i), chart.y_at(height(i)), 3, one.shade);
            chart.point(2 + 0.5 * i, height(i), 5, one.shade);
        }
        page.line(160, line, 200, line, 4, one.shade);
        page.text(212, line, 1.8, one.name, 0);
        line += 30;
    }
    return page.write(path);
}

int demonstrate(tw::index_t size, int repeats, std::string const& picture,
                example::setting const& setting) {
    inputs host;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
    host.a.resize(static_cast<std::size_t>(size));
    host.b.resize(static_cast<std::size_t>(size));
    for (float& x : host.a)
        x = uniform(random);
    for (float& x : host.b)
        x = uniform(random);
    double const bytes = static_cast<double>(size) * sizeof(float);

    std::printf("b += a, %lld random float32 values (%s an array), median of %d calls\n",
                static_cast<long long>(size), example::format_bytes(bytes).c_str(), repeats);
    std::printf("space: %s\n\n", setting.text.c_str());
    example::warn_if_unoptimised();

    std::vector<float> once = host.b;
    plain_loop(once, host.a);
    std::vector<float> all = host.b;
    double const plain = example::measure(repeats, [&] { plain_loop(all, host.a); }).median;

    measured const cpu = run<tw::host_space>(host, once, all, repeats);

    example::table table({"", "time", "GB/s", "speed-up"});
    auto row = [&](std::string const& what, double s, double moved) {
        table.row({what, format_time(s), example::format("%.1f", moved / s * 1e-9),
                   format_ratio(plain / s)});
    };
    row("plain loop, 1 CPU thread", plain, 3 * bytes);
    table.line();
    row("host space, first call", cpu.call.first, 3 * bytes);
    row("host space, later calls", cpu.call.median, 3 * bytes);

    double difference = cpu.difference;
#if defined(__CUDACC__)
    if (setting.device) {
        measured const gpu = run<tw::device_space>(host, once, all, repeats);
        difference = std::max(difference, gpu.difference);
        table.line();
        row("device space, first call", gpu.call.first, 3 * bytes);
        row("device space, later calls, each waited for", gpu.call.median, 3 * bytes);
        row("device space, later calls, one wait for all", gpu.in_batch, 3 * bytes);
        table.line();
        row("host to device, a and b", gpu.copy_in, 2 * bytes);
        row("device to host, b", gpu.copy_out, bytes);
        row("copies and one call together", gpu.copy_in + gpu.call.median + gpu.copy_out,
            6 * bytes);
    }
#endif
    table.print();
    std::printf("\nlargest difference to the plain loop: %g  %s\n", difference,
                difference == 0 ? "(the same bits)" : "WRONG, it must be 0");
    if (!picture.empty()) {
        std::vector<time_by_size> lines = {
            by_size_of_loop(), by_size<tw::host_space>("host space", example::viridis(0.5))};
#if defined(__CUDACC__)
        if (setting.device)
            lines.push_back(by_size<tw::device_space>("device space", example::viridis(0.1)));
#endif
        if (!write_picture(picture, lines))
            throw std::runtime_error("cannot write " + picture);
        std::printf("picture: %s\n", picture.c_str());
    }
    return difference == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("vector_add", [&] {
        tw::index_t size = 1 << 20;
        example::shared_options shared;
        example::options options("vector_add",
                                 "b += a on random float32 values, against a plain loop.");
        options.add('n', "size", size, "how many values");
        shared.add_repeats(options, 50);
        shared.add_space(options);
        shared.add_picture(options, "vector_add");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (size < 1)
            throw std::invalid_argument("--size must be 1 or more");
        return demonstrate(size, shared.repeats, shared.picture, setting);
    });
}
