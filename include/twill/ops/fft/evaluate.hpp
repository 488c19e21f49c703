// SPDX-License-Identifier: MIT
// How a Fourier transform runs: the operand as the library can read it, the library, the factor.
#pragma once

#include "twill/ops/fft/operand.hpp"
#include "twill/ops/fft/passes.hpp"

namespace twill::inline v0::detail {

/// What the types tell of a transform.
template <fft_kind Kind, bool Inverse, class E, class Options>
struct fft_types {
    static constexpr int rank = E::rank;
    static_assert(rank > 0,
                  "twill: a Fourier transform runs along an axis, and the operand has none");
    static_assert(rank <= most_fft_axes, "twill: Fourier transforms take up to eight axes");
    static_assert(Kind != fft_kind::real_to_complex ||
                      !is_complex<canonical_t<typename E::value_type>>,
                  "twill: rfft and its kin take real elements: fft of complex ones, or "
                  "rfft(real(x))");
    using space = typename E::space;
    using backend_type = fft_backend<space>;
    using real = fft_real_t<typename E::value_type>;
    using in = std::conditional_t<Kind == fft_kind::real_to_complex, real, complex<real>>;
    using out = std::conditional_t<Kind == fft_kind::complex_to_real, real, complex<real>>;
    static constexpr bool resizes = Options::lengths != 0;
    /// The library computes the other direction: the conjugate of its operand or of its result is
    /// meant. See hfft and ihfft.
    static constexpr bool conjugated = !backend_type::conjugates && Kind != fft_kind::complex &&
                                       Inverse == (Kind == fft_kind::real_to_complex);
    static constexpr bool conjugates_in = conjugated && Kind == fft_kind::complex_to_real;
    static constexpr bool conjugates_out = conjugated && Kind == fft_kind::real_to_complex;
    /// Whether kernels multiply, and whether the result may have to be multiplied.
    static constexpr bool multiplies = !backend_type::scales && (Inverse || Options::has_norm);
    /// The operand is copied in any case: transforms to real numbers write over it, on the host
    /// those along several axes.
    static constexpr bool copies = !is_leaf_of<E, in> || resizes || conjugates_in ||
                                   (Kind == fft_kind::complex_to_real &&
                                    (!backend_type::reads_anything || Options::count > 1));
    /// Known to be read where it lies.
    static constexpr bool reads_in_place =
        !copies && (backend_type::reads_anything || (is_dense_leaf<E> && Options::is_trailing));
    /// Axes that are not the last ones may have to be moved to the end and back.
    static constexpr bool may_move =
        !backend_type::reads_anything && rank > 1 && !Options::is_trailing;
};

/// The library's part alone.
template <class Types>
struct fft_types_alone : Types {
    static constexpr bool multiplies = false;
    static constexpr bool conjugates_out = false;
};

template <int Rank>
void set_strides(index_t (&to)[most_fft_axes], layout<Rank> const& from) {
    for (int d = 0; d < Rank; ++d)
        to[d] = from.stride[d];
}

/// Into fresh memory from a leaf that the library can read; what happens to the result beside.
template <class Types, class Space, class Leaf>
auto run_fft(execution& now, fft_transform& t, Leaf const& from, double factor) {
    using Out = typename Types::out;
    constexpr int rank = Types::rank;
    extents<rank> shape;
    for (int d = 0; d < rank; ++d)
        shape[d] = t.out_extent(d);
    auto result = now.fresh<Out, Space>(shape);
    set_strides(t.in_stride, from.layout);
    set_strides(t.out_stride, result.layout);
    t.in = from.data;
    t.out = const_cast<Out*>(result.data);
    operand_row const row = from.row(reads::memory, false);
    now.begin<Space>(&row, 1, nullptr);
    if (now.told())
        now.note({"fft", Types::backend_type::name, 1, true,
                  shape.size() * static_cast<index_t>(sizeof(Out)), text_of(shape)});
    fft_backend<Space>::run(t);
    if constexpr (Types::conjugates_out || Types::multiplies) {
        if (Types::conjugates_out || factor != 1) {
            leaf<Out, rank, Space> const same(result.storage, result.data, result.layout);
            operand_row const own = same.row(reads::same_index, false);
            now.begin<Space>(&own, 1, nullptr);
            run_loop<Space, dense>(now, fft_elements<Out, Types::conjugates_out>(factor, same),
                                   target_of(result));
        }
    }
    return result;
}

/// The axes of a transform last, in the order in which they are.
template <int Rank>
void axes_to_end(fft_transform const& t, int (&place)[Rank]) {
    int next = 0;
    for (int d = 0; d < Rank; ++d)
        if (!t.has(d))
            place[d] = next++;
    for (int d = 0; d < Rank; ++d)
        if (t.has(d) && d != t.halved)
            place[d] = next++;
    if (t.halved >= 0)
        place[t.halved] = next;
}

/// Axes that no plan takes together: moved to the end in the copy, and back in one more.
template <class Types, class Space, class E>
auto run_fft_moved(execution& now, fft_transform const& t, E const& x, double factor) {
    using In = typename Types::in;
    using Out = typename Types::out;
    constexpr int rank = Types::rank;
    int place[rank];
    axes_to_end(t, place);
    fft_transform moved = t;
    moved.axes = 0;
    auto map = forget_axes(identity_mapping(x.shape()));
    for (int d = 0; d < rank; ++d) {
        map.axis[d] = place[d];
        map.shape[place[d]] = map.source[d];
        moved.length[place[d]] = t.length[d];
        moved.axes |= static_cast<std::uint32_t>(t.has(d) ? 1 : 0) << place[d];
    }
    if (t.halved >= 0)
        moved.halved = rank - 1;
    auto const from = evaluate_fresh<In, Space>(
        now, fft_elements<In, false>(1, forget_lie(rearrange(forget_lie(x), map))));
    auto const there = run_fft<fft_types_alone<Types>, Space>(now, moved, from, 1);
    leaf<Out, rank, Space> back(there.storage, there.data, there.layout);
    for (int d = 0; d < rank; ++d) {
        back.layout.shape[d] = there.layout.shape[place[d]];
        back.layout.stride[d] = there.layout.stride[place[d]];
    }
    return evaluate_fresh<Out, Space>(now, fft_elements<Out, Types::conjugates_out>(factor, back));
}

/// cuFFT reads real numbers in pairs, from where a complex one could begin.
inline bool lies_in_pairs(fft_transform const& t, void const* data) {
    return t.kind != fft_kind::real_to_complex ||
           reinterpret_cast<std::uintptr_t>(data) % (2 * t.in_size()) == 0;
}
/// Whether a leaf is read as it lies; nothing of the transform but its strides is written.
template <class Leaf>
bool runs_from(fft_transform& t, Leaf const& x, bool& efficient) {
    set_strides(t.in_stride, x.layout);
    set_contiguous(t.out_stride, t, &fft_transform::out_extent);
    fft_passes const found = passes_of(t);
    bool const possible = found.possible && lies_in_pairs(t, x.data);
    efficient = possible && found.efficient;
    return possible;
}

/// The transform of a node, as fresh memory. Its lengths are known.
template <class Types, class Space, class E>
leaf<typename Types::out, Types::rank, Space, dense> evaluate_fft(execution& now, fft_transform& t,
                                                                  E const& x, double factor) {
    using In = typename Types::in;
    constexpr int rank = Types::rank;
    extents<rank> in_shape;
    extents<rank> out_shape;
    for (int d = 0; d < rank; ++d) {
        in_shape[d] = t.in_extent(d);
        out_shape[d] = t.out_extent(d);
    }
    if (out_shape.size() == 0)
        return now.fresh<typename Types::out, Space>(out_shape);
    if constexpr (Types::backend_type::scales)
        t.scale = factor;
    auto copied = [&](auto const& operand) {
        // Kernels that copy multiply, too; conjugating the result keeps them from it.
        constexpr bool folds = Types::multiplies && !Types::conjugates_out;
        auto const from = fft_copy<In, Types::conjugates_in, Space, Types::resizes>(
            now, operand, folds ? factor : 1, in_shape);
        if constexpr (Types::may_move) {
            bool efficient = true;
            runs_from(t, from, efficient);
            if (!efficient)
                return run_fft_moved<Types, Space>(now, t, from, folds ? 1 : factor);
        }
        return run_fft<Types, Space>(now, t, from, folds ? 1 : factor);
    };
    if constexpr (Types::reads_in_place) {
        return run_fft<Types, Space>(now, t, x, factor);
    } else if constexpr (Types::copies) {
        return copied(x);
    } else {
        bool efficient = true;
        if (runs_from(t, x, efficient) && efficient)
            return run_fft<Types, Space>(now, t, x, factor);
        if constexpr (Types::may_move) {
            set_contiguous(t.in_stride, t, &fft_transform::in_extent);
            fft_passes const packed_ones = passes_of(t);
            if (!packed_ones.efficient)
                return run_fft_moved<Types, Space>(now, t, x, factor);
        }
        return copied(x);
    }
}

/// The array of a transform in a space.
template <fft_kind Kind, bool Inverse, int Default, class Space, class E, class... O>
auto transformed_in(char const* name, source_location const& place, E const& node,
                    O const&... options) {
    using Options = fft_options<E::rank, Default, O...>;
    require_backend<Space>();
    require_fft_backend<Space>();
    using Types = fft_types<Kind, Inverse, E, Options>;
    return at_place(place, [&] {
        caller const by{name, place};
        fft_request const asked = Options::request(by, options...);
        fft_transform t;
        t.kind = Kind;
        t.is_double = std::is_same_v<typename Types::real, double>;
        t.inverse = Inverse;
        t.rank = E::rank;
        auto const shape = node.shape(place);
        set_lengths(t, asked, shape.values, by);
        index_t extents_out[most_fft_axes];
        for (int d = 0; d < E::rank; ++d)
            extents_out[d] = t.out_extent(d);
        checked_size(extents_out, E::rank, place);
        execution now;
        return array<typename Types::out, E::rank, Space>(
            adopt_t{}, evaluate_fft<Types, Space>(now, t, node, scale_of(t, asked.factor)));
    });
}
/// The same in the operand's own space, which it must have.
template <fft_kind Kind, bool Inverse, int Default, class X, class... O>
auto transformed(char const* name, source_location const& place, X const& x, O const&... options) {
    using E = node_of<X>;
    using Space = typename E::space;
    require_space<E>();
    if constexpr (!std::is_same_v<Space, no_space>) {
        return transformed_in<Kind, Inverse, Default, Space>(name, place, as_node(x), options...);
    } else {
        // Nothing but the sentence is reported.
        using R = fft_real_t<typename E::value_type>;
        using Out = std::conditional_t<Kind == fft_kind::complex_to_real, R, complex<R>>;
        return array<Out, E::rank, host_space>();
    }
}

}  // namespace twill::inline v0::detail
