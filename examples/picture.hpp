// SPDX-License-Identifier: MIT
// Pictures: panels with axes that hold points, curves and filled spectra; and a field with a colour
// map, contour lines at the ticks of a labelled colour bar, axes and a title.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "image_file.hpp"
#include "lettering.hpp"

namespace example {

struct colour {
    double red, green, blue;
};
inline constexpr colour ink{0.13, 0.14, 0.18};
inline constexpr colour paper{1.0, 1.0, 1.0};

/// Viridis (CC0, by S. van der Walt and N. Smith), from ten of its colours.
inline colour viridis(double t) {
    static constexpr std::uint32_t points[] = {0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
                                               0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725};
    double const at = std::clamp(t, 0.0, 1.0) * 9;
    int const i = std::min(static_cast<int>(at), 8);
    double const part = at - i;
    auto channel = [&](int shift) {
        double const low = static_cast<double>(points[i] >> shift & 255u);
        double const high = static_cast<double>(points[i + 1] >> shift & 255u);
        return (low + part * (high - low)) / 255.0;
    };
    return {channel(16), channel(8), channel(0)};
}

/// Round numbers between low and high, about `wanted` of them.
inline std::vector<double> ticks(double low, double high, int wanted) {
    double const raw = (high - low) / wanted;
    if (!(raw > 0))
        return {low};
    double const power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (double const factor : {5.0, 2.5, 2.0, 1.0})
        if (factor * power >= raw)
            step = factor * power;
    std::vector<double> result;
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
        result.push_back(k * step);
    return result;
}
inline std::string tick_text(double value) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.6g", value == 0 ? 0.0 : value);
    return text;
}

/// Pixels at three times the size of the picture; writing it averages them.
class canvas {
public:
    canvas(int width, int height)
        : width_(width * fine),
          height_(height * fine),
          pixels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), paper) {}

    static constexpr int fine = 3;

    /// Colours a rectangle pixel by pixel: `shade(x, y)` with x and y from 0 to 1, y upwards.
    template <class Shade>
    void area(double x, double y, double width, double height, Shade&& shade) {
        int const x0 = at(x);
        int const y0 = at(y);
        int const columns = at(x + width) - x0;
        int const rows = at(y + height) - y0;
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < columns; ++i)
                set(x0 + i, y0 + j, shade((i + 0.5) / columns, 1.0 - (j + 0.5) / rows));
    }
    void box(double x, double y, double width, double height, colour c) {
        area(x, y, width, height, [&](double, double) { return c; });
    }
    void frame(double x, double y, double width, double height, double line) {
        box(x - line, y - line, width + 2 * line, line, ink);
        box(x - line, y + height, width + 2 * line, line, ink);
        box(x - line, y, line, height, ink);
        box(x + width, y, line, height, ink);
    }
    void disc(double x, double y, double radius, colour c) { line(x, y, x, y, 2 * radius, c); }
    /// A straight line with round ends.
    void line(double x0, double y0, double x1, double y1, double thickness, colour c) {
        double const reach = thickness / 2;
        double const dx = x1 - x0, dy = y1 - y0;
        double const square = dx * dx + dy * dy;
        for (int j = at(std::min(y0, y1) - reach); j <= at(std::max(y0, y1) + reach); ++j)
            for (int i = at(std::min(x0, x1) - reach); i <= at(std::max(x0, x1) + reach); ++i) {
                double const x = (i + 0.5) / fine - x0, y = (j + 0.5) / fine - y0;
                double const along =
                    square > 0 ? std::clamp((x * dx + y * dy) / square, 0.0, 1.0) : 0.0;
                if (std::hypot(x - along * dx, y - along * dy) <= reach)
                    set(i, j, c);
            }
    }

    /// Text whose middle line is at y; `anchor` is 0 for left, 0.5 for centred, 1 for right of x.
    void text(double x, double y, double size, std::string const& words, double anchor,
              colour c = ink) {
        strokes(words, size, anchor, [&](double u0, double v0, double u1, double v1) {
            line(x + u0, y + v0, x + u1, y + v1, pen * size, c);
        });
    }
    /// Centred text that reads upwards.
    void text_upwards(double x, double y, double size, std::string const& words) {
        strokes(words, size, 0.5, [&](double u0, double v0, double u1, double v1) {
            line(x + v0, y - u0, x + v1, y - u1, pen * size, ink);
        });
    }

    /// Returns false where the file cannot be written.
    bool write(std::string const& path) const {
        int const width = width_ / fine;
        int const height = height_ / fine;
        image result{width, height, {}};
        result.rgb.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                colour sum{0, 0, 0};
                for (int j = 0; j < fine; ++j) {
                    for (int i = 0; i < fine; ++i) {
                        colour const& c = pixels_[index(x * fine + i, y * fine + j)];
                        sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
                    }
                }
                for (double const channel : {sum.red, sum.green, sum.blue})
                    result.rgb.push_back(
                        static_cast<unsigned char>(std::lround(channel * 255.0 / (fine * fine))));
            }
        }
        return write_image(path, result);
    }

private:
    static int at(double x) { return static_cast<int>(std::lround(x * fine)); }
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
               static_cast<std::size_t>(x);
    }
    void set(int x, int y, colour c) {
        if (x >= 0 && y >= 0 && x < width_ && y < height_)
            pixels_[index(x, y)] = c;
    }
    static constexpr double pen = 0.95;
    template <class Draw>
    static void strokes(std::string const& words, double size, double anchor, Draw&& draw) {
        double const scale = 1.1 * size, middle = 3;
        double const left = anchor * for_each_stroke(words, [](double, double, double, double) {});
        for_each_stroke(words, [&](double x0, double y0, double x1, double y1) {
            draw((x0 - left) * scale, (y0 - middle) * scale, (x1 - left) * scale,
                 (y1 - middle) * scale);
        });
    }

    int width_;
    int height_;
    std::vector<colour> pixels_;
};

