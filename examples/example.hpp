// SPDX-License-Identifier: MIT
// What the examples share: where the work runs, stop watches, and a table.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

// One source: nvcc compiles it for the device and the host, any other C++20 compiler for the host.
#include <twill/twill.hpp>
#if defined(__CUDACC__)
#include <twill/twill.cuh>
#endif

namespace example {

namespace tw = twill;

/// Which space the program compares with the plain loop: `device` comes on top of `host`.
struct setting {
    bool device = false;
    std::string text;
};

inline std::string threads_text() {
    int const count = tw::thread_count();
    return std::to_string(count) + (count == 1 ? " CPU thread" : " CPU threads");
}

/// Settles `--space`. Throws where a device is asked for and there is none.
inline setting choose_space(std::string const& asked) {
    if (asked != "auto" && asked != "host" && asked != "device")
        throw std::invalid_argument("--space is auto, host or device, not " + asked);
    std::string why = "as asked";
#if defined(__CUDACC__)
    if (asked != "host") {
        if (tw::device_count() > 0) {
            cudaDeviceProp properties{};
            if (cudaGetDeviceProperties(&properties, tw::current_device()) != cudaSuccess)
                throw std::runtime_error("the GPU does not answer");
            return {true, std::string("device, ") + properties.name + " (compute capability " +
                              std::to_string(properties.major) + "." +
                              std::to_string(properties.minor) + "); host with " + threads_text()};
        }
        why = "no GPU was found";
    }
#else
    if (asked != "host")
        why = "built without CUDA";
#endif
    if (asked == "device")
        throw std::runtime_error("--space device: " + why);
    return {false, "host, " + threads_text() + " (" + why + ")"};
}

/// Waits for the work of the current stream; host statements are done when they return.
template <class Space>
void finish() {
#if defined(__CUDACC__)
    if constexpr (std::is_same_v<Space, tw::device_space>)
        tw::synchronize();
#endif
}

/// Wall-clock seconds of one call.
template <class F>
double seconds(F&& work) {
    auto const start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The first call by itself, and the median of `repeats` later ones.
struct times {
    double first = 0;
    double median = 0;
};
template <class F>
times measure(int repeats, F&& work) {
    times result;
    result.first = seconds(work);
    std::vector<double> later;
    later.reserve(static_cast<std::size_t>(repeats));
    for (int i = 0; i < repeats; ++i)
        later.push_back(seconds(work));
    auto const middle = later.begin() + repeats / 2;
    std::nth_element(later.begin(), middle, later.end());
    result.median = *middle;
    return result;
}

template <class... Values>
std::string format(char const* pattern, Values... values) {
    char text[128];
    std::snprintf(text, sizeof(text), pattern, values...);
    return text;
}
inline std::string format_time(double s) {
    if (s < 1e-6)
        return format("%.0f ns", s * 1e9);
    if (s < 1e-3)
        return format("%.1f us", s * 1e6);
    if (s < 1)
        return format("%.3f ms", s * 1e3);
    return format("%.3f s ", s);
}
inline std::string format_bytes(double bytes) {
    if (bytes < 1e6)
        return format("%.1f kB", bytes / 1e3);
    if (bytes < 1e9)
        return format("%.1f MB", bytes / 1e6);
    return format("%.2f GB", bytes / 1e9);
}
inline std::string format_ratio(double ratio) {
    return format(ratio < 100 ? "%.2f x" : "%.0f x", ratio);
}

/// Rows of text in columns: the first aligned to the left, the others to the right.
class table {
public:
    explicit table(std::vector<std::string> header) : columns_(header.size()) {
        rows_.push_back(std::move(header));
        rows_.emplace_back();
    }
    /// Missing cells stay empty.
    void row(std::vector<std::string> cells) {
        cells.resize(columns_);
        rows_.push_back(std::move(cells));
    }
    /// A line between groups of rows.
    void line() { rows_.emplace_back(); }

    void print() const {
        std::vector<std::size_t> width(columns_, 0);
        for (auto const& cells : rows_)
            for (std::size_t c = 0; c < cells.size(); ++c)
                width[c] = std::max(width[c], cells[c].size());
        std::size_t total = 2 * (columns_ - 1);
        for (std::size_t w : width)
            total += w;
        for (auto const& cells : rows_) {
            if (cells.empty())
                std::printf("%s", std::string(total, '-').c_str());
            for (std::size_t c = 0; c < cells.size(); ++c)
                std::printf(c == 0 ? "%-*s" : "  %*s", static_cast<int>(width[c]),
                            cells[c].c_str());
            std::printf("\n");
        }
    }

private:
    std::size_t columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// Says when the figures mean nothing.
inline void warn_if_unoptimised() {
#if !defined(__OPTIMIZE__)
    std::printf("This is a build without optimisation: the times below say nothing.\n");
#endif
}

}  // namespace example
