// SPDX-License-Identifier: MIT
// Linear algebra where memory ends, and while other threads capture graphs.
#include <thread>

#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

/// Calls with ever more memory until it is enough: each failure is out_of_memory and leaves
/// everything usable.
template <class F>
void with_little_memory(char const* name, F&& call) {
    SCOPED_TRACE(name);
    auto const expected = values(call());
    tw::synchronize();
    auto const used = tw::memory_info().used;
    int failures = 0;
    bool done = false;
    for (std::uint64_t more = 512; !done && more < (std::uint64_t{1} << 31); more *= 2) {
        tw::set_memory_limit(used + more);
        try {
            auto const result = call();
            tw::synchronize();
            tw::set_memory_limit(0);
            EXPECT_EQ(values(result), expected);
            done = true;
        } catch (tw::out_of_memory const&) {
            ++failures;
        }
        tw::set_memory_limit(0);
        tw::synchronize();
        EXPECT_EQ(tw::memory_info().used, used);
    }
    EXPECT_TRUE(done);
    EXPECT_GT(failures, 2);
    EXPECT_EQ(values(call()), expected);
}

TEST(linalg_memory, ends) {
    auto const a = array_of<double>(definite(random_batch<double>(3, 70, 70, 1)));
    auto const b = array_of<double>(random_batch<double>(3, 70, 2, 2));
    auto const tall = array_of<double>(random_batch<double>(1, 600, 520, 3));
    with_little_memory("solve", [&] { return la::solve(a, b); });
    with_little_memory("inv", [&] { return la::inv(a); });
    with_little_memory("cholesky", [&] { return la::cholesky(a); });
    with_little_memory("qr", [&] { return la::qr(tall).r; });
    with_little_memory("svd", [&] { return la::svd(a).s; });
    with_little_memory("svdvals", [&] { return la::svdvals(tall); });
    with_little_memory("eigvalsh", [&] { return la::eigvalsh(a); });
    with_little_memory("lstsq", [&] {
        return la::lstsq(tall, tall(tw::full_extent, tw::full_extent, tw::slice(0, 1))).x;
    });
}

TEST(linalg_memory, handles_made_while_others_capture) {
    auto const a = array_of<float>(definite(random_batch<float>(1, 50, 50, 4)));
    auto const expected = values(la::cholesky(a));
    tw::synchronize();
    tw::stream const captures = tw::stream::create();
    cudaGraph_t graph = nullptr;
    // The strictest kind of a capture, which what another thread allocates would break.
    ASSERT_EQ(cudaStreamBeginCapture(captures.handle(), cudaStreamCaptureModeGlobal), cudaSuccess);
    // Several calls at once need several handles.
    std::vector<int> wrong(3);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < wrong.size(); ++k)
        threads.emplace_back([&, k] {
            try {
                tw::stream_guard const guard(tw::stream::create());
                tw::detail::solver_call const one, two;
                wrong[k] = one.solver() == two.solver() || one.blas() == two.blas();
                wrong[k] += one.parameters() == nullptr || one.jacobi() == nullptr;
            } catch (tw::error const& problem) {
                ADD_FAILURE() << problem.what();
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(cudaStreamEndCapture(captures.handle(), &graph), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    for (int const count : wrong)
        EXPECT_EQ(count, 0);
    EXPECT_EQ(values(la::cholesky(a)), expected);
}

}  // namespace
