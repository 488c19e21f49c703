// SPDX-License-Identifier: MIT
// TWILL_TRACE=1: every step of a running program on a line, as explain tells it, with its place and
// its time. Off, it costs a branch a statement and one a launch.
#pragma once

#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "twill/core/place.hpp"

namespace twill::inline v0 {
namespace detail {

struct trace_settings {
    int state;  ///< 0: off, 1: on, -1: the environment has not been looked at
    std::FILE* to;
};
TWILL_SHARED inline constinit trace_settings tracer{-1, nullptr};

/// TWILL_TRACE: 1 writes to stderr, any other word but 0 is the name of a file.
TWILL_COLD inline bool look_for_trace() {
    char const* const word = std::getenv("TWILL_TRACE");
    bool on = word && *word && std::strcmp(word, "0") != 0;
    if (on && std::strcmp(word, "1") != 0) {
        tracer.to = std::fopen(word, "w");
        on = tracer.to != nullptr;
    }
    __atomic_store_n(&tracer.state, on ? 1 : 0, __ATOMIC_RELEASE);
    return on;
}
inline bool tracing() {
    int const state = __atomic_load_n(&tracer.state, __ATOMIC_RELAXED);
    return state != 0 && (state > 0 || look_for_trace());
}

class traced_step;
/// The statement and the step that a thread is at.
struct traced_thread {
    source_location place;
    int depth;
    traced_step* step;
};
TWILL_SHARED inline traced_thread& traced_here() {
    static thread_local traced_thread here{nowhere, 0, nullptr};
    return here;
}

/// How a space takes the time of its work; memory<Space>::stopwatch is one.
struct stopwatch {
    struct state {
        double started = 0;
        void* events[2] = {};
    };
    void (*start)(state&) noexcept;
    /// Microseconds since; waits for the work. Less than 0 where there is no telling.
    double (*stop)(state&) noexcept;
};

inline double microseconds_now() noexcept {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}
/// Host work is done when it returns.
TWILL_COLD inline void start_clock(stopwatch::state& s) noexcept { s.started = microseconds_now(); }
TWILL_COLD inline double stop_clock(stopwatch::state& s) noexcept {
    return microseconds_now() - s.started;
}
inline constexpr stopwatch host_stopwatch{start_clock, stop_clock};

/// A step of a traced statement while it runs; printed at the end, which is where the next one or
/// another allocation begins, or the statement ends.
class traced_step {
public:
    /// `line`: what explain says of it.
    traced_step(stopwatch const& clock, char const* line, index_t bytes)
        : clock_(clock), bytes_(bytes) {
        int const length = static_cast<int>(std::strcspn(line, "\n"));
        std::snprintf(text_, sizeof(text_), "%.*s", length, line);
        clock_.start(state_);
    }
    ~traced_step() {
        double const microseconds = clock_.stop(state_);
        if (told_)
            print(microseconds);
    }
    traced_step(traced_step const&) = delete;
    traced_step& operator=(traced_step const&) = delete;

    /// A kernel that the step launched.
    void add_kernel(char const* name, int length, index_t blocks, unsigned threads) {
        std::size_t const used = std::strlen(kernels_);
        std::snprintf(kernels_ + used, sizeof(kernels_) - used, "%s%.*s<<<%lld, %u>>>",
                      used ? ", " : "; ", length, name, static_cast<long long>(blocks), threads);
    }
    /// It did not take place.
    void forget() { told_ = false; }

private:
    void print(double microseconds) const {
        source_location const place = traced_here().depth > 0 ? traced_here().place : nowhere;
        char where[192] = "";
        if (place.file_name())
            std::snprintf(where, sizeof(where), "%s:%u: ", place.file_name(), place.line());
        char time[64] = "time unknown";
        if (microseconds >= 0)
            std::snprintf(
                time, sizeof(time), "%.1f us, %.0f GB/s", microseconds,
                1e-3 * static_cast<double>(bytes_) / (microseconds > 0 ? microseconds : 1.0));
        std::FILE* const to = tracer.to ? tracer.to : stderr;
        std::fprintf(to, "twill: %s%s: %s%s\n", where, text_, time, kernels_);
        std::fflush(to);
    }

    stopwatch const& clock_;
    stopwatch::state state_;
    index_t bytes_;
    bool told_ = true;
    char text_[256];
    char kernels_[256] = "";
};

TWILL_COLD inline void end_traced_step() { delete std::exchange(traced_here().step, nullptr); }

/// A statement: as in errors, the place of the outermost call is told.
class traced_statement {
public:
    explicit traced_statement(source_location const& place) : here_(traced_here()) {
        if (here_.depth++ == 0)
            here_.place = place;
    }
    ~traced_statement() {
        if (here_.step) [[unlikely]]
            end_traced_step();
        --here_.depth;
    }
    traced_statement(traced_statement const&) = delete;
    traced_statement& operator=(traced_statement const&) = delete;

private:
    traced_thread& here_;
};

}  // namespace detail

/// Switches tracing on or off from now on, as TWILL_TRACE in the environment does: every kernel and
/// host loop is printed as explain would, with the file and line of its statement and its time, to
/// stderr or `to`, which must stay open. While it is on, every step is waited for.
template <class Truth>
    requires std::is_integral_v<Truth>  // trace(m) of an array is a sum
void trace(Truth on, std::FILE* to = stderr) {
    detail::tracer.to = to;
    __atomic_store_n(&detail::tracer.state, on ? 1 : 0, __ATOMIC_RELEASE);
}

}  // namespace twill::inline v0
