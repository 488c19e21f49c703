// SPDX-License-Identifier: MIT
// How the engine evaluates contractions: one of them, and alpha * product + beta * c, as calls of a
// matrix product.
#pragma once

#include "twill/eval/ready.hpp"
#include "twill/expr/arithmetic.hpp"
#include "twill/lower/weight.hpp"
#include "twill/ops/products/copy.hpp"
#include "twill/ops/products/linear.hpp"

namespace twill::inline v0::detail {

/// Multiplies matrices; completed by `twill/products.hpp` and `twill/products.cuh`:
///   reads_first(plan, conjugated), reads_second, writes(plan)   whether without a copy
///   copy(axes, from, to, conjugated)     copies elements from some steps to others
///   describe(call, text, size)           names what it calls; gives how many calls
///   run(call)
template <class Space>
struct product_backend;

template <class Space>
constexpr auto require_product_backend() {
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<product_backend<Space>, Space>,
                      "twill: this multiplies matrices on the device: do it in a .cu file that "
                      "includes <twill/products.cuh>");
    else
        static_assert(provided<product_backend<Space>, Space>,
                      "twill: this multiplies matrices on the host: include <twill/products.hpp> "
                      "and <twill/twill.hpp>");
}

/// One call: c = alpha * a b + beta * c for every index of the plan's batch.
template <class T>
struct product_call {
    product_plan plan;
    T const* a;
    T const* b;
    T* c;
    bool conjugate_a;
    bool conjugate_b;
    precision how;
    compute_t<T> alpha;
    compute_t<T> beta;
};

/// An operand's elements copied into C order, its summed axes last in the order of `sums`.
template <class Space, class T>
void pack(execution& now, labelled_row const& x, label_list const& result, label_list const& sums,
          bool conjugated, packed_row& to, leaf<T, 1, Space, dense>& held) {
    to.take(x, result, sums);
    held = now.fresh<T, Space>(extents<1>(to.axes.size()));
    to.row.row.data = held.data;
    to.row.row.storage = held.storage.get();
    if (!now.record)
        product_backend<Space>::copy(to.axes, static_cast<T const*>(x.row.data),
                                     const_cast<T*>(held.data), conjugated);
}

/// What explain counts of a product: on the host its multiply-adds, in blocks that leave little of
/// the loop besides. (Devices have units of their own for some types.)
template <class Space, class T>
step_work work_of_product([[maybe_unused]] product_plan const& plan) {
    step_work work;
    if constexpr (std::is_same_v<Space, host_space>) {
        constexpr int block = 64;
        double const blocks = static_cast<double>(plan.rows) * static_cast<double>(plan.columns) *
                              static_cast<double>(plan.batches()) *
                              static_cast<double>(plan.inner) / block;
        work.results = blocks < 0x1p62 ? static_cast<index_t>(blocks) : index_t{1} << 62;
        work.of_results = point_weight{block * counts_as<T>.times} << counts_as<T>.at;
    }
    return work;
}

/// c = alpha * a b + beta * c. What the library cannot read or write is copied.
template <class Space, class T>
void run_product(execution& now, labelled_row a, labelled_row b, labelled_row c, bool conjugate_a,
                 bool conjugate_b, precision how, compute_t<T> alpha, compute_t<T> beta) {
    using backend = product_backend<Space>;
    packed_row of_a;
    packed_row of_b;
    packed_row of_c;
    leaf<T, 1, Space, dense> held_a;
    leaf<T, 1, Space, dense> held_b;
    leaf<T, 1, Space, dense> held_c;
    int copies = 0;
    index_t const bytes = checked_size(c.row.extent, c.row.rank) * index_t{sizeof(T)};
    shape_text const shape(c.row.extent, c.row.rank);
    labelled_row const target = c;
    auto const first = [&](label_list const& sums) {
        pack<Space>(now, a, c.labels, sums, conjugate_a, of_a, held_a);
        a = of_a.row;
        conjugate_a = false;
        ++copies;
    };
    auto const second = [&](label_list const& sums) {
        pack<Space>(now, b, c.labels, sums, conjugate_b, of_b, held_b);
        b = of_b.row;
        conjugate_b = false;
        ++copies;
    };
    product_plan plan = plan_product(a, b, c);
    if (!plan.inner_is_one) {
        bool const one_in_b = sums_in_one_step(b, c.labels);
        if (one_in_b || !sums_in_one_step(a, c.labels))
            first(one_in_b ? sums_by_step(b, c.labels).list() : a.labels);
        if (!one_in_b)
            second(copies ? a.labels : sums_by_step(a, c.labels).list());
        plan = plan_product(a, b, c);
    }
    if (!backend::writes(plan)) {
        label_order const order = matrices_last(a, b, c);
        of_c.take(c, order.list(), order.list());
        held_c = now.fresh<T, Space>(extents<1>(of_c.axes.size()));
        of_c.row.row.data = held_c.data;
        c = of_c.row;
        ++copies;
        plan = plan_product(a, b, c);
    }
    // What is copied from here on has its sums in the order in which they lie in the other operand.
    if (!held_a.data && !backend::reads_first(plan, conjugate_a)) {
        first(sums_by_step(b, c.labels).list());
        plan = plan_product(a, b, c);
    }
    if (!held_b.data && !backend::reads_second(plan, conjugate_b)) {
        second(sums_by_step(a, c.labels).list());
        plan = plan_product(a, b, c);
    }
    product_call<T> const call{plan,
                               static_cast<T const*>(a.row.data),
                               static_cast<T const*>(b.row.data),
                               static_cast<T*>(const_cast<void*>(c.row.data)),
                               conjugate_a,
                               conjugate_b,
                               how,
                               alpha,
                               beta};
    if (now.told()) {
        char what[128];
        int const calls = backend::describe(call, what, sizeof(what));
        if (now.note({"product", what, calls + copies, true, bytes, shape, copies,
                      work_of_product<Space, compute_t<T>>(plan)}))
            return;
    }
    if (held_c.data && beta != compute_t<T>(0))
        backend::copy(of_c.axes, static_cast<T const*>(target.row.data),
                      const_cast<T*>(held_c.data), false);
    backend::run(call);
    if (held_c.data)
        backend::copy(of_c.axes.reversed(), held_c.data,
                      static_cast<T*>(const_cast<void*>(target.row.data)), false);
}

