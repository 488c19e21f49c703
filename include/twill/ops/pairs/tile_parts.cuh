// SPDX-License-Identifier: MIT
// Parts of the outputs of a tile: what each of several blocks has of them, in memory, until the
// last one merges it.
#pragma once

#include "twill/ops/pairs/tile_cut.cuh"
#include "twill/ops/reduce/shape.cuh"

namespace twill::inline v0::detail {

/// The accumulators of a tile in memory, packets of a thread's beside those of its neighbours.
template <class Policy, class Accumulator, int Count>
struct pair_parts {
    static constexpr int size = static_cast<int>(sizeof(Accumulator));
    static constexpr int most = size <= 16 && 16 % size == 0 ? 16 / size : 1;
    static constexpr int together = Count % most == 0 ? most : 1;
    struct alignas(together > 1 ? 16 : alignof(Accumulator)) packet {
        Accumulator values[together];
    };
    static constexpr index_t elements = index_t{Count} * Policy::threads;

    __device__ __forceinline__ static void put(Accumulator* tile, Accumulator const (&x)[Count]) {
        auto* const to = reinterpret_cast<packet*>(tile) + threadIdx.x;
#pragma unroll
        for (int n = 0; n < Count; n += together) {
            packet p;
#pragma unroll
            for (int l = 0; l < together; ++l)
                p.values[l] = x[n + l];
            to[n / together * Policy::threads] = p;
        }
    }
    /// Merges what a block has of a tile with what the others have; true in the last one of them,
    /// which then has all. Of many parts, the last blocks of several merge what those leave.
    template <class Reducer>
    __device__ __forceinline__ static bool gather(Reducer const& reducer, unsigned tile,
                                                  unsigned tiles, unsigned part, unsigned parts,
                                                  Accumulator* partial, unsigned* counters,
                                                  Accumulator (&totals)[Count]) {
        constexpr unsigned merged = pair_tuning::merged;
        counters += tile * pair_merges(parts, merged);
        partial += tile * elements;
        index_t apart = tiles * elements;
#pragma unroll 1
        while (parts > 1) {
            put(partial + part * apart, totals);
            unsigned const first = part / merged * merged;
            unsigned const rest = parts - first;
            unsigned const together = rest < merged ? rest : merged;
            part /= merged;
            if (!is_last_part(counters + part, together))
                return false;
            merge(reducer, partial + first * apart, apart, static_cast<int>(together), totals);
            parts = (parts + merged - 1) / merged;
            counters += parts;
            apart *= merged;
        }
        return true;
    }

private:
    /// Merges parts, which are `apart` elements from each other, in order.
    template <class Reducer>
    __device__ __forceinline__ static void merge(Reducer const& reducer, Accumulator const* first,
                                                 index_t apart, int parts,
                                                 Accumulator (&to)[Count]) {
        // Few accumulators leave registers for the loads of several parts: no more than the loop
        // over the reduced elements has, of which blocks have places.
        constexpr int unrolled = Count * size <= 16 ? 8 : Count * size <= 64 ? 4 : 1;
        each(first, [&](int n, Accumulator const& a) { to[n] = a; });
#pragma unroll unrolled
        for (int p = 1; p < parts; ++p)
            each(first + p * apart,
                 [&](int n, Accumulator const& a) { to[n] = reducer.merge(to[n], a); });
    }
    /// use(n, accumulator) with each of them.
    template <class Use>
    __device__ __forceinline__ static void each(Accumulator const* tile, Use&& use) {
        auto const* const from = reinterpret_cast<packet const*>(tile) + threadIdx.x;
#pragma unroll
        for (int n = 0; n < Count; n += together) {
            packet const p = from[n / together * Policy::threads];
#pragma unroll
            for (int l = 0; l < together; ++l)
                use(n + l, p.values[l]);
        }
    }
};

}  // namespace twill::inline v0::detail
