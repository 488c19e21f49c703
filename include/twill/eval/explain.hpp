// SPDX-License-Identifier: MIT
// explain(expression): what evaluating it would do, without doing it.
#pragma once

#include "twill/eval/assign.hpp"

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
    /// One line a step.
    char text[1024] = {};

    char const* c_str() const noexcept { return text; }
    template <class Stream>
        requires requires(Stream& out, char const* s) { out.write(s, 1), out.width(); }
    friend Stream& operator<<(Stream& out, explanation const& e) {
        out << static_cast<char const*>(e.text);
        return out;
    }
};

namespace detail {

/// The memory that a step reads, every distinct element once.
struct read_set {
    static constexpr int most = 32;
    struct entry {
        char const* data;
        std::uint64_t layout;
        index_t bytes;
    };
    entry entries[most];
    int count = 0;
    index_t bytes = 0;

    void add(char const* data, index_t const* extent, index_t const* stride, int rank,
             index_t size) {
        entry e{data, 0, size};
        for (int d = 0; d < rank; ++d) {
            if (extent[d] == 1 || stride[d] == 0)
                continue;
            e.bytes *= extent[d];
            // A fingerprint of the elements, whatever the order of their axes: equal ones are read
            // once, those of a matrix and its transpose too.
            std::uint64_t axis = (static_cast<std::uint64_t>(extent[d]) * 8191u +
                                  static_cast<std::uint64_t>(stride[d])) *
                                 0x9e3779b97f4a7c15u;
            e.layout += axis ^ (axis >> 29);
        }
        for (int i = 0; i < count; ++i)
            if (entries[i].data == e.data && entries[i].layout == e.layout &&
                entries[i].bytes == e.bytes)
                return;
        if (count < most)
            entries[count++] = e;
        bytes += e.bytes;
    }
};

inline void collect_reads(operand_row const* rows, int count, read_set& reads) {
    for (operand_row const* r = rows; r != rows + count; ++r)
        reads.add(static_cast<char const*>(r->data), r->extent, r->stride, r->rank,
                  r->element_size);
}
template <class E>
void collect_reads(E const& x, read_set& reads) {
    auto const table = operands_of(x);
    collect_reads(table.rows, table.count, reads);
}

inline void note_step(explanation& report, char const* strategy, char const* what, int kernels,
                      index_t read, index_t written, shape_text const& shape) {
    report.strategy = strategy;
    report.kernels += kernels;
    report.bytes_read += read;
    report.bytes_written += written;
    std::size_t const used = std::strlen(report.text);
    std::snprintf(report.text + used, sizeof(report.text) - used,
                  "%s%s -> %s: %d kernel%s, reads %lld, writes %lld bytes\n", strategy, what,
                  shape.text, kernels, kernels == 1 ? "" : "s", static_cast<long long>(read),
                  static_cast<long long>(written));
}

/// A leaf that stands for memory that has not been allocated.
template <class T, class Space, int Rank>
leaf<T, Rank, Space, dense> imagined_leaf(extents<Rank> const& shape, int number) {
    checked_size(shape.values, Rank);
    // Any address will do, as long as it is aligned and no other operand's.
    return {{},
            reinterpret_cast<T const*>(static_cast<std::uintptr_t>(number) << 44),
            contiguous(shape)};
}

template <class Space, class E>
decltype(auto) explain_reductions(E const& x, explanation& report);

template <class Space, class Reducer, class E, class Axes, bool Keep>
auto explain_reduction(reduction<Reducer, E, Axes, Keep> const& r, explanation& report) {
    require_reduction_backend<Space>();
    using T = typename Reducer::result;
    decltype(auto) operand = explain_reductions<Space>(r.operand, report);
    auto const result = imagined_leaf<T, Space>(r.shape(), report.temporaries + 1);
    auto const p = plan_reduction(const_cast<T*>(result.data), result.layout, r, operand);
    int const kernels = reduction_backend<Space>::kernels(p);
    read_set reads;
    collect_reads(operand, reads);
    char what[48];
    std::snprintf(what, sizeof(what), " (%s)", Reducer::name);
    note_step(report, "reduce", what, kernels, r.operand.shape().size() == 0 ? 0 : reads.bytes,
              result.layout.shape.size() * static_cast<index_t>(sizeof(T)),
              text_of(result.layout.shape));
    report.temporaries += reduction_backend<Space>::temporaries(p);
    return result;
}
template <class Space, class Reducer, class E, class Axes, bool Keep>
auto explain_node(reduction<Reducer, E, Axes, Keep> const& r, explanation& report) {
    ++report.temporaries;
    return explain_reduction<Space>(r, report);
}

template <class Space, class Operator, class E, class Axes>
auto explain_scan(scan<Operator, E, Axes> const& s, explanation& report) {
    require_scan_backend<Space>();
    using T = typename Operator::result;
    decltype(auto) operand = explain_reductions<Space>(s.operand, report);
    auto const result = imagined_leaf<T, Space>(s.shape(), report.temporaries + 1);
    auto const p = plan_scan(const_cast<T*>(result.data), result.layout, s, operand);
    read_set reads;
    collect_reads(operand, reads);
    char what[48];
    std::snprintf(what, sizeof(what), " (%s)", Operator::name);
    note_step(
        report, p.empty() ? "empty" : "scan", what, p.empty() ? 0 : 1, p.empty() ? 0 : reads.bytes,
        result.layout.shape.size() * static_cast<index_t>(sizeof(T)), text_of(result.layout.shape));
    report.temporaries += scan_backend<Space>::temporaries(p);
    return result;
}
template <class Space, class Operator, class E, class Axes>
auto explain_node(scan<Operator, E, Axes> const& s, explanation& report) {
    ++report.temporaries;
    return explain_scan<Space>(s, report);
}
template <class Space, class E>
auto explain_node(E const& x, explanation& report) {
    return transform(x, [&](auto const& operand) -> decltype(auto) {
        return explain_reductions<Space>(operand, report);
    });
}
/// Reductions that run together: each pass is a step.
template <class Space, class... R>
auto explain_together(R const&... r, explanation& report) {
    require_reduction_backend<Space>();
    auto next = [&] { return ++report.temporaries; };
    // The order of evaluation inside braces is that of the text.
    std::tuple results{imagined_leaf<typename R::value_type, Space>(r.shape(), next())...};
    joint_reduction<Space, R...>(r...).for_each_pass(
        results, [] { return reinterpret_cast<void const*>(std::uintptr_t{1} << 43); },
        [&](auto const& plan, std::uint64_t chosen) {
            int const kernels = reduction_backend<Space>::kernels(plan);
            read_set reads;
            index_t written = 0;
            char what[160] = " (";
            shape_text shape = text_of(extents<0>());
            int bit = 0;
            auto note = [&](auto const& one) {
                if (!(chosen >> bit++ & 1))
                    return;
                if (one.operand.shape().size() != 0)
                    collect_reads(one.operand, reads);
                using T = typename std::remove_cvref_t<decltype(one)>::value_type;
                written += one.shape().size() * static_cast<index_t>(sizeof(T));
                shape = text_of(one.shape());
                std::size_t const used = std::strlen(what);
                std::snprintf(what + used, sizeof(what) - used, "%s%s", used > 2 ? ", " : "",
                              std::remove_cvref_t<decltype(one)>::reducer_type::name);
            };
            (note(r), ...);
            std::size_t const used = std::strlen(what);
            std::snprintf(what + used, sizeof(what) - used, ")");
            note_step(report, "reduce", what, kernels, reads.bytes, written, shape);
            if (reduction_backend<Space>::temporaries(plan) > 0)
                ++report.temporaries;
        });
    return results;
}

template <class Space, class E>
auto explain_rest(E const& x, explanation& report) {
    return explain_reductions<Space>(x, report);
}

/// The expression with its reductions replaced by what they would leave, each noted in the report.
template <class Space, class E>
decltype(auto) explain_reductions(E const& x, explanation& report) {
    using Kind = first_kind<E>;
    if constexpr (!contains_evaluation<E>) {
        return (x);
    } else if constexpr (runs_jointly<Kind, E>) {
        auto const results = std::apply(
            [&](auto const&... r) {
                return explain_together<Space, std::remove_cvref_t<decltype(r)>...>(r..., report);
            },
            reductions_of_kind<Kind>(x));
        return explain_rest<Space>(substitute<Kind, 0>(x, results), report);
    } else {
        return explain_node<Space>(x, report);
    }
}

/// How a space runs a plan: as planned, unless it says that it walks some loops in another way.
template <class Space, class Plan>
strategy strategy_in(Plan const& p) {
    if constexpr (requires { backend<Space>::strategy_of(p); })
        return backend<Space>::strategy_of(p);
    else
        return p.how;
}

/// Notes the one step of an expression that runs as one loop over rows.
template <class Space, class E>
bool explain_rows(E const& x, explanation& report) {
    if constexpr (may_run_rows<E, E::rank>) {
        require_reduction_backend<Space>();
        using run = reduction_backend<Space>;
        if constexpr (run::fuses_rows) {
            using T = typename E::value_type;
            auto const target = imagined_leaf<T, Space>(x.shape(), 63);
            return with_row_plan(
                const_cast<T*>(target.data), target.layout, x, [&](auto const& plan) {
                    if (!run::takes_rows(plan))
                        return false;
                    read_set reads;
                    collect_reads(x, reads);
                    note_step(report, "row-fused", "", 1, reads.bytes,
                              target.layout.shape.size() * static_cast<index_t>(sizeof(T)),
                              text_of(target.layout.shape));
                    return true;
                });
        }
    }
    return false;
}

}  // namespace detail

