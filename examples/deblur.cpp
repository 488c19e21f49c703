// SPDX-License-Identifier: MIT
// A picture out of focus, and what Fourier transforms make of it: the blur is a product of spectra,
// a low pass takes its noise away and no blur, and Wiener's filter (1949) undoes the blur as far as
// the noise lets it. Each step is a statement over whole pictures, on the GPU and on CPU threads;
// the blur is compared with plain loops over the disc that it is.
#include <cmath>

#include "picture.hpp"
#include "program.hpp"

#if defined(__CUDACC__)
#include <twill/fft.cuh>
#endif
#include <twill/fft.hpp>
#include <twill/random.hpp>

namespace tw = twill;
namespace fft = twill::fft;
using example::format;
using example::format_ratio;
using example::format_time;

namespace {

using picture = tw::host_array<float, 2>;

/// What comes of a picture.
struct findings {
    picture blurred, smooth, sharp;
};
/// Seconds of the steps.
struct timing {
    double blur = 0, low_pass = 0, wiener = 0;
};

/// A star of rays, discs and a grid, from 0 (black) to 1, to see what is lost.
picture scene(int side) {
    picture result(side, side);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            double const u = (x + 0.5) / side, v = (y + 0.5) / side;
            double value = 0.75;
            double const dx = u - 0.36, dy = v - 0.4, r = std::hypot(dx, dy);
            if (r < 0.28)
                value = std::sin(36 * std::atan2(dy, dx)) > 0 ? 0.95 : 0.08;
            if (u > 0.72 && u < 0.94 && v > 0.08 && v < 0.52)
                value = std::fmod(std::floor((u - 0.72) * 30) + std::floor((v - 0.08) * 30), 2) == 0
                            ? 0.15
                            : 0.9;
            for (int k = 0; k < 6; ++k)
                if (std::hypot(u - 0.12 - 0.15 * k, v - 0.83) < 0.065 - 0.01 * k)
                    value = 0.1 + 0.1 * k;
            result(y, x) = static_cast<float>(value);
        }
    return result;
}
/// What a lens out of focus makes of a point at (0, 0): a disc, which goes on at the other edges.
picture disc(int side, int radius) {
    picture result(side, side);
    result = 0.0f;
    int count = 0;
    for (int y = -radius; y <= radius; ++y)
        for (int x = -radius; x <= radius; ++x)
            count += x * x + y * y <= radius * radius ? 1 : 0;
    for (int y = -radius; y <= radius; ++y)
        for (int x = -radius; x <= radius; ++x)
            if (x * x + y * y <= radius * radius)
                result((y + side) % side, (x + side) % side) = 1.0f / static_cast<float>(count);
    return result;
}

/// The same blur by loops; their seconds.
double blur_plainly(picture const& from, int radius, picture& to) {
    int const side = static_cast<int>(from.extent(0));
    to = picture(side, side);
    return example::seconds([&] {
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                float sum = 0;
                int count = 0;
                for (int j = -radius; j <= radius; ++j)
                    for (int i = -radius; i <= radius; ++i)
                        if (i * i + j * j <= radius * radius) {
                            int const row = (y + j + side) % side, column = (x + i + side) % side;
                            sum += from.data()[row * side + column];
                            ++count;
                        }
                to.data()[y * side + x] = sum / static_cast<float>(count);
            }
    });
}

template <class Space>
findings run(picture const& from, picture const& point, float noise, int repeats, timing& t) {
    using field = tw::array<float, 2, Space>;
    using spectrum = tw::array<tw::complex<float>, 2, Space>;
    field const original = tw::to<Space>(from);
    auto const shape = original.shape();
    auto const points = fft::length(shape[0], shape[1]);
    spectrum const lens = fft::rfft2(tw::to<Space>(point));
    field blurred, smooth, sharp;
    auto measure = [&](auto&& step) {
        return example::measure(repeats,
                                [&] {
                                    step();
                                    example::finish<Space>();
                                })
            .median;
    };
    t.blur = measure([&] { blurred = fft::irfft2(fft::rfft2(original) * lens, points); });
    blurred += noise * tw::random::normal<float>(tw::random::key(1), shape);

    // Frequencies in waves a pixel; half of them along the last axis.
    auto const vertical = fft::fftfreq<float>(shape[0])(tw::full_extent, tw::newaxis);
    auto const across = fft::rfftfreq<float>(shape[1])(tw::newaxis, tw::full_extent);
    auto const square_of_frequency = square(vertical) + square(across);
    auto const keeps = exp(square_of_frequency * (-0.5f / (0.06f * 0.06f)));
    t.low_pass = measure([&] { smooth = fft::irfft2(fft::rfft2(blurred) * keeps, points); });
    // Noise is as strong at every frequency, pictures are the weaker the higher it is: what one is
    // to the other, where edges have a power of about 0.0013 / frequency^2.
    auto const share = square_of_frequency * (noise * noise / 0.0013f) + 1e-6f;
    t.wiener = measure([&] {
        sharp = fft::irfft2(
            fft::rfft2(blurred) * conj(lens) / (square(real(lens)) + square(imag(lens)) + share),
            points);
    });
    return {tw::to_host(blurred), tw::to_host(smooth), tw::to_host(sharp)};
}

