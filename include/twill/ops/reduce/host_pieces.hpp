// SPDX-License-Identifier: MIT
// A thread's part of a reduction: what it reads with, and where accumulators wait until they merge.
#pragma once

#include <new>

#include "twill/ops/reduce/host_blocks.hpp"
#include "twill/ops/reduce/host_values.hpp"

namespace twill::inline v0::detail {

/// Memory for accumulators, on the stack where they are few.
class accumulator_memory {
public:
    explicit accumulator_memory(std::size_t bytes)
        : many_(bytes <= sizeof(few_) ? buffer<char>() : buffer<char>(bytes)),
          data(bytes <= sizeof(few_) ? few_ : many_.data()) {}
    accumulator_memory(accumulator_memory const&) = delete;
    accumulator_memory& operator=(accumulator_memory const&) = delete;

private:
    alignas(64) char few_[2048];
    buffer<char> many_;

public:
    char* const data;
};

/// What a thread does: an interval of the loop's rows, or of the elements of one of them.
struct reduce_piece {
    enum class kind {
        neighbours,  ///< rows, each a run of reduced neighbours
        blocks,      ///< short rows, each of which is an output
        columns      ///< rows of neighbouring outputs
    } what;
    index_t first;  ///< row
    index_t last;
    index_t from;  ///< element of a row
    index_t to;
    index_t rows;  ///< of an output; 0: all go into `total`
    char* total;   ///< neighbours: one accumulator; columns: one for each
};

/// The operand of a reduction, and where results go.
struct reduce_operand {
    void const* reducer;
    accumulator_functions const* accumulators;
    reducer_part const* parts;
    int part_count;
    index_t outputs;
    index_t reduced;  ///< elements of each output
    index_t inner;    ///< elements of a row
    void const* loop;
    void const* slots;  ///< how values of costly functions are kept, null where they are not
    /// Reads the operand for a piece: calls run_piece with what it reads with.
    void (*run)(reduce_operand const&, reduce_piece const&);
    void const* results;
    /// Finishes outputs that follow each other along the last kept axis.
    void (*put)(reduce_operand const&, index_t first, index_t count, void const* accumulators);
    bool may_stop = false;  ///< elements may be left unread

    std::size_t size() const { return accumulators->size; }
    /// Whether one of some accumulators needs no more elements.
    bool decided(char const* some, index_t count) const {
        if (!may_stop || !accumulators->decided)
            return false;
        while (count > 0 && !accumulators->decided(some))
            some += size(), --count;
        return count > 0;
    }
    void fold(void* all, index_t count, index_t apart = 1, index_t width = 1) const {
        accumulators->fold(reducer, all, count, apart, width);
    }
};

/// What one thread reads an operand with.
struct reduce_reader {
    void* context;
    strided_walk& walk;
    row_blocks* blocks;  ///< null where every axis is reduced
    bool may_block;      ///< no value is the same for many elements of a block
    operand_record const* records;
    int record_count;
    int rank;
    index_t chunk;    ///< elements that go into one accumulator
    index_t at_once;  ///< elements that one call reads: several chunks where nothing is copied
    /// Computes what all operands need for `count` elements; null where that is nothing.
    void (*prepare)(void* context, index_t count, bool fresh);
    value_stretch (*values)(void* context, int operand, index_t count);
    /// Reads chunks and stands behind them; null where they are read as values.
    void (*chunks)(void* context, index_t count, bool fresh, char* to);

    void advance(index_t count) const {
        for (int k = 1; k < record_count; ++k)
            shift(records[k], count * records[k].stride[rank - 1]);
    }
    /// use(part, values) for every part of the reducer.
    template <class Use>
    void each_part(reduce_operand const& x, index_t count, bool fresh, Use&& use) const {
        if (prepare)
            prepare(context, count, fresh);
        value_stretch own{};
        for (int k = 0; k < x.part_count; ++k) {
            if (k == 0 || x.parts[k].operand != x.parts[k - 1].operand)
                own = values(context, x.parts[k].operand, count);
            use(x.parts[k], own);
        }
    }
    /// Rows of `count` elements that follow each other into one accumulator each; `anew`: positions
    /// start anew in each.
    void enter(reduce_operand const& x, index_t rows, index_t count, bool anew, bool fresh,
               char* to) const {
        each_part(x, rows * count, fresh, [&](reducer_part const& part, value_stretch v) {
            v.row_step = anew ? 0 : count * v.step;
            part.rows(part.reducer, v, rows, count, to + part.offset, x.size());
        });
    }
};

/// Accumulators of the chunks of an output: merged pairwise, some at a time.
class partial_results {
public:
    static constexpr index_t some = 16;

    explicit partial_results(reduce_operand const& x)
        : x_(x), memory_(levels * (some + 1) * x.size()) {}
    /// How many fit before some merge, at least one.
    index_t room() {
        if (used_[0] == some)
            merge_some();
        return some - used_[0];
    }
    char* next() const { return place(0, used_[0]); }
    void enter(index_t count) { used_[0] += count; }
    /// All merged, none left.
    TWILL_NOINLINE char const* total() {
        char const* result = nullptr;
        for (int level = 0; level < levels; ++level) {
            if (result)
                std::memcpy(place(level, used_[level]++), result, x_.size());
            if (used_[level] > 0) {
                x_.fold(place(level, 0), used_[level]);
                result = place(level, 0);
            }
            used_[level] = 0;
        }
        if (!result)
            x_.accumulators->identities(x_.reducer, place(0, 0), 1);
        return result ? result : place(0, 0);
    }

private:
    static constexpr int levels = 4;  // enough for the elements of a piece

    char* place(int level, index_t k) const {
        return memory_.data + static_cast<std::size_t>(level * (some + 1) + k) * x_.size();
    }
    TWILL_NOINLINE void merge_some() {
        int level = 1;
        while (level < levels && used_[level] == some)
            ++level;
        if (level == levels) {
            x_.fold(place(--level, 0), some);
            used_[level] = 1;
        }
        while (--level >= 0) {
            x_.fold(place(level, 0), some);
            std::memcpy(place(level + 1, used_[level + 1]++), place(level, 0), x_.size());
            used_[level] = 0;
        }
    }

    reduce_operand const& x_;
    accumulator_memory memory_;
    index_t used_[levels] = {};
};

}  // namespace twill::inline v0::detail
