// SPDX-License-Identifier: MIT
#include <twill/extend.hpp>
#include <twill/twill.cuh>
#include <twill/twill.hpp>

// expect: __host__ __device__
// expect: host_index

namespace tw = twill;

struct host_index {
    static constexpr char const* name = "host_index";
    constexpr float operator()(tw::index_t i) const { return static_cast<float>(i); }
};
struct any_index {
    static constexpr char const* name = "any_index";
    __host__ __device__ float operator()(tw::index_t i) const { return static_cast<float>(i); }
};

void assign(tw::device_array<float>& a) {
    a = tw::extend::generator(tw::extents(3), any_index{});
#ifdef TWILL_MUST_FAIL
    a = tw::extend::generator(tw::extents(3), host_index{});
#endif
}

void on_host(tw::host_array<float>& a) { a = tw::extend::generator(tw::extents(3), host_index{}); }
