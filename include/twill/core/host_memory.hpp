// SPDX-License-Identifier: MIT
// Memory of host arrays. Fresh memory costs an interruption for every page, several times what a
// statement takes to fill it, so blocks that are given back are kept for the next of their size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "twill/core/config.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define TWILL_FINDS_ADDRESSES
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TWILL_FINDS_ADDRESSES
#endif
#endif

namespace twill::inline v0 {
namespace detail {

inline constexpr std::size_t host_alignment = 128;

/// Asks for large pages under a block of many.
inline void prefer_large_pages([[maybe_unused]] void* from, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::size_t page = 4096;
    std::size_t const skipped = (page - reinterpret_cast<std::size_t>(from) % page) % page;
    // A wish: where it is not granted nothing changes.
    static_cast<void>(::madvise(static_cast<char*>(from) + skipped, (bytes - skipped) / page * page,
                                MADV_HUGEPAGE));
#endif
}

/// Blocks of host memory, most of them used before. Memory is the C++ library's: whoever frees a
/// block may do so with operator delete.
class host_memory_cache {
public:
    /// Memory for `bytes`, not set; null where there is none.
    void* take(std::size_t bytes) noexcept {
        std::size_t const size = rounded(bytes);
        if (size < bytes)
            return nullptr;
        if (size >= smallest)
            if (void* const used = pop(size))
                return used;
        void* made = fresh(size);
        if (!made && trim(0))
            made = fresh(size);
        if (made && size >= std::size_t{1} << 22)
            prefer_large_pages(made, size);
        return made;
    }
    /// Takes back what take(bytes) gave.
    void give(void* memory, std::size_t bytes) noexcept {
        std::size_t const size = rounded(bytes);
        if (size < smallest || size > most / 2 || !push(memory, size))
            destroy(memory);
    }
    /// Frees blocks until at most `keep` bytes are kept; whether any was.
    bool trim(std::size_t keep) noexcept {
        link* dropped = nullptr;
        if (!enter())
            return false;
        for (int k = classes - 1; k >= 0; --k)
            while (kept_ > keep && first_[k]) {
                link* const next = first_[k];
                first_[k] = next->next;
                kept_ -= next->size;
                next->next = dropped;
                dropped = next;
            }
        leave();
        bool const any = dropped;
        while (dropped) {
            link* const next = dropped->next;
            destroy(dropped);
            dropped = next;
        }
        return any;
    }

private:
    /// What a kept block holds.
    struct link {
        link* next;
        std::size_t size;
    };

    static constexpr std::size_t smallest = std::size_t{1} << 14;
    static constexpr int steps = 8;  ///< sizes for each power of two
    static constexpr int classes = 50 * steps;

    /// The size of the class that `bytes` fall into: at most an eighth more. What nobody writes to
    /// takes no memory.
    static std::size_t rounded(std::size_t bytes) noexcept {
        if (bytes < smallest)
            return bytes;
        std::size_t const step = (std::size_t{1} << exponent(bytes)) / steps;
        return (bytes + step - 1) / step * step;
    }
    static int exponent(std::size_t bytes) noexcept {
        return 63 - __builtin_clzll(static_cast<unsigned long long>(bytes));
    }
    static int class_of(std::size_t size) noexcept {
        int const e = exponent(size);
        return (e - 14) * steps + static_cast<int>((size >> (e - 3)) & (steps - 1));
    }
    /// Most bytes that are kept. None under AddressSanitizer, which would not see the use of a
    /// block that was given back.
#if defined(TWILL_FINDS_ADDRESSES)
    static constexpr std::size_t most = 0;
#else
    static constexpr std::size_t most = std::size_t{1} << 28;
#endif

    void* pop(std::size_t size) noexcept {
        if (!enter())
            return nullptr;
        link*& first = first_[class_of(size)];
        link* const found = first;
        if (found) {
            first = found->next;
            kept_ -= size;
        }
        leave();
        return found;
    }
    bool push(void* memory, std::size_t size) noexcept {
        if (!enter())
            return false;
        if (kept_ + size > most) {
            // Sizes that nobody asks for any more do not stay for ever.
            leave();
            trim(0);
            if (!enter())
                return false;
        }
        link*& first = first_[class_of(size)];
        first = ::new (memory) link{first, size};
        kept_ += size;
        leave();
        return true;
    }

    /// Nobody waits: who comes second does without. (So does a child of fork() for ever, where a
    /// thread that it does not have was inside.)
    bool enter() noexcept { return !__atomic_exchange_n(&inside_, true, __ATOMIC_ACQUIRE); }
    void leave() noexcept { __atomic_store_n(&inside_, false, __ATOMIC_RELEASE); }

    static void* fresh(std::size_t size) noexcept {
        return ::operator new(size, std::align_val_t{host_alignment}, std::nothrow);
    }
    static void destroy(void* memory) noexcept {
        ::operator delete(memory, std::align_val_t{host_alignment});
    }

    link* first_[classes] = {};
    std::size_t kept_ = 0;
    bool inside_ = false;
};
/// Without a destructor: arrays may end after main.
TWILL_SHARED inline constinit host_memory_cache host_cache{};

}  // namespace detail

/// Gives unused memory of host arrays back to the system, but for `keep` bytes. Otherwise up to 256
/// MiB are kept for arrays to come.
inline void trim_host_memory(std::size_t keep = 0) { detail::host_cache.trim(keep); }

}  // namespace twill::inline v0