/// A rectangle of the page with axes: what is drawn in it is given in their units.
struct panel {
    canvas& page;
    double left, top, width, height;
    double x_low, x_high, y_low, y_high;

    double x_at(double x) const { return left + (x - x_low) / (x_high - x_low) * width; }
    double y_at(double y) const { return top + height - (y - y_low) / (y_high - y_low) * height; }

    /// The frame, about so many ticks with their numbers, and the names of the axes.
    void axes(std::string const& x_name, std::string const& y_name, int x_ticks,
              int y_ticks) const {
        page.frame(left, top, width, height, 1.5);
        for (double const x : ticks(x_low, x_high, x_ticks)) {
            page.box(x_at(x) - 0.75, top + height, 1.5, 8, ink);
            page.text(x_at(x), top + height + 22, 1.8, tick_text(x), 0.5);
        }
        for (double const y : ticks(y_low, y_high, y_ticks)) {
            page.box(left - 8, y_at(y) - 0.75, 8, 1.5, ink);
            page.text(left - 14, y_at(y), 1.8, tick_text(y), 1);
        }
        page.text(left + width / 2, top + height + 56, 2, x_name, 0.5);
        page.text_upwards(left - 78, top + height / 2, 2, y_name);
    }
    void point(double x, double y, double radius, colour c) const {
        if (x >= x_low && x <= x_high && y >= y_low && y <= y_high)
            page.disc(x_at(x), y_at(y), radius, c);
    }
    /// A value across the whole width.
    template <class Value>
    void curve(double thickness, colour c, Value&& value) const {
        int const steps = static_cast<int>(4 * width);
        for (int i = 0; i <= steps; ++i) {
            double const x = x_low + (x_high - x_low) * i / steps;
            point(x, value(x), thickness / 2, c);
        }
    }
    /// Values spread evenly from x_low to x_high, filled from below: each column of pixels is as
    /// high as the highest value in it, and so no peak is lost.
    template <class Value>
    void spectrum(std::vector<Value> const& values, colour c) const {
        int const columns = static_cast<int>(width * canvas::fine);
        std::size_t const last = values.size() - 1;
        for (int i = 0; i < columns; ++i) {
            double const from = static_cast<double>(last) * i / columns;
            double const to = static_cast<double>(last) * (i + 1) / columns;
            auto const first = static_cast<std::size_t>(from);
            double const part = from - static_cast<double>(first);
            double highest = (1 - part) * static_cast<double>(values[first]) +
                             part * static_cast<double>(values[std::min(first + 1, last)]);
            for (std::size_t k = first + 1; static_cast<double>(k) < to; ++k)
                highest = std::max(highest, static_cast<double>(values[k]));
            double const y = y_at(std::clamp(highest, y_low, y_high));
            page.box(left + static_cast<double>(i) / canvas::fine, y, 1.0 / canvas::fine,
                     top + height - y, c);
        }
    }
};

/// What to draw: `value(u, v)` with u and v from 0 to 1 along the horizontal and the vertical axis.
struct field_labels {
    std::string title, subtitle, x, y, bar;
    double x_low, x_high, y_low, y_high;
    /// A marked point, in the units of the axes.
    double mark_x, mark_y;
    std::string mark;
};

/// Draws a field with its axes and writes it; false where the file cannot be written.
template <class Value>
bool write_field(std::string const& path, field_labels const& labels, double low, double high,
                 Value&& value) {
    constexpr double left = 110, top = 96, side = 720, bar_left = 868, bar_width = 30;
    canvas page(1010, 910);
    double const range = high > low ? high - low : 1.0;
    std::vector<double> const levels = ticks(low, high, 9);

    // The number of levels below a value changes across a contour line.
    double const pixel = 1.0 / (side * canvas::fine);
    auto band = [&](double x) {
        return std::upper_bound(levels.begin(), levels.end(), x) - levels.begin();
    };
    page.area(left, top, side, side, [&](double u, double v) {
        double const here = value(u, v);
        colour c = viridis((here - low) / range);
        auto const level = band(here);
        if (band(value(u + 3 * pixel, v)) != level || band(value(u, v + 3 * pixel)) != level) {
            double const light = 0.55;
            c = {c.red + light * (1 - c.red), c.green + light * (1 - c.green),
                 c.blue + light * (1 - c.blue)};
        }
        return c;
    });
    panel const map{page,         left,          top,          side,         side,
                    labels.x_low, labels.x_high, labels.y_low, labels.y_high};
    map.axes(labels.x, labels.y, 8, 8);
    page.text(left, top - 56, 2.6, labels.title, 0);
    page.text(left, top - 24, 1.8, labels.subtitle, 0);

    double const mark_x = map.x_at(labels.mark_x);
    double const mark_y = map.y_at(labels.mark_y);
    page.disc(mark_x, mark_y, 7, ink);
    page.disc(mark_x, mark_y, 5, paper);
    page.disc(mark_x, mark_y, 2.5, ink);
    page.text(mark_x - 14, mark_y, 1.8, labels.mark, 1, paper);

    page.area(bar_left, top, bar_width, side, [&](double, double v) { return viridis(v); });
    page.frame(bar_left, top, bar_width, side, 1.5);
    for (double const level : levels) {
        double const at = top + side - (level - low) / range * side;
        page.box(bar_left + bar_width, at - 0.75, 8, 1.5, ink);
        page.text(bar_left + bar_width + 13, at, 1.8, tick_text(level), 0);
    }
    page.text(bar_left + bar_width / 2, top - 24, 1.8, labels.bar, 0.5);
    return page.write(path);
}

}  // namespace example
