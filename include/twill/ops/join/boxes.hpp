// SPDX-License-Identifier: MIT
// A loop over the elements of a result, cut into boxes: inside a box every operand is read along
// straight lines, so that it runs as any strided loop does, with packets. Nothing here is a
// template over the expression.
#pragma once

#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

constexpr index_t floor_divide_by(index_t a, index_t positive) {
    index_t const quotient = a / positive;
    return a % positive < 0 ? quotient - 1 : quotient;
}
constexpr index_t floor_modulo(index_t a, index_t positive) {
    index_t const rest = a % positive;
    return rest < 0 ? rest + positive : rest;
}

/// An index along one axis of a node, as a function of the loop's indices: start + sum(step[l] *
/// i[l]).
struct index_line {
    index_t start = 0;
    index_t step[max_rank_supported] = {};
};

/// What has to be done to a box before an expression can be read in it along straight lines.
struct box_request {
    enum class kind { none, cut, unfold };
    kind what = kind::none;
    int axis = 0;    ///< of the loop
    index_t at = 0;  ///< cut: where the second part begins; unfold: how long the inner axis becomes
};

/// The loop of a box, as the rules of nodes see it.
struct box_loop {
    index_t const* extent;
    int rank;
    int unfolds;  ///< how many axes may still be unfolded
    box_request request = {};

    struct range {
        index_t low;
        index_t high;
    };
    /// The indices that a line takes, but for those axes whose steps are multiples of `period`.
    range range_of(index_line const& x, index_t period = 0) const {
        range result{x.start, x.start};
        for (int l = 0; l < rank; ++l) {
            if (period != 0 && x.step[l] % period == 0)
                continue;
            index_t const far = x.step[l] * (extent[l] - 1);
            (far < 0 ? result.low : result.high) += far;
        }
        return result;
    }
    bool is_empty() const {
        for (int l = 0; l < rank; ++l)
            if (extent[l] == 0)
                return true;
        return false;
    }
    bool is_asked() const { return request.what != box_request::kind::none; }
    /// The first wish is the box's; what is known of lines after it may be wrong.
    void ask(box_request const& what) {
        if (!is_asked())
            request = what;
    }
    /// Asks for a cut between the indices of a line below `bound` and the others.
    void separate(index_line const& x, index_t bound) {
        if (is_asked())
            return;
        int axis = -1;
        for (int l = 0; l < rank; ++l) {
            if (extent[l] == 1 || x.step[l] == 0)
                continue;
            if (axis < 0 || magnitude(x.step[l]) > magnitude(x.step[axis]))
                axis = l;
        }
        range const all = range_of(x);
        index_t const step = x.step[axis];
        index_t const far = step * (extent[axis] - 1);
        // What the other axes add.
        index_t const low = all.low - (far < 0 ? far : 0);
        index_t const high = all.high - (far > 0 ? far : 0);
        index_t at;
        if (step > 0) {
            at = -floor_divide_by(-(bound - high), step);  // so many are below the bound
            if (at <= 0)
                at = -floor_divide_by(-(bound - low), step);
        } else {
            at = floor_divide_by(low - bound, -step) + 1;  // so many are not below it
            if (at <= 0)
                at = floor_divide_by(high - bound, -step) + 1;
        }
        if (at <= 0 || at >= extent[axis])
            at = extent[axis] / 2;
        ask({box_request::kind::cut, axis, at});
    }
};

/// How the index along one axis of an operand follows from that of the node.
struct axis_rule {
    enum class way {
        shift,      ///< i - before, which must lie inside
        clamp,      ///< the same, the nearest inside (pad: edge)
        constant,   ///< the same, outside of which there is another value
        split,      ///< of q, r = divmod(i - before, period): q * outer + r * inner
        reflect,    ///< back and forth, the ends once
        symmetric,  ///< back and forth, the ends twice
    };
    way how = way::shift;
    index_t before = 0;
    index_t size = 0;  ///< of the operand
    index_t period = 0;
    index_t outer = 0;
    index_t inner = 0;

