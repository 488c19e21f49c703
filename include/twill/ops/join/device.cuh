// SPDX-License-Identifier: MIT
// Boxes on the device: all of a statement in one launch, as many as the kernel's parameters hold.
#pragma once

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/join/evaluate.hpp"

namespace twill::inline v0::detail {

/// A strided loop of its own.
template <class Tree, class Out, int Rank>
struct device_box {
    Tree tree;
    reuse_plan<Tree> reuse;
    Out* out;
    grid_shape<Rank> grid;
};
/// Parameters of a kernel may take 4 KiB on every device and driver. Boxes whose rows are short
/// share sectors of memory with their neighbours: they have their turns one after the other, some
/// blocks of each in every cycle, so that the cache puts the sectors together.
template <class Tree, class Out, int Rank>
struct box_table {
    static constexpr int room = 3840 / static_cast<int>(sizeof(device_box<Tree, Out, Rank>) + 8);
    static constexpr int most = room < 1 ? 1 : (room > 32 ? 32 : room);
    unsigned end[most];   ///< the first block behind each box
    unsigned turn[most];  ///< blocks of each in a cycle
    unsigned cycles;      ///< 0: one box after the other
    unsigned length;      ///< blocks of a cycle
    device_box<Tree, Out, Rank> boxes[most];
};

template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  (blocks_held<blocks_of_rows<Tree, Out, Rank>, block_threads>))
    boxes_kernel(__grid_constant__ box_table<Tree, Out, Rank> const table) {
    int k = 0;
    unsigned block = blockIdx.x;
    unsigned const turns = table.cycles * table.length;
    if (block < turns) {
        unsigned const cycle = block / table.length;
        block -= cycle * table.length;
        while (block >= table.turn[k])
            block -= table.turn[k++];
        block += cycle * table.turn[k];
    } else {
        // Behind the cycles, what each has left.
        block -= turns;
        unsigned first = 0;
        while (true) {
            unsigned const before = table.cycles * table.turn[k];
            unsigned const left = table.end[k] - first - before;
            if (block < left) {
                block += before;
                break;
            }
            block -= left;
            first = table.end[k++];
        }
    }
    auto const& box = table.boxes[k];
    if constexpr (reads_lines<Tree>)
        if (!box.grid.lines)
            return strided_elements(box.tree, box.out, box.grid, block);
    strided_block(box.tree, box.reuse, box.out, box.grid, block);
}

/// Boxes of one statement on their way into launches.
template <class Tree, class Out, int Rank>
class box_launches {
public:
    using table = box_table<Tree, Out, Rank>;

    explicit box_launches(bool runs) : runs_(runs) {}

    void add(Tree const& tree, Out* out, layout<Rank> const& lie) {
        plan_type p{tree, out, lie.shape, lie.stride};
        p.prepare({});
        if (p.how == strategy::empty)
            return;
        plan_ = &p;
        row_ = row_of(lie);
        auto const all = p.records();
        loop_view const loop = view_of(p, all);
        index_t const size = p.extent.size();
        constexpr index_t packet = lanes_of<Tree, Out>;
        constexpr int inner = Rank - 1;
        if (size == p.extent[inner] && size >= elementwise_tuning::short_loop) {
            // A thread has packets of two rows: one long row becomes many, each as wide as a block.
            // concatenate of 2 x 2^26 float32 takes 0.270 ms in the place of 0.286 on an H200.
            index_t const width = packet * (block_threads - (packet_start(loop) > 0 ? 1 : 0));
            index_t const done = size / width * width;
            for (operand_record const& x : all.values)
                x.stride[inner - 1] = x.stride[inner] * width;
            p.extent[inner - 1] = size / width;
            p.extent[inner] = width;
            launch_pieces(loop, &add_piece, this);
            if (done == size)
                return;
            p.extent[inner - 1] = 1;
            p.extent[inner] = size - done;
            for (operand_record const& x : all.values)
                shift(x, done * x.stride[inner]);
        }
        launch_pieces(loop, &add_piece, this);
    }
    int finish() {
        flush();
        return launches_;
    }

private:
    void flush() {
        if (count_ == 0)
            return;
        ++launches_;
        take_turns();
        if (runs_)
            launch(boxes_kernel<Tree, Out, Rank>, table_.end[count_ - 1], block_threads, 0, table_);
        count_ = 0;
        longest_row_ = 0;
    }

    /// Elements of a box that lie side by side.
    static index_t row_of(layout<Rank> const& lie) {
        index_t length = 1;
        bool found = true;
        while (found) {
            found = false;
            for (int d = 0; d < Rank; ++d)
                if (lie.shape[d] != 1 && lie.stride[d] == length) {
                    length *= lie.shape[d];
                    found = true;
                }
        }
        return length;
    }
    void take_turns() {
        table_.cycles = 0;
        table_.length = 0;
        if (count_ < 2 || longest_row_ * static_cast<index_t>(sizeof(Out)) > shared_line)
            return;
        unsigned fewest = table_.end[0];
        for (int k = 1; k < count_; ++k)
            fewest = smaller(fewest, table_.end[k] - table_.end[k - 1]);
        table_.cycles = fewest;
        for (int k = 0; k < count_; ++k) {
            table_.turn[k] = (table_.end[k] - (k > 0 ? table_.end[k - 1] : 0)) / fewest;
            table_.length += table_.turn[k];
        }
    }
    /// Bytes of rows of boxes, side by side, that share lines of memory with others.
    static constexpr index_t shared_line = 256;

    using plan_type = plan<Tree, Out, Rank, strided>;

    static loop_view view_of(plan_type& p, loop_records<Tree> const& all) {
        return {p.extent.values, Rank, all.values, all.count, lanes_of<Tree, Out>};
    }
    static void add_piece(void* what) {
        auto& self = *static_cast<box_launches*>(what);
        plan_type& p = *self.plan_;
        auto const all = p.records();
        grid_shape<Rank> grid;
        index_t const blocks =
            cut_strided(view_of(p, all), terms_of<Tree> != 0, grid, near_reads_of<Tree, Out>);
        if constexpr (reads_lines<Tree>)
            grid.lines = !grid.by_element && lies_in_lines(p.tree);
        index_t begin = self.count_ > 0 ? self.table_.end[self.count_ - 1] : 0;
        if (self.count_ == table::most || begin + blocks > max_blocks) {
            self.flush();
            begin = 0;
        }
        self.longest_row_ = larger(self.longest_row_, self.row_);
        self.table_.end[self.count_] = static_cast<unsigned>(begin + blocks);
        self.table_.boxes[self.count_++] = {p.tree, plan_reuse(p.tree), p.out(), grid};
    }

    table table_;
    plan_type* plan_ = nullptr;
    int count_ = 0;
    int launches_ = 0;
    index_t row_ = 0;          ///< of the box that is cut
    index_t longest_row_ = 0;  ///< of those in the table
    bool runs_;
};

template <>
struct join_backend<device_space> {
    template <class Tree, class Out, int Rank>
    using boxes = box_launches<Tree, Out, Rank>;
};

}  // namespace twill::inline v0::detail
