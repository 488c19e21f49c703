// SPDX-License-Identifier: MIT
// How long a step takes and what limits it, by what it reads, writes and computes and by the speeds
// of the machine. No template: explain calls it with what the driver records.
#pragma once

#include "twill/core/machine.hpp"
#include "twill/eval/execution.hpp"

namespace twill::inline v0::detail {

/// Bytes that memory moves for some elements, which lie in runs: whole sectors of it.
TWILL_COLD inline double moved_bytes(index_t const* extent, index_t const* stride, int rank,
                                     int element_size, int sector) {
    double run = element_size;
    double elements = element_size;
    double next = 0;  // from a run to the one beside it
    std::uint32_t left = 0;
    for (int d = 0; d < rank; ++d)
        if (extent[d] > 1 && stride[d] != 0) {
            left |= std::uint32_t{1} << d;
            elements *= static_cast<double>(extent[d]);
        }
    for (bool grown = true; grown;) {
        grown = false;
        next = 0;
        for (int d = 0; d < rank; ++d) {
            if (!(left >> d & 1))
                continue;
            double const step = static_cast<double>(stride[d] < 0 ? -stride[d] : stride[d]) *
                                static_cast<double>(element_size);
            if (step == run) {
                run *= static_cast<double>(extent[d]);
                left &= ~(std::uint32_t{1} << d);
                grown = true;
            } else if (next == 0 || step < next) {
                next = step;
            }
        }
    }
    auto const whole = [&](double bytes) {
        return bytes == sector * static_cast<double>(static_cast<index_t>(bytes / sector));
    };
    if (next == 0 || (whole(run) && whole(next)))
        return elements;
    // A run begins anywhere in a sector; those beside it may have the rest.
    double const moved = run + sector - element_size;
    return elements / run * (moved < next ? moved : next > run ? next : run);
}

/// Seconds, and "memory", "arithmetic" or "launch".
struct time_estimate {
    double seconds;
    char const* limit;
};
/// `moved`: bytes to and from memory. Of rates that overlap the slowest counts.
TWILL_COLD inline time_estimate estimate_time(machine_speeds const& m, double moved,
                                              double footprint, step_work const& work, int kernels,
                                              bool once_a_row, bool in_parts) {
    if (m.memory <= 0 || kernels == 0)
        return {0, ""};
    // Functions whose values are kept for a row or column of a tile.
    double const costly = once_a_row ? 1.0 / 16 : 1.0;
    double const points = static_cast<double>(work.points);
    double const results = static_cast<double>(work.results);
    auto const of = [&](int at, int costly_at) {
        return points *
                   (instructions(work.each, at) + costly * instructions(work.each, costly_at)) +
               results *
                   (instructions(work.of_results, at) + instructions(work.of_results, costly_at));
    };
    // Addresses and the loop besides.
    double const singles = of(singles_at, costly_singles_at) + 2 * (points + results);
    double const doubles = of(doubles_at, costly_doubles_at);
    double const memory = moved / (footprint <= m.cache_bytes ? m.cache : m.memory);
    double const arithmetic = singles / m.singles + doubles / m.doubles;
    double const running = memory > arithmetic ? memory : arithmetic;
    double const launch = m.launch * kernels;
    double begun = m.latency * kernels + running;
    if (m.alone > 0 && running / m.alone < begun)
        begun = running / m.alone;
    double const seconds = (begun > launch ? begun : launch) + (in_parts ? m.meeting : 0);
    return {seconds, 2 * running < seconds ? "launch"
                     : memory > arithmetic ? "memory"
                                           : "arithmetic"};
}

/// Adds to what explain says of a step how long it takes.
TWILL_COLD inline void tell_time(machine_speeds const& m, execution& now, step const& s) {
    read_set read;
    double moved = 0;
    for (int i = 0; i < now.count && s.reads_operands; ++i) {
        operand_row const& row = now.rows[i];
        index_t const before = read.bytes;
        read.add(row, s.work.points);
        double const bytes = static_cast<double>(read.bytes - before);
        if (bytes == 0)
            continue;
        double const whole =
            moved_bytes(row.extent, row.stride, row.rank, row.element_size, m.sector);
        // Elements picked by indices come with their sectors, at most all there are.
        double const apart =
            bytes *
            (m.sector > row.element_size ? static_cast<double>(m.sector) / row.element_size : 1.0);
        moved += read.is_picked(row, s.work.points) && apart < whole ? apart : whole;
    }
    double written = static_cast<double>(s.bytes_written);
    if (s.stride && s.work.points > 0)
        written = moved_bytes(s.extent, s.stride, s.rank,
                              static_cast<int>(s.bytes_written / s.work.points), m.sector);
    time_estimate const time =
        estimate_time(m, moved * s.reads + written, moved + written, s.work, s.kernels,
                      std::strcmp(s.strategy, "hoisted") == 0, s.temporaries > 0);
    explanation& to = *now.record;
    if (to.seconds == 0 || time.seconds > now.longest) {
        to.limit = time.limit;
        now.longest = time.seconds;
    }
    to.seconds += time.seconds;
    std::size_t const used = std::strlen(to.text);
    if (time.seconds > 0 && used > 0 && to.text[used - 1] == '\n')
        std::snprintf(to.text + used - 1, sizeof(to.text) - used + 1,
                      ", about %.*f us, limited by %s\n", time.seconds < 1e-5 ? 2 : 1,
                      1e6 * time.seconds, time.limit);
}
template <class Space>
void tell_time_in(execution& now, step const& s) {
    tell_time(backend<Space>::speeds(), now, s);
}

}  // namespace twill::inline v0::detail
