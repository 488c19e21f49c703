// SPDX-License-Identifier: MIT
// The exceptions of the library and the one place that builds and throws them.
// Messages live in a small reference-counted buffer, so copying an error never throws and no
// heavy standard header is needed.
#pragma once

#include <cstdarg>
#include <exception>

#include "twill/core/trace.hpp"

namespace twill::inline v0 {

/// Base of all exceptions thrown by twill. `what()` says the operation, the operands' shapes,
/// and the file and line of the statement that asked for it.
class TWILL_SHARED error : public std::exception {
public:
    explicit error(char const* message) noexcept { append("%s", message); }
    error(error const& other) noexcept
        : std::exception(other), message_length_(other.message_length_) {
        append("%s", other.what());
    }
    error& operator=(error const& other) noexcept {
        if (this != &other) {
            length_ = 0;
            append("%s", other.what());
            message_length_ = other.message_length_;
        }
        return *this;
    }
    ~error() override = default;

    char const* what() const noexcept override { return text_; }

    /// Adds the place of the caller's statement; an outer statement's place replaces an inner
    /// one's, and one without a file removes it.
    void add_place(source_location const& place) noexcept {
        if (message_length_ >= 0)
            length_ = message_length_;
        else
            message_length_ = length_;
        text_[length_] = '\0';
        if (place.file_name())
            append("\n  at %s:%u", place.file_name(), place.line());
    }

    void append(char const* format, ...) noexcept {
        std::va_list arguments;
        va_start(arguments, format);
        int const room = static_cast<int>(sizeof(text_)) - length_;
        int const written =
            std::vsnprintf(text_ + length_, static_cast<std::size_t>(room), format, arguments);
        va_end(arguments);
        if (written > 0)
            length_ += written < room ? written : room - 1;
    }

private:
    char text_[768] = {};
    int length_ = 0;
    int message_length_ = -1;
};

/// Shapes that do not fit together, a negative extent, or a product beyond 2^63.
class TWILL_SHARED shape_error : public error {
    using error::error;
};
/// An index outside its axis.
class TWILL_SHARED index_error : public error {
    using error::error;
};
/// An axis outside the rank, or given twice.
class TWILL_SHARED axis_error : public error {
    using error::error;
};
/// An argument that has no meaning for the operation (a step of 0, a scalar that does not fit).
class TWILL_SHARED value_error : public error {
    using error::error;
};
/// An operand that lives on another device than the current one, or no device at all.
class TWILL_SHARED device_error : public error {
    using error::error;
};

/// A failed CUDA call: `code()` is the cudaError_t.
class TWILL_SHARED cuda_error : public error {
public:
    cuda_error(char const* message, int code) noexcept : error(message), code_(code) {}
    int code() const noexcept { return code_; }

private:
    int code_;
};

/// No memory for `requested()` bytes; for a device the message tells the pool's and the device's
/// state.
class TWILL_SHARED out_of_memory : public error {
public:
    out_of_memory(char const* message, std::size_t requested) noexcept
        : error(message), requested_(requested) {}
    std::size_t requested() const noexcept { return requested_; }

private:
    std::size_t requested_;
};

namespace detail {

/// What was asked for, and where: the head and the end of a message.
struct caller {
    char const* operation;
    source_location place;
    constexpr caller(char const* name, source_location where = nowhere)
        : operation(name), place(where) {}
};

/// Formats and throws. Cold and not inlined, so that the checks cost their callers a compare.
template <class Error>
[[noreturn]] TWILL_COLD inline void raise(char const* format, ...) {
    char text[640];
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    throw Error(text);
}
template <class Error>
Error with_place(Error problem, source_location const& place) noexcept {
    problem.add_place(place);
    return problem;
}
/// The same with the place that the message ends with.
template <class Error>
[[noreturn]] TWILL_COLD inline void raise(source_location const& place, char const* format, ...) {
    char text[640];
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    throw with_place(Error(text), place);
}

/// `(2, 3)` as text, for messages.
struct shape_text {
    char text[112];
    TWILL_COLD shape_text(index_t const* extents, int rank) noexcept {
        int used = std::snprintf(text, sizeof(text), "(");
        for (int axis = 0; axis < rank && used < static_cast<int>(sizeof(text)) - 24; ++axis)
            used += std::snprintf(text + used, sizeof(text) - static_cast<std::size_t>(used),
                                  axis + 1 < rank ? "%lld, " : (rank == 1 ? "%lld," : "%lld"),
                                  static_cast<long long>(extents[axis]));
        std::snprintf(text + used, sizeof(text) - static_cast<std::size_t>(used), ")");
    }
};

/// Runs `body` as the statement at a place, which any twill error that leaves it tells.
template <class Body>
decltype(auto) at_place(source_location const& place, Body&& body) {
    traced_statement const statement(place);
    try {
        return body();
    } catch (error& problem) {
        problem.add_place(place);
        throw;
    }
}

/// Runs `body` where the language keeps the caller's place from us: an operator has no room for a
/// defaulted argument. The error says what would know it.
template <class Body>
decltype(auto) without_place(char const* advice, Body&& body) {
    traced_statement const statement(nowhere);
    try {
        return body();
    } catch (error& problem) {
        problem.add_place(nowhere);
        problem.append("\n  %s", advice);
        throw;
    }
}

}  // namespace detail
}  // namespace twill::inline v0
