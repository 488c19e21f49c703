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
/// Parameters of a kernel may take 4 KiB on every device and driver.
template <class Tree, class Out, int Rank>
struct box_table {
    static constexpr int room = 3840 / static_cast<int>(sizeof(device_box<Tree, Out, Rank>) + 4);
    static constexpr int most = room < 1 ? 1 : (room > 32 ? 32 : room);
    unsigned end[most];  ///< the first block behind each box
    device_box<Tree, Out, Rank> boxes[most];
};

template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads, (blocks_of_strided<Tree, Out>))
    boxes_kernel(__grid_constant__ box_table<Tree, Out, Rank> const table) {
    int k = 0;
    while (blockIdx.x >= table.end[k])
        ++k;
    unsigned const first = k > 0 ? table.end[k - 1] : 0;
    auto const& box = table.boxes[k];
    strided_block(box.tree, box.reuse, box.out, box.grid, blockIdx.x - first);
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
        if (runs_)
            launch(boxes_kernel<Tree, Out, Rank>, table_.end[count_ - 1], block_threads, 0, table_);
        count_ = 0;
    }

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
        index_t begin = self.count_ > 0 ? self.table_.end[self.count_ - 1] : 0;
        if (self.count_ == table::most || begin + blocks > max_blocks) {
            self.flush();
            begin = 0;
        }
        self.table_.end[self.count_] = static_cast<unsigned>(begin + blocks);
        self.table_.boxes[self.count_++] = {p.tree, plan_reuse(p.tree), p.out(), grid};
    }

    table table_;
    plan_type* plan_ = nullptr;
    int count_ = 0;
    int launches_ = 0;
    bool runs_;
};

template <>
struct join_backend<device_space> {
    template <class Tree, class Out, int Rank>
    using boxes = box_launches<Tree, Out, Rank>;
};

}  // namespace twill::inline v0::detail
