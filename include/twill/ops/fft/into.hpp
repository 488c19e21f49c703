// SPDX-License-Identifier: MIT
// Fourier transforms into memory that there is.
#pragma once

#include "twill/ops/fft/evaluate.hpp"

namespace twill::inline v0 {
namespace fft {

struct inverse_t {};
/// Beside into(): the inverse transform.
inline constexpr inverse_t inverse{};

}  // namespace fft

namespace detail {

template <class T>
concept fft_into_option = fft_option<T> || std::is_same_v<T, fft::inverse_t>;

/// Options without the direction, which the type of the call has.
template <class T>
using fft_option_beside = std::conditional_t<std::is_same_v<T, fft::inverse_t>, no_fft_option, T>;
template <class T>
fft_option_beside<T> beside_direction(T option) {
    if constexpr (std::is_same_v<T, fft::inverse_t>)
        return {};
    else
        return option;
}

/// The view's elements are the transform's: its strides, if a plan describes them, otherwise a copy
/// of a fresh result. An operand that lies elsewhere in the view's memory is read first.
template <class Types, class View, class E>
void transform_to(fft_transform& t, View const& to, E const& x, double factor) {
    using Space = typename E::space;
    using Out = typename Types::out;
    constexpr int rank = Types::rank;
    target<Out, rank> const target{to.storage().get(), to.data(), to.layout(), false};
    execution now;
    if constexpr (is_leaf_of<E, typename Types::in> && !Types::copies && !Types::conjugated) {
        operand_row const row = x.row(reads::memory, false);
        set_strides(t.in_stride, x.layout);
        set_strides(t.out_stride, target.lie);
        fft_passes const found = passes_of(t);
        bool const direct = Types::backend_type::reads_anything ||
                            (found.possible && found.efficient && lies_in_pairs(t, x.data));
        if (direct && overlap_of(&row, 1, target.written()) == overlap::none) {
            t.in = x.data;
            t.out = to.data();
            if constexpr (Types::backend_type::scales)
                t.scale = factor;
            now.begin<Space>(&row, 1, target.storage);
            if (now.told())
                now.note({"fft", Types::backend_type::name, 1, true, target.bytes(),
                          text_of(target.lie.shape)});
            fft_backend<Space>::run(t);
            if constexpr (Types::multiplies) {
                if (factor != 1) {
                    leaf<Out, rank, Space> const same(to.storage(), to.data(), to.layout());
                    operand_row const own = same.row(reads::same_index, false);
                    now.begin<Space>(&own, 1, target.storage);
                    run_loop<Space, strided>(now, fft_elements<Out, false>(factor, same), target);
                }
            }
            return;
        }
    }
    auto const fresh = evaluate_fft<Types, Space>(now, t, x, factor);
    assign<Space, strided>(to.storage(), to.data(), to.layout(),
                           leaf<Out, rank, Space>(fresh.storage, fresh.data, fresh.layout),
                           "fft::into");
}

template <fft_kind Kind, bool Inverse, class View, class X, class... O>
void transform_into(View const& to, X const& x, source_location const& place, O const&... options) {
    decltype(auto) node = as_node(x);
    using E = node_of<X>;
    using Options = fft_options<E::rank, 1, O...>;
    static_assert(Options::lengths == 0,
                  "twill: fft::into takes the lengths from the view and the operand");
    using Types = fft_types<Kind, Inverse, E, Options>;
    caller const by{"fft::into", place};
    fft_request asked = Options::request(by, options...);
    fft_transform t;
    t.kind = Kind;
    t.is_double = std::is_same_v<typename Types::real, double>;
    t.inverse = Inverse;
    t.rank = E::rank;
    auto const shape = node.shape(place);
    int const last = asked.axes[asked.count - 1];
    if constexpr (Kind == fft_kind::complex_to_real)
        asked.lengths[asked.count - 1] = to.shape()[last];
    set_lengths(t, asked, shape.values, by);
    bool fits = true;
    for (int d = 0; d < E::rank; ++d)
        fits = fits && t.in_extent(d) == shape[d] && t.out_extent(d) == to.shape()[d];
    if (!fits)
        raise<shape_error>(place,
                           "twill: fft::into: the transform of shape %s along axis %d has no room "
                           "in shape %s",
                           text_of(shape).text, last, text_of(to.shape()).text);
    if (to.size() > 0)
        transform_to<Types>(t, to, node, scale_of(t, asked.factor));
}

}  // namespace detail

namespace fft {

/// The transform of x into an array or a view, whose elements say which one: complex ones of
/// complex x take fft(x), or ifft(x) with `fft::inverse`; complex ones of real x rfft(x), real ones
/// irfft(x), whose number of points is theirs. Along the last axis, or `axis<0>`, `axes(i, j)`, as
/// fftn and its kin. Writes where the library takes the view's strides, otherwise one copy more;
/// x may lie in the same memory. Throws shape_error where the view has not the transform's shape.
/// Does not wait.
template <detail::array_like To, detail::operand X,
          detail::fft_into_option A = detail::no_fft_option,
          detail::fft_into_option B = detail::no_fft_option,
          detail::fft_into_option C = detail::no_fft_option>
void into(To&& to, X const& x, A a = {}, B b = {}, C c = {},
          source_location place = source_location::current()) {
    using E = detail::node_of<X>;
    using T = typename std::remove_cvref_t<To>::value_type;
    using R = detail::fft_real_t<typename E::value_type>;
    constexpr bool to_complex = std::is_same_v<T, complex<R>>;
    constexpr bool inverts = std::is_same_v<A, inverse_t> || std::is_same_v<B, inverse_t> ||
                             std::is_same_v<C, inverse_t>;
    static_assert(to_complex || std::is_same_v<T, R>,
                  "twill: fft::into writes elements of the transform's type: complex<float> or "
                  "float of float and complex<float>, complex<double> or double of others");
    static_assert(detail::rank_of<To> == E::rank, "twill: a transform has as many axes as x");
    using kind = detail::fft_kind;
    constexpr bool from_complex = detail::is_complex<detail::canonical_t<typename E::value_type>>;
    constexpr kind way = !to_complex    ? kind::complex_to_real
                         : from_complex ? kind::complex
                                        : kind::real_to_complex;
    static_assert(way == kind::complex || !inverts,
                  "twill: fft::inverse is for complex elements on both sides");
    constexpr bool backward = inverts || way == kind::complex_to_real;
    using Space = typename E::space;
    detail::require_space<E>();
    detail::require_same_space<typename std::remove_cvref_t<To>::space, Space>();
    detail::require_backend<Space>();
    detail::require_fft_backend<Space>();
    detail::at_place(place, [&] {
        auto run = [&](auto const& view) {
            detail::transform_into<way, backward>(view, x, place, detail::beside_direction(a),
                                                  detail::beside_direction(b),
                                                  detail::beside_direction(c));
        };
        if constexpr (requires { to.whole(); })
            run(to.whole());
        else
            run(to);
    });
}

}  // namespace fft
}  // namespace twill::inline v0
