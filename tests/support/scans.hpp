// SPDX-License-Identifier: MIT
#pragma once

// What a scan must give, from a loop over one axis of three.

#include "support/reductions.hpp"

#if defined(__CUDACC__)
#include <twill/scan.cuh>
#endif

namespace twill_test {

/// The running combination of elements in C order along an axis.
template <class Result, class T, class Combine>
std::vector<Result> scanned(std::vector<T> const& x, twill::extents<3> const& shape, int axis,
                            Combine combine) {
    std::vector<Result> result(x.size());
    std::size_t step = 1;
    for (int d = 2; d > axis; --d)
        step *= static_cast<std::size_t>(shape[d]);
    std::size_t const length = static_cast<std::size_t>(shape[axis]);
    for (std::size_t i = 0; i < x.size(); ++i) {
        Result const own = static_cast<Result>(x[i]);
        result[i] = i / step % length == 0 ? own : combine(result[i - step], own);
    }
    return result;
}
struct plus {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>(a + b);
    }
};
struct greatest {
    template <class T>
    T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

/// Small integers that repeat late.
template <class T>
std::vector<T> digits(twill::index_t count, int modulus = 23) {
    std::vector<T> result(static_cast<std::size_t>(count));
    std::uint32_t state = 12345;
    for (T& x : result) {
        state = state * 1664525u + 1013904223u;
        x = static_cast<T>(static_cast<int>((state >> 16) % static_cast<unsigned>(modulus)) -
                           modulus / 2);
    }
    return result;
}

}  // namespace twill_test
