// SPDX-License-Identifier: MIT
// matmul: every element type, layouts, ranks and batches; alpha and beta; what is an error.
#include "support/products.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
void check_layouts(index_t rows, index_t inner, index_t columns) {
    auto const as = matrices<T>(rows, inner, 1);
    auto const bs = matrices<T>(inner, columns, 2);
    std::size_t turn = 0;
    for (std::size_t i = 0; i < as.size(); ++i)
        for (std::size_t j = 0; j < bs.size(); ++j, ++turn) {
            auto const expected = plain_product(read_matrix(as[i]), read_matrix(bs[j]));
            std::string const what = "layouts " + std::to_string(i) + " and " + std::to_string(j);
            array<T, 2> const fresh = tw::matmul(as[i], bs[j]);
            EXPECT_TRUE(equal(fresh, expected)) << what;
            // Into targets of every layout.
            array<T, 2> apart(tw::extents(2 * rows, 2 * columns));
            array<T, 2> turned(tw::extents(columns, rows));
            any_view<T, 2> const targets[] = {
                apart(tw::slice(tw::none, tw::none, 2), tw::slice(tw::none, tw::none, 2)),
                apart(tw::slice(0, rows), tw::slice(0, columns)), tw::transpose(turned)};
            any_view<T, 2> to = targets[turn % 3];
            to = tw::matmul(as[i], bs[j]);
            EXPECT_TRUE(equal(to, expected)) << what;
            to = T(2) * tw::matmul(as[i], bs[j]) - to;
            EXPECT_TRUE(equal(to, expected)) << what;
        }
}

TEST(matmul, layouts) {
    for_types<float, double, tw::complex<float>>([]<class T>(std::type_identity<T>) {
        check_layouts<T>(3, 4, 5);
        check_layouts<T>(1, 6, 4);
        check_layouts<T>(7, 5, 1);
    });
    check_layouts<float>(65, 33, 70);
}

template <class T>
void check_type(index_t rows, index_t inner, index_t columns) {
    auto const a = whole_numbers<T>(tw::extents(rows, inner), 1);
    auto const b = whole_numbers<T>(tw::extents(inner, columns), 2);
    array<T, 2> const c = tw::matmul(a, b);
    EXPECT_TRUE(equal(c, plain_product(read_matrix(a), read_matrix(b))))
        << tw::detail::type_name<T>::value << " " << rows << " " << inner << " " << columns;
}

TEST(matmul, element_types) {
    for_types<float, double, tw::complex<float>, tw::complex<double>, tw::float16, tw::bfloat16>(
        []<class T>(std::type_identity<T>) {
            check_type<T>(9, 4, 11);
            check_type<T>(50, 6, 33);
            check_type<T>(2, 0, 3);
            check_type<T>(1, 1, 1);
        });
    for_types<bool, std::int8_t, std::uint8_t, std::int32_t, std::int64_t>(
        []<class T>(std::type_identity<T>) {
            check_type<T>(9, 14, 11);
            check_type<T>(2, 0, 3);
        });
}

TEST(matmul, long_sums) {
    check_type<float>(5, 3000, 7);
    check_type<double>(5, 700, 7);
    check_type<tw::complex<double>>(3, 513, 4);
    // Sums of 16-bit floats are float32: 2048 + 1 is no float16, and is not lost on the way.
    index_t const n = 4000;
    array<tw::float16, 2> const ones = tw::full(tw::extents(2, n), tw::float16(1.0f));
    array<tw::float16, 2> const c = tw::matmul(ones, tw::transpose(ones));
    EXPECT_EQ(static_cast<float>(values(c).front()), 4000.0f);
}

TEST(matmul, vectors_of_many_sizes) {
    for (index_t const rows : {1, 2, 5, 66, 1300})
        for (index_t const inner : {0, 1, 2, 31, 70}) {
            check_type<float>(rows, inner, 1);
            check_type<double>(1, inner, rows);
            auto const a = whole_numbers<float>(tw::extents(inner, rows), 1);
            auto const x = whole_numbers<float>(tw::extents(inner), 2);
            array<float, 2> const turned = tw::transpose(a);
            EXPECT_TRUE(
                equal(tw::matmul(tw::transpose(a), x), values(tw::sum(turned * x, tw::axis<1>))));
            EXPECT_TRUE(equal(tw::matmul(tw::flip(x), a),
                              values(tw::sum(turned * tw::flip(x), tw::axis<1>))));
        }
    // An infinity is not multiplied by what is not there.
    float const inf = std::numeric_limits<float>::infinity();
    auto const m = to_space(std::vector<float>{1, 2, inf}, tw::extents(3, 1));
    EXPECT_EQ(values(tw::matmul(tw::transpose(m), to_space({1.0f, 1.0f, 1.0f}))).front(), inf);
}

