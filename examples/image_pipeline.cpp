// SPDX-License-Identifier: MIT
// From a colour picture to what stands out in it: grey, a blur, a histogram, a threshold between
// its two hills (Otsu 1979), and the mask. Each step is a statement over whole pictures, on the GPU
// and on CPU threads, against plain loops. The picture comes from a file or is made here; what
// comes of it is drawn next to it.
#include <array>
#include <cmath>

#include "picture.hpp"
#include "program.hpp"

#if defined(__CUDACC__)
#include <twill/scan.cuh>
#include <twill/statistics.cuh>
#endif
#include <twill/numeric.hpp>
#include <twill/statistics.hpp>

namespace tw = twill;
using example::format_ratio;
using example::format_time;

namespace {

constexpr int bins = 256;
constexpr float taps[] = {0.0625f, 0.25f, 0.375f};  // binomial: 1 4 6 4 1, sixteenths

/// What comes of a picture.
struct findings {
    tw::host_array<float, 2> blurred;
    tw::host_array<tw::index_t> counts;
    int threshold = 0;  ///< the mask is what is brighter than this bin
    tw::host_array<bool, 2> mask;
};
/// Seconds of the steps.
struct timing {
    double grey = 0, blur = 0, histogram = 0, threshold = 0;
    double copy_in = 0, copy_out = 0;
    double together() const { return grey + blur + histogram + threshold + copy_in + copy_out; }
};

/// Coins on a cloth: shaded discs of many sizes over a lighter weave, and the noise of a camera.
example::image coins(int width, int height) {
    struct coin {
        double x, y, radius, tone;
    };
    std::vector<coin> all;
    std::uint32_t state = 12345;
    auto random = [&] {  // the same picture everywhere
        state = state * 1664525u + 1013904223u;
        return static_cast<double>(state >> 8) / 16777216.0;
    };
    double const side = std::min(width, height);
    for (int tries = 0; tries < 4000 && all.size() < 60; ++tries) {
        coin const c{random() * width, random() * height, (0.025 + 0.05 * random()) * side,
                     random()};
        bool const apart = std::all_of(all.begin(), all.end(), [&](coin const& other) {
            return std::hypot(c.x - other.x, c.y - other.y) > c.radius + other.radius + 3;
        });
        if (apart && c.x > c.radius && c.y > c.radius && c.x < width - c.radius &&
            c.y < height - c.radius)
            all.push_back(c);
    }
    example::image result{width, height, {}};
    result.rgb.reserve(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            double const weave = 8 * std::sin(0.9 * x) * std::sin(0.9 * y);
            double red = 62 + weave, green = 74 + weave, blue = 104 + weave;
            for (coin const& c : all) {
                double const dx = (x - c.x) / c.radius, dy = (y - c.y) / c.radius;
                double const r = dx * dx + dy * dy;
                if (r >= 1)
                    continue;
                double const light = 150 + 45 * (0.8 - dx - dy) * 0.5 + (r > 0.8 ? 22 : 0);
                red = light + 22 * c.tone;
                green = light - 6;
                blue = light - 60 * c.tone;
            }
            double const noise = 34 * (random() + random() - 1);
            for (double const channel : {red, green, blue})
                result.rgb.push_back(
                    static_cast<unsigned char>(std::clamp(channel + noise, 0.0, 255.0)));
        }
    return result;
}

/// The bin behind which the hill of the brighter points starts: the variance between the two
/// classes is the greatest there.
int otsu(tw::host_array<tw::index_t> const& counts) {
    tw::host_array<double> const share = tw::cast<double>(counts) / tw::cast<double>(sum(counts));
    tw::host_array<double> const below = cumsum(share);
    tw::host_array<double> const moment = cumsum(share * tw::arange(static_cast<double>(bins)));
    double const mean = moment(-1);
    // Where a class is empty the quotient is NaN, which is no candidate.
    auto const between = square(mean * below - moment) / (below * (1.0 - below));
    return static_cast<int>(
        tw::item(nanargmax(where(below * (1.0 - below) > 1e-12, between, NAN))));
}

/// The steps as a program with twill writes them.
template <class Space>
findings run(example::image const& picture, int passes, int repeats, timing& t) {
    tw::index_t const height = picture.height, width = picture.width;
    auto const all = tw::full_extent;
    auto const shape = tw::extents(height, width, 3);

    tw::array<unsigned char, 3, Space> colours(shape);
    tw::host_array<unsigned char, 3> file(shape);
    std::copy(picture.rgb.begin(), picture.rgb.end(), file.elements().begin());
    auto bring = [&] { tw::copy(colours, file); };
    bring();
    if (!std::is_same_v<Space, tw::host_space>)
        t.copy_in = example::measure(repeats, bring).median;
    auto timed = [&](auto&& work) {
        return example::measure(repeats,
                                [&] {
                                    work();
                                    example::finish<Space>();
                                })
            .median;
    };

    tw::array<float, 2, Space> grey(height, width);
    t.grey = timed([&] {
        auto channel = [&](int c) { return tw::cast<float>(colours(all, all, c)); };
        grey = 0.299f * channel(0) + 0.587f * channel(1) + 0.114f * channel(2);
    });

    // A border of two points continues the picture at its edges.
    tw::array<float, 2, Space> wide(height + 4, width + 4), half(height + 4, width),
        blurred(height, width);
    tw::slice const inner(2, -2);
    auto blur = [&](auto const& from) {
        wide(inner, inner) = from;
        wide(tw::slice(0, 2), inner) = from(tw::slice(0, 1), all);
        wide(tw::slice(-2), inner) = from(tw::slice(-1), all);
        wide(all, tw::slice(0, 2)) = wide(all, tw::slice(2, 3));
        wide(all, tw::slice(-2)) = wide(all, tw::slice(-3, -2));
        auto across = [&](int k) { return wide(all, tw::slice(k, k + width)); };
        half = taps[2] * across(2) + taps[1] * (across(1) + across(3)) +
               taps[0] * (across(0) + across(4));
        auto down = [&](int k) { return half(tw::slice(k, k + height), all); };
        blurred = taps[2] * down(2) + taps[1] * (down(1) + down(3)) + taps[0] * (down(0) + down(4));
    };
    t.blur = timed([&] {
        blur(grey);
        for (int pass = 1; pass < passes; ++pass)
            blur(blurred);
    });

    tw::array<tw::index_t, 1, Space> counts(bins);
    t.histogram = timed([&] { counts = histogram(blurred, bins, {0.0, 256.0}).counts; });

    findings result;
    tw::array<bool, 2, Space> mask(height, width);
    t.threshold = timed([&] {
        result.counts = tw::to_host(counts);
        result.threshold = otsu(result.counts);
        mask = blurred >= static_cast<float>(result.threshold + 1);
    });

    auto take = [&] { result.mask = tw::to_host(mask); };
    take();
    if (!std::is_same_v<Space, tw::host_space>)
        t.copy_out = example::measure(repeats, take).median;
    result.blurred = tw::to_host(blurred);
    return result;
}

/// What twill replaces.
findings run_plain(example::image const& picture, int passes, int repeats, timing& t) {
    tw::index_t const height = picture.height, width = picture.width;
    auto const size = static_cast<std::size_t>(height * width);
    std::vector<float> grey(size), half(size), blurred(size);
    t.grey = example::measure(repeats, [&] {
                 for (std::size_t i = 0; i < size; ++i)
                     grey[i] = 0.299f * static_cast<float>(picture.rgb[3 * i]) +
                               0.587f * static_cast<float>(picture.rgb[3 * i + 1]) +
                               0.114f * static_cast<float>(picture.rgb[3 * i + 2]);
             }).median;
    auto blur = [&](std::vector<float> const& from) {
        auto inside = [](tw::index_t i, tw::index_t count) {
            return std::clamp<tw::index_t>(i, 0, count - 1);
        };
        auto tap = [&](auto&& value) {
            return taps[2] * value(0) + taps[1] * (value(-1) + value(1)) +
                   taps[0] * (value(-2) + value(2));
        };
        for (tw::index_t y = 0; y < height; ++y)
            for (tw::index_t x = 0; x < width; ++x)
                half[static_cast<std::size_t>(y * width + x)] = tap([&](int k) {
                    return from[static_cast<std::size_t>(y * width + inside(x + k, width))];
                });
        for (tw::index_t y = 0; y < height; ++y)
            for (tw::index_t x = 0; x < width; ++x)
                blurred[static_cast<std::size_t>(y * width + x)] = tap([&](int k) {
                    return half[static_cast<std::size_t>(inside(y + k, height) * width + x)];
                });
    };
    t.blur = example::measure(repeats, [&] {
                 blur(grey);
                 for (int pass = 1; pass < passes; ++pass)
                     blur(std::vector<float>(blurred));
             }).median;
    findings result;
    result.counts = tw::host_array<tw::index_t>(bins);
    t.histogram = example::measure(repeats, [&] {
                      result.counts = tw::index_t{0};
                      for (float const x : blurred)
                          ++result.counts(static_cast<tw::index_t>(x));
                  }).median;
    result.mask = tw::host_array<bool, 2>(height, width);
    t.threshold = example::measure(repeats, [&] {
                      result.threshold = otsu(result.counts);
                      bool* to = result.mask.elements().begin();
                      for (float const x : blurred)
                          *to++ = x >= static_cast<float>(result.threshold + 1);
                  }).median;
    result.blurred = tw::host_array<float, 2>(height, width);
    std::copy(blurred.begin(), blurred.end(), result.blurred.elements().begin());
    return result;
}

/// Four panels: the picture, its blurred grey, the histogram with the threshold, and what is above.
bool write_picture(std::string const& path, example::image const& picture, findings const& f) {
    constexpr double margin = 40, panel_width = 560, head = 96;
    double const scale = panel_width / picture.width;
    double const panel_height = scale * picture.height;
    double const second = head + panel_height + 84;
    example::canvas page(static_cast<int>(2 * panel_width + 3 * margin + 40),
                         static_cast<int>(second + panel_height + 110));
    page.text(margin, 40, 2.6, "Grey, blur, histogram, threshold", 0);
    auto pixel = [&](double u, double v) {
        auto const x = std::min(static_cast<int>(u * picture.width), picture.width - 1);
        auto const y = std::min(static_cast<int>((1 - v) * picture.height), picture.height - 1);
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
               static_cast<std::size_t>(x);
    };
    auto original = [&](std::size_t at) {
        return example::colour{picture.rgb[3 * at] / 255.0, picture.rgb[3 * at + 1] / 255.0,
                               picture.rgb[3 * at + 2] / 255.0};
    };
    auto draw = [&](double left, double top, char const* title, auto&& shade) {
        page.area(left, top, panel_width, panel_height,
                  [&](double u, double v) { return shade(pixel(u, v)); });
        page.frame(left, top, panel_width, panel_height, 1.5);
        page.text(left, top - 20, 1.8, title, 0);
    };
    double const right = 2 * margin + panel_width + 40;
    draw(margin, head, "the picture", original);
    draw(right, head, "grey and blurred", [&](std::size_t at) {
        double const g = static_cast<double>(f.blurred.data()[at]) / 255.0;
        return example::colour{g, g, g};
    });
    draw(right, second, "what is above the threshold", [&](std::size_t at) {
        example::colour const c = original(at);
        if (f.mask.data()[at])
            return c;
        double const g = 0.85 + 0.05 * c.green;
        return example::colour{g, g, g};
    });
    double highest = 1;
    for (tw::index_t const count : f.counts)
        highest = std::max(highest, static_cast<double>(count));
    highest = std::sqrt(highest);
    double const left = margin + 84;
    example::panel const chart{page, left, second, panel_width - 84, panel_height,
                               0,    bins, 0,      highest * 1.05};
    for (int b = 0; b < bins; ++b) {
        double const top = chart.y_at(std::sqrt(static_cast<double>(f.counts(b))));
        double const width = chart.width / bins;
        page.box(chart.x_at(b), top, width, second + panel_height - top,
                 b > f.threshold ? example::colour{0.83, 0.55, 0.16}
                                 : example::colour{0.24, 0.36, 0.55});
    }
    chart.axes("brightness of the blurred grey", "square root of the count", 6, 5);
    double const at = chart.x_at(f.threshold + 1);
    page.line(at, second, at, second + panel_height, 2, example::ink);
    page.text(at + 8, second + 16, 1.8, "threshold " + std::to_string(f.threshold + 1), 0);
    return page.write(path);
}

int demonstrate(example::image const& picture, int passes, int repeats, std::string const& path,
                example::setting const& setting) {
    std::printf("%d x %d points, %d blurs of 5 x 5, median of %d calls\n", picture.width,
                picture.height, passes, repeats);
    std::printf("space: %s\n\n", setting.text.c_str());
    example::warn_if_unoptimised();

    timing plain_time, cpu_time;
    findings const plain = run_plain(picture, passes, repeats, plain_time);
    findings found = run<tw::host_space>(picture, passes, repeats, cpu_time);

    example::table table({"", "copy in", "grey", "blur", "histogram", "threshold", "copy out",
                          "together", "speed-up"});
    auto row = [&](char const* what, timing const& t) {
        auto copy = [](double s) { return s > 0 ? format_time(s) : std::string(); };
        table.row({what, copy(t.copy_in), format_time(t.grey), format_time(t.blur),
                   format_time(t.histogram), format_time(t.threshold), copy(t.copy_out),
                   format_time(t.together()), format_ratio(plain_time.together() / t.together())});
    };
    row("plain loops, 1 CPU thread", plain_time);
    row("host space", cpu_time);
    // Rounding moves a point across the edge of a bin now and then.
    tw::index_t other = 0;
    auto compare = [&](findings const& f) {
        other = std::max(other, tw::item(count_nonzero(f.mask != plain.mask)));
    };
    compare(found);
#if defined(__CUDACC__)
    if (setting.device) {
        timing gpu_time;
        found = run<tw::device_space>(picture, passes, repeats, gpu_time);
        compare(found);
        row("device space", gpu_time);
    }
#endif
    table.print();

    auto const size = static_cast<double>(picture.width) * picture.height;
    bool const same = static_cast<double>(other) <= 1 + 1e-4 * size;
    std::printf("\nthreshold %d: %.1f %% of the points are above it\n", found.threshold + 1,
                100.0 * static_cast<double>(tw::item(count_nonzero(found.mask))) / size);
    std::printf("points that the plain loops put on the other side: %lld  %s\n",
                static_cast<long long>(other), same ? "(rounding)" : "WRONG");
    if (!path.empty()) {
        if (!write_picture(path, picture, found))
            throw std::runtime_error("cannot write " + path);
        std::printf("picture: %s\n", path.c_str());
    }
    return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("image_pipeline", [&] {
        int width = 960, height = 640, passes = 3;
        std::string input;
        example::shared_options shared;
        example::options options("image_pipeline",
                                 "Grey, blur, histogram and threshold of a picture, against plain "
                                 "loops.");
        options.add('i', "input", input, "a .png or .bmp to read; without one coins are drawn");
        options.add('x', "width", width, "points of the coins across");
        options.add('y', "height", height, "points of the coins down");
        options.add('b', "blurs", passes, "how often the picture is blurred");
        shared.add_repeats(options, 10);
        shared.add_space(options);
        shared.add_picture(options, "image_pipeline");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (width < 16 || height < 16 || width > 20000 || height > 20000)
            throw std::invalid_argument("--width and --height must be between 16 and 20000");
        if (passes < 1 || passes > 1000)
            throw std::invalid_argument("--blurs must be between 1 and 1000");
        example::image const from =
            input.empty() ? coins(width, height) : example::read_image(input);
        if (from.width < 4 || from.height < 4)
            throw std::invalid_argument(input + " is too small a picture");
        return demonstrate(from, passes, shared.repeats, shared.picture, setting);
    });
}
