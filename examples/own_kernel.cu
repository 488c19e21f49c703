// SPDX-License-Identifier: MIT
// A kernel of one's own among whole-array statements: heat spreads over a plate, once by a
// __global__ function and once by an expression of five slices. This is how a program of raw
// kernels moves over piece by piece: a kernel keeps its body and takes `a.ref()`, which knows the
// shape and the strides, in place of a pointer and sizes.
#include <cmath>

#include "program.hpp"

namespace tw = twill;
using example::format_ratio;
using example::format_time;

namespace {

using plate = tw::device_array<float, 2>;

// A reference is copied into the kernel like a pointer; it keeps nothing alive and checks nothing.
__global__ void spread_kernel(tw::array_ref<float, 2> next, tw::array_ref<float const, 2> now,
                              float rate) {
    tw::index_t const i = 1 + static_cast<tw::index_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    tw::index_t const j = 1 + static_cast<tw::index_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= now.extent(0) - 1 || j >= now.extent(1) - 1)
        return;
    next(i, j) = now(i, j) + rate * (now(i - 1, j) + now(i + 1, j) + now(i, j - 1) + now(i, j + 1) -
                                     4 * now(i, j));
}

/// One step of time for the inner points. The launch is on the current stream, where twill's own
/// work runs: statements before and after it are ordered with it, and nothing waits.
void by_kernel(plate& next, plate const& now, float rate) {
    dim3 const block(32, 8);
    auto blocks = [](tw::index_t points, unsigned size) {
        return static_cast<unsigned>((points - 2 + size - 1) / size);
    };
    dim3 const grid(blocks(now.extent(1), block.x), blocks(now.extent(0), block.y));
    spread_kernel<<<grid, block, 0, tw::current_stream().handle()>>>(next.ref(), now.ref(), rate);
    cudaError_t const code = cudaGetLastError();
    if (code != cudaSuccess)
        throw std::runtime_error(std::string("spread_kernel: ") + cudaGetErrorString(code));
}

/// The same without a kernel.
void by_expression(plate& next, plate const& now, float rate) {
    tw::slice const inner(1, -1), before(tw::none, -2), after(2);
    auto const here = now(inner, inner);
    next(inner, inner) = here + rate * (now(before, inner) + now(after, inner) +
                                        now(inner, before) + now(inner, after) - 4.0f * here);
}

struct measured {
    example::times step;
    double in_batch = 0;
    plate result;
};

/// Steps from `start`: as many as asked for, the first and the last `repeats` waited for.
template <class Step>
measured run(plate const& start, float rate, int steps, int repeats, Step&& step) {
    measured m;
    plate now = start, next = start;  // the edges, which no step writes, are in both
    auto advance = [&] {
        step(next, now, rate);
        std::swap(now, next);
    };
    m.step = example::measure(repeats, [&] {
        advance();
        example::finish<tw::device_space>();
    });
    int const left = steps - repeats - 1;
    m.in_batch = example::seconds([&] {
                     for (int i = 0; i < left; ++i)
                         advance();
                     example::finish<tw::device_space>();
                 }) /
                 left;
    m.result = std::move(now);
    return m;
}

int demonstrate(tw::index_t size, int waves, int steps, int repeats) {
    constexpr float rate = 0.2f;  // stable up to 0.25
    constexpr double pi = 3.141592653589793;
    double const bytes = static_cast<double>(size * size) * sizeof(float);
    std::printf(
        "heat on a plate of %lld x %lld float32 points (%s) for %d steps, median of %d calls\n",
        static_cast<long long>(size), static_cast<long long>(size),
        example::format_bytes(bytes).c_str(), steps, repeats);
    std::printf("space: %s\n\n", example::choose_space("device").text.c_str());
    example::warn_if_unoptimised();

    tw::device_array<float> const wave =
        cast<float>(sin(tw::linspace(0.0, pi * static_cast<double>(waves), size)));
    plate const start = wave(tw::full_extent, tw::newaxis) * wave;

    measured const kernel = run(start, rate, steps, repeats, by_kernel);
    measured const expression = run(start, rate, steps, repeats, by_expression);

    example::table table(
        {"", "first step", "later steps, each waited for", "one wait for all", "GB/s", "speed-up"});
    auto row = [&](char const* what, measured const& m) {
        table.row({what, format_time(m.step.first), format_time(m.step.median),
                   format_time(m.in_batch), example::format("%.1f", 2 * bytes / m.in_batch * 1e-9),
                   format_ratio(kernel.in_batch / m.in_batch)});
    };
    row("spread_kernel, a __global__ function", kernel);
    row("twill, an expression of slices", expression);
    table.print();

    // A step rounds five additions of numbers up to 4, and evens out what was wrong before it.
    double const difference =
        static_cast<double>(tw::item(max(abs(kernel.result - expression.result))));
    double const tolerance = 5e-7 * steps;
    // Such a wave keeps its form and shrinks by one factor a step.
    double const half = std::sin(pi * waves / (2.0 * static_cast<double>(size - 1)));
    double const expected = std::pow(1 - 8 * static_cast<double>(rate) * half * half, steps);
    double const left = static_cast<double>(tw::item(max(abs(kernel.result)))) /
                        static_cast<double>(tw::item(max(abs(start))));
    bool const same = difference <= tolerance;
    bool const shrunk = std::fabs(left - expected) <= 1e-4 + tolerance;
    std::printf("\nlargest difference of the two: %.1e  %s\n", difference,
                same ? "(rounding)" : example::format("WRONG, above %.0e", tolerance).c_str());
    std::printf("of the heat's height %.4f is left, by the formula %.4f%s\n", left, expected,
                shrunk ? "" : "  WRONG");
    return same && shrunk ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("own_kernel", [&] {
        tw::index_t size = 4096;
        int waves = 64, steps = 200, repeats = 20;
        example::options options(
            "own_kernel",
            "Heat on a plate, by a __global__ function of the program's own and "
            "by a twill expression.");
        options.add('n', "size", size, "points along each side of the plate");
        options.add('w', "waves", waves, "hot and cold spots along each side");
        options.add('k', "steps", steps, "steps of time");
        options.add('r', "repeats", repeats, "calls behind each median");
        if (!options.parse(argc, argv))
            return 0;
        if (size < 3 || size > 30000)
            throw std::invalid_argument("--size must be between 3 and 30000");
        if (waves < 1 || waves > size / 2)
            throw std::invalid_argument("--waves must be between 1 and half of --size");
        if (repeats < 1)
            throw std::invalid_argument("--repeats must be 1 or more");
        if (steps < repeats + 2 || steps > 100000)
            throw std::invalid_argument("--steps must be above --repeats + 1, up to 100000");
        if (tw::device_count() == 0) {
            std::printf(
                "own_kernel: no GPU was found, and a kernel of one's own runs nowhere else\n");
            return 0;
        }
        return demonstrate(size, waves, steps, repeats);
    });
}
