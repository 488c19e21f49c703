// SPDX-License-Identifier: MIT
// One pool of threads, one current stream and one set of exceptions for a program and its
// libraries, all compiled with hidden visibility.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "shared.hpp"

namespace {

bool check(bool right, char const* what) {
    if (!right)
        std::printf("shared_app: %s\n", what);
    return right;
}

bool throws_to_main() {
    try {
        throw_shape_error();
    } catch (twill::error const& problem) {
        return dynamic_cast<twill::shape_error const*>(&problem) != nullptr;
    } catch (...) {
    }
    return false;
}

/// Loads the plugin, which makes an array, and unloads it.
bool plugin_makes(char const* plugin, twill::host_array<double>& a) {
    void* const library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!check(library, "the plugin cannot be loaded"))
        return false;
    auto* const make =
        reinterpret_cast<void (*)(twill::host_array<double>&)>(dlsym(library, "make_array"));
    make(a);
    dlclose(library);
    return check(!dlopen(plugin, RTLD_NOW | RTLD_NOLOAD), "the plugin is still there");
}

/// An array of a library that was unloaded.
bool outlives(char const* plugin) {
    twill::host_array<double> a;
    if (!plugin_makes(plugin, a))
        return false;
    bool const right = a(0) == 2.0 && a(-1) == 2.0;
    a = twill::host_array<double>();  // freed by this program
    return right && evaluates_on_threads();
}

/// Whether it holds in a child of this process that ends by itself.
template <class Check>
bool in_child(Check holds) {
    std::fflush(nullptr);
    pid_t const child = fork();
    if (child == 0) {
        alarm(20);
        std::exit(holds() ? 0 : 1);
    }
    int status = 1;
    return waitpid(child, &status, 0) == child && status == 0;
}

/// A library that was the first to use twill, and is gone.
bool forks_after(char const* plugin) {
    twill::host_array<double> a;
    return plugin_makes(plugin, a) && evaluates_on_threads() && in_child([] { return true; }) &&
           in_child(evaluates_on_threads) && in_child([] {
               twill::set_thread_count(2);
               return evaluates_on_threads() && in_child(evaluates_on_threads);
           });
}

}  // namespace

int main(int, char** argv) {
    bool right =
        check(forks_after(argv[1]), "no fork after the first library that used twill has gone");
    right &= check(state() == state_of_one() && state() == state_of_two(),
                   "the libraries have state of their own");
    twill::set_thread_count(3);
    right &= check(evaluates_on_threads(), "wrong sum");
    right &= check(throws_to_main(), "the program does not know the library's exception");
    right &= check(catches_shape_error(), "a library does not know the other's exception");
    right &= check(outlives(argv[1]), "an array did not outlive its library");
    if (right)
        std::puts("shared_app: ok");
    return right ? 0 : 1;
}
