// SPDX-License-Identifier: MIT
// What one thread does of a loop over rows: a block of rows at a time, which stays in the nearest
// caches from one reduction to the next and to the result, as do the values of costly functions; or
// a part of a long row.
#pragma once

#include "twill/ops/reduce/host_chunk.hpp"
#include "twill/ops/rows/fusion.hpp"

namespace twill::inline v0::detail {

// What host loops ask of a node.
template <class R, class N>
inline constexpr int slots_of<reduced_node<R, N>> = slots_of<N>;
template <class R, class N>
inline constexpr std::size_t slot_width<reduced_node<R, N>> = slot_width<N>;
template <class R, class N>
void cache_broadcasts(reduced_node<R, N>& node) {
    cache_broadcasts(node.operand);
}

/// The results of a reduction over the rows of a block.
template <class Node>
struct row_results {
    static constexpr index_t most_rows = 128;
    typename Node::value_type values[most_rows];
};
template <class Nodes>
struct row_results_of;
template <class... Node>
struct row_results_of<types<Node...>> {
    using type = children<row_results<Node>...>;
    using accumulators = children<typename Node::reducer_type::accumulator...>;
};

/// The first slot in the operand of reduction K; Node's first reduction is First, its first slot S.
template <int K, class Node, int First = 0, int S = 0>
struct first_slot;
template <int K, class R, class N, int First, int S>
struct first_slot<K, reduced_node<R, N>, First, S> {
    static constexpr int value = [] {
        if constexpr (K == First + reductions_of<N>)
            return S;
        else
            return first_slot<K, N, First, S>::value;
    }();
};
template <int K, class F, class... N, int First, int S>
struct first_slot<K, apply_node<F, N...>, First, S> {
    template <std::size_t I = 0>
    static constexpr int find() {
        if constexpr (K >= First + reductions_before<I + 1, N...>)
            return find<I + 1>();
        else
            return first_slot<
                K,
                std::remove_cvref_t<decltype(get<I>(std::declval<apply_node<F, N...> const&>()))>,
                First + reductions_before<I, N...>, S + slots_before<I, N...>()>::value;
    }
    static constexpr int value = find();
};

/// What one thread works on: whole rows, or a part of one row's lines along the innermost axis.
struct row_part {
    index_t first;  ///< rows [first, last)
    index_t last;
    index_t line = 0;  ///< of a part: lines [line, end_line) and elements [from, to) of each
    index_t end_line = 0;
    index_t from = 0;
    index_t to = 0;
    bool cut = false;
};

/// Evaluates rows of a row_plan on one thread.
template <class Plan>
class row_block {
    using Tree = typename Plan::tree_type;
    using Out = typename Plan::out_type;
    static constexpr int rank = Plan::rank;
    static constexpr int slots = slots_of<Tree>;
    static constexpr int reductions = Plan::reductions;
    static constexpr index_t most_elements = 4096;  ///< of a block of several rows
    using results_of = row_results_of<typename reduced_nodes<Tree>::type>;

public:
    using results_type = typename results_of::type;
    using accumulators = typename results_of::accumulators;

    /// For blocks of rows, or parts, of at most so many elements.
    row_block(Plan const& p, index_t length, index_t most)
        : plan_(p),
          height_(
              clamped(most_elements / (length > 0 ? length : 1), 1, row_results<Tree>::most_rows)) {
        if constexpr (slots > 0) {
            note_slots<0, 0>(p.tree);
            pitch_ = static_cast<std::size_t>(larger(most, height_ * length)) * slot_width<Tree>;
            memory_ = buffer<unsigned char>(slots * pitch_);
        }
    }

