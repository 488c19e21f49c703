// SPDX-License-Identifier: MIT
// Printing as NumPy's str(), followed by shape and element type.
#pragma once

#include <cstdio>
#include <cstring>

#include "twill/array/copy.hpp"
#include "twill/array/number_text.hpp"

namespace twill::inline v0 {
namespace detail {

// NumPy's defaults: arrays of more than 1000 elements show three at either end of each long axis;
// lines have 75 columns.
inline constexpr index_t print_threshold = 1000;
inline constexpr index_t print_edge = 3;
inline constexpr std::size_t print_width = 75;

/// Whether an axis is shown as its two ends.
inline bool is_shortened(bool summarised, index_t extent) {
    return summarised && extent > 2 * print_edge;
}

/// The shown elements in C order, as text, put between brackets and on lines.
class printer {
public:
    printer(index_t const* extent, int rank, bool summarised, number_words const& words)
        : extent_(extent), rank_(rank), summarised_(summarised), words_(words) {}

    growing_text text() { return block(0); }

private:
    growing_text block(int axis) {
        growing_text const indent(static_cast<std::size_t>(axis) + 1, ' ');
        growing_text const body = axis == rank_ - 1 ? row(indent) : blocks(axis, indent);
        growing_text result = "[";
        return result.append(body.data() + indent.size(), body.size() - indent.size()) += ']';
    }
    growing_text blocks(int axis, growing_text const& indent) {
        growing_text result;
        for_entries(extent_[axis], [&](bool first, bool gap) {
            if (!first)
                result.append(static_cast<std::size_t>(rank_ - axis - 1), '\n');
            result += indent;
            result += gap ? "..." : block(axis + 1);
        });
        return result;
    }
    growing_text row(growing_text const& indent) {
        // Each bracket that may close on this line takes a column.
        std::size_t const width = print_width - static_cast<std::size_t>(rank_);
        growing_text result;
        growing_text line = indent;
        for_entries(extent_[rank_ - 1], [&](bool first, bool gap) {
            if (!first)
                line += ' ';
            std::size_t const size = gap ? 3 : words_.width;
            if (line.size() + size > width && line.size() > indent.size()) {
                trim_spaces(line);
                (result += line) += '\n';
                line = indent;
            }
            line.append(gap ? "..." : words_.word(next_++), size);
        });
        return result += line;
    }
    template <class Body>
    void for_entries(index_t extent, Body&& body) const {
        bool const shortened = is_shortened(summarised_, extent);
        index_t const shown = shortened ? 2 * print_edge : extent;
        for (index_t i = 0; i < shown; ++i) {
            if (shortened && i == print_edge)
                body(false, true);
            body(i == 0, false);
        }
    }
    static void trim_spaces(growing_text& line) {
        while (!line.empty() && line.back() == ' ')
            line.pop_back();
    }

