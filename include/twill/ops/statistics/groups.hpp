// SPDX-License-Identifier: MIT
// group_by: elements that have a key in common, and what is computed of each group.
#pragma once

#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/statistics/group_functions.hpp"

namespace twill::inline v0 {

/// Keys that are integers from 0 to n - 1: groups are all of them, whether they have elements or
/// not. What has another key belongs to no group.
struct integers_below {
    index_t count;
};
constexpr integers_below below(detail::integer n) { return {n.value}; }

/// Groups of elements, as group_by makes them: the order in which those of a group are neighbours.
/// Every function takes an operand with as many elements as there were keys (shape_error) and gives
/// an array with one element a group, in the order of keys(); all but median and quantile share one
/// sort, none waits, and every run gives the same bits. Within a group elements keep their order.
template <class Space, class... Key>
class groups {
public:
    groups(array<index_t, 1, Space>&& order, array<index_t, 1, Space>&& starts, detail::types<>,
           array<Key, 1, Space>&&... keys)
        : order_(std::move(order)), starts_(std::move(starts)), keys_(std::move(keys)...) {}

    /// How many groups there are.
    index_t size() const { return starts_.size() - 1; }
    /// The keys of the groups, rising; of several keys the one named.
    template <std::size_t I = 0>
    auto const& keys() const {
        return std::get<I>(keys_);
    }
    /// How many elements each group has (int64).
    auto count() const {
        detail::execution now;
        detail::memory<Space>::reads(starts_.storage().get());
        return detail::of_positions<Space>(
            now, size(), detail::run_length_function{starts_.data(), starts_.size(), 0});
    }
    /// The numbers of the elements, group after group, and where each group starts among them; the
    /// last start is the end.
    array<index_t, 1, Space> const& order() const { return order_; }
    array<index_t, 1, Space> const& starts() const { return starts_; }

