// SPDX-License-Identifier: MIT
// Functions of whole chunks by the widest registers that the processor has and by those of 32
// bytes: near each other, and what is special the same.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <twill/twill.hpp>
#include <vector>

namespace {

namespace tw = twill;
namespace detail = tw::detail;

template <class T>
std::vector<T> numbers() {
    using limits = std::numeric_limits<T>;
    std::vector<T> result = {T(0),
                             -T(0),
                             T(1),
                             T(-1),
                             limits::min(),
                             limits::max(),
                             limits::denorm_min(),
                             limits::infinity(),
                             -limits::infinity(),
                             limits::quiet_NaN(),
                             T(1000),
                             T(0.5),
                             T(8),
                             T(-8)};
    for (int i = 0; i < 400; ++i)
        result.push_back(T(0.01) * static_cast<T>(i - 200) + T(0.003));
    return result;
}
template <class T>
void expect_near(char const* name, std::vector<T> const& wide, std::vector<T> const& narrow) {
    for (std::size_t i = 0; i < wide.size(); ++i) {
        bool const special = !std::isfinite(wide[i]) || !std::isfinite(narrow[i]) || narrow[i] == 0;
        bool const same = wide[i] == narrow[i] || (std::isnan(wide[i]) && std::isnan(narrow[i]));
        // 4 units in the last place each.
        EXPECT_TRUE(same ||
                    (!special && std::abs(wide[i] - narrow[i]) <=
                                     8 * std::numeric_limits<T>::epsilon() * std::abs(narrow[i])))
            << name << " of element " << i << ": " << wide[i] << ", " << narrow[i];
    }
}
template <class F, class T>
void check() {
    using Function = detail::chunk_function<F, T>;
    if constexpr (requires(T* to, T const* x) { Function::narrow(to, 0, x); }) {
        auto const x = numbers<T>();
        auto const count = static_cast<tw::index_t>(x.size());
        std::vector<T> wide(x.size()), narrow(x.size());
        Function::over(wide.data(), x.data(), count);
        Function::narrow(narrow.data(), count, x.data());
        expect_near(F::name, wide, narrow);
        // Where the operand is, and few elements at once: the same bits.
        for (std::size_t few : {1, 3, 17}) {
            std::vector<T> part(x.begin() + 20, x.begin() + 20 + static_cast<std::ptrdiff_t>(few));
            Function::over(part.data(), part.data(), static_cast<tw::index_t>(few));
            for (std::size_t i = 0; i < few; ++i)
                EXPECT_TRUE(part[i] == wide[20 + i] || std::isnan(part[i])) << F::name;
        }
    }
}
template <class F, class T>
void check_two() {
    using Function = detail::chunk_function<F, T>;
    if constexpr (requires(T* to, T const* x) { Function::narrow(to, 0, x, x); }) {
        for (T const by : {T(2), T(3), T(-1), T(0.5), T(2.5), T(-0.25), T(0)}) {
            auto const x = numbers<T>();
            std::vector<T> y(x.size(), by), wide(x.size()), narrow(x.size());
            y[15] = T(2);
            y[40] = T(0.5);
            auto const count = static_cast<tw::index_t>(x.size());
            Function::over(wide.data(), x.data(), y.data(), count);
            Function::narrow(narrow.data(), count, x.data(), y.data());
            expect_near(F::name, wide, narrow);
        }
    }
}
template <class... F>
void check_all(detail::types<F...>) {
    (check<F, float>(), ...);
    (check<F, double>(), ...);
}

TEST(Chunks, RegistersOfBothWidths) {
    check_all(detail::types<detail::exp_function, detail::exp2_function, detail::expm1_function,
                            detail::log_function, detail::log2_function, detail::log10_function,
                            detail::log1p_function, detail::sin_function, detail::cos_function,
                            detail::tan_function, detail::asin_function, detail::acos_function,
                            detail::atan_function, detail::sinh_function, detail::cosh_function,
                            detail::tanh_function, detail::asinh_function, detail::acosh_function,
                            detail::atanh_function, detail::erf_function, detail::erfc_function,
                            detail::cbrt_function, detail::sqrt_function>{});
    check_two<detail::power_function, float>();
    check_two<detail::power_function, double>();
    check_two<detail::atan2_function, float>();
    check_two<detail::atan2_function, double>();
    check_two<detail::hypot_function, float>();
    check_two<detail::hypot_function, double>();
}

}  // namespace
