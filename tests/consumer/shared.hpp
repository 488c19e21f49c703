// SPDX-License-Identifier: MIT
// What the libraries of shared_main.cpp offer.
#pragma once

#if defined(SHARED_DEVICE)
#include <twill/device.hpp>
#endif
#include <twill/twill.hpp>

#include <vector>

#define SHARED_API __attribute__((visibility("default")))

/// Where the state of the process is, as the code that calls this sees it.
inline std::vector<void const*> state() {
    return {
        &twill::detail::thread_pool::instance(),
#if defined(SHARED_DEVICE)
        &twill::detail::this_thread(),
        twill::detail::default_stream(1),
        &twill::detail::the_pinned_pool,
#endif
    };
}

// shared_one.cpp
SHARED_API std::vector<void const*> state_of_one();
SHARED_API void throw_shape_error();
SHARED_API bool evaluates_on_threads();

// shared_two.cpp
SHARED_API std::vector<void const*> state_of_two();
/// Calls throw_shape_error; whether it was caught as what it is.
SHARED_API bool catches_shape_error();

// shared_plugin.cpp
extern "C" SHARED_API void make_array(twill::host_array<double>& to);
