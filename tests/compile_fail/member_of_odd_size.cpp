// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <twill/vec.hpp>

// expect first: the size of the struct must be a multiple of that of its member

namespace tw = twill;

struct particle {
    tw::vec<float, 3> position;
    float mass, charge;
};

void heavier(tw::host_array<particle>& p) {
    tw::member(p, &particle::mass) *= 2.0f;
#ifdef TWILL_MUST_FAIL
    tw::member(p, &particle::position) *= 2.0f;
#endif
}
