// SPDX-License-Identifier: MIT
// A user's own functions of std::vector beside twill's names, which refuse one.
#include <span>
#include <string>
#include <string_view>
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

inline float prod(std::span<float const> x) { return x[0]; }
inline float norm(float const* x, int n) { return x[n - 1]; }
template <class C>
auto max(C&& c) {
    return c.size();
}
template <class C, class... A>
auto min(C const& c, A const&...) {
    return c.size() + sizeof...(A);
}
inline bool any(std::string_view text) { return !text.empty(); }
inline float cos(std::span<float const> x) { return x[1]; }
inline float sin(float const* x) { return x[2]; }
struct total {
    double value;
    total(std::vector<float> const& x) : value(static_cast<double>(x.size())) {}
};
inline double var(total const& t) { return t.value; }

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
TEST(own_functions, that_take_ranges_by_a_conversion) {
    using namespace twill;
    using namespace own;
    std::vector<float> const x = {1, 4, 9};
    float const c[] = {1, 4, 9};
    EXPECT_EQ(prod(x), 1.0f);
    EXPECT_EQ(norm(c, 3), 9.0f);
    EXPECT_EQ(max(x), 3u);
    EXPECT_EQ(min(x, 2), 4u);
    EXPECT_TRUE(any(std::string("abc")));
    EXPECT_TRUE(any("abc"));
    EXPECT_EQ(cos(x), 4.0f);
    EXPECT_EQ(sin(c), 9.0f);
    EXPECT_EQ(var(x), 3.0);
}
