// SPDX-License-Identifier: MIT
// Shared storage: one reference-counted block that arrays, views, expression leaves and graphs
// hold.
#pragma once

#include <new>

#include "twill/core/error.hpp"
#include "twill/core/host_memory.hpp"
#include "twill/core/space.hpp"

namespace twill::inline v0::detail {

/// A piece of memory and what the runtime must know of it. Spaces derive from it.
struct block {
    index_t references = 1;
    void* data = nullptr;
    std::size_t bytes = 0;
    /// -1 for host memory.
    int device = -1;
    /// Whether streams order its work: device and pinned memory.
    bool ordered = false;
    /// Frees the memory and the block; never throws. Null for host memory, which every library can
    /// free: an array of it may outlive the library that made it. The code that frees device and
    /// pinned memory is that library's, which must stay loaded.
    void (*destroy)(block*) noexcept = nullptr;
};

/// The last holder of a block is gone. Not inlined: it stands wherever an operand ends.
TWILL_NOINLINE inline void destroy_block(block* dead) noexcept {
    if (dead->destroy)
        return dead->destroy(dead);
    std::size_t const bytes = dead->bytes + host_alignment;
    dead->~block();
    host_cache.give(dead, bytes);
}

/// Holds a reference to a block. Copies are cheap and safe between threads.
class storage_ref {
public:
    storage_ref() noexcept = default;
    /// Takes over the reference that `owned` came with.
    explicit storage_ref(block* owned) noexcept : block_(owned) {}
    storage_ref(storage_ref const& other) noexcept : block_(other.block_) {
        if (block_)
            __atomic_fetch_add(&block_->references, 1, __ATOMIC_RELAXED);
    }
    storage_ref(storage_ref&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    storage_ref& operator=(storage_ref other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~storage_ref() { release(block_); }

    block* get() const noexcept { return block_; }
    explicit operator bool() const noexcept { return block_ != nullptr; }
    index_t use_count() const noexcept {
        return block_ ? __atomic_load_n(&block_->references, __ATOMIC_ACQUIRE) : 0;
    }

private:
    // Not inlined, and looks for null itself: operands end in many places.
    TWILL_NOINLINE static void release(block* held) noexcept {
        if (held && __atomic_fetch_sub(&held->references, 1, __ATOMIC_ACQ_REL) == 1)
            destroy_block(held);
    }
    block* block_ = nullptr;
};

[[noreturn]] TWILL_COLD inline void raise_beyond_addresses(index_t count,
                                                           std::size_t element_size) {
    char text[128];
    std::snprintf(text, sizeof(text),
                  "twill: %lld elements of %zu bytes are beyond the address space",
                  static_cast<long long>(count), element_size);
    throw out_of_memory(text, ~std::size_t{0});
}
[[noreturn]] TWILL_COLD inline void raise_no_host_memory(std::size_t bytes) {
    char text[96];
    std::snprintf(text, sizeof(text), "twill: no host memory for %zu bytes", bytes);
    throw out_of_memory(text, bytes);
}
/// Bytes of `count` elements; throws out_of_memory where the product does not fit.
inline std::size_t byte_count(index_t count, std::size_t element_size) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(static_cast<std::size_t>(count), element_size, &bytes))
        raise_beyond_addresses(count, element_size);
    return bytes;
}

template <>
struct memory<host_space> {
    /// Uninitialised host memory, aligned for vector loads; block and data are one allocation.
    static storage_ref allocate(std::size_t bytes) {
        static_assert(sizeof(block) <= host_alignment);
        std::size_t total = 0;
        void* raw = nullptr;
        if (!__builtin_add_overflow(bytes, host_alignment, &total))
            raw = host_cache.take(total);
        if (!raw)
            raise_no_host_memory(bytes);
        block* made = ::new (raw) block;
        made->data = static_cast<char*>(raw) + host_alignment;
        made->bytes = bytes;
        return storage_ref(made);
    }
    /// A copy of a block's bytes.
    static storage_ref clone(storage_ref const& other) {
        if (!other)
            return {};
        storage_ref made = allocate(other.get()->bytes);
        if (other.get()->bytes != 0)
            std::memcpy(made.get()->data, other.get()->data, other.get()->bytes);
        return made;
    }
    static constexpr stopwatch const& clock = host_stopwatch;
    /// Host work is done when the statement is: nothing to order.
    struct order {
        void reads(block*) const noexcept {}
        void writes(block*) const noexcept {}
    };
    static void reads(block*) noexcept {}
    static void writes(block*) noexcept {}
    /// Makes a block's device current for a scope: nothing to do.
    struct visit {
        explicit visit(block const*) noexcept {}
    };
};

/// Uninitialised host memory for `count` elements, aligned for vector loads; it ends with its
/// holder. In the place of std::unique_ptr and std::vector, whose headers would be a third of what
/// the library costs to include.
template <class T>
class buffer {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= host_alignment);

public:
    buffer() = default;
    explicit buffer(std::size_t count)
        : memory_(memory<host_space>::allocate(byte_count(static_cast<index_t>(count), sizeof(T)))),
          size_(count) {}
    buffer(buffer&& other) noexcept
        : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
    buffer& operator=(buffer other) noexcept {
        memory_ = std::move(other.memory_);
        size_ = other.size_;
        return *this;
    }
    ~buffer() = default;

    T* data() const { return memory_ ? static_cast<T*>(memory_.get()->data) : nullptr; }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) const { return data()[i]; }
    T* begin() const { return data(); }
    T* end() const { return data() + size_; }

private:
    storage_ref memory_;
    std::size_t size_ = 0;
};

/// Moves bytes as memmove does, also where its instruction for long copies is some ten times slower
/// (`rep movs` on x86, to places up to 32 bytes behind the source's modulo a page): in shorter
/// copies.
TWILL_NOINLINE inline void move_bytes(void* to, void const* from, std::size_t bytes) {
    constexpr std::size_t piece = 512, page = 4096, line = 64;
    auto* target = static_cast<char*>(to);
    auto const* source = static_cast<char const*>(from);
    std::size_t const ahead =
        reinterpret_cast<std::uintptr_t>(target) - reinterpret_cast<std::uintptr_t>(source);
    std::size_t const most = ahead % page - 1 < line && ahead >= bytes ? piece : bytes;
    for (std::size_t done = 0; done < bytes; done += most)
        std::memmove(target + done, source + done, most < bytes - done ? most : bytes - done);
}

template <>
struct transfer<host_space, host_space> {
    static void run(block*, void* to, block*, void const* from, std::size_t bytes) {
        move_bytes(to, from, bytes);
    }
    /// The same; then the bytes have arrived.
    static void run_and_wait(block* to_block, void* to, block* from_block, void const* from,
                             std::size_t bytes) {
        run(to_block, to, from_block, from, bytes);
    }
};

}  // namespace twill::inline v0::detail
