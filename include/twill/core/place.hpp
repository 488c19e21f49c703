// SPDX-License-Identifier: MIT
// Where a call stands in the user's code.
#pragma once

#include "twill/core/config.hpp"

namespace twill::inline v0 {

/// Where a call stands. Functions take it as a last, defaulted argument. As std::source_location,
/// which clang did not have with libstdc++ before version 16.
class source_location {
public:
    constexpr source_location(char const* file, unsigned line) : file_(file), line_(line) {}
    static constexpr source_location current(char const* file = __builtin_FILE(),
                                             unsigned line = __builtin_LINE()) {
        return {file, line};
    }
    constexpr char const* file_name() const { return file_; }
    constexpr unsigned line() const { return line_; }

private:
    char const* file_;
    unsigned line_;
};

namespace detail {

/// The place of a check that does not know its caller's: whoever calls it from outside adds that.
inline constexpr source_location nowhere{nullptr, 0};

}  // namespace detail
}  // namespace twill::inline v0
