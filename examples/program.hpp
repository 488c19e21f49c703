// SPDX-License-Identifier: MIT
// What the main functions of the examples share: the options that most of them have, and how they
// end.
#pragma once

#include "example.hpp"
#include "image_file.hpp"
#include "options.hpp"

namespace example {

/// The options of most examples: threads and the space, how often calls are repeated, and where the
/// picture goes.
class shared_options {
public:
    int repeats = 0;
    std::string picture;  ///< empty: draw none

    void add_repeats(options& to, int usual) {
        repeats = usual;
        to.add('r', "repeats", repeats, "calls behind each median");
        repeated_ = true;
    }
    void add_space(options& to) {
        to.add('t', "threads", threads_, "CPU threads of the host space, 0 for all");
        to.add('s', "space", space_, "auto, host or device");
    }
    void add_picture(options& to, char const* program) {
        picture = std::string(program) + picture_suffix;
        to.add('p', "picture", picture, "where the picture goes");
        to.add(0, "no-picture", no_picture_, "draw none");
    }
    /// Sets the threads and tells where the work runs. Throws for what makes no sense.
    setting settle() {
        if (repeated_ && repeats < 1)
            throw std::invalid_argument("--repeats must be 1 or more");
        if (no_picture_)
            picture.clear();
        else if (!picture.empty())
            check_picture_name(picture);
        tw::set_thread_count(threads_);
        return choose_space(space_);
    }

private:
    int threads_ = 0;
    std::string space_ = "auto";
    bool no_picture_ = false, repeated_ = false;
};

/// What main returns: what `body` does, or 2 after the sentence of what it throws.
template <class Body>
int run_program(char const* name, Body&& body) try {
    return body();
} catch (std::exception const& problem) {
    std::fprintf(stderr, "%s: %s\n", name, problem.what());
    return 2;
}

}  // namespace example
