// SPDX-License-Identifier: MIT
// Which calls of an FFT library whose plans take up to three axes and one stride for the batch (as
// cuFFT's advanced layout) compute a transform. No template and no memory.
#pragma once

#include "twill/ops/fft/transform.hpp"

namespace twill::inline v0::detail {

/// What a plan is made for, in the words of cuFFT's advanced layout: element (i, j, k) of transform
/// b lies at b * distance + ((i * embed[1] + j) * embed[2] + k) * step.
struct fft_layout {
    fft_kind kind = fft_kind::complex;
    int is_double = 0;
    int rank = 0;
    int device = 0;
    long long length[3] = {};
    long long in_embed[3] = {};
    long long out_embed[3] = {};
    long long in_step = 1;
    long long in_distance = 1;
    long long out_step = 1;
    long long out_distance = 1;
    long long batch = 1;

    friend bool operator==(fft_layout const&, fft_layout const&) = default;
};

/// One plan, executed for each index of the axes that its batch has no room for.
struct fft_pass {
    fft_layout plan;
    int loops = 0;
    index_t count[most_fft_axes] = {};
    index_t in_stride[most_fft_axes] = {};
    index_t out_stride[most_fft_axes] = {};

    index_t repeats() const {
        index_t product = 1;
        for (int i = 0; i < loops; ++i)
            product *= count[i];
        return product;
    }
};

/// Axes from the one that the plan counts slowest to the one that it counts fastest; false where
/// strides do not nest.
inline bool nest_axes(fft_transform const& t, int const* order, int rank, bool of_result,
                      long long* embed, long long& step) {
    index_t const* const stride = of_result ? t.out_stride : t.in_stride;
    step = stride[order[rank - 1]];
    if (step <= 0)
        return false;
    for (int i = rank - 1; i >= 0; --i) {
        int const d = order[i];
        index_t const extent = of_result ? t.out_extent(d) : t.in_extent(d);
        if (i == 0) {
            embed[0] = extent;
            break;
        }
        index_t const outer = stride[order[i - 1]];
        if (outer <= 0 || outer % stride[d] != 0 || outer / stride[d] < extent)
            return false;
        embed[i] = outer / stride[d];
    }
    return true;
}

/// The axes besides those of a group, as few as they can be merged to.
inline int merge_batch(fft_transform const& t, std::uint32_t group, fft_pass& p) {
    int order[most_fft_axes];
    int used = 0;
    for (int d = 0; d < t.rank; ++d) {
        if ((group >> d & 1) != 0 || t.in_extent(d) == 1)
            continue;
        int at = used++;
        for (; at > 0 && t.out_stride[order[at - 1]] < t.out_stride[d]; --at)
            order[at] = order[at - 1];
        order[at] = d;
    }
    int merged = 0;
    for (int i = 0; i < used; ++i) {
        int const d = order[i];
        index_t const extent = t.out_extent(d);
        int const last = merged - 1;
        if (merged > 0 && p.out_stride[last] == t.out_stride[d] * extent &&
            p.in_stride[last] == t.in_stride[d] * extent) {
            p.count[last] *= extent;
            p.in_stride[last] = t.in_stride[d];
            p.out_stride[last] = t.out_stride[d];
        } else {
            p.count[merged] = extent;
            p.in_stride[merged] = t.in_stride[d];
            p.out_stride[merged++] = t.out_stride[d];
        }
    }
    return merged;
}

/// The pass that transforms a group of up to three axes; false where no plan describes it.
inline bool describe_pass(fft_transform const& t, std::uint32_t group, fft_pass& p) {
    p = fft_pass{};
    int order[most_fft_axes];
    int rank = 0;
    for (int d = 0; d < t.rank; ++d) {
        if ((group >> d & 1) == 0)
            continue;
        // A plan halves the axis that it counts fastest.
        int at = rank++;
        for (; at > 0 && (order[at - 1] == t.halved ||
                          (d != t.halved && t.in_stride[order[at - 1]] < t.in_stride[d]));
             --at)
            order[at] = order[at - 1];
        order[at] = d;
    }
    fft_layout& plan = p.plan;
    bool const has_halved = t.halved >= 0 && (group >> t.halved & 1) != 0;
    plan.kind = has_halved ? t.kind : fft_kind::complex;
    plan.is_double = t.is_double ? 1 : 0;
    plan.rank = rank;
    for (int i = 0; i < rank; ++i)
        plan.length[i] = t.length[order[i]];
    if (!nest_axes(t, order, rank, false, plan.in_embed, plan.in_step) ||
        !nest_axes(t, order, rank, true, plan.out_embed, plan.out_step))
        return false;
    p.loops = merge_batch(t, group, p);
    int batch = -1;
    for (int i = 0; i < p.loops; ++i)
        if (p.in_stride[i] > 0 && p.out_stride[i] > 0 && (batch < 0 || p.count[i] > p.count[batch]))
            batch = i;
    if (batch >= 0) {
        plan.batch = p.count[batch];
        plan.in_distance = p.in_stride[batch];
        plan.out_distance = p.out_stride[batch];
        --p.loops;
        for (int i = batch; i < p.loops; ++i) {
            p.count[i] = p.count[i + 1];
            p.in_stride[i] = p.in_stride[i + 1];
            p.out_stride[i] = p.out_stride[i + 1];
        }
    }
    // Real numbers are taken in pairs: each call begins where a complex one could.
    for (int i = 0; has_halved && i < p.loops; ++i)
        if ((t.kind == fft_kind::real_to_complex ? p.in_stride[i] : p.out_stride[i]) % 2 != 0)
            return false;
    return true;
}

/// Whether a pass is worth being run as it is; otherwise axes are moved to the end and back. On one
/// H200: 4096 x 4096 complex64 along axis 0 takes 0.14 ms by strides and 0.22 moved, 32768 x 1024
/// 1.15 and 0.55; axes 0 and 1 of 256^3 by one plan 0.91, moved 0.24; axis 1 of 16 x 1024 x 2048 by
/// 16 calls 0.24 and 0.43, of 64 x 512 x 512 by 64 calls 0.35 and 0.21.
inline bool is_efficient(fft_pass const& p) {
    constexpr index_t points_worth_a_call = index_t{1} << 20;
    constexpr index_t few_points = index_t{1} << 16;
    constexpr index_t longest_by_strides = 4096;
    index_t points = p.plan.batch;
    for (int i = 0; i < p.plan.rank; ++i)
        points *= p.plan.length[i];
    if (p.repeats() > 4 && points < points_worth_a_call)
        return false;
    if ((p.plan.in_step == 1 && p.plan.out_step == 1) || points <= few_points)
        return true;
    return p.plan.rank == 1 && p.plan.length[0] <= longest_by_strides;
}

/// Up to three of the axes that are left, innermost ones first; `needed` is one of them. 0 where no
/// group with it is described.
inline std::uint32_t choose_group(fft_transform const& t, std::uint32_t left, std::uint32_t needed,
                                  bool efficient, fft_pass& p) {
    for (int most = 3; most > 0; --most) {
        std::uint32_t group = needed;
        for (int d = t.rank - 1; d >= 0 && __builtin_popcount(group) < most; --d)
            group |= left & (std::uint32_t{1} << d);
        if (describe_pass(t, group, p) && (!efficient || is_efficient(p)))
            return group;
    }
    return 0;
}

/// The passes of a transform in the order in which they run.
struct fft_passes {
    fft_pass pass[most_fft_axes];
    int count = 0;
    bool possible = true;   ///< whether plans describe all of them
    bool efficient = true;  ///< and are worth it
};

inline std::uint32_t add_pass(fft_passes& all, fft_transform const& t, std::uint32_t left,
                              std::uint32_t needed) {
    fft_pass& p = all.pass[all.count];
    std::uint32_t group = choose_group(t, left, needed, true, p);
    if (group == 0) {
        all.efficient = false;
        group = choose_group(t, left, needed, false, p);
        if (group == 0) {
            all.possible = false;
            return left;
        }
    }
    ++all.count;
    return group;
}

inline fft_passes passes_of(fft_transform const& t) {
    fft_passes all;
    fft_transform now = t;
    std::uint32_t left = 0;
    for (int d = 0; d < t.rank; ++d)
        if (t.has(d) && (t.length[d] > 1 || d == t.halved))
            left |= std::uint32_t{1} << d;
    // Along axes of one point nothing changes: one is kept where there is no other.
    if (left == 0)
        left = t.axes & (~t.axes + 1);
    std::uint32_t const half = t.halved >= 0 ? std::uint32_t{1} << t.halved : 0;
    // Complex passes run where the spectrum is: in the result, or in the operand.
    auto in_place = [&](index_t const* stride, index_t (fft_transform::*extent)(int) const) {
        fft_transform same = t;
        same.kind = fft_kind::complex;
        same.halved = -1;
        for (int d = 0; d < t.rank; ++d) {
            same.length[d] = (t.*extent)(d);
            same.in_stride[d] = same.out_stride[d] = stride[d];
        }
        return same;
    };
    if (t.kind == fft_kind::complex_to_real) {
        // The last pass is found first: it takes what axes it can.
        fft_pass last;
        std::uint32_t group = choose_group(t, left, half, true, last);
        if (group == 0) {
            all.efficient = false;
            group = choose_group(t, left, half, false, last);
        }
        if (group == 0) {
            all.possible = false;
            return all;
        }
        now = in_place(t.in_stride, &fft_transform::in_extent);
        for (std::uint32_t rest = left & ~group; rest != 0 && all.possible;)
            rest &= ~add_pass(all, now, rest, std::uint32_t{1} << (31 - __builtin_clz(rest)));
        all.pass[all.count++] = last;
        return all;
    }
    while (left != 0 && all.possible) {
        std::uint32_t const innermost = std::uint32_t{1} << (31 - __builtin_clz(left));
        left &= ~add_pass(all, now, left, (left & half) != 0 ? half : innermost);
        now = in_place(t.out_stride, &fft_transform::out_extent);
    }
    return all;
}

}  // namespace twill::inline v0::detail
