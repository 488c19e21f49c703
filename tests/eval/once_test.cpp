// SPDX-License-Identifier: MIT
// What a statement needs several times is evaluated once: equal nodes, and what shared() names.
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#include <twill/scan.cuh>
#endif

namespace tw = twill;
using namespace twill_test;

namespace {

/// How many lines of an explanation begin with a word.
int steps(tw::explanation const& e, std::string const& word) {
    std::string const text = std::string("\n") + e.c_str();
    int count = 0;
    for (std::size_t at = text.find("\n" + word); at != std::string::npos;
         at = text.find("\n" + word, at + 1))
        ++count;
    return count;
}

TEST(once, equal_nodes_run_once_and_others_are_not_mixed_up) {
    auto const a = to_space({1.0f, 2.0f, 3.0f, 4.0f});
    auto const b = to_space({2.0f, 2.0f, 2.0f, 2.0f});
    EXPECT_EQ(steps(tw::explain(cumsum(a) + cumsum(a)), "scan"), 1);
    EXPECT_EQ(values(cumsum(a) + cumsum(a)), (std::vector<float>{2, 6, 12, 20}));
    EXPECT_EQ(steps(tw::explain(cumsum(a) + cumsum(b)), "scan"), 2);
    EXPECT_EQ(values(cumsum(a) + cumsum(b)), (std::vector<float>{3, 7, 12, 18}));
    EXPECT_EQ(steps(tw::explain(cumsum(a * 2.0f) - cumsum(a * 3.0f)), "scan"), 2);
    EXPECT_EQ(steps(tw::explain(cumsum(a * 2.0f) - cumsum(a * 2.0f)), "scan"), 1);
    auto const odd = a(tw::slice(tw::none, tw::none, 2));
    auto const even = a(tw::slice(1, tw::none, 2));
    EXPECT_EQ(values(cumsum(odd) * cumsum(even)), (std::vector<float>{2, 24}));
}

TEST(once, across_other_nodes) {
    auto const a = to_space({1.0f, 2.0f, 3.0f, 4.0f});
    // One inside a reduction, one beside it, and nodes of a group between them.
    auto const e = cumsum(a) / sum(a) + sum(cumsum(a)) * a;
    EXPECT_EQ(steps(tw::explain(e), "scan"), 1);
    EXPECT_EQ(values(e), (std::vector<float>{20.1f, 40.3f, 60.6f, 81.0f}));
    EXPECT_EQ(steps(tw::explain(cumsum(cumsum(a)) + cumsum(a)), "scan"), 2);
    EXPECT_EQ(values(cumsum(cumsum(a)) + cumsum(a)), (std::vector<float>{2, 7, 16, 30}));
}

TEST(once, a_shared_expression_in_one_statement) {
    auto const a = to_space({1.0f, 2.0f, 3.0f});
    auto const s = tw::shared(a * 2.0f);
    auto const e = s * s + sum(s);
    EXPECT_EQ(steps(tw::explain(e), "shared: flat"), 1);
    EXPECT_EQ(values(e), (std::vector<float>{16, 28, 48}));
    EXPECT_EQ(values(s), (std::vector<float>{2, 4, 6}));
    EXPECT_EQ(values(s(tw::slice(1, tw::none)) - s(0)), (std::vector<float>{2, 4}));
}

/// Counts its calls, where it can.
struct counting {
    int* calls;
    TWILL_TEST_HD float operator()(float x) const {
        ++*calls;
        return 2 * x;
    }
};

TEST(once, a_shared_expression_in_several_results) {
    auto const a = to_space({1.0f, 2.0f, 3.0f});
    auto const s = tw::shared(cumsum(a) * 2.0f);
    auto const [u, v, w] = tw::evaluate(s, s + 1.0f, sum(s));
    EXPECT_EQ(values(u), (std::vector<float>{2, 6, 12}));
    EXPECT_EQ(values(v), (std::vector<float>{3, 7, 13}));
    EXPECT_EQ(values(w), (std::vector<float>{20}));
    if constexpr (!on_device) {
        int calls = 0;
        auto const t = tw::shared(tw::map(counting{&calls}, a));
        (void)tw::evaluate(t + 1.0f, t * t, sum(t));
        EXPECT_EQ(calls, 3);
        (void)tw::evaluate(t + 1.0f, t * t);
        EXPECT_EQ(calls, 6);
    }
}

TEST(once, a_shared_expression_in_several_assignments_is_read_before_they_write) {
    auto a = to_space({1.0f, 2.0f, 3.0f});
    auto b = to_space({1.0f, 1.0f, 1.0f});
    auto const s = tw::shared(a + b);
    assign(tw::tie(a, b), s * 2.0f, s(tw::slice(tw::none, tw::none, -1)));
    EXPECT_EQ(values(a), (std::vector<float>{4, 6, 8}));
    EXPECT_EQ(values(b), (std::vector<float>{4, 3, 2}));
    // A recipe: the next statement reads the values of its moment.
    EXPECT_EQ(values(s), (std::vector<float>{8, 9, 10}));
    a = tw::shared(a(tw::slice(tw::none, tw::none, -1)));
    EXPECT_EQ(values(a), (std::vector<float>{8, 6, 4}));
}

}  // namespace
