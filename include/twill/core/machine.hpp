// SPDX-License-Identifier: MIT
// What a machine does in a second, by which explain estimates times.
#pragma once

#include "twill/core/config.hpp"

namespace twill::inline v0::detail {

/// Backends say it of the current device and of the host's threads.
struct machine_speeds {
    double memory = 0;       ///< bytes a second, of both directions; 0: nothing is known
    double cache = 0;        ///< the same of what the last cache holds
    double cache_bytes = 0;  ///< how much that is
    double singles = 0;  ///< instructions a second on values of up to 4 bytes, all lanes counted
    double doubles = 0;  ///< on wider ones
    double latency = 0;  ///< seconds from a step's start until it works at those speeds
    double meeting = 0;  ///< seconds to merge what parts of a step give
    double launch = 0;   ///< seconds between the starts of two kernels, at least
    int sector = 32;     ///< bytes that memory moves at least
    /// What one thread has of the speeds, without the latency; 0: steps never run on one thread.
    double alone = 0;
};

}  // namespace twill::inline v0::detail
