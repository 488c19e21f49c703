// SPDX-License-Identifier: MIT
// What is left where a user's function throws in the middle of a host loop.
#include <gtest/gtest.h>

#include <stdexcept>
#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;

/// x + 100, but not for one value.
struct fails_at {
    float where;
    float operator()(float x) const {
        if (x == where)
            throw std::runtime_error("no value here");
        return x + 100.0f;
    }
};

/// A short loop on this thread, and one on all of them.
class throwing_functions : public testing::TestWithParam<index_t> {
protected:
    tw::host_array<float> a = tw::evaluate<tw::host_space>(tw::arange<float>(GetParam()));
    tw::host_array<float> b = a;
    float last = static_cast<float>(GetParam() - 1);

    void expect_old(tw::host_array<float> const& x) const {
        for (index_t i = 0; i < GetParam(); ++i)
            ASSERT_EQ(x[i], static_cast<float>(i));
    }
    /// Each element is its old value or `changed` of it: the last one is old, some are new.
    template <class Changed>
    void expect_old_or_new(tw::host_array<float> const& x, Changed changed) const {
        index_t written = 0;
        for (index_t i = 0; i < GetParam(); ++i) {
            float const old = static_cast<float>(i);
            bool const is_new = x[i] == changed(old);
            ASSERT_TRUE(is_new || x[i] == old) << i << ": " << x[i];
            written += is_new ? 1 : 0;
        }
        EXPECT_EQ(x[GetParam() - 1], last);
        EXPECT_GT(written, 0);
        EXPECT_LT(written, GetParam());
    }
};

TEST_P(throwing_functions, an_assigned_array_keeps_its_elements) {
    auto const data = a.data();
    EXPECT_THROW(a = map(fails_at{last}, b), std::runtime_error);
    expect_old(a);
    EXPECT_EQ(a.data(), data);
    EXPECT_THROW(a = map(fails_at{last}, a) * 2.0f, std::runtime_error);
    expect_old(a);
}

TEST_P(throwing_functions, compound_operators_keep_what_they_have_written) {
    EXPECT_THROW(a += map(fails_at{last}, b), std::runtime_error);
    expect_old_or_new(a, [](float x) { return 2 * x + 100; });
    expect_old(b);
    a = b;
    expect_old(a);
}

TEST_P(throwing_functions, views_keep_what_they_have_written) {
    auto v = a(tw::full_extent);
    EXPECT_THROW(v = map(fails_at{last}, b), std::runtime_error);
    expect_old_or_new(a, [](float x) { return x + 100; });
    v = b;
    EXPECT_THROW(v -= map(fails_at{last}, b), std::runtime_error);
    expect_old_or_new(a, [](float) { return -100.0f; });
}

INSTANTIATE_TEST_SUITE_P(lengths, throwing_functions, testing::Values(50, 1 << 20));

}  // namespace