/// Says how an expression would be evaluated into a fresh array: strategy, kernels, bytes,
/// temporaries. Runs nothing.
template <class Space = void, detail::operand X>
[[nodiscard]] explanation explain(X const& x, source_location place = source_location::current()) {
    using Run = detail::execution_space_t<
        std::conditional_t<std::is_void_v<Space>, detail::space_of<X>, Space>>;
    static_assert(!std::is_same_v<Run, detail::no_space>,
                  "twill: this expression has only generators and scalars: say where with "
                  "explain<twill::device_space>(x)");
    detail::require_backend<Run>();
    return detail::at_place(place, [&] {
        explanation report;
        auto const& node = detail::as_node(x);
        using E = detail::node_of<X>;
        auto const shape = node.shape();
        if constexpr (detail::is_reduction<E>) {
            (void)detail::explain_reduction<Run>(node, report);
        } else if constexpr (detail::is_scan<E>) {
            (void)detail::explain_scan<Run>(node, report);
        } else if (!detail::explain_rows<Run>(node, report)) {
            decltype(auto) ready = detail::explain_reductions<Run>(node, report);
            using T = typename E::value_type;
            auto const target = detail::imagined_leaf<T, Run>(shape, 63);
            auto const p = detail::make_plan(detail::lower<E::rank>(ready),
                                             const_cast<T*>(target.data), target.layout);
            detail::read_set reads;
            detail::collect_reads(ready, reads);
            bool const empty = p.how == detail::strategy::empty;
            detail::note_step(report, detail::name_of(detail::strategy_in<Run>(p)), "",
                              empty ? 0 : 1, empty ? 0 : reads.bytes,
                              shape.size() * static_cast<index_t>(sizeof(T)),
                              detail::text_of(shape));
        }
        return report;
    });
}

}  // namespace twill::inline v0
