// SPDX-License-Identifier: MIT
// The node of elements chosen by indices. Lazy: it is lowered to a function of the indices that
// reads memory, so it fuses into whatever stands around it, in every strategy.
#pragma once

#include "twill/array/source.hpp"
#include "twill/core/fault.hpp"
#include "twill/lower/lowering.hpp"

namespace twill::inline v0 {

/// What an index that its axis does not have means: an error (a read gives T{}, a write is skipped,
/// and the statement on the host or the next call that waits on the device throws index_error), the
/// index modulo the axis, or the nearest one there is (where negative ones mean the first).
enum class out_of_range { error, wrap, clip };

namespace detail {

/// An index of any integer type; unsigned ones never count from the end.
template <class I>
TWILL_HD constexpr index_t wide_index(I i) {
    if constexpr (std::is_unsigned_v<I> && sizeof(I) >= sizeof(index_t))
        return i > static_cast<I>(limits<index_t>::max) ? limits<index_t>::max
                                                        : static_cast<index_t>(i);
    else
        return static_cast<index_t>(i);
}

struct no_fault_site {};

/// A mode of the library's own: an index out of range is no fault, and there is nothing to read.
inline constexpr out_of_range nothing_there = static_cast<out_of_range>(3);

/// Where the element lies that an index for every axis of an array names. Axes of the set `Whole`
/// are indexed by the library itself.
template <int N, axis_set Whole, out_of_range Mode>
struct element_finder {
    static constexpr bool checks = Mode == out_of_range::error && Whole != every_axis(N);

    fixed<index_t, N> stride;
    fixed<index_t, N> extent;
    std::conditional_t<checks, fault_site, no_fault_site> site;

    /// The place along an axis that an index means; false where there is none.
    TWILL_HD static constexpr bool resolve(index_t given, index_t size, index_t& at) {
        at = given;
        if constexpr (Mode == out_of_range::error || Mode == nothing_there) {
            at += given < 0 ? size : 0;
        } else if constexpr (Mode == out_of_range::wrap) {
            if (size > 0 && (given < 0 || given >= size)) {
                at = given % size;
                at += at < 0 ? size : 0;
            }
        } else {
            at = given < size ? given : size - 1;
            at = at < 0 && size > 0 ? 0 : at;
        }
        return static_cast<std::uint64_t>(at) < static_cast<std::uint64_t>(size);
    }
    /// The offset; false, after a note of the fault, where an index is out of range.
    TWILL_EXEC_CHECK_DISABLE
    template <bool Device, class... I>
    TWILL_HD bool find(index_t& offset, I... i) const {
        return find_at<Device>(offset, fixed<index_t, N>{{wide_index(i)...}});
    }
    TWILL_EXEC_CHECK_DISABLE
    /// The same of indices that are known; Dense: where elements are neighbours along the last
    /// axis.
    template <bool Device, bool Dense = false>
    TWILL_HD bool find_at(index_t& offset, fixed<index_t, N> at) const {
        offset = 0;
        bool there = true;
        for (int d = 0; d < N; ++d) {
            if ((Whole >> d & 1) == 0) {
                index_t const size = extent[d];
                index_t const given = at[d];
                if (!resolve(given, size, at[d])) {
                    there = false;
                    if constexpr (checks && Device)
                        note_on_device(site, given, size, d);
                    else if constexpr (checks)
                        site.note(given, size, d);
                    continue;
                }
            }
            offset += Dense && d == N - 1 ? at[d] : at[d] * stride[d];
        }
        return there;
    }
};

/// The element at an index for every axis; T{} where there is none.
template <class T, int N, axis_set Whole, out_of_range Mode, bool OnHost>
struct gather_function {
    static constexpr char const* name = "gather";
    template <class>
    static constexpr bool slow = true;

    /// Whether indices choose lines of memory, along which the last axis counts; in kernels lanes
    /// along one are then read as a packet (`line`), where an index that all of them share makes it
    /// no shorter.
    static constexpr bool reads_lines = N > 1 && (Whole >> (N - 1) & 1) != 0;
    static constexpr bool takes_lines = reads_lines && std::is_trivially_copyable_v<T> && !OnHost;
    /// On the host chunks of all operands, indices too, have room for the widest.
    static constexpr bool reads_rows = takes_lines;
    template <class... I>
    static constexpr int widest = [] {
        axis_set last = 0;
        ((last = I::axes), ...);
        return larger(static_cast<int>(sizeof(T)), ((I::axes & last) == 0 ? 1 : I::widest)...);
    }();