#if !defined(__CUDACC__)
TEST(matmul, without_a_blas) {
    auto const there = std::exchange(tw::detail::host_blas, {});
    check_layouts<float>(65, 33, 70);
    check_layouts<tw::complex<double>>(7, 5, 9);
    check_type<double>(50, 300, 33);
    tw::detail::host_blas = there;
}
#endif

TEST(matmul, integers_wrap) {
    auto const a = to_space(std::vector<std::uint8_t>{200, 100}, tw::extents(1, 2));
    auto const b = to_space(std::vector<std::uint8_t>{2, 3}, tw::extents(2, 1));
    EXPECT_TRUE(equal(tw::matmul(a, b), std::vector<std::uint8_t>{(200 * 2 + 100 * 3) % 256}));
    auto const large = to_space(std::vector<std::int64_t>{INT64_MAX, 2}, tw::extents(1, 2));
    EXPECT_TRUE(equal(tw::matmul(large, tw::transpose(large)), std::vector<std::int64_t>{5}));
}

TEST(matmul, mixed_types) {
    auto const a = whole_numbers<float>(tw::extents(3, 4), 1);
    auto const b = whole_numbers<double>(tw::extents(4, 2), 2);
    auto const c = tw::matmul(a, b);
    static_assert(std::is_same_v<element_t<decltype(c)>, double>);
    array<double, 2> const wide = a;
    EXPECT_TRUE(equal(c, plain_product(read_matrix(wide), read_matrix(b))));
    // A target of a wider type.
    array<double, 2> to(tw::extents(3, 3));
    to = tw::matmul(a, tw::transpose(a));
    EXPECT_TRUE(equal(
        to, plain_product(read_matrix(wide), read_matrix(array<double, 2>(tw::transpose(wide))))));
}

TEST(matmul, conjugated) {
    using Z = tw::complex<float>;
    auto const a = whole_numbers<Z>(tw::extents(4, 3), 1);
    auto const b = whole_numbers<Z>(tw::extents(4, 5), 2);
    array<Z, 2> const ah = tw::conj(tw::transpose(a));
    array<Z, 2> const bh = tw::conj(tw::transpose(b));
    array<Z, 2> const bc = tw::conj(b);
    array<Z, 2> const at = tw::transpose(a);
    EXPECT_TRUE(equal(tw::matmul(tw::conj(tw::transpose(a)), b),
                      plain_product(read_matrix(ah), read_matrix(b))));
    EXPECT_TRUE(equal(tw::matmul(tw::transpose(a), tw::conj(b)),
                      plain_product(read_matrix(at), read_matrix(bc))));
    EXPECT_TRUE(equal(tw::matmul(tw::conj(tw::transpose(b)), tw::conj(a)),
                      plain_product(read_matrix(bh), read_matrix(array<Z, 2>(tw::conj(a))))));
    auto const plan = tw::explain(tw::matmul(tw::conj(tw::transpose(a)), b));
    EXPECT_EQ(plan.kernels, 1) << plan;
    EXPECT_EQ(plan.temporaries, 0) << plan;
}

#if !defined(__CUDACC__)
TEST(matmul, times_of_multiplications) {
    array<float, 2> const a = tw::full({256, 256}, 0.5f);
    auto const plan = tw::explain(tw::matmul(a, a));
    EXPECT_STREQ(plan.limit, "arithmetic") << plan;
    EXPECT_GT(tw::explain(tw::matmul(tw::cast<double>(a), tw::cast<double>(a))).seconds,
              1.5 * plan.seconds);
}
#endif

