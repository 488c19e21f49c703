// SPDX-License-Identifier: MIT
// Destructors of static objects evaluate expressions, whatever of twill was used first.
#include <twill/twill.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

bool evaluates() {
    twill::host_array<double> const a = twill::ones<double>(1000000) * 3.0;
    return twill::item(sum(a)) == 3000000.0;
}

struct at_exit {
    char const* name;
    ~at_exit() {
        twill::set_thread_count(3);
        if (!evaluates() || !evaluates()) {
            std::printf("static_destructor: wrong sum in %s\n", name);
            std::fflush(stdout);
            std::_Exit(1);
        }
    }
};
// Destroyed after whatever the first evaluation makes.
at_exit const before_first_use{"the object made before twill was used"};

}  // namespace

int main() {
    twill::set_thread_count(4);
    static bool const first = evaluates();
    static at_exit const after_first_use{"the object made after twill was used"};
    return first ? 0 : 1;
}