    void run(index_t first, index_t last) {
        for (row_part part{first, first}; part.first < last; part.first = part.last) {
            part.last = smaller(last, part.first + height_);
            begin(part);
            each_reduction([&]<int K>(std::integral_constant<int, K>) { reduce<K>(none<K>()); });
            write();
        }
    }
    /// Reductions of one pass over a part of a row, for which those inside them are known.
    void reduce_part(row_part const& part, std::uint64_t chosen, results_type const& known,
                     accumulators& partial) {
        begin(part);
        results_ = known;
        each_reduction([&]<int K>(std::integral_constant<int, K>) {
            if (chosen >> K & 1)
                reduce<K>(&get<K>(partial));
        });
    }
    void write_part(row_part const& part, results_type const& known) {
        begin(part);
        results_ = known;
        write();
    }
    template <class Body>
    static void each_reduction(Body&& body) {
        [&]<std::size_t... K>(std::index_sequence<K...>) {
            (body(std::integral_constant<int, static_cast<int>(K)>{}), ...);
        }(std::make_index_sequence<static_cast<std::size_t>(reductions)>{});
    }

private:
    void begin(row_part const& part) {
        part_ = part;
        for (index_t& filled : filled_)
            filled = 0;
    }
    void write() {
        each_chunk<0, 0>(
            plan_.tree, reductions, [&](auto const& source, index_t, index_t at, index_t n, bool) {
                write_chunk<rank>(plan_, at, n,
                                  [&](auto* out) { contiguous_loop(source, out, 0, n); });
            });
    }

    /// The results of reduction K in the rows of the block, or what a part of a row comes to.
    template <int K, class Accumulator>
    void reduce(Accumulator* partial) {
        constexpr int alike = first_alike<Tree, K>;
        auto& results = get<K>(results_).values;
        index_t const rows = part_.last - part_.first;
        if constexpr (alike != K)
            if (plan_.equal >> K & 1) {
                if (!partial)
                    for (index_t row = 0; row < rows; ++row)
                        results[row] = get<alike>(results_).values[row];
                return;
            }
        auto const& node = reduction_at<K>(plan_.tree);
        using Node = std::remove_cvref_t<decltype(node)>;
        using Reducer = typename Node::reducer_type;
        using value = typename Node::value_type;
        index_t const length = plan_.elements(K);
        if (length == 0 && !partial)
            for (index_t row = 0; row < rows; ++row)
                results[row] = static_cast<value>(node.reducer.finish(node.reducer.identity(), 0));
        pairwise<Reducer> total(node.reducer);
        constexpr int first = first_inside<Tree, K>;
        each_chunk<first, first_slot<K, Tree>::value>(
            node.operand, K, [&](auto const& source, index_t row, index_t, index_t n, bool ends) {
                total.push(reduce_chunk(node.reducer, source, n));
                if (!ends)
                    return;
                results[row] = static_cast<value>(node.reducer.finish(total.total(), length));
                total.clear();
            });
        if (partial)
            *partial = total.total();
    }
    template <int K>
    static auto none() {
        return static_cast<std::remove_cvref_t<decltype(get<K>(std::declval<accumulators&>()))>*>(
            nullptr);
    }

    /// use(source, row, at, count, ends) for the chunks of a node in the part: what has the values,
    /// the row in the block, where they go in the result, and whether they are the row's last. R
    /// and S are the node's first reduction and its first slot, s its scope.
    template <int R, int S, class Node, class Use>
    void each_chunk(Node const& node, int s, Use&& use) {
        extents<rank> const& extent = plan_.scope[s];
        row_loop<Node> const loop{node, plan_.target, extent, plan_.stride};
        index_t lines = 1;
        for (int d = plan_.split; d < rank - 1; ++d)
            lines *= extent[d];
        index_t const length = lines * extent[rank - 1];
        if (length == 0)
            return;
        index_t const first = part_.cut ? part_.first * lines + part_.line : part_.first * lines;
        index_t const last = part_.cut ? part_.first * lines + part_.end_line : part_.last * lines;
        index_t row = 0;
        index_t done = 0;  // of the row
        walk_rows<rank>(loop, first, last, part_.from, part_.cut ? part_.to : extent[rank - 1],
                        [&](Node& tree, index_t, index_t at, index_t n) {
                            if (done == 0)
                                put_results<R>(tree, row);
                            index_t const from = row * length + done;
                            done += n;
                            bool const ends = done == length && !part_.cut;
                            if constexpr (slots_of<Node> > 0) {
                                fill<S>(tree, from, n);
                                use(slot_source<S, Node, slot_table<slots>>{tree, table_}, row, at,
                                    n, ends);
                            } else {
                                use(tree, row, at, n, ends);
                            }
                            if (ends) {
                                ++row;
                                done = 0;
                            }
                        });
    }
    /// What walk_rows needs of a plan.
    template <class Node>
    struct row_loop {
        using tree_type = Node;
        using out_type = Out;
        Node tree;
        void const* target;
        extents<rank> extent;
        fixed<index_t, rank> stride;
        unsigned unused_tile = not_staged;
        access unused_access = access::any;

