// SPDX-License-Identifier: MIT
// Writing at indices: a(indices) = value, put, scatter_add. One loop over the indices' shape, which
// reads everything before it writes anything.
#pragma once

#include "twill/expr/rounding.hpp"
#include "twill/ops/index/marks.hpp"

namespace twill::inline v0::detail {

/// Runs the loops of writes at indices; completed by `twill/index.hpp` and `twill/index.cuh`.
template <class Space>
struct scatter_backend;

template <class Space>
constexpr auto require_scatter_backend() {
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<scatter_backend<Space>, Space>,
                      "twill: this writes at indices on the device: do it in a .cu file that "
                      "includes <twill/index.cuh>");
    else
        static_assert(provided<scatter_backend<Space>, Space>,
                      "twill: this writes at indices on the host: include <twill/index.hpp>");
}

// What becomes of an element and a value that is written there.

/// The value; where several are, one of them.
struct put_value {
    static constexpr char const* name = "scatter";
    static constexpr bool counts_repeats = false;
};
/// Functions of the element and every value that is written there.
struct put_sum {
    static constexpr char const* name = "scatter_add";
    static constexpr bool by_parts = true;
    static constexpr bool counts_repeats = true;
    template <class T>
    TWILL_HD static T of(T const& a, T const& b) {
        return static_cast<T>(add{}(a, b));
    }
};
struct put_least {
    static constexpr char const* name = "scatter_min";
    static constexpr bool counts_repeats = true;
    template <class T>
    TWILL_HD static T of(T const& a, T const& b) {
        using C = compute_t<T>;
        return static_cast<T>(minimum_function{}(static_cast<C>(a), static_cast<C>(b)));
    }
};
struct put_greatest {
    static constexpr char const* name = "scatter_max";
    static constexpr bool counts_repeats = true;
    template <class T>
    TWILL_HD static T of(T const& a, T const& b) {
        using C = compute_t<T>;
        return static_cast<T>(maximum_function{}(static_cast<C>(a), static_cast<C>(b)));
    }
};

/// Where values go: of an index for every axis and a value, in this order.
template <class T, class Finder, int N, class Put>
struct scatter_sink {
    using element = T;
    using put = Put;
    T* data;
    Finder finder;

    /// The element, or null.
    template <bool Device, class Values>
    TWILL_HD T* find(Values const& values) const {
        return find_at<Device>(values, std::make_index_sequence<N>{});
    }
    template <class Values>
    TWILL_HD static T value_of(Values const& values) {
        return static_cast<T>(detail::get<N>(values));
    }

private:
    template <bool Device, class Values, std::size_t... I>
    TWILL_HD T* find_at(Values const& values, std::index_sequence<I...>) const {
        index_t offset = 0;
        return finder.template find<Device>(offset, detail::get<I>(values)...) ? data + offset
                                                                               : nullptr;
    }
};

template <class Space, class Put, class G, class... Read>
void scatter_ready(execution& now, G const& x, extents<G::rank> const& shape,
                   Read const&... indices_and_value) {
    using T = typename G::value_type;
    using Source = std::remove_cvref_t<decltype(x.source)>;
    auto const joined = make_elementwise(join_function{}, indices_and_value...);
    [[maybe_unused]] fault_scope<Space, true> const faults;
    decltype(auto) ready = make_ready<Space>(now, joined);
    auto const table = operands_of(ready);
    now.begin<Space>(table.rows, table.count, x.source.storage.get());
    if (now.told() && now.note({"scatter", Put::name, 1, true,
                                shape.size() * static_cast<index_t>(sizeof(T)), text_of(shape)}))
        return;
    using finder = decltype(finder_of(x));
    scatter_sink<T, finder, Source::rank, Put> const sink{const_cast<T*>(x.source.data),
                                                          finder_of(x)};
    scatter_backend<Space>::run(make_ordered_loop(ready, shape), sink);
    detail::faults<Space>::throw_now();
}

/// The elements of an operand in memory of their own; numbers and generators as they are.
template <class Space, class E>
auto read_first(execution& now, E const& x) {
    if constexpr (count_rows<E>() == 0)
        return x;
    else
        return evaluate_fresh<typename E::value_type, Space>(now, x);
}

/// Where an axis has no elements every index is out of range: what a kernel would find, and report
/// at the next wait, is known before anything runs.
template <bool W, out_of_range Mode, axis_set Whole, class S, class... I>
void require_indexed_elements(gathered<W, Mode, Whole, S, I...> const& x, char const* operation) {
    if constexpr (element_finder<S::rank, Whole, Mode>::checks) {
        require_indexed_axes<Whole>(x.source.shape(nowhere), x.first_axis, operation);
    }
}

/// Writes `value` at the elements that a gather names.
template <class Put, class G, class E>
void scatter_values(G const& x, E const& value, char const* operation) {
    using Space = typename G::space;
    using T = typename G::value_type;
    static_assert(G::writes, "twill: these elements may only be read");
    require_scatter_backend<Space>();
    require_callable<Space, E>();
    require_same_space<Space, typename E::space>();
    require_conversion<typename E::value_type, T>();
    static_assert(E::rank <= G::rank,
                  "twill: the value has more axes than the target of the assignment");
    auto const shape = x.shape();
    auto const given = value.shape();
    require_broadcastable(operation, given.values, E::rank, shape.values, G::rank);
    if (shape.size() == 0)
        return;
    if constexpr (std::is_same_v<Space, device_space>)
        require_indexed_elements(x, operation);
    execution now;
    x.index.apply([&](auto const&... i) {
        operand_table<(count_rows<E>() + ... + count_rows<std::remove_cvref_t<decltype(i)>>())>
            table;
        table.add(value, reads::any_index, false);
        (table.add(i, reads::any_index, false), ...);
        auto const written = written_elements(x.source.storage, x.source.data, x.source.layout);
        if (overlap_of(table.rows, table.count, written) == overlap::none)
            scatter_ready<Space, Put>(now, x, shape, i..., value);
        else
            scatter_ready<Space, Put>(now, x, shape, read_first<Space>(now, i)...,
                                      read_first<Space>(now, value));
    });
}
}  // namespace twill::inline v0::detail