    /// Sums and products, of a column of values or of each column of rank 2, which are then the
    /// columns of the result; so all below. Bool and narrow integers in 64 bits. In a type asked
    /// for, `sum<float>(v)`, each element is converted first, as for all below.
    template <detail::operand V>
    auto sum(V const& v, source_location place = source_location::current()) const {
        return by(detail::sum_reducer<detail::value_of<V>>{}, v, place);
    }
    template <class T, detail::operand V>
    auto sum(V const& v, source_location place = source_location::current()) const {
        return by(detail::sum_reducer<detail::canonical_t<T>, true>{}, detail::converted<T>(v),
                  place);
    }
    template <detail::operand V>
    auto prod(V const& v, source_location place = source_location::current()) const {
        return by(detail::product_reducer<detail::value_of<V>>{}, v, place);
    }
    template <class T, detail::operand V>
    auto prod(V const& v, source_location place = source_location::current()) const {
        return by(detail::product_reducer<detail::canonical_t<T>, true>{}, detail::converted<T>(v),
                  place);
    }
    /// Means, variances and standard deviations; NaN for a group without elements.
    template <detail::operand V>
    auto mean(V const& v, source_location place = source_location::current()) const {
        return by(detail::mean_reducer<detail::value_of<V>>{}, v, place);
    }
    template <detail::operand V>
    auto var(V const& v, detail::lost_degrees lost = 0,
             source_location place = source_location::current()) const {
        return by(detail::variance_reducer<detail::value_of<V>, false>{lost.value}, v, place);
    }
    template <detail::operand V>
    auto stddev(V const& v, detail::lost_degrees lost = 0,
                source_location place = source_location::current()) const {
        return by(detail::variance_reducer<detail::value_of<V>, true>{lost.value}, v, place);
    }
    /// The smallest and the greatest; NaN propagates. A group without elements has NaN, or 0.
    template <detail::operand V>
    auto min(V const& v, source_location place = source_location::current()) const {
        return by(detail::empty_aware<detail::min_reducer<detail::value_of<V>>>{}, v, place);
    }
    template <detail::operand V>
    auto max(V const& v, source_location place = source_location::current()) const {
        return by(detail::empty_aware<detail::max_reducer<detail::value_of<V>>>{}, v, place);
    }
    template <class T, detail::operand V>
    auto mean(V const& v, source_location place = source_location::current()) const {
        return mean(detail::converted<T>(v), place);
    }
    template <class T, detail::operand V>
    auto var(V const& v, detail::lost_degrees lost = 0,
             source_location place = source_location::current()) const {
        return var(detail::converted<T>(v), lost, place);
    }
    template <class T, detail::operand V>
    auto stddev(V const& v, detail::lost_degrees lost = 0,
                source_location place = source_location::current()) const {
        return stddev(detail::converted<T>(v), lost, place);
    }
    template <class T, detail::operand V>
    auto min(V const& v, source_location place = source_location::current()) const {
        return min(detail::converted<T>(v), place);
    }
    template <class T, detail::operand V>
    auto max(V const& v, source_location place = source_location::current()) const {
        return max(detail::converted<T>(v), place);
    }
    template <detail::operand V>
    auto any(V const& v, source_location place = source_location::current()) const {
        return by(detail::any_reducer<detail::value_of<V>>{}, v, place);
    }
    template <detail::operand V>
    auto all(V const& v, source_location place = source_location::current()) const {
        return by(detail::all_reducer<detail::value_of<V>>{}, v, place);
    }
    /// The reduction by a function of two values, associative, with its identity, in the type that
    /// twill::reduce takes. Unlike there it may depend on the order.
    template <detail::operand V, class F, class T>
    auto reduce(V const& v, [[maybe_unused]] F const& f, T const& identity,
                source_location place = source_location::current()) const {
        using R = detail::accumulated_t<V, T>;
        auto const neutral = detail::neutral_value<R>(identity, place);
        if constexpr (std::is_empty_v<detail::stored<F>>)
            return by(detail::user_reducer<F, R>{{}, neutral}, v, place);
        else
            return by(detail::user_reducer<F, R>{{f}, neutral}, v, place);
    }
    /// Medians and quantiles, as the functions of these names: NaN for a group that has one, or no
    /// elements. They sort the values within their groups.
    template <detail::operand V>
    auto median(V const& v, source_location place = source_location::current()) const {
        return quantile_of_groups(v, 0.5, quantile_method::linear, true, {"groups::median", place});
    }
    template <detail::operand V>
    auto quantile(V const& v, double q, quantile_method how = quantile_method::linear,
                  source_location place = source_location::current()) const {
        return quantile_of_groups(v, q, how, false, {"groups::quantile", place});
    }
    /// The first and the last element of each group; T{} for one without elements.
    template <detail::operand V>
    auto first(V const& v, source_location place = source_location::current()) const {
        return end_of_groups(v, 0, place);
    }
    template <detail::operand V>
    auto last(V const& v, source_location place = source_location::current()) const {
        return end_of_groups(v, 1, place);
    }

private:
    /// f of a column of values, or of each column of rank 2, as columns of the result.
    template <class V, class F>
    auto of_columns(V const& v, source_location const& place, F const& f) const {
        constexpr bool has_columns = detail::rank_of<V> == 1 || detail::rank_of<V> == 2;
        static_assert(has_columns,
                      "twill: values of groups are one column, or the columns of rank 2");
        return detail::at_place(place, [&] {
            if constexpr (detail::rank_of<V> == 1) {
                return f(v);
            } else {
                decltype(auto) node = detail::as_node(v);
                index_t const count = node.shape()[1];
                using column = decltype(f(node(full_extent, count)));
                array<typename column::value_type, 2, Space> result(extents<2>(size(), count));
                for (index_t c = 0; c < count; ++c)
                    result(full_extent, c) = f(node(full_extent, c));
                return result;
            }
        });
    }
    template <class V>
    auto column(detail::execution& now, V const& v) const {
        detail::require_same_space<Space, detail::space_of<V>>();
        decltype(auto) node = detail::as_node(v);
        if (node.shape()[0] != order_.size())
            detail::raise<shape_error>("twill: group_by: %lld values for %lld keys",
                                       static_cast<long long>(node.shape()[0]),
                                       static_cast<long long>(order_.size()));
        auto const values = detail::packed<Space>(now, node);
        detail::operand_row const rows[] = {values.row(detail::reads::memory, false),
                                            order_.expression().row(detail::reads::memory, false),
                                            starts_.expression().row(detail::reads::memory, false)};
        now.begin<Space>(rows, 3, nullptr);
        return values;
    }
    template <class Reducer, class V>
    auto by(Reducer const& reducer, V const& v, source_location const& place) const {
        return of_columns(v, place, [&](auto const& one) {
            detail::execution now;
            auto const values = column(now, one);
            return detail::as_array(detail::tally<Space>::reduce_runs(
                now, reducer, values, order_.expression(), starts_.expression()));
        });
    }
    template <class V>
    auto quantile_of_groups(V const& v, double q, quantile_method how, bool is_median,
                            detail::caller const& by) const {
        using T = detail::value_of<V>;
        static_assert(detail::is_radix_key<T>,
                      "twill: quantiles of groups take integers, bools and real numbers");
        return of_columns(v, by.place, [&](auto const& one) {
            detail::require_share(q, by);
            detail::execution now;
            auto const values = column(now, one);
            auto const grouped = detail::take_along(values, axis<-1>, order_, by);
            auto place = detail::sorted_indices<index_t>(grouped, axis<-1>, ascending, by);
            array<index_t, 1, Space> const numbers = detail::make_elementwise(
                detail::group_of_function{starts_.data(), size()}, detail::counting(order_.size()));
            detail::sort_by_one_more(place, numbers.expression(), by);
            auto const sorted = detail::take_along(grouped.expression(), axis<-1>, place, by);
            detail::group_quantile_function<T> const pick{sorted.data(), starts_.data(), q, how,
                                                          is_median};
            now.begin<Space>(nullptr, 0, nullptr);
            return detail::as_array(detail::evaluate_fresh<detail::float_result_t<T>, Space>(
                now, detail::make_elementwise(pick, detail::counting(size()))));
        });
    }
    template <class V>
    auto end_of_groups(V const& v, int last, source_location const& place) const {
        return of_columns(v, place, [&](auto const& one) {
            using T = detail::value_of<V>;
            detail::execution now;
            auto const values = column(now, one);
            detail::group_end_function<T> const pick{values.data, order_.data(), starts_.data(),
                                                     last};
            return detail::as_array(detail::evaluate_fresh<T, Space>(
                now, detail::make_elementwise(pick, detail::counting(size()))));
        });
    }