template <class T, int Rank>
operand_row row_of(target<T, Rank> const& to) {
    return operand_row{to.storage,           to.data, to.lie.shape.values,
                       to.lie.stride.values, Rank,    static_cast<int>(sizeof(T)),
                       reads::memory,        false};
}

template <class Space>
struct runner<products_operation, Space> {
    template <class A, class B, class Spec, class T, int Rank>
    static void run(execution& now, contraction<A, B, Spec> const& x, target<T, Rank> const& to) {
        require_product_backend<Space>();
        using V = typename A::value_type;
        if constexpr (std::is_same_v<T, V>) {
            multiply_into<T>(now, x, to, compute_t<T>(1), compute_t<T>(0));
        } else {
            // The product has its own type; then it is converted.
            auto const own = now.fresh<V, Space>(to.lie.shape);
            if (now.record)
                ++now.record->temporaries;
            multiply_into<V>(now, x, target_of(own), compute_t<V>(1), compute_t<V>(0));
            operand_row const row = own.row(reads::same_index, false);
            now.begin<Space>(&row, 1, to.is_fresh ? nullptr : to.storage);
            run_loop<Space, strided>(now, own, to);
        }
    }

    /// alpha * product, and beta * c + alpha * product into c, are one product: `c += matmul(a, b)`
    /// reads and writes c once.
    template <class E, class T, int Rank>
    static bool statement(execution& now, E const& x, target<T, Rank> const& to) {
        if constexpr (is_linear<E, T, Rank>) {
            require_product_backend<Space>();
            using product = product_in<E>;
            linear_terms<product, compute_t<T>> terms;
            terms.collect(x, compute_t<T>(1));
            if (!terms.exact)
                return false;
            // A product that is stretched to the target is no single one into it; a part of the
            // target's elements is not the target.
            if (terms.product->shape() != to.lie.shape ||
                (terms.array.data && terms.array.element_size != static_cast<int>(sizeof(T))))
                return false;
            if (!may_run_in_place(*terms.product, terms.array, to))
                return false;
            decltype(auto) ready = ready_operands<Space>(now, *terms.product);
            operand_row const rows[] = {ready.first.row(reads::memory, false),
                                        ready.second.row(reads::memory, false), terms.array};
            now.begin<Space>(rows, terms.array.data ? 3 : 2, to.is_fresh ? nullptr : to.storage);
            multiply_into<T>(now, ready, to, terms.alpha,
                             terms.array.data ? terms.beta : compute_t<T>(0));
            return true;
        }
        return false;
    }

private:
    template <class A, class B, class Spec>
    static labelled_row label_first(contraction<A, B, Spec> const& x) {
        return labelled_row{x.first.row(reads::memory, false), label_list_of<typename Spec::first>};
    }
    template <class A, class B, class Spec>
    static labelled_row label_second(contraction<A, B, Spec> const& x) {
        return labelled_row{x.second.row(reads::memory, false),
                            label_list_of<typename Spec::second>};
    }
    template <class T, class A, class B, class Spec, int Rank>
    static void multiply_into(execution& now, contraction<A, B, Spec> const& x,
                              target<T, Rank> const& to, compute_t<T> alpha, compute_t<T> beta) {
        run_product<Space, T>(now, label_first(x), label_second(x),
                              labelled_row{row_of(to), label_list_of<typename Spec::result>},
                              x.set.conjugate_first, x.set.conjugate_second, x.set.how, alpha,
                              beta);
    }
    /// Whether no operand lies where the target does, but for c in its very place.
    template <class A, class B, class Spec, class T, int Rank>
    static bool may_run_in_place(contraction<A, B, Spec> const& x, operand_row const& c,
                                 target<T, Rank> const& to) {
        bool apart = true;
        if constexpr (leaf_in_memory<A>) {
            operand_row const row = x.first.row(reads::memory, false);
            apart = overlap_with(to, &row, 1, true) == overlap::none;
        }
        if constexpr (leaf_in_memory<B>) {
            operand_row const row = x.second.row(reads::memory, false);
            apart = apart && overlap_with(to, &row, 1, true) == overlap::none;
        }
        return apart && (!c.data || overlap_with(to, &c, 1, true) == overlap::exact);
    }
};

}  // namespace twill::inline v0::detail
