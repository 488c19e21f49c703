// SPDX-License-Identifier: MIT
// Elementwise loops on CPU threads, as far as they depend on numbers alone: how a loop is cut into
// pieces, and how one is walked. An expression brings a function that writes neighbouring elements
// (host/elementwise.hpp).
#pragma once

#include "twill/host/costly.hpp"
#include "twill/host/pool.hpp"
#include "twill/host/walk.hpp"

namespace twill::inline v0::detail {

/// Memory that a piece of a loop needs, on the stack where it is little.
class scratch_memory {
public:
    /// Asks for room for `count` objects of some bytes; the answer is where it is.
    std::size_t reserve(index_t count, std::size_t bytes) {
        std::size_t const at = size_;
        size_ += (static_cast<std::size_t>(count) * bytes + 63) / 64 * 64;
        return at;
    }
    /// Gets what was asked for.
    void allocate() {
        if (size_ > sizeof(few_))
            many_ = buffer<char>(size_);
    }
    template <class T>
    T* at(std::size_t place) {
        return reinterpret_cast<T*>((size_ > sizeof(few_) ? many_.data() : few_) + place);
    }

private:
    std::size_t size_ = 0;
    buffer<char> many_;
    alignas(64) char few_[1 << 14];
};

/// A tree and the records of its loop, the target's first; those of operands point into the tree.
struct host_tree {
    char* tree;
    std::size_t size;
    operand_record* records;
    int count;
};
/// A copy of a tree that is trivially copyable.
class tree_bytes {
public:
    TWILL_COLD explicit tree_bytes(host_tree const& from) {
        std::size_t const tree = memory_.reserve(1, from.size);
        std::size_t const records = memory_.reserve(from.count, sizeof(operand_record));
        memory_.allocate();
        own = {memory_.at<char>(tree), from.size, memory_.at<operand_record>(records), from.count};
        std::memcpy(own.tree, from.tree, from.size);
        auto moved = [&]<class T>(T* part) {
            return part ? reinterpret_cast<T*>(own.tree +
                                               (reinterpret_cast<char*>(part) - from.tree))
                        : nullptr;
        };
        own.records[0] = from.records[0];
        for (int k = 1; k < from.count; ++k) {
            operand_record const& r = from.records[k];
            own.records[k] = {moved(r.stride), moved(r.data), moved(r.start), r.element_size,
                              moved(r.tile),   moved(r.how),  r.flattens};
        }
    }
    tree_bytes(tree_bytes const&) = delete;
    tree_bytes& operator=(tree_bytes const&) = delete;
    host_tree own;

private:
    scratch_memory memory_;
};
/// Run(loop, copy of its tree, piece): threads move the operands of their own.
template <auto Run, class Loop, class Piece>
void run_with_bytes(Loop const& x, Piece const& piece) {
    tree_bytes const copy(x.tree);
    Run(x, copy.own, piece);
}
/// The same of any tree.
template <class Tree, auto Run, class Loop, class Piece>
void run_with_copy(Loop const& x, Piece const& piece) {
    Tree tree = *reinterpret_cast<Tree const*>(x.tree.tree);
    loop_records<Tree> all(x.tree.records[0], tree);
    Run(x, host_tree{reinterpret_cast<char*>(&tree), sizeof(Tree), all.values, all.count}, piece);
}
template <class Tree, auto Run, class Loop, class Piece>
constexpr auto run_with_own_tree() -> void (*)(Loop const&, Piece const&) {
    if constexpr (std::is_trivially_copyable_v<Tree>)
        return run_with_bytes<Run, Loop, Piece>;
    else
        return run_with_copy<Tree, Run, Loop, Piece>;
}

/// Where the operands of a tree stand, and brings them back there.
inline void note_origins(loop_origin* origins, host_tree const& x) {
    for (int k = 1; k < x.count; ++k) {
        if (x.records[k].data)
            origins[k].data = static_cast<char const*>(*x.records[k].data);
        else
            origins[k].start = *x.records[k].start;
    }
}
inline void bring_back(loop_origin const* origins, host_tree const& x, int k) {
    if (x.records[k].data)
        *x.records[k].data = origins[k].data;
    else
        *x.records[k].start = origins[k].start;
}
/// Whether some operand has elements apart from each other along the inner axis.
inline bool has_gaps(host_tree const& x, int rank) {
    for (int k = 1; k < x.count; ++k)
        if (x.records[k].data && x.records[k].stride[rank - 1] != 1)
            return true;
    return false;
}

/// A function that writes `count` elements from a tree and the values of its slots.
using write_function = void (*)(void const* tree, void const* const* slots, void* to,
                                index_t count);

/// The slots of a tree, and what is known of their values.
struct host_slots {
    slot_node const* nodes = nullptr;
    int count = 0;
    index_t width = 0;  ///< bytes of the widest value
    int const* owner = nullptr;
    bool const* along = nullptr;
    axis_set const* between = nullptr;
};
template <class Tree, int Slots>
host_slots host_slots_of(slot_plan<Slots> const& plan) {
    return {plan.nodes, Slots,           static_cast<index_t>(slot_width<Tree>),
            plan.owner, plan.along_rows, plan.between_rows};
}

/// What a thread does of a loop: elements [from, to) of rows [first, last).
struct loop_piece {
    index_t first;
    index_t last;
    index_t from;
    index_t to;
};
/// An elementwise loop.
struct host_loop {
    host_tree tree;
    index_t* extent;
    int rank;
    index_t chunk;   ///< most elements that are made contiguous at once
    index_t widest;  ///< bytes of an operand's element
    int price;       ///< of an element, see price_of
    char* out;
    write_function write;
    /// Calls run_piece with a copy of the tree.
    void (*run)(host_loop const&, loop_piece const&);
    host_slots slots = {};
    row_order order = {index_t{1} << 40, index_t{1} << 40};