    /// Round and round: roll, tile, pad(wrap).
    static axis_rule wrap(index_t size, index_t before) {
        return {way::split, before, size, size > 0 ? size : 1, 0, 1};
    }
    /// The line of the operand's index; false where the value comes from elsewhere. Where the box
    /// has to be cut before, it asks for that.
    bool follow(index_line x, box_loop& loop, index_line& to) const {
        x.start -= before;
        to = x;
        if (how == way::split)
            return follow_split(x, loop, to);
        if (how == way::reflect || how == way::symmetric)
            return follow_mirror(x, loop, to);
        if (how == way::shift)
            return true;
        auto const [low, high] = loop.range_of(x);
        if (low < 0 && high >= 0) {
            loop.separate(x, 0);
        } else if (low < size && high >= size) {
            loop.separate(x, size);
        } else if (low < 0 || low >= size) {
            to = {};
            to.start = low < 0 ? 0 : size - 1;
            return how == way::clamp;
        }
        return true;
    }

private:
    bool follow_split(index_line const& x, box_loop& loop, index_line& to) const {
        auto const [low, high] = loop.range_of(x, period);
        index_t const group = floor_divide_by(low, period);
        if (floor_divide_by(high, period) != group) {
            ask_for_periods(x, low, loop);
            return true;
        }
        to.start = group * outer + (x.start - group * period) * inner;
        for (int l = 0; l < loop.rank; ++l)
            to.step[l] = x.step[l] % period == 0 ? x.step[l] / period * outer : x.step[l] * inner;
        return true;
    }
    /// Whole periods become an axis of their own, where there is one left.
    void ask_for_periods(index_line const& x, index_t low, box_loop& loop) const {
        if (loop.is_asked())
            return;
        int axis = -1;
        int varying = 0;
        for (int l = 0; l < loop.rank; ++l)
            if (loop.extent[l] > 1 && x.step[l] % period != 0) {
                axis = l;
                ++varying;
            }
        index_t const count = loop.extent[axis];
        if (varying > 1 || loop.unfolds == 0 || magnitude(x.step[axis]) != 1 ||
            count < 2 * period) {
            // Without what does not matter here.
            index_line rest = x;
            for (int l = 0; l < loop.rank; ++l)
                if (x.step[l] % period == 0)
                    rest.step[l] = 0;
            return loop.separate(rest, (floor_divide_by(low, period) + 1) * period);
        }
        index_t const into = floor_modulo(x.start, period);
        index_t const first =
            x.step[axis] > 0 ? floor_modulo(-into, period) : floor_modulo(into + 1, period);
        if (first != 0)
            return loop.ask({box_request::kind::cut, axis, first});
        if (count % period != 0)
            return loop.ask({box_request::kind::cut, axis, count - count % period});
        loop.ask({box_request::kind::unfold, axis, period});
    }
    bool follow_mirror(index_line const& x, box_loop& loop, index_line& to) const {
        index_t const overlap = how == way::reflect ? 1 : 0;
        index_t const whole = 2 * (size - overlap);
        if (whole == 0) {  // one element, reflected in itself
            to = {};
            return true;
        }
        auto const [low, high] = loop.range_of(x);
        index_t const base = floor_divide_by(low, whole) * whole;
        index_t const turn = base + size;
        if (low < turn && high >= turn) {
            loop.separate(x, turn);
        } else if (high >= base + whole) {
            loop.separate(x, base + whole);
        } else if (low < turn) {
            to.start = x.start - base;
        } else {
            to.start = base + 2 * size - 1 - overlap - x.start;
            for (int l = 0; l < loop.rank; ++l)
                to.step[l] = -x.step[l];
        }
        return true;
    }
};

/// A part of a loop over a result of Rank axes: the result's index as lines over Loop axes, of
/// which the first are spare.
template <int Rank, int Loop>
struct loop_box {
    index_line lines[Rank > 0 ? Rank : 1];
    extents<Loop> extent;
    int spare;

    explicit loop_box(extents<Rank> const& shape) : spare(Loop - Rank) {
        for (int l = 0; l < Loop; ++l)
            extent[l] = l < Loop - Rank ? 1 : shape[l - (Loop - Rank)];
        for (int d = 0; d < Rank; ++d)
            lines[d].step[d + Loop - Rank] = 1;
    }
    /// Becomes what lies behind `at` on an axis, and returns what lies before it.
    loop_box split(int axis, index_t at) {
        loop_box left = *this;
        left.extent[axis] = at;
        extent[axis] -= at;
        for (index_line& x : lines)
            x.start += x.step[axis] * at;
        return left;
    }
    void unfold(int axis, index_t period) {
        --spare;
        extent[spare] = period;
        extent[axis] /= period;
        for (index_line& x : lines) {
            x.step[spare] = x.step[axis];
            x.step[axis] *= period;
        }
    }
    /// Where the box lies in memory of the result's shape.
    layout<Loop> in(layout<Rank> const& whole, index_t& offset) const {
        layout<Loop> result{extent, {}};
        offset = 0;
        for (int d = 0; d < Rank; ++d) {
            offset += lines[d].start * whole.stride[d];
            for (int l = 0; l < Loop; ++l)
                result.stride[l] += lines[d].step[l] * whole.stride[d];
        }
        return result;
    }
};

/// Cuts a box as long as `visit(box)` asks for it.
template <int Rank, int Loop, class Visit>
void cut_boxes(loop_box<Rank, Loop> box, Visit& visit) {
    for (;;) {
        box_request const asked = visit(box);
        switch (asked.what) {
            case box_request::kind::none:
                return;
            case box_request::kind::cut:
                cut_boxes(box.split(asked.axis, asked.at), visit);
                break;
            case box_request::kind::unfold:
                box.unfold(asked.axis, asked.at);
                break;
        }
    }
}

}  // namespace twill::inline v0::detail
