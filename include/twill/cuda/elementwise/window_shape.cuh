// SPDX-License-Identifier: MIT
// Stencils: several slices of one array, shifted against each other by a few elements. Which
// statements may be one, as their types say, and how a loop is cut into tiles whose windows of the
// arrays are read once.
#pragma once

#include "twill/cuda/elementwise/cut.cuh"
#include "twill/cuda/elementwise/loaded.cuh"

namespace twill::inline v0::detail {

/// For each leaf of a tree, in order: whether it goes through a tile, the size of its elements, and
/// the leaf that it is taken for. x * x has the leaves of x twice: the second ones are the first.
template <class Tree>
struct window_leaves {
    static constexpr int most = Tree::records > 0 ? Tree::records : 1;
    bool staged[most] = {};
    unsigned char of[most] = {};
    int size = 0;  ///< of what is staged; -1 if sizes differ
    int count = 0;
    int used = 0;  ///< different ones that are staged

    template <class Node>
    constexpr void add(std::type_identity<Node>, int same) {
        if constexpr (Node::records == 1) {
            staged[count] = Node::has_steps && Node::axes != 0;
            of[count] = static_cast<unsigned char>(same < 0 ? count : same);
            if (staged[count]) {
                size = size == 0 || size == Node::widest ? Node::widest : -1;
                used += same < 0 ? 1 : 0;
            }
            ++count;
        }
    }
    template <class F, class... N>
    constexpr void add(std::type_identity<apply_node<F, N...>>, int same) {
        int at = same;
        auto const operand = [&]<class Node>(std::type_identity<Node> node) {
            add(node, at);
            at = at < 0 ? at : at + Node::records;
        };
        if constexpr (is_square<apply_node<F, N...>>) {
            using X = std::tuple_element_t<0, std::tuple<N...>>;
            int const first = same < 0 ? count : same;
            add(std::type_identity<X>{}, same);
            add(std::type_identity<X>{}, first);
        } else {
            (operand(std::type_identity<N>{}), ...);
        }
    }
};
template <class Tree>
inline constexpr window_leaves<Tree> window_leaves_of = [] {
    window_leaves<Tree> result;
    result.add(std::type_identity<Tree>{}, -1);
    return result;
}();

/// Elements of a tile along the inner axis, and from one of its rows to the next in shared memory:
/// it may be wider by that.
inline constexpr int window_wide = 64;
TWILL_HD constexpr int window_pitch(std::size_t size) { return window_wide + (size == 1 ? 16 : 8); }
/// Rows of a thread that are computed together.
inline constexpr int window_lanes = 4;
/// Arrays that pass through tiles.
inline constexpr int most_windows = 4;

template <int Rank>
struct window_shape;

/// Whether a statement has the kernel of windows: so many slices of one type of element, and
/// registers for them.
template <class Tree, class Out, int Rank>
inline constexpr bool may_window = [] {
    if constexpr (Rank >= 2 && leaf_types<Tree>::known && Tree::records >= 4 &&
                  Tree::records <= 64 && sizeof(Out) <= 8) {
        constexpr auto leaves = window_leaves_of<Tree>;
        // Before CUDA 12.1 the parameters of a kernel are 4096 bytes at most.
        return sizeof(Tree) + sizeof(window_shape<Rank>) + 4 * Tree::records <= 4000 &&
               leaves.used >= (Rank > 2 && leaves.size <= 2
                                   ? elementwise_tuning::fewest_window_reads
                                   : elementwise_tuning::window_reads) &&
               leaves.used <= 32 &&
               (leaves.size == 1 || leaves.size == 2 || leaves.size == 4 || leaves.size == 8);
    }
    return false;
}();

/// An array of which tiles have windows.
template <int Rank>
struct window_source {
    void const* data;  ///< of its first leaf
    fixed<int, Rank> stride;
    int corner;  ///< of the window of the first tile, in elements from there
    int lowest;  ///< elements that leaves read lie between
    int highest;
    int below;  ///< from a window's corner to its lowest and highest element
    int above;
    int halo[3];   ///< the window is larger by that, along the axes from the last on
    int first;     ///< element of shared memory
    bool packets;  ///< its rows begin `shift` elements behind a packet of 16 bytes
    int shift;
    fixed_divisor by_rows;
};
/// How a loop is cut into tiles of the last two axes, or three.
template <int Rank>
struct window_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    fixed<int, Rank> size;        ///< of a tile
    fixed<int, Rank> tiles;
    fixed_divisor by_tiles[Rank];
    bool deep;        ///< lanes of a thread follow each other along the third last axis
    int batches;      ///< of lanes
    int times;        ///< tiles of a block, which follow each other along the second last axis
    unsigned bytes;   ///< of a tile's windows
    int log2_layers;  ///< deep: batches along that axis
    int plane;        ///< elements of shared memory from one plane of a window to the next
    int sources;
    window_source<Rank> source[most_windows];
};

