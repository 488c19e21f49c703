// SPDX-License-Identifier: MIT
// What one thread does of a loop over rows: a block of rows at a time, which stays in the nearest
// caches from one reduction to the next and to the result, as do the values of costly functions; or
// a part of a long row. Nothing here is a template.
#pragma once

#include "twill/ops/rows/host_table.hpp"

namespace twill::inline v0::detail {

struct host_rows;

/// What one thread works on: whole rows, or a part of one row's lines along the innermost axis.
struct row_job {
    index_t first;  ///< rows [first, last)
    index_t last;
    index_t line = 0;  ///< of a part: lines [line, end_line) and elements [from, to) of each
    index_t end_line = 0;
    index_t from = 0;
    index_t to = 0;
    bool cut = false;
    // Of a part: the results that are known of the row; then reductions of which it has a share,
    // and where what they come to goes. Without them the part's results are written.
    char const* known = nullptr;
    std::uint64_t chosen = 0;
    char* const* partial = nullptr;
    index_t number = 0;  ///< of the part
};

/// A statement, as its tree describes it.
struct host_rows {
    row_table const* table;
    row_reduction const* reductions;
    slot_node const* slots;
    int slot_count;
    index_t chunk;
    index_t widest;      ///< bytes of an operand's element
    index_t room;        ///< bytes of the widest value that reductions take
    index_t slot_width;  ///< bytes of the widest value of a slot
    host_tree tree;
    char* out;
    /// Calls run_row_job with a copy of the tree.
    void (*run)(host_rows const&, row_job const&);
    write_function write;
    // Filled in by settle_rows:
    int* owner;   ///< of each slot: the first one that has its values
    bool* along;  ///< whether they differ along a row
    // The innermost reduction around a slot, an operand, a reduction; where there is none, the
    // number of reductions:
    int* slot_scope;
    int* record_scope;
    int* reduction_scope;

    int records() const { return tree.count - 1; }  ///< of operands
    int scopes() const { return table->reductions; }
    int rank() const { return table->frame.rank; }
    index_t const* extent(int s) const { return table->scope + index_t{s} * rank(); }
    /// Elements of a reduction's operand, or of the result, in a row.
    index_t elements(int s) const {
        index_t count = 1;
        for (int d = table->frame.split; d < rank(); ++d)
            count *= extent(s)[d];
        return count;
    }
    index_t result_size() const {
        int most = 1;
        for (int k = 0; k < scopes(); ++k)
            most = larger(most, reductions[k].result_size);
        return most;
    }
};

/// Finds what stands in which reduction, and which slots share their values.
TWILL_COLD inline void settle_rows(host_rows const& x) {
    operand_record const* const records = x.tree.records + 1;
    int const none = x.scopes();
    auto enclose = [&](int* scope, int count, auto first, auto end) {
        for (int i = 0; i < count; ++i) {
            scope[i] = none;
            // Inner reductions have the lower numbers.
            for (int k = none - 1; k >= 0; --k)
                if (first(x.reductions[k], k) <= i && i < end(x.reductions[k], k))
                    scope[i] = k;
        }
    };
    using reduction = row_reduction const&;
    enclose(
        x.slot_scope, x.slot_count, [](reduction r, int) { return r.first_slot; },
        [](reduction r, int) { return r.end_slot; });
    enclose(
        x.record_scope, x.records(), [](reduction r, int) { return r.first_record; },
        [](reduction r, int) { return r.end_record; });
    enclose(
        x.reduction_scope, none, [](reduction r, int) { return r.first_reduction; },
        [](reduction, int k) { return k; });
    for (int k = 0; k < x.slot_count; ++k) {
        slot_node const& own = x.slots[k];
        int const scope = x.slot_scope[k];
        x.owner[k] = k;
        for (int m = 0; m < k && x.table->frame.regular && x.owner[k] == k; ++m)
            if (x.slots[m].same == own.same && x.owner[m] == m &&
                x.table->same_scope(x.slot_scope[m], scope) &&
                own.same(x.tree.tree + x.slots[m].at, x.tree.tree + own.at))
                x.owner[k] = m;
        axis_set const axes =
            axes_of_operands(records + own.records_from, own.records_to - own.records_from,
                             x.extent(scope), x.rank());
        x.along[k] = axes >> (x.rank() - 1) & 1;
    }
}

/// Evaluates rows on one thread.
class row_worker {
    static constexpr index_t most_elements = 4096;  ///< of a block of several rows
    static constexpr index_t most_rows = 128;

public:
    /// `own`: the thread's tree.
    TWILL_COLD row_worker(host_rows const& x, host_tree const& own, row_job const& job)
        : x_(x), own_(own), tree_(own.tree), job_(job) {
        index_t length = 1;
        for (int s = 0; s <= x.scopes(); ++s)
            length = larger(length, x.elements(s));
        height_ = job.cut ? 1 : clamped(most_elements / length, 1, most_rows);
        pitch_ = (job.cut ? piece_elements : height_ * length) * x.slot_width;
        result_pitch_ = height_ * x.result_size();
        bool const gathers = x.chunk > 1 && has_gaps(own, x.rank());
        auto const chosen = memory_.reserve(own.count, sizeof(operand_record));
        auto const walked = memory_.reserve(own.count, sizeof(walked_operand));
        auto const origins = memory_.reserve(own.count, sizeof(loop_origin));
        auto const table = memory_.reserve(x.slot_count, sizeof(void const*));
        auto const filled = memory_.reserve(x.slot_count, sizeof(index_t));
        auto const results = memory_.reserve(x.scopes() * result_pitch_, 1);
        auto const room = memory_.reserve(x.chunk * x.room, 1);
        auto const buffers = memory_.reserve(gathers ? x.records() * x.chunk * x.widest : 0, 1);
        auto const slots = memory_.reserve(x.slot_count * pitch_, 1);
        memory_.allocate();
        chosen_ = memory_.at<operand_record>(chosen);
        walked_ = memory_.at<walked_operand>(walked);
        origins_ = memory_.at<loop_origin>(origins);
        table_ = memory_.at<void const*>(table);
        filled_ = memory_.at<index_t>(filled);
        results_ = memory_.at<char>(results);
        room_ = memory_.at<char>(room);
        buffers_ = memory_.at<char>(buffers);
        slots_ = memory_.at<unsigned char>(slots);
        note_origins(origins_, own);
    }

