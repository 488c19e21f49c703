// SPDX-License-Identifier: MIT
// What the host's threads do in a second: their memory is measured when explain first asks.
#pragma once

#include "twill/core/machine.hpp"
#include "twill/core/processor.hpp"
#include "twill/host/loop.hpp"

namespace twill::inline v0::detail {

struct host_model {
    /// Instructions a second of a thread: two a clock of 3 GHz, over vectors.
    static constexpr double instructions = 6e9;
    /// Bytes a second of a thread from its own and the shared caches.
    static constexpr double cache = 5e10;
    /// To wake threads.
    static constexpr double latency = 6e-6;
    static constexpr double launch = 1e-7;
    /// Bytes that are copied to measure memory: a multiple of the last cache's, within bounds.
    static constexpr double most_copied = 96e6;
    static constexpr double least_copied = 32e6;
};

/// Bytes a second that the threads of the pool copy, read and written.
TWILL_COLD inline double measure_host_memory(double cache) {
    double const wanted = 2 * cache;
    double const bytes = wanted < host_model::least_copied  ? host_model::least_copied
                         : wanted > host_model::most_copied ? host_model::most_copied
                                                            : wanted;
    constexpr index_t piece = index_t{1} << 20;
    index_t const pieces = static_cast<index_t>(bytes) / (2 * piece);
    buffer<char> memory(static_cast<std::size_t>(2 * pieces * piece));
    double best = 0;
    // The first time touches the pages.
    for (int i = 0; i < 3; ++i) {
        std::int64_t const start = steady_nanoseconds();
        parallel_pieces(pieces, [&](index_t k) {
            char* const to = memory.data() + 2 * k * piece;
            if (i == 0)
                std::memset(to, 1, static_cast<std::size_t>(2 * piece));
            else
                std::memcpy(to, to + piece, static_cast<std::size_t>(piece));
        });
        double const speed = 1e9 * static_cast<double>(2 * pieces * piece) /
                             static_cast<double>(steady_nanoseconds() - start + 1);
        best = i > 0 && speed > best ? speed : best;
    }
    return best;
}

TWILL_COLD inline machine_speeds find_host_speeds(int threads) {
    using model = host_model;
    machine_speeds s;
    long const told = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
    double const cache = told > 0 ? static_cast<double>(told) : 16e6;
    s.memory = measure_host_memory(cache);
    s.cache_bytes = 0.5 * cache;
    s.cache = model::cache * threads > s.memory ? model::cache * threads : s.memory;
    double const lanes = may_run_avx2() ? 8 : 4;
    s.singles = model::instructions * lanes * threads;
    s.doubles = s.singles / 2;
    s.latency = threads > 1 ? model::latency : 0;
    s.launch = model::launch;
    s.sector = 64;
    s.alone = 1.0 / threads;
    return s;
}
/// Measured once a thread that asks and number of threads: some tenths of a second.
inline machine_speeds const& host_speeds() {
    struct known {
        int threads = 0;
        machine_speeds speeds;
    };
    static thread_local known here;
    int const threads = thread_pool::instance().size();
    if (here.threads != threads)
        here = {threads, find_host_speeds(threads)};
    return here.speeds;
}

}  // namespace twill::inline v0::detail
