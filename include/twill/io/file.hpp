// SPDX-License-Identifier: MIT
// Files of bytes, checked.
#pragma once

#include <cerrno>
#include <cstdio>
#include <string>

#include "twill/core/error.hpp"

namespace twill::inline v0 {

/// A file that cannot be opened, read or written, or holds something else than was asked for.
class TWILL_SHARED file_error : public error {
    using error::error;
};

namespace detail {

[[noreturn]] TWILL_COLD inline void raise_file(char const* operation, std::string const& path,
                                               char const* problem) {
    raise<file_error>("twill: %s: %.300s: %s", operation, path.c_str(), problem);
}

/// An open file; what goes wrong is thrown as file_error with its path.
class file {
public:
    file(char const* operation, std::string const& path, char const* mode)
        : operation_(operation), path_(path), handle_(std::fopen(path.c_str(), mode)) {
        if (!handle_)
            raise_file(operation_, path_, std::strerror(errno));
    }
    file(file const&) = delete;
    file& operator=(file const&) = delete;
    ~file() {
        if (handle_)
            std::fclose(handle_);
    }

    [[noreturn]] void fail(char const* problem) const { raise_file(operation_, path_, problem); }
    template <class... Values>
    [[noreturn]] void fail(char const* format, Values... values) const {
        char text[288];
        std::snprintf(text, sizeof(text), format, values...);
        raise_file(operation_, path_, text);
    }

    void write(void const* bytes, std::size_t count) {
        if (count != 0 && std::fwrite(bytes, 1, count, handle_) != count)
            fail("cannot be written: %s", std::strerror(errno));
    }
    /// What was written may still be on its way: closing tells.
    void close() {
        std::FILE* const closing = std::exchange(handle_, nullptr);
        if (std::fclose(closing) != 0)
            fail("cannot be written: %s", std::strerror(errno));
    }
    /// Reads all of the bytes or fails.
    void read(void* bytes, std::size_t count) {
        if (count == 0 || std::fread(bytes, 1, count, handle_) == count)
            return;
        if (std::ferror(handle_))
            fail("cannot be read: %s", std::strerror(errno));
        fail("ends too early");
    }
    /// Reads as many as there are, up to `count`.
    std::size_t read_some(void* bytes, std::size_t count) {
        std::size_t const got = std::fread(bytes, 1, count, handle_);
        if (got < count && std::ferror(handle_))
            fail("cannot be read: %s", std::strerror(errno));
        return got;
    }
    void seek(std::uint64_t position) {
        if (fseeko(handle_, static_cast<off_t>(position), SEEK_SET) != 0)
            fail("cannot be read: %s", std::strerror(errno));
    }
    std::uint64_t position() const { return static_cast<std::uint64_t>(ftello(handle_)); }
    std::uint64_t size() {
        if (fseeko(handle_, 0, SEEK_END) != 0)
            fail("cannot be read: %s", std::strerror(errno));
        std::uint64_t const bytes = position();
        seek(0);
        return bytes;
    }

private:
    char const* operation_;
    std::string path_;
    std::FILE* handle_;
};

/// A file's bytes as text.
inline std::string read_text(char const* operation, std::string const& path) {
    file from(operation, path, "rb");
    std::string text;
    // What a pipe has is not known before.
    for (std::size_t more = 1 << 16;; more *= 2) {
        std::size_t const had = text.size();
        text.resize(had + more);
        std::size_t const got = from.read_some(text.data() + had, more);
        text.resize(had + got);
        if (got < more)
            return text;
    }
}

}  // namespace detail
}  // namespace twill::inline v0