    index_t size() const {
        index_t elements = 1;
        for (int d = 0; d < rank; ++d)
            elements *= extent[d];
        return elements;
    }
    index_t inner() const { return extent[rank - 1]; }
    int out_size() const { return tree.records[0].element_size; }
};

/// Elements [from, to) of a loop in which all operands lie next to each other.
TWILL_NOINLINE inline void run_flat_piece(host_loop const& x, host_tree const& own,
                                          loop_piece const& piece) {
    for (int k = 1; k < own.count; ++k)
        shift(own.records[k], piece.from * own.records[k].stride[x.rank - 1]);
    x.write(own.tree, nullptr, x.out + piece.from * x.out_size(), piece.to - piece.from);
}

/// Walks a piece's rows: elements that are not contiguous are made so, values of slots computed.
TWILL_NOINLINE inline void run_strided_piece(host_loop const& x, host_tree const& own,
                                             loop_piece const& piece) {
    host_slots const& s = x.slots;
    index_t const step = own.records[0].stride[x.rank - 1];
    bool const gathers = x.chunk > 1 && has_gaps(own, x.rank);
    bool const scatters = x.chunk > 1 && step != 1;
    scratch_memory memory;
    std::size_t const walked = memory.reserve(own.count, sizeof(walked_operand));
    std::size_t const origins = memory.reserve(own.count, sizeof(loop_origin));
    std::size_t const table = memory.reserve(s.count, sizeof(void const*));
    index_t const at_once = smaller(x.chunk, piece.to - piece.from);
    auto const pitch = static_cast<std::size_t>(at_once * s.width + 63) / 64 * 64;
    std::size_t const values = memory.reserve(s.count, pitch);
    std::size_t const results =
        memory.reserve(scatters ? at_once : 0, static_cast<std::size_t>(x.out_size()));
    std::size_t const buffers =
        memory.reserve(gathers ? (own.count - 1) * x.chunk : 0, static_cast<std::size_t>(x.widest));
    memory.allocate();
    auto* const origin = memory.at<loop_origin>(origins);
    note_origins(origin, own);
    strided_walk walk(x.extent, x.rank, own.records, own.count, memory.at<walked_operand>(walked),
                      memory.at<char>(buffers), x.chunk, x.widest);
    if (s.count > 0 || scatters || x.chunk == 1)
        walk.longest = x.chunk;
    auto** const slots = memory.at<void const*>(table);
    auto* const slot_values = memory.at<unsigned char>(values);
    for (int k = 0; k < s.count; ++k)
        slots[k] = slot_values + static_cast<std::size_t>(s.owner[k]) * pitch;
    for (index_t next, first = piece.first; first < piece.last; first = next) {
        next = smaller(piece.last, first + x.order.rows);
        for (index_t at = piece.from; at < piece.to; at += x.order.width) {
            for (int k = 1; k < own.count; ++k)
                bring_back(origin, own, k);
            walk.start(first, next, at, smaller(piece.to, at + x.order.width));
            while (walk.next()) {
                if (s.count > 0)
                    fill_slots(s.nodes, s.count, own.tree, s.owner, s.along, s.between, slots,
                               slot_values, pitch, walk.count, walk.moved);
                char* const to = x.out + walk.at * x.out_size();
                x.write(own.tree, slots, scatters ? memory.at<char>(results) : to, walk.count);
                if (scatters)
                    unpack(to, step, memory.at<char>(results), walk.count, x.out_size());
            }
        }
    }
}

/// How a loop is cut: pieces of a length that is worth a thread's attention, none where one thread
/// is faster. Elements do not depend on each other, so the cut may.
struct division {
    index_t elements;
    effort how;
    bool serial;
};
TWILL_COLD inline division divide_loop(index_t size, int price) {
    constexpr index_t cheapest_piece = index_t{1} << 16;  // prices: about two microseconds
    constexpr index_t cheapest_loop = index_t{1} << 16;
    constexpr index_t cheap_loop = index_t{1} << 19;
    index_t const threads = thread_pool::instance().size();
    if (size >= cheap_loop)
        return {clamped(size / (8 * threads), piece_elements, 8 * piece_elements), effort::large,
                false};
    index_t const total = size * price;
    index_t const pieces = smaller(4 * threads, total / cheapest_piece);
    if (total < cheapest_loop || pieces < 2)
        return {size, effort::small, true};
    return {smaller(piece_elements, (size + pieces - 1) / pieces),
            total < cheap_loop ? effort::small : effort::large, false};
}

/// Makes operands of a flat loop that are one element stretched over it as long as a piece is, all
/// of which read the same: their step stays 0. What is returned holds their elements.
TWILL_COLD inline buffer<std::max_align_t> spread_operands(operand_record const* operands,
                                                           int count, int rank, index_t size) {
    constexpr index_t unit = sizeof(std::max_align_t);
    auto units = [&](operand_record const& x) {
        bool const one = x.data && size > 1 && x.stride[rank - 1] == 0;
        return one ? (size * x.element_size + unit - 1) / unit : 0;
    };
    index_t total = 0;
    for (int k = 1; k < count; ++k)
        total += units(operands[k]);
    if (total == 0)
        return {};
    buffer<std::max_align_t> memory(static_cast<std::size_t>(total));
    std::max_align_t* next = memory.data();
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (index_t const taken = units(x)) {
            pack(next, static_cast<char const*>(*x.data), 0, size, x.element_size);
            *x.data = next;
            next += taken;
        }
    }
    return memory;
}

