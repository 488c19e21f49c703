// SPDX-License-Identifier: MIT
// What tests/gdb/printers.gdb looks at.
#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/twill.hpp>
#include <twill/vec.hpp>

namespace tw = twill;

namespace {
void here() {}
}  // namespace

int main() {
    tw::host_array<float, 2> m{{1, 2, 3}, {4, 5, 6}};
    tw::host_array<int> const none;
    tw::host_array<double, 0> const scalar = sum(tw::host_array<double>{1, 2});
    tw::host_view<float, 2> const turned = transpose(m);
    auto const column = m(tw::full_extent, 1);
    auto const shape = m.shape();
    tw::host_array<tw::vec<float, 3>> const points{{1, 2, 3}, {4, 5, 6}};
    tw::vec<int, 2> const pair{7, -8};
    tw::complex<double> const z(1.5, -2);
    tw::float16 const half(0.25f);
    tw::bfloat16 const brain(-3.0f);
    tw::host_array<int> const many = tw::arange(1000);
    here();
    return static_cast<int>(none.size() + scalar.size() + turned.size() + column.size() +
                            shape.size() + points.size() + many.size()) +
                       pair.x + static_cast<int>(z.real()) +
                       static_cast<int>(static_cast<float>(half)) +
                       static_cast<int>(static_cast<float>(brain)) >
                   0
               ? 0
               : 1;
}
