// SPDX-License-Identifier: MIT
// Heat spreads over a plate: two round heaters are held at their temperatures, the edges at
// another, and a wall that hardly conducts stands between them. A step of time is one statement
// over five slices, on the GPU and on CPU threads, against a plain loop. The temperatures become a
// picture.
#include <cmath>

#include "picture.hpp"
#include "program.hpp"

namespace tw = twill;
using example::format_ratio;
using example::format_time;

namespace {

constexpr float edge = 20, left_heater = 100, right_heater = 70;

/// Temperatures at the start, and how much of the difference to its neighbours a point takes over
/// in a step: nothing where it is held. x and y run from 0 to 1, y upwards as in the picture.
template <class Space>
struct plate {
    tw::array<float, 2, Space> start, rate;

    explicit plate(tw::index_t side) {
        auto const [x, y] =
            tw::meshgrid(tw::linspace(0.0f, 1.0f, side), tw::linspace(1.0f, 0.0f, side));
        auto const in_left = hypot(x - 0.27f, y - 0.6f) < 0.08f;
        auto const in_right = hypot(x - 0.78f, y - 0.35f) < 0.12f;
        auto const in_wall = abs(x - 0.5f + 0.25f * (y - 0.5f)) < 0.02f && y > 0.25f && y < 0.85f;
        start =
            tw::evaluate<Space>(where(in_left, left_heater, where(in_right, right_heater, edge)));
        rate = tw::evaluate<Space>(
            where(in_left || in_right, 0.0f, where(in_wall, 0.0005f, 0.24f)));  // stable up to 0.25
    }
};

/// What twill replaces: the inner points of a step. Not inlined, so that the calls stay calls.
__attribute__((noinline)) void plain_step(float* next, float const* now, float const* rate,
                                          tw::index_t side) {
    for (tw::index_t i = 1; i < side - 1; ++i)
        for (tw::index_t j = 1; j < side - 1; ++j) {
            tw::index_t const at = i * side + j;
            next[at] = now[at] + rate[at] * (now[at - side] + now[at + side] + now[at - 1] +
                                             now[at + 1] - 4.0f * now[at]);
        }
}

/// The same as one statement.
template <class Space>
void step(tw::array<float, 2, Space>& next, tw::array<float, 2, Space> const& now,
          tw::array<float, 2, Space> const& rate) {
    tw::slice const inner(1, -1), before(tw::none, -2), after(2);
    auto const here = now(inner, inner);
    next(inner, inner) =
        here + rate(inner, inner) * (now(before, inner) + now(after, inner) + now(inner, before) +
                                     now(inner, after) - 4.0f * here);
}

struct measured {
    double first = 0;
    double step = 0;  ///< of the later ones together, each
    tw::host_array<float, 2> result;
};

template <class Space>
measured run(tw::index_t side, int steps) {
    plate<Space> const p(side);
    tw::array<float, 2, Space> now = p.start, next = p.start;  // the edges, which no step writes
    measured m;
    m.first = example::seconds([&] {
        step(next, now, p.rate);
        example::finish<Space>();
    });
    std::swap(now, next);
    m.step = example::seconds([&] {
                 for (int i = 1; i < steps; ++i) {
                     step(next, now, p.rate);
                     std::swap(now, next);
                 }
                 example::finish<Space>();
             }) /
             std::max(steps - 1, 1);
    m.result = tw::to_host(now);
    return m;
}

measured run_plain(tw::index_t side, int steps) {
    plate<tw::host_space> const p(side);
    measured m;
    tw::host_array<float, 2> now = p.start, next = p.start;
    auto advance = [&] {
        plain_step(next.data(), now.data(), p.rate.data(), side);
        std::swap(now, next);
    };
    m.first = example::seconds(advance);
    m.step = example::seconds([&] {
                 for (int i = 1; i < steps; ++i)
                     advance();
             }) /
             std::max(steps - 1, 1);
    m.result = std::move(now);
    return m;
}

bool write_picture(std::string const& path, tw::host_array<float, 2> const& t, int steps) {
    tw::index_t const side = t.extent(0);
    auto sample = [&](double u, double v) {
        double const x = std::clamp(u, 0.0, 1.0) * static_cast<double>(side - 1);
        double const y = std::clamp(1 - v, 0.0, 1.0) * static_cast<double>(side - 1);
        auto const j = std::min(static_cast<tw::index_t>(x), side - 2);
        auto const i = std::min(static_cast<tw::index_t>(y), side - 2);
        double const p = x - static_cast<double>(j);
        double const q = y - static_cast<double>(i);
        auto at = [&](tw::index_t row, tw::index_t column) {
            return static_cast<double>(t.data()[row * side + column]);
        };
        return (1 - q) * ((1 - p) * at(i, j) + p * at(i, j + 1)) +
               q * ((1 - p) * at(i + 1, j) + p * at(i + 1, j + 1));
    };
    std::string const points = std::to_string(side);
    return example::write_field(path,
                                {"Heat on a plate with two heaters and a wall",
                                 points + " x " + points + " points after " +
                                     std::to_string(steps) + " steps, each one statement of slices",
                                 "x (side of the plate)", "y (side of the plate)", "Celsius", 0, 1,
                                 0, 1, 0.78, 0.35, "held at 70"},
                                static_cast<double>(edge), static_cast<double>(left_heater),
                                sample);
}

/// Every temperature as it is in the plain loop but for rounding: NaN is not.
double largest_difference(tw::host_array<float, 2> const& a, tw::host_array<float, 2> const& b) {
    tw::host_array<float, 2> const difference = abs(a - b);
    return static_cast<double>(tw::item(max(difference)));
}

int demonstrate(tw::index_t side, int steps, std::string const& picture,
                example::setting const& setting) {
    double const bytes = 3.0 * static_cast<double>(side * side) * sizeof(float);
    std::printf("heat on a plate of %lld x %lld float32 points, %d steps of time\n",
                static_cast<long long>(side), static_cast<long long>(side), steps);
    std::printf("space: %s\n\n", setting.text.c_str());
    example::warn_if_unoptimised();

    measured const plain = run_plain(side, steps);
    measured const cpu = run<tw::host_space>(side, steps);
    double difference = largest_difference(cpu.result, plain.result);

    example::table table({"", "first step", "later steps", "GB/s", "speed-up"});
    auto row = [&](std::string const& what, measured const& m) {
        table.row({what, format_time(m.first), format_time(m.step),
                   example::format("%.1f", bytes / m.step * 1e-9),
                   format_ratio(plain.step / m.step)});
    };
    row("plain loop, 1 CPU thread", plain);
    row("host space, an expression of slices", cpu);
    tw::host_array<float, 2> result = cpu.result;
#if defined(__CUDACC__)
    if (setting.device) {
        measured const gpu = run<tw::device_space>(side, steps);
        row("device space, the same expression", gpu);
        double const there = largest_difference(gpu.result, plain.result);
        difference = there > difference || there != there ? there : difference;
        result = gpu.result;
    }
#endif
    table.print();

    // A step rounds temperatures of at most 100 a few times, and evens out what was wrong before.
    double const tolerance = 2e-5 * std::sqrt(static_cast<double>(steps)) + 1e-4;
    bool const same = difference <= tolerance;
    bool const within =
        tw::item(min(result)) >= edge - 0.01f && tw::item(max(result)) <= left_heater + 0.01f;
    std::printf("\nlargest difference to the plain loop: %.1e degrees  %s\n", difference,
                same ? "(rounding)" : "WRONG");
    std::printf("mean temperature: %.3f degrees%s\n", static_cast<double>(tw::item(mean(result))),
                within ? "" : "  WRONG: some are outside of what is held");
    if (!picture.empty()) {
        if (!write_picture(picture, result, steps))
            throw std::runtime_error("cannot write " + picture);
        std::printf("picture: %s\n", picture.c_str());
    }
    return same && within ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("heat", [&] {
        tw::index_t side = 400;
        int steps = 20000;
        example::shared_options shared;
        example::options options("heat",
                                 "Heat on a plate with two heaters and a wall, a step of time "
                                 "being one statement of slices, against a plain loop.");
        options.add('n', "size", side, "points along each side of the plate");
        options.add('k', "steps", steps, "steps of time");
        shared.add_space(options);
        shared.add_picture(options, "heat");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (side < 16 || side > 30000)
            throw std::invalid_argument("--size must be between 16 and 30000");
        if (steps < 1)
            throw std::invalid_argument("--steps must be 1 or more");
        return demonstrate(side, steps, shared.picture, setting);
    });
}