TEST(matmul, ranks) {
    auto const a = whole_numbers<float>(tw::extents(3, 4), 1);
    auto const v = whole_numbers<float>(tw::extents(4), 2);
    auto const w = whole_numbers<float>(tw::extents(3), 3);
    auto const as_column = read_matrix(array<float, 2>(v(tw::full_extent, tw::newaxis)));
    auto const as_row = read_matrix(array<float, 2>(w(tw::newaxis, tw::full_extent)));
    EXPECT_EQ(shape(tw::matmul(a, v)), (shape_vector{3}));
    EXPECT_TRUE(equal(tw::matmul(a, v), plain_product(read_matrix(a), as_column)));
    EXPECT_EQ(shape(tw::matmul(w, a)), (shape_vector{4}));
    EXPECT_TRUE(equal(tw::matmul(w, a), plain_product(as_row, read_matrix(a))));
    EXPECT_TRUE(
        equal(tw::matmul(tw::transpose(a), w),
              plain_product(read_matrix(array<float, 2>(tw::transpose(a))),
                            read_matrix(array<float, 2>(w(tw::full_extent, tw::newaxis))))));
    float sum = 0;
    for (float const x : values(v))
        sum += x * x;
    EXPECT_EQ(value(tw::matmul(v, v)), sum);
    auto const i = whole_numbers<std::int32_t>(tw::extents(4), 2);
    EXPECT_EQ(value(tw::matmul(i, i)), static_cast<std::int32_t>(sum));
    auto const m = whole_numbers<std::int32_t>(tw::extents(3, 4), 1);
    EXPECT_TRUE(equal(tw::cast<float>(tw::matmul(m, i)), plain_product(read_matrix(a), as_column)));
    EXPECT_EQ(shape(tw::matmul(whole_numbers<std::int32_t>(tw::extents(3), 1), m)),
              (shape_vector{4}));
}

/// Matrix `i` of a batch that is stretched to `batch`.
template <class T>
matrix<T> of_batch(std::vector<T> const& all, index_t count, index_t i, index_t rows,
                   index_t columns) {
    auto const size = rows * columns;
    auto const from = all.begin() + (count == 1 ? 0 : i) * size;
    return {rows, columns, std::vector<T>(from, from + size)};
}

template <class T>
void check_batch(index_t batch_a, index_t batch_b, index_t rows, index_t inner, index_t columns) {
    auto const a = whole_numbers<T>(tw::extents(batch_a, rows, inner), 1);
    auto const b = whole_numbers<T>(tw::extents(batch_b, inner, columns), 2);
    index_t const batch = batch_a == 1 ? batch_b : batch_a;
    std::vector<T> expected;
    for (index_t i = 0; i < batch; ++i)
        for (T const x : plain_product(of_batch(values(a), batch_a, i, rows, inner),
                                       of_batch(values(b), batch_b, i, inner, columns)))
            expected.push_back(x);
    std::string const what =
        std::to_string(batch_a) + " and " + std::to_string(batch_b) + " of " + std::to_string(rows);
    EXPECT_EQ(shape(tw::matmul(a, b)), (shape_vector{batch, rows, columns}));
    EXPECT_TRUE(equal(tw::matmul(a, b), expected)) << what;
    // The same from operands whose batch lies innermost, and into such a target.
    array<T, 3> const inside = tw::moveaxis(a, 0, 2);
    array<T, 3> target(tw::extents(rows, columns, batch));
    auto to = tw::moveaxis(target, 2, 0);
    to = tw::matmul(tw::moveaxis(inside, 2, 0), b);
    EXPECT_TRUE(equal(array<T, 3>(to), expected)) << what;
}

TEST(matmul, batches) {
    for_types<float, tw::complex<double>>([]<class T>(std::type_identity<T>) {
        check_batch<T>(4, 4, 3, 5, 2);
        check_batch<T>(1, 6, 2, 3, 4);
        check_batch<T>(6, 1, 2, 3, 4);
        check_batch<T>(3, 3, 1, 4, 1);
    });
    check_batch<float>(700, 700, 4, 4, 4);
    check_batch<std::int32_t>(5, 1, 2, 3, 4);
    check_batch<float>(0, 1, 2, 3, 4);
    // Batches of several axes that broadcast against each other.
    auto const a = whole_numbers<float>(tw::extents(2, 1, 3, 4), 1);
    auto const b = whole_numbers<float>(tw::extents(5, 4, 2), 2);
    array<float, 4> const c = tw::matmul(a, b);
    EXPECT_EQ(shape(c), (shape_vector{2, 5, 3, 2}));
    for (index_t i = 0; i < 2; ++i)
        for (index_t j = 0; j < 5; ++j)
            EXPECT_TRUE(
                equal(array<float, 2>(c(i, j)), plain_product(read_matrix(array<float, 2>(a(i, 0))),
                                                              read_matrix(array<float, 2>(b(j))))));
    // A matrix for each of a vector.
    auto const v = whole_numbers<float>(tw::extents(4), 3);
    array<float, 3> const av = tw::matmul(a, v);
    EXPECT_TRUE(
        equal(array<float, 1>(av(1, 0)),
              plain_product(read_matrix(array<float, 2>(a(1, 0))),
                            read_matrix(array<float, 2>(v(tw::full_extent, tw::newaxis))))));
}

