// SPDX-License-Identifier: MIT
// Groups that are never sorted: elements are added to their groups as they come.
#pragma once

#include "twill/ops/statistics/groups.hpp"

namespace twill::inline v0 {

/// Lets a group's elements be added in any order: faster, but on the device sums of floats may
/// differ from run to run by their rounding.
struct unordered_t {};
inline constexpr unordered_t unordered{};

namespace detail {

/// An extremum as the least of unsigned numbers: NaN is the least of all, so that it wins.
template <class V, bool Greatest>
struct extremum_entry {
    using entry = std::conditional_t<sizeof(V) == 8, unsigned long long, unsigned>;
    using direction = std::conditional_t<Greatest, descending_t, ascending_t>;
    static constexpr entry none = static_cast<entry>(~entry{0});

    TWILL_HD static constexpr entry of(V x) {
        key_bits_t<V> const key = key_of<V, direction, true>(x);
        if constexpr (is_floating<V>)
            return key == static_cast<key_bits_t<V>>(~key_bits_t<V>{0}) ? entry{0} : entry{key};
        else
            return entry{key};
    }
    TWILL_HD static constexpr V value(entry e) {
        if constexpr (is_floating<V>)
            return e == 0 || e == none ? limits<V>::quiet_nan
                                       : value_of_key<V, direction>(static_cast<key_bits_t<V>>(e));
        else
            return value_of_key<V, direction>(static_cast<key_bits_t<V>>(e));
    }
};
template <class V, bool Greatest>
struct extremum_function {
    static constexpr char const* name = Greatest ? "max" : "min";
    using form = extremum_entry<V, Greatest>;
    TWILL_HD constexpr V operator()(typename form::entry e) const { return form::value(e); }
    TWILL_HD constexpr V operator()(typename form::entry e, index_t count) const {
        return count > 0 ? form::value(e) : V{};
    }
};
template <class R>
struct group_mean_function {
    static constexpr char const* name = "mean";
    template <class A>
    TWILL_HD constexpr R operator()(A sum, index_t count) const {
        return static_cast<R>(sum / static_cast<A>(count));
    }
};

}  // namespace detail

/// Groups 0 to n - 1 whose elements are taken as they come: what group_by(keys, below(n),
/// unordered) makes. Each function takes as many values as there were keys (shape_error) and gives
/// one element a group; none waits. Counts, sums of integers and extrema are the same on every run.
template <class Space>
class unordered_groups {
public:
    unordered_groups(array<std::uint32_t, 1, Space>&& bins, index_t n)
        : bins_(std::move(bins)), size_(n) {}

    /// How many groups there are.
    index_t size() const { return size_; }
    /// How many elements each group has (int64).
    auto count() const {
        detail::execution now;
        return detail::as_array(counts(now));
    }
    /// Sums; bool and integers in 64 bits, 16-bit floats in float32.
    template <detail::operand V>
    auto sum(V const& v, source_location place = source_location::current()) const {
        using R = detail::accumulation_t<detail::value_of<V>>;
        return detail::at_place(place, [&] {
            detail::execution now;
            using A = detail::compute_t<R>;
            auto sums = sums_as<A>(now, v);
            if constexpr (std::is_same_v<R, detail::table_sum_t<A>>)
                return detail::as_array(std::move(sums));
            else
                return detail::as_array(detail::evaluate_fresh<R, Space>(
                    now, detail::make_elementwise(detail::cast_function<R>{}, sums)));
        });
    }
    /// Means; NaN for a group without elements.
    template <detail::operand V>
    auto mean(V const& v, source_location place = source_location::current()) const {
        using R = detail::float_result_t<detail::value_of<V>>;
        return detail::at_place(place, [&] {
            detail::execution now;
            auto const sums = sums_as<detail::compute_t<R>>(now, v);
            return detail::as_array(detail::evaluate_fresh<R, Space>(
                now,
                detail::make_elementwise(detail::group_mean_function<R>{}, sums, counts(now))));
        });
    }
    /// The smallest and the greatest; NaN propagates. A group without elements has NaN, or 0.
    template <detail::operand V>
    auto min(V const& v, source_location place = source_location::current()) const {
        return detail::at_place(place, [&] { return extremum<false>(v); });
    }
    template <detail::operand V>
    auto max(V const& v, source_location place = source_location::current()) const {
        return detail::at_place(place, [&] { return extremum<true>(v); });
    }

private:
    auto counts(detail::execution& now) const {
        return detail::tally<Space>::counts(now, bins_.expression(), size_,
                                            detail::own_number{size_});
    }
    template <class T, class V>
    auto column(detail::execution& now, V const& v) const {
        static_assert(detail::rank_of<V> == 1, "twill: a column of values has rank 1");
        detail::require_same_space<Space, detail::space_of<V>>();
        static_assert(detail::is_radix_key<detail::value_of<V>>,
                      "twill: unordered groups are of real numbers");
        decltype(auto) node = detail::as_node(v);
        if (node.shape()[0] != bins_.size())
            detail::raise<shape_error>("twill: group_by: %lld values for %lld keys",
                                       static_cast<long long>(node.shape()[0]),
                                       static_cast<long long>(bins_.size()));
        return detail::packed<Space>(now, node);
    }
    template <class A, class V>
    auto sums_as(detail::execution& now, V const& v) const {
        auto const values = column<A>(now, v);
        return detail::tally<Space>::template sums<A>(now, values, bins_.expression(), size_);
    }
    template <bool Greatest, class V>
    auto extremum(V const& v) const {
        using T = detail::value_of<V>;
        detail::execution now;
        auto const values = column<T>(now, v);
        auto const found =
            detail::tally<Space>::template least<detail::extremum_entry<T, Greatest>>(
                now, values, bins_.expression(), size_);
        detail::extremum_function<T, Greatest> const finish{};
        if constexpr (detail::is_floating<T>)
            return detail::as_array(
                detail::evaluate_fresh<T, Space>(now, detail::make_elementwise(finish, found)));
        else
            return detail::as_array(detail::evaluate_fresh<T, Space>(
                now, detail::make_elementwise(finish, found, counts(now))));
    }

    array<std::uint32_t, 1, Space> bins_;
    index_t size_;
};

/// Groups by integers from 0 to n - 1 without sorting them: `group_by(keys, below(n), unordered)`.
/// What has another key belongs to no group. Does not wait.
template <detail::operand K>
    requires(detail::is_integer<detail::value_of<K>> || detail::is_boolean<detail::value_of<K>>)
[[nodiscard]] auto group_by(K const& keys, integers_below n, unordered_t,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using namespace detail;
        using Space = space_of<K>;
        static_assert(rank_of<K> == 1, "twill: keys have rank 1");
        require_sortable<node_of<K>>();
        require_tally<Space>();
        require_bins(n.count, {"group_by", place});
        execution now;
        bin_key_function<value_of<K>, own_number> const key{{n.count},
                                                            static_cast<std::uint32_t>(n.count)};
        return unordered_groups<Space>(as_array(evaluate_fresh<std::uint32_t, Space>(
                                           now, make_elementwise(key, as_node(keys)))),
                                       n.count);
    });
}

}  // namespace twill::inline v0