    index_t const* extent_;
    int rank_;
    bool summarised_;
    number_words const& words_;
    index_t next_ = 0;
};

/// Puts the elements that are shown there, in C order; returns what is behind them.
template <class T>
T* collect_shown(T* shown, T const* data, index_t const* extent, index_t const* stride, int rank,
                 bool summarised) {
    if (rank == 0) {
        *shown = *data;
        return shown + 1;
    }
    for (index_t i = 0; i < *extent; ++i) {
        if (is_shortened(summarised, *extent) && i == print_edge)
            i = *extent - print_edge;
        shown =
            collect_shown(shown, data + i * *stride, extent + 1, stride + 1, rank - 1, summarised);
    }
    return shown;
}

template <class T, int Rank, class Space, class Lie>
growing_text text_of_elements(leaf<T, Rank, Space, Lie> const& x) {
    index_t const size = x.layout.shape.size();
    if (size == 0)
        return "[]";
    if constexpr (Rank == 0) {
        return text_of_number(*x.data);
    } else {
        bool const summarised = size > print_threshold;
        index_t count = 1;
        for (int d = 0; d < Rank; ++d)
            count *=
                is_shortened(summarised, x.layout.shape[d]) ? 2 * print_edge : x.layout.shape[d];
        buffer<T> const shown(static_cast<std::size_t>(count));
        collect_shown(shown.data(), x.data, x.layout.shape.values, x.layout.stride.values, Rank,
                      summarised);
        number_words const words = words_of(shown.data(), count);
        return printer(x.layout.shape.values, Rank, summarised, words).text();
    }
}

/// An operand's elements on the host; copies from a device, and waits.
template <class X>
auto printable_leaf(X const& x) {
    using Space = typename memory_space<X>::type;
    static_assert(is_number<component_t<canonical_t<value_of<X>>>>,
                  "twill: only arrays of numbers can be printed");
    if constexpr (std::is_same_v<Space, no_space>)
        return evaluate_fresh<value_of<X>, host_space>(as_node(x));
    else if constexpr (std::is_same_v<Space, host_space>)
        return own_leaf(x);
    else
        return to_host(x, nowhere).expression();
}

/// Vectors are printed as one axis more.
template <class T, int Rank, class Space, class Lie>
auto printed_leaf(leaf<T, Rank, Space, Lie> const& x) {
    if constexpr (!is_vector<T>) {
        return x;
    } else {
        using C = component_t<T>;
        constexpr auto count = static_cast<index_t>(sizeof(T) / sizeof(C));
        layout<Rank + 1> lie;
        for (int d = 0; d < Rank; ++d) {
            lie.shape[d] = x.layout.shape[d];
            lie.stride[d] = x.layout.stride[d] * count;
        }
        lie.shape[Rank] = count;
        lie.stride[Rank] = 1;
        return leaf<C, Rank + 1, Space>(x.storage, reinterpret_cast<C const*>(x.data), lie);
    }
}

template <class X>
growing_text text_of_operand(X const& x) {
    using T = canonical_t<value_of<X>>;
    auto const leaf = printable_leaf(x);
    shape_text const shape = text_of(leaf.layout.shape);
    growing_text result = text_of_elements(printed_leaf(leaf));
    if (rank_of<X> == 0)
        return result;
    (result += '\n') += shape.text;
    return (result += ' ') += type_name<T>::value;
}

template <class T>
growing_text text_of_one(T const& x) {
    return text_of_elements(printed_leaf(leaf<T, 0, host_space>({}, &x, contiguous(extents<0>()))));
}

template <class X>
inline constexpr bool is_on_device = std::is_same_v<space_of<X>, device_space>;

/// std::ostream and what derives from it, without its header.
template <class Stream>
concept text_stream = !operand_or_scalar<Stream> &&
                      requires(std::remove_reference_t<Stream>& stream, char const* text) {
                          stream.write(text, 0);
                          stream.width();
                      };

}  // namespace detail

/// Prints an array, view or expression of any space and a line end: the elements as NumPy's str(),
/// then shape and element type (one value alone where there are no axes). Copies from a device, and
/// waits for it.
template <detail::operand X>
void print(X const& x, std::FILE* to = stdout, source_location place = source_location::current()) {
    detail::growing_text text = detail::at_place(place, [&] { return detail::text_of_operand(x); });
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), to);
}

/// Prints a number, as an array's elements, or a shape, and a line end.
template <class T>
    requires(detail::scalar<T> && !detail::operand<T>)
void print(T const& x, std::FILE* to = stdout) {
    detail::growing_text text = detail::text_of_one<detail::canonical_t<T>>(x);
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), to);
}
template <int Rank>
void print(extents<Rank> const& shape, std::FILE* to = stdout) {
    std::fprintf(to, "%s\n", detail::text_of(shape).text);
}

/// Writes host elements the same way, without a line end.
template <detail::text_stream Stream, detail::operand X>
Stream&& operator<<(Stream&& stream, X const& x) {
    static_assert(!detail::is_on_device<X>,
                  "twill: the elements of a device array are not on the host, and << would hide "
                  "the copy: write twill::print(a), or stream << twill::to_host(a)");
    if constexpr (!detail::is_on_device<X>) {
        detail::growing_text const text =
            detail::without_place("in stream << array; print(array) names its line",
                                  [&] { return detail::text_of_operand(x); });
        stream.write(text.data(), static_cast<std::ptrdiff_t>(text.size()));
    }
    return std::forward<Stream>(stream);
}

/// Writes a complex number, a 16-bit float or a vector, as an array's elements.
template <detail::text_stream Stream, class T>
    requires(std::is_same_v<detail::canonical_t<T>, T> &&
             (detail::is_vector<T> || (detail::is_number<T> && !std::is_arithmetic_v<T>)))
Stream&& operator<<(Stream&& stream, T const& x) {
    detail::growing_text const text = detail::text_of_one<T>(x);
    stream.write(text.data(), static_cast<std::ptrdiff_t>(text.size()));
    return std::forward<Stream>(stream);
}
/// Writes a shape as errors show it, `(3, 4)`.
template <detail::text_stream Stream, int Rank>
Stream&& operator<<(Stream&& stream, extents<Rank> const& shape) {
    detail::shape_text const shown = detail::text_of(shape);
    stream.write(shown.text, static_cast<std::ptrdiff_t>(std::strlen(shown.text)));
    return std::forward<Stream>(stream);
}

}  // namespace twill::inline v0
