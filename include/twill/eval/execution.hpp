// SPDX-License-Identifier: MIT
// An evaluation on its way: the driver (eval/run.hpp) and every operation go through it, once to
// run and once to say what would run. There is one code for both, so that explain cannot say
// anything else than what happens.
#pragma once

#include "twill/core/fault.hpp"
#include "twill/eval/overlap.hpp"
#include "twill/lower/weight.hpp"

namespace twill::inline v0 {

/// What an evaluation would do. On the host a kernel is a loop.
struct explanation {
    /// Of the last step: "flat", "strided", "hoisted", "tiled", "reduce", "row-fused", "scan", or
    /// "empty".
    char const* strategy = "empty";
    int kernels = 0;
    /// Bytes of operands, each element counted once a kernel, and of results.
    index_t bytes_read = 0;
    index_t bytes_written = 0;
    /// Allocations besides the result.
    int temporaries = 0;
    /// About how long it would take on this machine, launches included; 0 where nothing is known of
    /// it. What is read and written is taken to come from memory unless it fits the last cache.
    double seconds = 0;
    /// What limits the step that takes longest: "memory", "arithmetic", or "launch" where little is
    /// to be done; "" where nothing is known.
    char const* limit = "";
    /// One line a step.
    char text[2048] = {};

    char const* c_str() const noexcept { return text; }
    template <class Stream>
        requires requires(Stream& out, char const* s) { out.write(s, 1), out.width(); }
    friend Stream& operator<<(Stream& out, explanation const& e) {
        out << static_cast<char const*>(e.text);
        return out;
    }
};

namespace detail {

/// Where a result goes.
template <class T, int Rank>
struct target {
    block* storage;
    T* data;
    layout<Rank> lie;
    bool is_fresh;  ///< memory that nobody else knows

    target_view written() const {
        return {storage, reinterpret_cast<char const*>(data), lie.shape.values, lie.stride.values,
                Rank,    static_cast<int>(sizeof(T))};
    }
    index_t bytes() const { return lie.shape.size() * static_cast<index_t>(sizeof(T)); }
};

/// Evaluates the nodes of an operation in a space: by Operation::in<Space>, unless a partial
/// specialisation says otherwise.
///   run(execution&, x, target)        x, whose operands are ready, into the target
///   together(execution&, to, x...)    several of one group into `to`, a tuple of dense leaves
///   statement(execution&, x, target)  where the operation takes over whole statements: false, and
///                                     nothing done, if it does not take this one
template <class Operation, class Space>
struct runner {
    template <class E, class T, int Rank>
    static void run(auto& now, E const& x, target<T, Rank> const& to) {
        using in_space = typename Operation::template in<Space>;
        static_assert(complete<in_space>,
                      "twill: this operation cannot be evaluated in this space here: include its "
                      "header for it");
        in_space::run(now, x, to);
    }
};

/// How the operands of a table lie to a target; fresh memory never overlaps. `all`: those too that
/// an earlier step reads.
template <class T, int Rank>
overlap overlap_with(target<T, Rank> const& to, operand_row const* rows, int count,
                     bool all = false) {
    return to.is_fresh ? overlap::none : overlap_of(rows, count, to.written(), all);
}

/// The memory that a step reads, every distinct element once.
struct read_set {
    static constexpr int most = 32;
    struct entry {
        void const* data;
        std::uint64_t layout;
        index_t bytes;
    };
    entry entries[most];
    int count = 0;
    index_t bytes = 0;

    /// Whether a step of so many points, if that is known, picks some elements of an operand.
    static bool is_picked(operand_row const& row, index_t points) {
        if (row.how != reads::memory || points == 0)
            return false;
        for (int d = 0; d < row.rank; ++d) {
            if (row.extent[d] == 0)
                return false;
            points /= row.stride[d] == 0 ? 1 : row.extent[d];
        }
        return points == 0;
    }
    TWILL_COLD void add(operand_row const& row, index_t points) {
        entry e{row.data, 0, row.element_size};
        for (int d = 0; d < row.rank; ++d) {
            if (row.extent[d] == 0)
                return;
            if (row.extent[d] == 1 || row.stride[d] == 0)
                continue;
            e.bytes *= row.extent[d];
            // A fingerprint of the elements, whatever the order of their axes: equal ones are read
            // once, those of a matrix and its transpose too.
            std::uint64_t axis = (static_cast<std::uint64_t>(row.extent[d]) * 8191u +
                                  static_cast<std::uint64_t>(row.stride[d])) *
                                 0x9e3779b97f4a7c15u;
            e.layout += axis ^ (axis >> 29);
        }
        if (is_picked(row, points))
            e.bytes = points * row.element_size;
        for (int i = 0; i < count; ++i)
            if (entries[i].data == e.data && entries[i].layout == e.layout &&
                entries[i].bytes == e.bytes)
                return;
        if (count < most)
            entries[count++] = e;
        bytes += e.bytes;
    }
};

/// What a step computes: so much at each of so many points, and of so many results.
struct step_work {
    index_t points = 0;
    point_weight each = 0;
    index_t results = 0;
    point_weight of_results = 0;
};

/// One step of an evaluation, as explain tells it.
struct step {
    char const* strategy;
    char const* what;  ///< which of the operation's functions; may be empty
    int kernels;
    bool reads_operands;
    index_t bytes_written;
    shape_text shape;
    int temporaries = 0;
    step_work work = {};
    /// How often it reads its operands.
    int reads = 1;
    // Of the elements that it writes, where they may lie apart.
    index_t const* extent = nullptr;
    index_t const* stride = nullptr;
    int rank = 0;
};

/// A fresh contiguous block for a shape.
template <class Space>
TWILL_NOINLINE storage_ref allocate_elements(index_t const* extent, int rank, std::size_t size) {
    return memory<Space>::allocate(byte_count(checked_size(extent, rank), size));
}
template <class T, class Space>
storage_ref allocate_for(index_t const* extent, int rank) {
    require_memory<Space>();
    return allocate_elements<Space>(extent, rank, sizeof(T));
}

/// Handed through an evaluation, from the statement to every step.
struct execution {
    /// Null: run. Otherwise nothing runs, and steps are noted here.
    explanation* record = nullptr;
    /// Adds to the record how long a step takes: programs that do not ask are not compiled with it.
    void (*estimate)(execution&, step const&) = nullptr;
    double longest = 0;  ///< seconds of the longest step so far
    // What the step that comes next reads.
    operand_row const* rows = nullptr;
    int count = 0;
    /// How many results have been imagined.
    int imagined = 0;
    /// Whether the next step is part of what shared() names.
    bool in_shared = false;