    /// On the host, where the last axis is a whole one: where an element's neighbours along it
    /// stand; null where there is none, or they are no neighbours.
    static constexpr bool reads_runs =
        OnHost && N > 1 && (Whole >> (N - 1) & 1) != 0 && std::is_trivially_copyable_v<T>;
    template <class... I>
    T const* run(I... i) const {
        index_t offset = 0;
        return finder.stride[N - 1] == 1 && finder.template find<false>(offset, i...)
                   ? data + offset
                   : nullptr;
    }

    T const* data;
    element_finder<N, Whole, Mode> finder;

    TWILL_HD bool has_lines() const { return finder.stride[N - 1] == 1; }
    template <class... I>
    T operator()(I... i) const {
        index_t offset = 0;
        return finder.template find<false>(offset, i...) ? data[offset] : T{};
    }
    /// In kernels: V neighbours along the last axis, the first one at these indices.
    template <class... I>
    TWILL_INLINE_HD static fixed<index_t, N> indices(I... i) {
        return {{wide_index(i)...}};
    }
    template <int V>
    TWILL_INLINE_HD lanes<compute_t<T>, V> line_at(fixed<index_t, N> const& at) const {
        constexpr int most = larger(1, 16 / static_cast<int>(sizeof(T)));
        constexpr int some = V < most ? V : most;
        constexpr int W = packs<T, some> ? some : 1;
        lanes<compute_t<T>, V> result;
        index_t offset = 0;
        bool const there = finder.template find_at<true, true>(offset, at);
        for (int first = 0; first < V; first += W) {
            T const* const p = data + offset + first;
            lanes<compute_t<T>, W> x{};
            if (there) {
                if constexpr (packs_between<T, W>)
                    x = load_between<W>(p);
                else if (is_aligned<W>(p))
                    x = load_packet<W>(p);
                else
                    x = load_lanes<W>(p, 1, W);
            }
            for (int l = 0; l < W; ++l)
                result.values[first + l] = x.values[l];
        }
        return result;
    }
    template <class... I>
    TWILL_HD T on_device(I... i) const {
        index_t offset = 0;
        return finder.template find<true>(offset, i...) ? data[offset] : T{};
    }
};

// Gives the node back, so that nothing but the sentence is reported.
template <class V, class Node>
constexpr Node& refuse_to_write(Node& x) {
    static_assert(always_false<V>,
                  "twill: these elements may only be read: they are those of an expression, of a "
                  "view<T const> or of a broadcast");
    return x;
}

/// Throws index_error where an axis that is indexed has no elements, so that none has an index.
template <axis_set Whole, int N>
void require_indexed_axes(extents<N> const& shape, int first_axis, caller const& by) {
    for (int d = 0; d < N; ++d)
        if ((Whole >> d & 1) == 0 && shape[d] == 0)
            raise<index_error>(by.place,
                               "twill: %s: indices for axis %d of shape %s, which has no elements",
                               by.operation, d + first_axis, text_of(shape).text);
}

struct put_value;
template <class Put, class G, class E>
void scatter_values(G const& x, E const& value, char const* operation);

}  // namespace detail

/// Elements of `Source` at indices: one operand for every axis, which broadcast together. `Writes`:
/// the source is an array's or a view's elements that may be assigned to.
template <bool Writes, out_of_range Mode, detail::axis_set Whole, class Source, class... I>
struct TWILL_NODISCARD gathered
    : detail::subscripts<gathered<Writes, Mode, Whole, Source, I...>>,
      detail::compound_operators<gathered<Writes, Mode, Whole, Source, I...>> {
    static_assert((std::is_integral_v<typename I::value_type> && ...) &&
                      !(std::is_same_v<typename I::value_type, bool> || ...),
                  "twill: indices are integers");
    using twill_node = void;
    using value_type = typename Source::value_type;
    using space = detail::merged_space_t<typename Source::space, typename I::space...>;
    static constexpr int rank = detail::max_rank<I...>;
    using operands = detail::types<Source, I...>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = false;
    static constexpr detail::reads how(int k) {
        return k == 0 ? detail::reads::memory : detail::reads::same_index;
    }
    static constexpr bool writes = Writes;
    static constexpr bool may_fault = detail::element_finder<Source::rank, Whole, Mode>::checks;

    Source source;
    detail::children<I...> index;
    char const* name;    ///< of the call
    int first_axis = 0;  ///< of the array, where the source's axis 0 was another one

    gathered(char const* call, Source const& from, I const&... indices)
        : source(from), index{{indices}...}, name(call) {}
    gathered(gathered const&) = default;
    template <class F>
    decltype(auto) apply(F&& f) const {
        return index.apply([&](auto const&... i) -> decltype(auto) { return f(source, i...); });
    }
    template <class S, class... J>
    gathered<false, Mode, Whole, S, J...> with(S const& s, J const&... indices) const {
        gathered<false, Mode, Whole, S, J...> result(name, s, indices...);
        result.first_axis = first_axis;
        return result;
    }
    /// The same as a function of the indices, where the source lies in memory.
    auto as_elementwise() const
        requires detail::leaf_in_memory<Source>
    {
        using function =
            detail::gather_function<value_type, Source::rank, Whole, Mode,
                                    std::is_same_v<typename Source::space, host_space>>;
        return index.apply([&](auto const&... i) {
            return make_elementwise(function{source.data, finder_of(*this)}, i...);
        });
    }
    bool same_step(gathered const&) const { return true; }
    /// The indices' shape; throws shape_error where they do not broadcast together, and index_error
    /// where each is to mean an element and there is none.
    extents<rank> shape(source_location place = source_location::current()) const {
        auto const result = index.apply([&](auto const&... i) {
            return detail::broadcast_shapes<rank>({name, place}, i.shape(place)...);
        });
        if constexpr (Mode == out_of_range::wrap || Mode == out_of_range::clip)
            if (result.size() != 0)
                detail::require_indexed_axes<Whole>(source.shape(place), first_axis, {name, place});
        return result;
    }

    /// An element is not a number by itself: reading it is a copy.
    template <detail::scalar U>
        requires(rank == 0)
    operator U() const {
        static_assert(detail::always_false<U>,
                      "twill: reading an element needs a named copy: twill::item(a(argmax(a)))");
        return U{};
    }

    // Writing, where the source may be written; see ops/index/scatter.hpp.
    gathered& operator=(gathered const&)
        requires(detail::always_false<value_type>)
    = delete;
    /// Writes a value, broadcast to the indices' shape, at the indices. Where an element is named
    /// more than once it has one of the values.
    gathered& operator=(detail::source<gathered, detail::plain_assignment> value)
        requires Writes
    {
        value.apply_to(*this);
        return *this;
    }
    template <class V>
        requires(!Writes && !std::is_same_v<V, gathered>)
    gathered& operator=(V const&) {
        return detail::refuse_to_write<V>(*this);
    }
    /// One axis of values in braces, beside elements of the host: `x(i) = {1, 2}`.
    static constexpr bool takes_braces = Writes && rank > 0 && !std::is_same_v<space, device_space>;
    template <class Values>
    void assign_braces(Values const& values) {
        assign_value(values);
    }
    template <class E>
    void assign_value(E const& value) {
        detail::scatter_values<detail::put_value>(*this, detail::value_node<value_type>(value),
                                                  name);
    }
    template <class E>
    void assign_in_place(E const& value, char const* operation) {
        detail::scatter_values<detail::put_value>(*this, value, operation);
    }
};

namespace detail {

template <bool Writes, out_of_range Mode, axis_set Whole, class S, class... I>
auto make_gather(char const* call, S const& source, I const&... indices) {
    return gathered<Writes, Mode, Whole, S, I...>(call, source, indices...);
}

template <bool W, out_of_range Mode, axis_set Whole, class S, class... I>
element_finder<S::rank, Whole, Mode> finder_type(gathered<W, Mode, Whole, S, I...> const&);

/// Where the elements lie that a gather of a leaf names.
template <class G>
auto finder_of(G const& x) {
    using Source = std::remove_cvref_t<decltype(x.source)>;
    using finder = std::remove_cvref_t<decltype(finder_type(x))>;
    finder result{x.source.layout.stride, {}, {}};
    for (int d = 0; d < Source::rank; ++d)
        result.extent[d] = x.source.layout.shape[d];
    if constexpr (!finder::checks)
        // Of no elements: no index means one, also where a pass reads what it leaves alone.
        if (x.source.layout.shape.size() == 0)
            for (int d = 0; d < Source::rank; ++d)
                result.extent[d] = 0;
    if constexpr (finder::checks) {
        result.site = fault_site_of<typename Source::space>(x.name);
        result.site.first_axis = x.first_axis;
    }
    return result;
}
template <int Loop, bool W, out_of_range Mode, axis_set Whole, class S, class... I>
auto lower(gathered<W, Mode, Whole, S, I...> const& x) {
    using function = gather_function<typename S::value_type, S::rank, Whole, Mode,
                                     std::is_same_v<typename S::space, host_space>>;
    stored<function> const f{{x.source.data, finder_of(x)}};
    return x.index.apply([&](auto const&... i) { return make_node(f, lower<Loop>(i)...); });
}

template <int In, int Out, class Axes, bool W, out_of_range Mode, axis_set Whole, class S,
          class... I>
auto rearrange(gathered<W, Mode, Whole, S, I...> const& x, mapping<In, Out, Axes> const& map) {
    return x.index.apply([&](auto const&... i) { return x.with(x.source, rearrange(i, map)...); });
}

}  // namespace detail
}  // namespace twill::inline v0
