// SPDX-License-Identifier: MIT
// Page-locked host memory: blocks that were freed are kept, because locking pages costs far more
// than a copy of what they hold.
#pragma once

#include "twill/cuda/runtime/device_pool.hpp"

namespace twill::inline v0 {
namespace detail {

/// A block of page-locked memory. While it is unused it waits in the pool, with the events behind
/// its last uses.
struct pinned_block : stream_block {
    std::size_t capacity = 0;
    pinned_block* next = nullptr;
    int pending = 0;
    cudaEvent_t events[most_readers + 1] = {};

    /// Whether its last uses are done. Work that failed is done, too.
    bool ready() noexcept {
        for (; pending > 0; --pending) {
            cudaError_t const code = cudaEventQuery(events[pending - 1]);
            if (code != cudaSuccess)
                cudaGetLastError();
            if (code == cudaErrorNotReady)
                return false;
            cudaEventDestroy(events[pending - 1]);
        }
        return true;
    }
    void wait() noexcept {
        for (int i = 0; i < pending; ++i)
            cudaEventSynchronize(events[i]);
        ready();
    }
};

/// The unused blocks, oldest first, and what all blocks take.
struct pinned_pool {
    /// So many unused blocks of a size are asked whether they are done with.
    static constexpr int most_asked = 8;

    /// More unused bytes than that are given back as soon as they are done with.
    std::uint64_t most_unused = std::uint64_t{1} << 30;
    pinned_block* first = nullptr;
    pinned_block* last = nullptr;
    std::uint64_t used = 0;
    std::uint64_t unused = 0;
    std::uint64_t peak = 0;
    unsigned char locked = 0;

    class lock {
    public:
        explicit lock(pinned_pool& p) noexcept : p_(p) {
            while (__atomic_test_and_set(&p_.locked, __ATOMIC_ACQUIRE)) {
            }
        }
        ~lock() { __atomic_clear(&p_.locked, __ATOMIC_RELEASE); }
        lock(lock const&) = delete;
        lock& operator=(lock const&) = delete;

    private:
        pinned_pool& p_;
    };

    /// Pages, and four sizes between a power of two and the next.
    static std::size_t capacity_for(std::size_t bytes) noexcept {
        std::size_t step = 4096;
        while (step < bytes / 8 + (bytes % 8 != 0))
            step *= 2;
        return bytes > ~std::size_t{0} / 2 ? bytes
                                           : (bytes + step - 1 + (bytes == 0)) / step * step;
    }

    /// An unused block of a capacity whose last uses are done; null where there is none.
    pinned_block* take(std::size_t capacity) noexcept {
        lock const held(*this);
        int asked = 0;
        pinned_block* before = nullptr;
        for (pinned_block* b = first; b && asked < most_asked; before = b, b = b->next)
            if (b->capacity == capacity && (++asked, b->ready())) {
                unlink(before, b);
                count(b);
                return b;
            }
        return nullptr;
    }
    /// A fresh block, or null. With little memory left the unused blocks are given back first.
    pinned_block* make(std::size_t capacity) {
        auto* made = new (std::nothrow) pinned_block;
        if (!made)
            return nullptr;
        cudaError_t code = cudaHostAlloc(&made->data, capacity, cudaHostAllocDefault);
        if (code == cudaErrorMemoryAllocation) {
            cudaGetLastError();
            give_back(0, true);
            code = cudaHostAlloc(&made->data, capacity, cudaHostAllocDefault);
        }
        if (code != cudaSuccess) {
            delete made;
            if (code != cudaErrorMemoryAllocation)
                raise_cuda(code, "cudaHostAlloc");
            cudaGetLastError();
            return nullptr;
        }
        made->capacity = capacity;
        made->ordered = true;
        lock const held(*this);
        count(made);
        return made;
    }
    /// Takes a block that nobody holds any more; does not wait for its last uses.
    void keep(pinned_block* b) noexcept {
        for (int i = -1; i < b->reader_count; ++i) {
            stream_state const* const s = i < 0 ? b->writer : b->readers[i];
            if (!s || (i >= 0 && s == b->writer))
                continue;
            cudaError_t const code = try_record(s, b->events[b->pending]);
            if (code == cudaSuccess)
                ++b->pending;
            else
                wait_instead(s, code, "cudaEventRecord before pinned memory is freed");
        }
        forget_streams(b);
        bool full = false;
        {
            lock const held(*this);
            b->next = nullptr;
            (last ? last->next : first) = b;
            last = b;
            used -= b->capacity;
            unused += b->capacity;
            full = unused > most_unused;
        }
        if (full)
            give_back(most_unused, false);
    }
    /// Unlocks unused blocks that are done with, the oldest first, until at most `left` bytes are
    /// unused.
    void give_back(std::uint64_t left, bool wait) noexcept {
        for (;;) {
            pinned_block* b = nullptr;
            {
                lock const held(*this);
                pinned_block* before = nullptr;
                for (b = first; b && unused > left && !wait && !b->ready(); b = b->next)
                    before = b;
                if (!b || unused <= left)
                    return;
                unlink(before, b);
            }
            b->wait();
            cudaError_t const code = cudaFreeHost(b->data);
            if (code != cudaSuccess)
                report(code, "cudaFreeHost");
            delete b;
        }
    }

private:
    void unlink(pinned_block* before, pinned_block* b) noexcept {
        (before ? before->next : first) = b->next;
        if (last == b)
            last = before;
        unused -= b->capacity;
    }
    void count(pinned_block const* b) noexcept {
        used += b->capacity;
        if (peak < used)
            peak = used;
    }
};
/// Constant-initialised and never destroyed: arrays in static objects use it.
TWILL_SHARED inline constinit pinned_pool the_pinned_pool{};

template <>
struct memory<pinned_space> {
    /// Uninitialised page-locked memory.
    static storage_ref allocate(std::size_t bytes) {
        std::size_t const capacity = pinned_pool::capacity_for(bytes);
        pinned_block* b = the_pinned_pool.take(capacity);
        if (!b)
            b = the_pinned_pool.make(capacity);
        if (!b) {
            char text[96];
            std::snprintf(text, sizeof(text), "twill: no page-locked memory for %zu bytes", bytes);
            throw out_of_memory(text, bytes);
        }
        b->references = 1;
        b->bytes = bytes;
        b->destroy = [](block* dead) noexcept {
            the_pinned_pool.keep(static_cast<pinned_block*>(dead));
        };
        return storage_ref(b);
    }
    static storage_ref clone(storage_ref const& other) {
        if (!other)
            return {};
        storage_ref made = allocate(other.get()->bytes);
        std::memcpy(made.get()->data, other.get()->data, other.get()->bytes);
        return made;
    }
    using visit = memory<host_space>::visit;
    static void reads(block*) noexcept {}
    static void writes(block*) noexcept {}
};

}  // namespace detail

/// What page-locked memory takes, in bytes, for the whole process: what arrays use, that and what
/// is kept for the next ones, and what arrays used at most.
inline pool_statistics pinned_memory_statistics() {
    detail::pinned_pool& pool = detail::the_pinned_pool;
    detail::pinned_pool::lock const held(pool);
    return {pool.used, pool.used + pool.unused, pool.peak};
}
/// Gives page-locked memory that no array uses back to the system, keeping at least `keep` bytes of
/// it. Does not wait for copies: what they still use is kept, too.
inline void trim_pinned_memory(std::size_t keep = 0) {
    detail::the_pinned_pool.give_back(keep, false);
}

}  // namespace twill::inline v0