TEST(matmul, shared_matrix_is_one_product) {
    auto const a = whole_numbers<float>(tw::extents(6, 3, 4), 1);
    auto const b = whole_numbers<float>(tw::extents(4, 5), 2);
    auto const plan = tw::explain(tw::matmul(a, b));
    EXPECT_NE(std::string(plan.c_str()).find("1 of 18 x 4 x 5"), std::string::npos) << plan;
#if !defined(__CUDACC__)
    // What the host calls.
    char const* const called =
        tw::detail::host_blas.of<float>() ? "CBLAS, float32" : "blocked loop, float32";
    EXPECT_NE(std::string(plan.c_str()).find(called), std::string::npos) << plan;
#endif
}

TEST(matmul, alpha_and_beta) {
    auto const a = whole_numbers<float>(tw::extents(3, 4), 1);
    auto const b = whole_numbers<float>(tw::extents(4, 5), 2);
    auto const start = whole_numbers<float>(tw::extents(3, 5), 3);
    auto const product = plain_product(read_matrix(a), read_matrix(b));
    auto const before = values(start);
    auto expect = [&](array<float, 2> const& c, float alpha, float beta) {
        std::vector<float> expected;
        for (std::size_t i = 0; i < product.size(); ++i)
            expected.push_back(alpha * product[i] + beta * before[i]);
        EXPECT_TRUE(equal(c + 0.0f, expected)) << alpha << " " << beta;
    };
    array<float, 2> c = start;
    c = 2.0f * tw::matmul(a, b) + c;
    expect(c, 2, 1);
    c = start;
    c += tw::matmul(a, b);
    expect(c, 1, 1);
    c = start;
    c -= tw::matmul(a, b);
    expect(c, -1, 1);
    c = start;
    c = c * 0.5f - 3.0f * tw::matmul(a, b);
    expect(c, -3, 0.5f);
    c = start;
    c = -tw::matmul(a, b) * 4.0f;
    expect(c, -4, 0);
    // Another array, and one that is broadcast.
    c = tw::matmul(a, b) + start;
    expect(c, 1, 1);
    // What the target holds is read first.
    array<float, 2> square = whole_numbers<float>(tw::extents(4, 4), 1);
    auto const squared = plain_product(read_matrix(square), read_matrix(square));
    square = tw::matmul(square, square);
    EXPECT_TRUE(equal(square, squared));
}

TEST(matmul, stretched_to_the_target) {
    auto const row = whole_numbers<float>(tw::extents(1, 3), 1);
    auto const b = whole_numbers<float>(tw::extents(3, 5), 2);
    auto const start = whole_numbers<float>(tw::extents(4, 5), 3);
    auto const product = plain_product(read_matrix(row), read_matrix(b));
    std::vector<float> expected = values(start);
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] += product[i % 5];
    array<float, 2> c = start;
    c += tw::matmul(row, b);
    EXPECT_TRUE(equal(c, expected));
    c = start;
    c = tw::matmul(row, b) + c;
    EXPECT_TRUE(equal(c, expected));
    // Parts of the target's elements are not the target.
    using C = tw::complex<float>;
    array<C, 2> z = to_space(std::vector<C>{{1, 2}, {3, 4}, {5, 6}, {7, 8}}, tw::extents(2, 2));
    auto const one = to_space(std::vector<C>{{1, 0}, {0, 0}, {0, 0}, {1, 0}}, tw::extents(2, 2));
    z = tw::matmul(one, one) + imag(z)(tw::full_extent, tw::full_extent);
    EXPECT_TRUE(equal(z, {C(3, 0), C(4, 0), C(6, 0), C(9, 0)}));
}

TEST(matmul, nothing_is_lost_by_factors_of_zero) {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    auto const a = to_space(std::vector<float>{nan, 1.0f}, tw::extents(1, 2));
    auto const b = to_space(std::vector<float>{1.0f, 1.0f}, tw::extents(2, 1));
    array<float, 2> c = to_space(std::vector<float>{1.0f}, tw::extents(1, 1));
    c = 0.0f * tw::matmul(a, b) + c;
    EXPECT_TRUE(std::isnan(values(c).front()));
    c = tw::matmul(b, tw::transpose(b))(tw::slice(0, 1), tw::slice(0, 1)) + 0.0f * c;
    EXPECT_TRUE(std::isnan(values(c).front()));
    c = nan * tw::matmul(array<float, 2>(tw::extents(1, 0)), array<float, 2>(tw::extents(0, 1)));
    EXPECT_TRUE(std::isnan(values(c).front()));
}