/// Where a leaf lies in the window of a source.
struct window_offset {
    int source;
    int shift[3];  ///< along the axes from the last on
};
/// The multiple of b that is nearest to a, as its factor; 0 for b = 0.
inline index_t nearest_multiple(index_t a, index_t b) {
    if (b == 0)
        return 0;
    index_t const twice = 2 * a + (a < 0 ? -magnitude(b) : magnitude(b));
    return twice / (2 * b);
}

/// What code that is not a template knows of a loop and its leaves, and what it finds.
struct window_frame {
    loop_view loop;
    bool const* staged;
    unsigned char const* of;
    int size;
    window_offset* offset;
    int leaves = 0;
    int shift[most_windows] = {};  ///< in packets; -1: rows begin in different places of them
    int sources = 0;
    int leaf_of_source[most_windows] = {};
    int least[most_windows][3] = {};  ///< shifts
    int greatest[most_windows][3] = {};
    bool deep = false;
    int plane_rows = 0;
    int planes = 0;
    int batches = 0;
    int layers = 1;
    int times = 1;
    index_t blocks = 0;
    std::size_t shared = 0;
    index_t tile[3] = {};

    operand_record const& leaf(int k) const { return loop.operands[k + 1]; }
    int pitch() const { return window_pitch(static_cast<std::size_t>(size)); }
    index_t extent(int m) const { return m < loop.rank ? loop.extent[loop.rank - 1 - m] : 1; }
};

/// Finds the sources of the leaves and their shifts; false where one has none.
TWILL_COLD inline bool find_windows(window_frame& f) {
    int const rank = f.loop.rank;
    for (int k = 0; k < f.loop.count - 1; ++k) {
        operand_record const& x = f.leaf(k);
        if (f.of[k] != k) {
            operand_record const& first = f.leaf(f.of[k]);
            if (*x.data != *first.data)
                return false;
            for (int d = 0; d < rank; ++d)
                if (f.loop.extent[d] != 1 && x.stride[d] != first.stride[d])
                    return false;
            f.offset[k] = f.offset[f.of[k]];
            continue;
        }
        if (!f.staged[k])
            continue;
        ++f.leaves;
        int s = 0;
        for (; s < f.sources; ++s) {
            operand_record const& from = f.leaf(f.leaf_of_source[s]);
            bool alike = true;
            for (int d = 0; d < rank; ++d)
                alike = alike && (f.loop.extent[d] == 1 || x.stride[d] == from.stride[d]);
            index_t const bytes =
                static_cast<char const*>(*x.data) - static_cast<char const*>(*from.data);
            if (!alike || bytes % f.size != 0 || from.stride[rank - 1] != 1)
                continue;
            index_t rest = bytes / f.size;
            window_offset found{s, {}};
            for (int m = 2; m >= 0; --m) {
                if (m >= rank)
                    continue;
                index_t const stride = f.extent(m) == 1 ? 0 : from.stride[rank - 1 - m];
                index_t const shift = nearest_multiple(rest, stride);
                rest -= shift * stride;
                alike = alike && magnitude(shift) <= 8;
                found.shift[m] = static_cast<int>(shift);
            }
            if (!alike || rest != 0)
                continue;
            bool fits = true;
            for (int m = 0; m < 3; ++m)
                fits = fits && larger(f.greatest[s][m], found.shift[m]) -
                                       smaller(f.least[s][m], found.shift[m]) <=
                                   8;
            if (!fits)
                continue;
            for (int m = 0; m < 3; ++m) {
                f.greatest[s][m] = larger(f.greatest[s][m], found.shift[m]);
                f.least[s][m] = smaller(f.least[s][m], found.shift[m]);
            }
            f.offset[k] = found;
            break;
        }
        if (s == f.sources) {
            if (s == most_windows || magnitude(x.stride[rank - 1]) > 1)
                return false;
            f.leaf_of_source[f.sources++] = k;
            f.offset[k] = {s, {}};
        }
    }
    return f.leaves - f.sources >= 3;
}