    void run() {
        if (job_.cut)
            return run_part();
        for (first_ = job_.first; first_ < job_.last; first_ = last_) {
            last_ = smaller(job_.last, first_ + height_);
            forget_slots();
            for (int k = 0; k < x_.scopes(); ++k)
                reduce(k);
            write();
        }
    }

private:
    void run_part() {
        first_ = job_.first;
        last_ = job_.last;
        forget_slots();
        for (int k = 0; k < x_.scopes(); ++k)
            std::memcpy(result(k, 0), job_.known + k * x_.result_size(),
                        static_cast<std::size_t>(x_.reductions[k].result_size));
        if (job_.chosen == 0)
            return write();
        for (int k = 0; k < x_.scopes(); ++k)
            if (job_.chosen >> k & 1)
                reduce(k);
    }
    void forget_slots() {
        for (int k = 0; k < x_.slot_count; ++k)
            filled_[k] = 0;
    }
    char* result(int k, index_t row) const {
        return results_ + k * result_pitch_ + row * x_.reductions[k].result_size;
    }

    /// The results of a reduction in the rows of the block, or what a part of a row comes to.
    void reduce(int k) {
        row_reduction const& r = x_.reductions[k];
        int const alike = x_.table->first_alike[k];
        if (alike != k && (x_.table->equal >> k & 1) != 0) {
            std::memcpy(result(k, 0), result(alike, 0),
                        static_cast<std::size_t>((last_ - first_) * r.result_size));
            return;
        }
        index_t const length = x_.elements(k);
        reduce_operand by{};
        by.reducer = tree_ + r.reducer;
        by.accumulators = r.accumulators;
        partial_results partial(by);
        if (length == 0)
            for (index_t row = 0; row < last_ - first_; ++row)
                r.finish(by.reducer, partial.total(), 0, result(k, row));
        // Elements that stand in memory as they are used need not be looked at in chunks.
        strided_walk walk = walk_over(k, r.at_hand ? partial_results::some * x_.chunk : x_.chunk);
        for (index_t row = 0, done = 0; walk.next();) {
            index_t const n = walk.count;
            enter(k, row, row * length + done, n, done == 0);
            value_stretch values = r.values(tree_ + r.operand, table_ + r.first_slot, n, room_);
            if (n == length && n <= x_.chunk && !job_.cut) {
                r.reduce(by.reducer, values, 1, n, partial.next(), by.size());
                r.finish(by.reducer, partial.next(), length, result(k, row++));
                continue;
            }
            for (index_t rest = n; rest > 0;) {
                index_t const count = smaller(rest, x_.chunk);
                index_t const chunks = smaller(rest / count, partial.room());
                values.row_step = count * values.step;
                r.reduce(by.reducer, values, chunks, count, partial.next(), by.size());
                partial.enter(chunks);
                rest -= chunks * count;
                values.data = static_cast<char const*>(values.data) + chunks * count * r.value_size;
                values.position += chunks * values.row_step;
            }
            done += n;
            if (done < length || job_.cut)
                continue;
            r.finish(by.reducer, partial.total(), length, result(k, row++));
            done = 0;
        }
        if (job_.cut)
            std::memcpy(job_.partial[k] + static_cast<std::size_t>(job_.number) * by.size(),
                        partial.total(), by.size());
    }
    void write() {
        int const s = x_.scopes();
        index_t const length = x_.elements(s);
        if (length == 0)
            return;
        bool in_slots = false;
        for (int k = 0; k < x_.slot_count; ++k)
            in_slots = in_slots || x_.slot_scope[k] == s;
        operand_record const& target = own_.records[0];
        index_t const step = target.stride[x_.rank() - 1];
        bool const scatters = x_.chunk > 1 && step != 1;
        bool const in_chunks = in_slots || scatters || x_.chunk == 1;
        strided_walk walk = walk_over(s, in_chunks ? x_.chunk : length);
        for (index_t row = 0, done = 0; walk.next();) {
            enter(s, row, row * length + done, walk.count, done == 0);
            char* const to = x_.out + walk.at * target.element_size;
            x_.write(tree_, table_, scatters ? room_ : to, walk.count);
            if (scatters)
                unpack(to, step, room_, walk.count, target.element_size);
            done += walk.count;
            if (done < length || job_.cut)
                continue;
            ++row;
            done = 0;
        }
    }

