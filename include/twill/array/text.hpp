// SPDX-License-Identifier: MIT
// Text that grows, in the place of std::string, whose header would be a fifth of what the library
// costs to include.
#pragma once

#include "twill/core/storage.hpp"

namespace twill::inline v0::detail {

class growing_text {
public:
    growing_text() = default;
    growing_text(char const* from) { append(from, std::strlen(from)); }
    growing_text(char const* from, std::size_t count) { append(from, count); }
    growing_text(std::size_t count, char c) { append(count, c); }
    growing_text(growing_text const& other) : growing_text(other.data(), other.size()) {}
    growing_text(growing_text&& other) noexcept
        : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
    growing_text& operator=(growing_text other) noexcept {
        memory_ = std::move(other.memory_);
        size_ = other.size_;
        return *this;
    }
    ~growing_text() = default;

    char const* data() const { return memory_.data(); }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    char operator[](std::size_t i) const { return memory_[i]; }
    char back() const { return memory_[size_ - 1]; }
    void pop_back() { --size_; }

    /// Makes room for `count` characters before position `at`, and gives their place.
    TWILL_NOINLINE char* open(std::size_t at, std::size_t count) {
        if (size_ + count > memory_.size()) {
            buffer<char> grown(2 * (size_ + count));
            if (size_ != 0)
                std::memcpy(grown.data(), data(), size_);
            memory_ = std::move(grown);
        }
        char* const place = memory_.data() + at;
        std::memmove(place + count, place, size_ - at);
        size_ += count;
        return place;
    }
    growing_text& append(char const* from, std::size_t count) {
        if (count != 0)
            std::memcpy(open(size_, count), from, count);
        return *this;
    }
    growing_text& append(std::size_t count, char c) { return insert(size_, count, c); }
    growing_text& insert(std::size_t at, std::size_t count, char c) {
        if (count != 0)
            std::memset(open(at, count), c, count);
        return *this;
    }
    growing_text& operator+=(growing_text const& more) { return append(more.data(), more.size()); }
    growing_text& operator+=(char c) { return append(1, c); }

private:
    buffer<char> memory_;
    std::size_t size_ = 0;
};

}  // namespace twill::inline v0::detail
