// SPDX-License-Identifier: MIT
#pragma once

#include "elementwise.hpp"
#include "layouts.hpp"
#include "others.hpp"
#include "reductions.hpp"
#include "rows.hpp"

/// `model [statements of each type] [seed]`
int main(int count, char** words) {
    int const each = count > 1 ? std::atoi(words[1]) : 8;
    auto const seed = static_cast<unsigned>(count > 2 ? std::atoi(words[2]) : 1);
    model::sampler s(seed, each);
    std::printf("family,statement,shape,read,written,kernels,limit,estimate_us,measured_us\n");
    model::elementwise(s);
    model::layouts(s);
    model::reductions(s);
    model::rows(s);
    model::others(s);
}
