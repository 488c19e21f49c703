// SPDX-License-Identifier: MIT
// A user's own functions of std::vector beside twill's names, which refuse one.
#include <vector>

#include "support/testing.hpp"

namespace own {

template <class T>
std::vector<T> sqrt(std::vector<T> const& x) {
    return {x.rbegin(), x.rend()};
}
template <class C>
auto square(C const& c) {
    return c.size();
}
template <class C>
auto sum(C const& c) {
    return c.front();
}
inline float mean(std::vector<float> const& x, int) { return x.back(); }
/// Elements of another library.
struct samples {
    std::vector<float> held;
    float const* data() const { return held.data(); }
    std::size_t size() const { return held.size(); }
};
struct samples_of_two : samples {};
inline float exp(samples const& x) { return x.held[0]; }

}  // namespace own

TEST(own_functions, are_chosen_beside_twills) {
    using own::exp, own::mean, own::sqrt, own::square, own::sum;
    using twill::exp, twill::mean, twill::sqrt, twill::square, twill::sum;
    std::vector<float> const x = {1, 4, 9};
    EXPECT_EQ(sqrt(x)[0], 9.0f);
    EXPECT_EQ(square(x), 3u);
    EXPECT_EQ(sum(x), 1.0f);
    EXPECT_EQ(mean(x, 0), 9.0f);
    EXPECT_EQ(exp(own::samples_of_two{{x}}), 1.0f);
}