    /// Over what a reduction, or the result, reads of the rows beside the reductions inside it.
    strided_walk walk_over(int s, index_t longest) {
        int count = 1;
        chosen_[0] = own_.records[0];
        for (int r = 1; r < own_.count; ++r)
            if (x_.record_scope[r - 1] == s) {
                chosen_[count++] = own_.records[r];
                bring_back(origins_, own_, r);
            }
        index_t const* const extent = x_.extent(s);
        int const inner = x_.rank() - 1;
        index_t lines = 1;
        for (int d = x_.table->frame.split; d < inner; ++d)
            lines *= extent[d];
        strided_walk walk(extent, x_.rank(), chosen_, count, walked_, buffers_, x_.chunk,
                          x_.widest);
        walk.longest = longest;
        if (job_.cut)
            walk.start(first_ * lines + job_.line, first_ * lines + job_.end_line, job_.from,
                       job_.to);
        else
            walk.start(first_ * lines, last_ * lines, 0, extent[inner]);
        return walk;
    }
    /// Brings what a chunk of a reduction's operand, or of the result, reads beside memory: results
    /// of the row's reductions, and the slots that no reduction before had. `from`: where the chunk
    /// stands in the block.
    void enter(int s, index_t row, index_t from, index_t count, bool starts_row) {
        for (int k = 0; starts_row && k < s; ++k)
            if (x_.reduction_scope[k] == s)
                copy_value(tree_ + x_.reductions[k].result, result(k, row),
                           x_.reductions[k].result_size);
        for (int k = 0; k < x_.slot_count; ++k) {
            if (x_.slot_scope[k] != s)
                continue;
            slot_node const& slot = x_.slots[k];
            int const owner = x_.owner[k];
            unsigned char* const to = slots_ + owner * pitch_ + from * slot.value_size;
            table_[k] = to;
            if (filled_[owner] >= from + count)
                continue;
            filled_[owner] = from + count;
            slot.fill(tree_ + slot.at, table_ + slot.first, to, count, x_.along[k]);
        }
    }
    static void copy_value(char* to, char const* from, int size) {
        if (size == 4)
            std::memcpy(to, from, 4);
        else if (size == 8)
            std::memcpy(to, from, 8);
        else
            std::memcpy(to, from, static_cast<std::size_t>(size));
    }

    host_rows const& x_;
    host_tree const& own_;
    char* const tree_;
    row_job const& job_;
    index_t height_;
    index_t pitch_;         ///< bytes of a slot
    index_t result_pitch_;  ///< bytes of a reduction's results
    index_t first_ = 0;     ///< rows [first_, last_) are in the block
    index_t last_ = 0;
    scratch_memory memory_;
    operand_record* chosen_;
    walked_operand* walked_;
    loop_origin* origins_;
    void const** table_;
    index_t* filled_;
    char* results_;
    char* room_;
    char* buffers_;
    unsigned char* slots_;
};
TWILL_NOINLINE inline void run_row_job(host_rows const& x, host_tree const& own,
                                       row_job const& job) {
    row_worker(x, own, job).run();
}

}  // namespace twill::inline v0::detail
