// SPDX-License-Identifier: MIT
// Real and imaginary parts of complex elements in memory, to be read and written.
#pragma once

#include "twill/array/components.hpp"
#include "twill/expr/complex_operands.hpp"

namespace twill::inline v0 {

/// The real or imaginary parts of the elements of an array or a view: a view of them, which
/// expressions read as the function of the complex elements, whole packets at a time.
template <class Function, class Source, class Part>
class complex_part : public Part {
public:
    complex_part(Source const& of, Part const& parts) : Part(parts), source_(of) {}
    complex_part(complex_part const&) = default;

    using Part::operator=;
    complex_part& operator=(complex_part const&)
        requires(detail::always_false<Part>)
    = delete;

    // For the library.
    auto read_as() const { return detail::unary<Function>(source_); }

private:
    Source source_;
};

namespace detail {

/// Elements that lie in memory as pairs of their parts.
template <class X>
concept complex_in_memory = viewed<X> && is_complex<value_of<X>>;

template <int Which, class Function, class X>
auto part_of_complex(X& x) {
    using Part = typename value_of<X>::value_type;
    auto const source = as_node(x);
    auto const parts = part_view<Part>(as_view(x), Which * sizeof(Part));
    return complex_part<Function, std::remove_cvref_t<decltype(source)>,
                        std::remove_cvref_t<decltype(parts)>>(source, parts);
}

}  // namespace detail

/// Real parts of elements in memory: an expression that may be assigned to, `real(z) = x`,
/// `real(z) *= 2`; subscripts of it are those of a view.
template <detail::complex_in_memory A>
auto real(A&& a) {
    return detail::part_of_complex<0, detail::real_function>(a);
}
/// Imaginary parts of elements in memory, which may be assigned to.
template <detail::complex_in_memory A>
auto imag(A&& a) {
    return detail::part_of_complex<1, detail::imag_function>(a);
}

}  // namespace twill::inline v0
