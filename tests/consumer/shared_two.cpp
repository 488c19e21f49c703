// SPDX-License-Identifier: MIT
#include "shared.hpp"

std::vector<void const*> state_of_two() { return state(); }

bool catches_shape_error() {
    try {
        throw_shape_error();
    } catch (twill::shape_error const& problem) {
        return problem.what()[0] == 't';
    } catch (...) {
    }
    return false;
}