/// Where the rows of a source's windows begin in packets of 16 bytes, in elements; -1 if not all in
/// one place, or if there is no room for what is before them.
TWILL_COLD inline int shift_of_rows(window_frame const& f, int s) {
    operand_record const& x = f.leaf(f.leaf_of_source[s]);
    int const rank = f.loop.rank;
    index_t corner = 0;
    for (int d = 0; d < rank; ++d) {
        index_t const stride = f.loop.extent[d] == 1 ? 0 : x.stride[d];
        int const m = rank - 1 - d;
        corner += m < 3 ? f.least[s][m] * stride : 0;
        if (m == 0 ? x.stride[d] != 1 : stride * f.size % 16 != 0)
            return -1;
    }
    auto const address =
        reinterpret_cast<std::uintptr_t>(static_cast<char const*>(*x.data) + corner * f.size);
    if (address % static_cast<unsigned>(f.size) != 0)
        return -1;
    int const shift = static_cast<int>(address % 16) / f.size;
    int const halo = f.greatest[s][0] - f.least[s][0];
    return shift + halo <= f.pitch() - window_wide ? shift : -1;
}

/// Chooses tiles; false where few of them would be full, or too few.
TWILL_COLD inline bool deal_windows(window_frame& f) {
    int halo[3] = {};
    for (int s = 0; s < f.sources; ++s)
        for (int m = 0; m < 3; ++m)
            halo[m] = larger(halo[m], f.greatest[s][m] - f.least[s][m]);
    f.deep = halo[2] > 0;
    bool packets = true;
    for (int s = 0; s < f.sources; ++s) {
        f.shift[s] = shift_of_rows(f, s);
        packets = packets && f.shift[s] >= 0;
    }
    // A few reads of each element take no longer than the way through shared memory.
    if (f.leaves < elementwise_tuning::window_reads && !(f.deep && packets && f.size <= 2))
        return false;
    index_t outer = 1;
    for (int m = f.deep ? 3 : 2; m < f.loop.rank; ++m)
        outer *= f.extent(m);
    auto const fills = [&](int m) {
        index_t const tiles = divide_up(f.extent(m), f.tile[m]);
        f.blocks *= tiles;
        return 4 * f.extent(m) >= 3 * tiles * f.tile[m];
    };
    for (int batches = 4; batches >= 1; batches /= 2) {
        f.batches = batches;
        f.layers = f.deep && batches == 4 ? 2 : 1;
        f.tile[0] = window_wide;
        f.tile[1] = f.deep ? 4 * (batches / f.layers) : 4 * window_lanes * batches;
        f.tile[2] = f.deep ? window_lanes * f.layers : 1;
        f.plane_rows = static_cast<int>(f.tile[1]) + halo[1];
        f.planes = static_cast<int>(f.tile[2]) + halo[2];
        f.shared = static_cast<std::size_t>(f.sources) * static_cast<std::size_t>(f.plane_rows) *
                   static_cast<std::size_t>(f.planes) * static_cast<std::size_t>(f.pitch()) *
                   static_cast<std::size_t>(f.size);
        f.blocks = outer;
        bool const full = fills(0) && fills(1) && (!f.deep || fills(2));
        if (2 * f.shared <= elementwise_tuning::shared_bytes && full &&
            f.blocks >= elementwise_tuning::enough_windows && f.blocks <= max_blocks) {
            index_t const high = divide_up(f.extent(1), f.tile[1]);
            f.times = static_cast<int>(
                smaller(smaller(index_t{8}, high),
                        larger(index_t{1}, f.blocks / (4 * elementwise_tuning::enough_windows))));
            f.blocks = f.blocks / high * divide_up(high, index_t{f.times});
            return true;
        }
    }
    return false;
}