TEST(matmul, factors_whose_product_is_no_number_stay_apart) {
    auto const one = to_space(std::vector<double>{1}, tw::extents(1, 1));
    auto const run = [&](auto const& statement) {
        array<double, 2> c = to_space(std::vector<double>{1e-200}, tw::extents(1, 1));
        statement(c);
        return values(c).front();
    };
    // 1e200 * 1e200 overflows.
    EXPECT_EQ(run([&](auto& c) { c = tw::matmul(one, one) + 1e200 * (1e200 * c); }), 1 + 1e200);
    // 1e-160 * 1e-160 has few digits left, whatever comes after it.
    double const factor = 1.2345678901234567e-160;
    double const expected = factor * (factor * 1e300);
    EXPECT_DOUBLE_EQ(run([&](auto& c) { c = factor * (factor * (1e300 * tw::matmul(one, one))); }),
                     expected);
    EXPECT_DOUBLE_EQ(run([&](auto& c) {
                         array<double, 2> const large = 1e300 * one;
                         c = factor * (factor * tw::matmul(large, one));
                     }),
                     expected);
}

TEST(matmul, of_expressions_and_in_expressions) {
    auto const a = whole_numbers<float>(tw::extents(3, 4), 1);
    auto const b = whole_numbers<float>(tw::extents(4, 5), 2);
    array<float, 2> const twice = a + a;
    auto const product = plain_product(read_matrix(twice), read_matrix(b));
    EXPECT_TRUE(equal(tw::matmul(a + a, b), product));
    auto const bias = whole_numbers<float>(tw::extents(5), 3);
    array<float, 2> const relu = tw::maximum(tw::matmul(a + a, b) + bias, 0.0f);
    std::vector<float> expected;
    auto const added = values(bias);
    for (std::size_t i = 0; i < product.size(); ++i)
        expected.push_back(std::max(product[i] + added[i % 5], 0.0f));
    EXPECT_TRUE(equal(relu, expected));
    // Products of products, and a view of one.
    auto const d = whole_numbers<float>(tw::extents(5, 2), 4);
    array<float, 2> const ab = tw::matmul(a, b);
    EXPECT_TRUE(
        equal(tw::matmul(tw::matmul(a, b), d), plain_product(read_matrix(ab), read_matrix(d))));
    EXPECT_TRUE(equal(tw::transpose(tw::matmul(a, b)), values(array<float, 2>(tw::transpose(ab)))));
}

TEST(matmul, explains_its_call) {
    auto const a = whole_numbers<double>(tw::extents(6, 7), 1);
    auto const b = whole_numbers<double>(tw::extents(7, 5), 2);
    auto const plan = tw::explain(3.0 * tw::matmul(a, b));
    EXPECT_STREQ(plan.strategy, "product");
    EXPECT_EQ(plan.kernels, 1);
    EXPECT_EQ(plan.temporaries, 0);
    EXPECT_NE(std::string(plan.c_str()).find(on_device ? "cublasGemmEx" : "float64"),
              std::string::npos)
        << plan;
}

TEST(matmul, errors) {
    auto const a = whole_numbers<float>(tw::extents(2, 3), 1);
    auto const b = whole_numbers<float>(tw::extents(4, 5), 2);
    auto message = [](auto const& body) {
        try {
            body();
        } catch (tw::shape_error const& problem) {
            return std::string(problem.what());
        }
        return std::string("nothing was thrown");
    };
    auto const inner = message([&] { static_cast<void>(tw::matmul(a, b)); });
    for (char const* part : {"matmul", "(2, 3)", "(4, 5)", "of 3 and of 4", "matmul_test"})
        EXPECT_NE(inner.find(part), std::string::npos) << inner;
    auto const batches = message([&] {
        static_cast<void>(tw::matmul(whole_numbers<float>(tw::extents(2, 1, 3), 1),
                                     whole_numbers<float>(tw::extents(3, 3, 1), 1)));
    });
    EXPECT_NE(batches.find("of 2 and of 3"), std::string::npos) << batches;
    auto const integers = message([&] {
        static_cast<void>(tw::matmul(whole_numbers<int>(tw::extents(2, 1), 1),
                                     whole_numbers<int>(tw::extents(3), 1)));
    });
    EXPECT_NE(integers.find("of 1 and of 3"), std::string::npos) << integers;
    array<float, 2> wrong(tw::extents(2, 2));
    EXPECT_THROW(wrong() = tw::matmul(a, tw::transpose(b)(tw::slice(0, 3))), tw::shape_error);
}

}  // namespace