    /// Tells the runtime what the next step reads and the block that it writes, null for a fresh
    /// one; throws device_error for another device's.
    template <class Space>
    void begin(operand_row const* first, int number, block* written) {
        end_step();
        rows = first;
        count = number;
        clock_ = &memory<Space>::clock;
        if (record || (number == 0 && !written))
            return;
        typename memory<Space>::order const order;
        for (int i = 0; i < number; ++i)
            order.reads(first[i].storage);
        if (written)
            order.writes(written);
    }

    /// Fresh contiguous memory for a shape; where nothing runs, an address that no operand has.
    template <class T, class Space, int Rank>
    leaf<T, Rank, Space, dense> fresh(extents<Rank> const& shape) {
        if (record)
            return {{}, static_cast<T const*>(imagine(shape.values, Rank)), contiguous(shape)};
        storage_ref storage = allocate_for<T, Space>(shape.values, Rank);
        T* const data = static_cast<T*>(storage.get()->data);
        return {std::move(storage), data, contiguous(shape)};
    }

    /// Whether steps are to be noted: `if (now.told() && now.note({...})) return;`
    bool told() const { return record || traced_; }
    /// What the next step will do; true if it is not to be done.
    TWILL_COLD bool note(step const& s) {
        if (record) {
            add_to(*record, s);
            estimate(*this, s);
            return true;
        }
        explanation one;
        add_to(one, s);
        end_step();
        traced_here().step = new traced_step(*clock_, one.text, one.bytes_read + one.bytes_written);
        return false;
    }
    /// The same of one loop; no template, as every statement has it.
    TWILL_COLD bool note_loop(char const* strategy, char const* what, bool runs, index_t bytes,
                              index_t const* extent, int rank, point_weight each,
                              index_t const* stride = nullptr) {
        step s{strategy, what, runs ? 1 : 0, runs, bytes, shape_text(extent, rank)};
        s.work = {1, each};
        for (int d = 0; d < rank; ++d)
            s.work.points *= extent[d];
        s.extent = extent;
        s.stride = stride;
        s.rank = rank;
        return note(s);
    }
    /// A result without elements.
    TWILL_COLD void note_empty(char const* strategy, index_t const* extent, int rank) {
        note({strategy, "", 0, false, 0, shape_text(extent, rank)});
    }
    /// For an operation about to run its step: tells it to explain and the trace, and whether that
    /// is all that is to be done. `what`: which of the operation's functions, or "".
    template <class T, int Rank>
    bool only_tells(target<T, Rank> const& to, char const* strategy, char const* what,
                    int kernels = 1, int temporaries = 0) {
        return told() && note({strategy, what, kernels, true, to.bytes(), text_of(to.lie.shape),
                               temporaries});
    }
    /// Throws what the statement's loops on the host met; on the device a call that waits will.
    template <class Space>
    void throw_fault() const {
        if (!record)
            faults<Space>::throw_now();
    }
    /// The step that was noted did not take place.
    void forget_step() const {
        if (traced_ && traced_here().step)
            traced_here().step->forget();
    }

private:
    /// An address that no operand has.
    TWILL_COLD void const* imagine(index_t const* extent, int rank) {
        checked_size(extent, rank);
        return reinterpret_cast<void const*>(static_cast<std::uintptr_t>(++imagined) << 44);
    }
    void end_step() const {
        if (traced_) [[unlikely]]
            end_traced_step();
    }
    TWILL_COLD void add_to(explanation& to, step const& s) const {
        read_set read;
        if (s.reads_operands)
            for (int i = 0; i < count; ++i)
                read.add(rows[i], s.work.points);
        read.bytes *= s.reads;
        to.strategy = s.strategy;
        to.kernels += s.kernels;
        to.bytes_read += read.bytes;
        to.bytes_written += s.bytes_written;
        to.temporaries += s.temporaries;
        std::size_t const used = std::strlen(to.text);
        std::snprintf(to.text + used, sizeof(to.text) - used,
                      "%s%s%s%s%s -> %s: %d kernel%s, reads %lld, writes %lld bytes\n",
                      in_shared ? "shared: " : "", s.strategy, *s.what ? " (" : "", s.what,
                      *s.what ? ")" : "", s.shape.text, s.kernels, s.kernels == 1 ? "" : "s",
                      static_cast<long long>(read.bytes), static_cast<long long>(s.bytes_written));
    }

    bool traced_ = tracing();
    stopwatch const* clock_ = nullptr;
};

template <class T, int Rank, class Space>
target<T, Rank> target_of(leaf<T, Rank, Space, dense> const& fresh) {
    return {fresh.storage.get(), const_cast<T*>(fresh.data), fresh.layout, true};
}

}  // namespace detail
}  // namespace twill::inline v0