/// Whether elements of tiles, with some before and behind them, are fewer than 2^31 from the first
/// of their source: kernels count in 32 bits.
TWILL_COLD inline bool reach_windows(window_frame const& f) {
    for (int s = 0; s < f.sources; ++s) {
        index_t reach = 0;
        for (int d = 0; d < f.loop.rank; ++d) {
            int const m = f.loop.rank - 1 - d;
            index_t const stride =
                f.loop.extent[d] == 1 ? 0 : magnitude(f.leaf(f.leaf_of_source[s]).stride[d]);
            reach += (f.loop.extent[d] - 1) * stride;
            if (m < 3)
                reach += (f.tile[m] * (m == 1 ? f.times : 1) + 2 * window_wide) * stride;
        }
        if (reach > limits<std::int32_t>::max - 4096)
            return false;
    }
    return true;
}

/// Cuts a loop into tiles; false where it is no stencil. `offset`: each leaf's in shared memory.
template <int Rank>
TWILL_COLD bool cut_windows(window_frame& f, window_shape<Rank>& shape, int* offset) {
    if (!find_windows(f) || !deal_windows(f) || !reach_windows(f))
        return false;
    for (int d = 0; d < Rank; ++d) {
        int const m = Rank - 1 - d;
        shape.extent[d] = f.loop.extent[d];
        shape.stride[d] = f.loop.operands[0].stride[d];
        index_t const size = m < (f.deep ? 3 : 2) ? f.tile[m] : 1;
        index_t const tiles = divide_up(f.loop.extent[d], m == 1 ? size * f.times : size);
        shape.size[d] = static_cast<int>(size);
        shape.tiles[d] = static_cast<int>(tiles);
        shape.by_tiles[d] = fixed_divisor::of(tiles);
    }
    shape.deep = f.deep;
    shape.batches = f.batches;
    shape.times = f.times;
    shape.bytes = static_cast<unsigned>(f.shared);
    shape.log2_layers = f.layers - 1;
    shape.plane = f.plane_rows * f.pitch();
    shape.sources = f.sources;
    for (int s = 0; s < f.sources; ++s) {
        window_source<Rank>& to = shape.source[s];
        operand_record const& x = f.leaf(f.leaf_of_source[s]);
        to.data = *x.data;
        to.corner = 0;
        index_t below = 0, above = 0;
        for (int d = 0; d < Rank; ++d) {
            index_t const stride = f.loop.extent[d] == 1 ? 0 : x.stride[d];
            to.stride[d] = static_cast<int>(stride);
            (stride < 0 ? below : above) += (f.loop.extent[d] - 1) * stride;
        }
        to.below = 0;
        to.above = 0;
        for (int m = 0; m < 3; ++m) {
            to.halo[m] = f.greatest[s][m] - f.least[s][m];
            if (m >= Rank)
                continue;
            int const stride = to.stride[Rank - 1 - m];
            to.corner += f.least[s][m] * stride;
            int const far = (shape.size[Rank - 1 - m] - 1 + to.halo[m]) * stride;
            (far < 0 ? to.below : to.above) += far;
        }
        to.packets = f.shift[s] >= 0;
        to.shift = larger(f.shift[s], 0);
        to.first = s * f.planes * shape.plane + to.shift;
        to.by_rows = fixed_divisor::of(f.tile[1] + to.halo[1]);
        to.lowest = limits<int>::max;
        to.highest = limits<int>::lowest;
        for (int k = 0; k < f.loop.count - 1; ++k) {
            if (!f.staged[k] || f.offset[k].source != s)
                continue;
            int at = 0;
            offset[k] = to.first;
            for (int m = 0; m < 3; ++m) {
                int const shift = f.offset[k].shift[m];
                if (m < Rank)
                    at += shift * to.stride[Rank - 1 - m];
                offset[k] += (shift - f.least[s][m]) * (m == 0   ? 1
                                                        : m == 1 ? f.pitch()
                                                                 : shape.plane);
            }
            to.lowest = smaller(to.lowest, at + static_cast<int>(below));
            to.highest = larger(to.highest, at + static_cast<int>(above));
        }
    }
    return true;
}

}  // namespace twill::inline v0::detail
