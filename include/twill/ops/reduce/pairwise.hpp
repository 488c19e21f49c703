// SPDX-License-Identifier: MIT
// Merging accumulators as a binary counter counts.
#pragma once

#include "twill/core/config.hpp"

namespace twill::inline v0::detail {

/// Merges accumulators pairwise as they come, like a binary counter.
template <class Reducer>
class pairwise {
public:
    using accumulator = typename Reducer::accumulator;

    explicit pairwise(Reducer const& reducer) : reducer_(reducer) {}
    void push(accumulator value) {
        int level = 0;
        for (; count_ >> level & 1; ++level)
            value = reducer_.merge(levels_[level], value);
        levels_[level] = value;
        ++count_;
    }
    accumulator total() const {
        accumulator result = reducer_.identity();
        bool first = true;
        for (int level = 0; level < 64; ++level) {
            if (!(count_ >> level & 1))
                continue;
            result = first ? levels_[level] : reducer_.merge(levels_[level], result);
            first = false;
        }
        return result;
    }
    void clear() { count_ = 0; }

private:
    Reducer const& reducer_;
    accumulator levels_[64];
    std::uint64_t count_ = 0;
};

}  // namespace twill::inline v0::detail