/// How far pictures are apart, in decibels below white.
double decibels(picture const& a, picture const& b) {
    double const square_error = static_cast<double>(tw::item(tw::mean(square(a - b))));
    return -10 * std::log10(square_error);
}

bool write_pictures(std::string const& path, picture const& from, findings const& f) {
    constexpr double margin = 40, side = 480, head = 96;
    double const right = 2 * margin + side, second = head + side + 72;
    example::canvas page(static_cast<int>(2 * side + 3 * margin),
                         static_cast<int>(second + side + margin));
    page.text(margin, 40, 2.6, "Blur and its inverse by Fourier transforms", 0);
    auto draw = [&](double left, double top, char const* title, picture const& x) {
        auto const n = static_cast<double>(x.extent(0));
        page.area(left, top, side, side, [&](double u, double v) {
            auto const row = std::min(static_cast<tw::index_t>((1 - v) * n), x.extent(0) - 1);
            auto const column = std::min(static_cast<tw::index_t>(u * n), x.extent(1) - 1);
            double const g = std::clamp(static_cast<double>(x(row, column)), 0.0, 1.0);
            return example::colour{g, g, g};
        });
        page.frame(left, top, side, side, 1.5);
        page.text(left, top - 20, 1.8, title, 0);
    };
    draw(margin, head, "the picture", from);
    draw(right, head, "out of focus, with noise", f.blurred);
    draw(margin, second, "through a low pass", f.smooth);
    draw(right, second, "through Wiener's filter", f.sharp);
    return page.write(path);
}

int demonstrate(int side, int radius, double noise, int repeats, std::string const& path,
                example::setting const& setting) {
    std::printf(
        "%d x %d points, out of focus by a disc of radius %d, noise of %g, median of %d "
        "calls\nspace: %s\n\n",
        side, side, radius, noise, repeats, setting.text.c_str());
    example::warn_if_unoptimised();
    picture const from = scene(side), point = disc(side, radius);
    picture plain;
    double const plain_seconds = blur_plainly(from, radius, plain);

    timing time;
    auto const level = static_cast<float>(noise);
    example::table table({"", "blur", "speed-up", "low pass", "Wiener"});
    table.row({"plain loops, 1 CPU thread", format_time(plain_seconds)});
    auto row = [&](char const* what) {
        table.row({what, format_time(time.blur), format_ratio(plain_seconds / time.blur),
                   format_time(time.low_pass), format_time(time.wiener)});
    };
    findings const exact = run<tw::host_space>(from, point, 0, 1, time);
    findings found = run<tw::host_space>(from, point, level, repeats, time);
    row("host space");
    double error = static_cast<double>(tw::item(tw::max(abs(exact.blurred - plain))));
#if defined(__CUDACC__)
    if (setting.device) {
        picture const there = run<tw::device_space>(from, point, 0, 1, time).blurred;
        error = std::max(error, static_cast<double>(tw::item(tw::max(abs(there - plain)))));
        found = run<tw::device_space>(from, point, level, repeats, time);
        row("device space");
    }
#endif
    table.print();
    std::printf(
        "\ndistance from the picture, in decibels below white:\n"
        "  out of focus %.1f, low pass %.1f, Wiener %.1f\n",
        decibels(found.blurred, from), decibels(found.smooth, from), decibels(found.sharp, from));
    bool const same = error < 1e-4;
    std::printf("largest difference from the plain loops: %.2g  %s\n", error,
                same ? "(rounding)" : "WRONG");
    if (!path.empty()) {
        if (!write_pictures(path, from, found))
            throw std::runtime_error("cannot write " + path);
        std::printf("picture: %s\n", path.c_str());
    }
    return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("deblur", [&] {
        int side = 720, radius = 7;
        double noise = 0.01;
        example::shared_options shared;
        example::options options(
            "deblur", "A picture out of focus, blurred and mended by Fourier transforms.");
        options.add('n', "size", side, "points of each side");
        options.add('b', "blur", radius, "radius of the disc that a point becomes");
        options.add('e', "noise", noise, "deviation of the noise, white being 1");
        shared.add_repeats(options, 10);
        shared.add_space(options);
        shared.add_picture(options, "deblur");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (side < 64 || side > 16384)
            throw std::invalid_argument("--size must be between 64 and 16384");
        if (radius < 1 || radius > side / 4)
            throw std::invalid_argument("--blur must be between 1 and a quarter of the size");
        if (!(noise >= 0 && noise <= 1))
            throw std::invalid_argument("--noise must be between 0 and 1");
        return demonstrate(side, radius, noise, shared.repeats, shared.picture, setting);
    });
}