        loop_records<Node> records() {
            return {{stride.values, &target, nullptr, static_cast<int>(sizeof(Out)), &unused_tile,
                     &unused_access, false},
                    tree};
        }
    };

    template <int R, class Node>
    void put_results(Node&, index_t) {}
    template <int R, class F, class... N>
    void put_results(apply_node<F, N...>& node, index_t row) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (put_results<R + reductions_before<I, N...>>(get<I>(node), row), ...);
        }(std::index_sequence_for<N...>{});
    }
    template <int R, class Reducer, class N>
    void put_results(reduced_node<Reducer, N>& node, index_t row) {
        node.result = get<R + reductions_of<N>>(results_).values[row];
    }

    /// All slots, those inside reductions too.
    template <int R, int S, class Node>
    void note_slots(Node const&) {}
    template <int R, int S, class Reducer, class N>
    void note_slots(reduced_node<Reducer, N> const& node) {
        note_slots<R, S>(node.operand);
        for (int k = S; k < S + slots_of<N>; ++k)
            if (scope_of_[k] < 0)
                scope_of_[k] = R + reductions_of<N>;
    }
    template <int R, int S, class F, class... N>
    void note_slots(apply_node<F, N...> const& node) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (note_slots<R + reductions_before<I, N...>, S + slots_before<I, N...>()>(get<I>(node)),
             ...);
        }(std::index_sequence_for<N...>{});
        constexpr int own = S + slots_of<apply_node<F, N...>> - 1;
        if constexpr (has_slot<F>) {
            scope_of_[own] = -1;
            how_.template note<own, rank>(node, plan_.extent);
        }
    }
    /// The slots of a node for `count` elements of the block, those that no reduction before had.
    template <int S, class Node>
    void fill(Node const& tree, index_t from, index_t count) {
        for_each_slot<S>(tree, [&](auto first, auto const& node) {
            using Costly = std::remove_cvref_t<decltype(node)>;
            constexpr int k = decltype(first)::value + slots_of<Costly> - 1;
            int owner = how_.owner[k];
            if (!plan_.regular || plan_.scope[scope_at(owner)] != plan_.scope[scope_at(k)])
                owner = k;
            unsigned char* const to =
                memory_.data() + static_cast<std::size_t>(owner) * pitch_ +
                static_cast<std::size_t>(from) * sizeof(typename Costly::value_type);
            table_.data[k] = to;
            if (filled_[owner] >= from + count)
                return;
            filled_[owner] = from + count;
            fill_slot<decltype(first)::value>(node, table_, to, count, how_.along_rows[k]);
        });
    }
    int scope_at(int slot) const { return scope_of_[slot] < 0 ? reductions : scope_of_[slot]; }

    Plan const& plan_;
    index_t height_;
    row_part part_{0, 0};
    results_type results_;
    slot_plan<(slots > 0 ? slots : 1)> how_{};
    slot_table<slots> table_;
    int scope_of_[slots > 0 ? slots : 1];  ///< the innermost reduction around a slot, or -1
    index_t filled_[slots > 0 ? slots : 1];
    std::size_t pitch_ = 0;
    buffer<unsigned char> memory_;
};

}  // namespace twill::inline v0::detail