    array<index_t, 1, Space> order_;
    array<index_t, 1, Space> starts_;
    std::tuple<array<Key, 1, Space>...> keys_;
};

namespace detail {

/// The order of elements by keys, and the keys in it.
template <class... K>
struct ordered_by_keys {
    using Space = merged_space_t<space_of<K>...>;
    static constexpr std::size_t last = sizeof...(K) - 1;
    array<index_t, 1, Space> order;
    std::tuple<array<value_of<K>, 1, Space>...> sorted;

    ordered_by_keys(caller const& by, K const&... keys)
        : order(order_of_all(by, std::tie(keys...), std::make_index_sequence<last>{})),
          sorted(take_along(as_node(keys), axis<-1>, order, by)...) {}

private:
    template <class All, std::size_t... I>
    static auto order_of_all(caller const& by, All const& all, std::index_sequence<I...>) {
        static_assert(((rank_of<K> == 1) && ...), "twill: keys have rank 1");
        (require_sortable<node_of<K>>(), ...);
        require_tally<Space>();
        auto result =
            sorted_indices<index_t>(in_order(std::get<last>(all)), axis<-1>, ascending, by);
        (sort_by_one_more(result, in_order(std::get<last - 1 - I>(all)), by), ...);
        return result;
    }
    /// Complex NaNs are one key, whichever part is NaN.
    template <class X>
    static auto in_order(X const& key) {
        if constexpr (is_complex<value_of<X>>)
            return make_elementwise(alike_function{}, as_node(key));
        else
            return as_node(key);
    }
};
template <class... K>
auto make_groups(caller const& by, K const&... keys) {
    using Space = merged_space_t<space_of<K>...>;
    require_tally<Space>();
    ordered_by_keys<K...> all(by, keys...);
    return std::apply(
        [&](auto const&... key) {
            execution now;
            auto starts =
                sorter<Space>::positions(now, all.order.size(), starts_by<Space>(key...), true);
            auto const heads = starts(slice(0, starts.size() - 1));
            return groups<Space, value_of<K>...>(
                std::move(all.order), std::move(starts), types<>{},
                as_array(take_from_lines<Space>(now, key.expression(), heads.expression()))...);
        },
        all.sorted);
}
/// As many groups as there is room for.
template <class... K>
auto make_groups_within(index_t most, caller const& by, K const&... keys) {
    using Space = merged_space_t<space_of<K>...>;
    require_tally<Space>();
    ordered_by_keys<K...> all(by, keys...);
    return std::apply(
        [&](auto const&... key) {
            execution now;
            auto found = sorter<Space>::positions_within(now, all.order.size(),
                                                         starts_by<Space>(key...), most + 1);
            auto const heads = found.elements(slice(0, most));
            using Groups = groups<Space, value_of<K>...>;
            return limited<Groups, Space>{Groups(std::move(all.order), std::move(found.elements),
                                                 types<>{}, elements_within(now, key, heads)...),
                                          std::move(found.count)};
        },
        all.sorted);
}
template <std::size_t... I, class... K>
auto groups_given(std::index_sequence<I...>, caller const& by, std::tuple<K const&...> const& k) {
    return make_groups(by, std::get<I>(k)...);
}

inline void require_bins(index_t count, caller const& by) {
    if (count < 0 || count >= index_t{1} << 31)
        raise<value_error>(by.place, "twill: %s: %lld bins; there may be up to 2^31 - 1",
                           by.operation, static_cast<long long>(count));
}

}  // namespace detail

/// Groups the elements of one or several keys of rank 1 and equal sizes: one group for each
/// combination that occurs, in the order of the first key, then the second, ... NaN is a key like
/// any other, the last. Keys are sorted at the call, which waits for how many groups there are:
/// `auto g = group_by(shop); auto turnover = g.sum(price * amount);`
template <detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given>
[[nodiscard]] auto group_by(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::groups_given(detail::count_given<A, B, C, D>{}, {"group_by", place},
                                    std::tie(a, b, c, d));
    });
}
/// The first of these groups, without waiting: `auto [g, count] = group_by(shop, capacity(1000));`.
/// There are as many groups as the capacity; those behind the last combination have no elements and
/// keys T{}, and combinations that there is no room for belong to none.
template <detail::operand A>
[[nodiscard]] auto group_by(A const& a, capacity most,
                            source_location place = source_location::current()) {
    return detail::at_place(
        place, [&] { return detail::make_groups_within(most.elements, {"group_by", place}, a); });
}
template <detail::operand A, detail::operand B>
[[nodiscard]] auto group_by(A const& a, B const& b, capacity most,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::make_groups_within(most.elements, {"group_by", place}, a, b);
    });
}
/// Groups by integers from 0 to n - 1, `group_by(keys, below(n))`: n groups, some perhaps without
/// elements. Does not wait.
template <detail::operand K>
    requires(detail::is_integer<detail::value_of<K>> || detail::is_boolean<detail::value_of<K>>)
[[nodiscard]] auto group_by(K const& keys, integers_below n,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using namespace detail;
        using Space = space_of<K>;
        using T = value_of<K>;
        static_assert(rank_of<K> == 1, "twill: keys have rank 1");
        require_sortable<node_of<K>>();
        require_tally<Space>();
        require_bins(n.count, {"group_by", place});
        execution now;
        bin_key_function<T, own_number> const key{{n.count}, static_cast<std::uint32_t>(n.count)};
        binned_order<Space> binned(now, make_elementwise(key, as_node(keys)), n.count);
        auto numbers =
            as_array(evaluate_fresh<index_t, Space>(now, index_leaf<1>(counting(n.count))));
        return groups<Space, index_t>(std::move(binned.order), std::move(binned.starts), types<>{},
                                      std::move(numbers));
    });
}

}  // namespace twill::inline v0