/// All operands lie as the target does.
TWILL_NOINLINE inline void run_flat_pieces(host_loop const& x, index_t size, division const& cut) {
    parallel_pieces((size + cut.elements - 1) / cut.elements,
                    [&](index_t piece) {
                        index_t const from = piece * cut.elements;
                        x.run(x, {0, 1, from, smaller(size, from + cut.elements)});
                    },
                    cut.how);
}

/// Any layout, without slots.
TWILL_COLD inline void run_rows_of_loop(host_loop& x) {
    index_t const size = x.size();
    division const cut = divide_loop(size, x.price);
    x.order = arrange_rows(x.extent, x.rank, x.tree.records, x.tree.count);
    index_t const inner = x.inner();
    index_t const rows = size / inner;
    if (cut.serial)
        return x.run(x, {0, rows, 0, inner});
    // Rows of one group stay together.
    index_t const unit = x.order.rows <= rows ? x.order.rows : 1;
    if (inner >= cut.elements) {
        index_t const across = divide_up(inner, cut.elements);
        return parallel_pieces(
            divide_up(rows, unit) * across,
            [&](index_t piece) {
                index_t const first = piece / across * unit;
                index_t const from = piece % across * cut.elements;
                x.run(x, {first, smaller(rows, first + unit), from,
                          smaller(inner, from + cut.elements)});
            },
            cut.how);
    }
    index_t const rows_a_piece = larger<index_t>(cut.elements / inner / unit, 1) * unit;
    parallel_pieces(
        divide_up(rows, rows_a_piece),
        [&](index_t piece) {
            x.run(x, {piece * rows_a_piece, smaller(rows, (piece + 1) * rows_a_piece), 0, inner});
        },
        cut.how);
}

/// With slots: tiles of several rows of one chunk.
TWILL_COLD inline void run_tiles_of_loop(host_loop const& x) {
    index_t const size = x.size();
    division const cut = divide_loop(size, x.price);
    index_t const inner = x.inner();
    index_t const rows = size / inner;
    // One row: nothing is kept for a next one.
    index_t const width = smaller(inner, cut.elements, rows > 1 ? x.chunk : inner);
    index_t const across = (inner + width - 1) / width;
    index_t const height = clamped<index_t>(cut.elements / width, 1, rows);
    auto tile = [&](index_t piece) {
        index_t const first = piece / across * height;
        index_t const from = piece % across * width;
        x.run(x, {first, smaller(rows, first + height), from, smaller(inner, from + width)});
    };
    index_t const tiles = (rows + height - 1) / height * across;
    if (!cut.serial)
        return parallel_pieces(tiles, tile, cut.how);
    for (index_t piece = 0; piece < tiles; ++piece)
        tile(piece);
}

}  // namespace twill::inline v0::detail

namespace twill::inline v0::extend {

template <class Body>
void parallel(index_t count, Body&& body) {
    detail::parallel_pieces(count, body);
}

}  // namespace twill::inline v0::extend
