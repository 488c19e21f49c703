// SPDX-License-Identifier: MIT
// The stateful form, for ported code: every call gives other numbers.
#pragma once

#include "twill/ops/random/distributions.hpp"

namespace twill::inline v0::random {

/// A sequence of keys. Where a function of this namespace asks for a key, a generator may stand: it
/// gives its next one, as in `gamma<float>(g, extents(n), 2.0)`. Not for several threads at once:
/// give each its own, from `split` or `fold_in`.
class generator {
public:
    explicit generator(std::uint64_t seed) : root_(seed) {}
    explicit generator(key k) : root_(k) {}

    /// The next key, never the same again.
    [[nodiscard]] key next() { return fold_in(root_, drawn_++); }
    operator key() { return next(); }

    // The shape as extents(...) or in braces.
    template <class T = float, int Rank>
    auto uniform(extents<Rank> const& shape, double low = 0.0, double high = 1.0,
                 source_location place = source_location::current()) {
        return random::uniform<T>(next(), shape, low, high, place);
    }
    template <class T = float, int Rank>
    auto uniform(index_t const (&shape)[Rank], double low = 0.0, double high = 1.0,
                 source_location place = source_location::current()) {
        return random::uniform<T>(next(), shape, low, high, place);
    }
    template <class T = float, int Rank>
    auto normal(extents<Rank> const& shape, double mean = 0.0, double deviation = 1.0,
                source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, mean, deviation, place);
    }
    template <class T = float, int Rank>
    auto normal(index_t const (&shape)[Rank], double mean = 0.0, double deviation = 1.0,
                source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, mean, deviation, place);
    }
    template <class T = float, int Rank>
    auto standard_normal(extents<Rank> const& shape,
                         source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, 0.0, 1.0, place);
    }
    template <class T = float, int Rank>
    auto standard_normal(index_t const (&shape)[Rank],
                         source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, 0.0, 1.0, place);
    }
    template <class T = int, int Rank, class I, class J>
        requires(std::is_integral_v<I> && std::is_integral_v<J>)
    auto integers(extents<Rank> const& shape, I low, J high,
                  source_location place = source_location::current()) {
        return random::integers<T>(next(), shape, low, high, place);
    }
    template <class T = int, int Rank, class I, class J>
        requires(std::is_integral_v<I> && std::is_integral_v<J>)
    auto integers(index_t const (&shape)[Rank], I low, J high,
                  source_location place = source_location::current()) {
        return random::integers<T>(next(), shape, low, high, place);
    }

private:
    key root_;
    std::uint64_t drawn_ = 0;
};

}  // namespace twill::inline v0::random
