// A small persistent pool of threads for the host space.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "twill/core/config.hpp"

namespace twill::inline v0 {
namespace detail {

/// Runs pieces of a loop on the caller and on waiting threads. One loop at a time: a loop that finds the pool
/// busy (a second host thread, or a loop inside a loop) runs on its own thread alone.
class thread_pool {
public:
    static thread_pool& instance() {
        static thread_pool pool;
        return pool;
    }

    int size() const noexcept { return size_.load(std::memory_order_relaxed); }

    /// Sets how many threads a loop uses, the caller's included; below 1 means the machine's count.
    void resize(int count) {
        std::lock_guard const only(busy_);
        stop_workers();
        size_.store(count >= 1 ? count : default_size(), std::memory_order_relaxed);
    }

    /// Calls body(context, piece) for every piece; the first exception of a piece is thrown to the caller.
    void run(index_t pieces, void (*body)(void*, index_t), void* context) {
        std::unique_lock const only(busy_, std::try_to_lock);
        if (pieces <= 1 || size() == 1 || !only.owns_lock()) {
            for (index_t piece = 0; piece < pieces; ++piece) body(context, piece);
            return;
        }
        start_workers();
        {
            std::lock_guard const lock(state_);
            body_ = body;
            context_ = context;
            pieces_ = pieces;
            failure_ = nullptr;
            next_.store(0, std::memory_order_relaxed);
            working_.store(static_cast<int>(workers_.size()), std::memory_order_relaxed);
            generation_.fetch_add(1, std::memory_order_release);
        }
        wake_.notify_all();
        work();
        for (int spin = 0; working_.load(std::memory_order_acquire) != 0; ++spin) {
            if (spin < spin_rounds) continue;
            std::unique_lock lock(state_);
            done_.wait(lock, [&] { return working_.load(std::memory_order_acquire) == 0; });
        }
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    thread_pool(thread_pool const&) = delete;
    thread_pool& operator=(thread_pool const&) = delete;

private:
    static constexpr int spin_rounds = 2000;

    thread_pool() {
        char const* asked = std::getenv("TWILL_NUM_THREADS");
        int const count = asked ? std::atoi(asked) : 0;
        size_.store(count >= 1 ? count : default_size(), std::memory_order_relaxed);
    }
    ~thread_pool() { stop_workers(); }

    static int default_size() {
        int const cores = static_cast<int>(std::thread::hardware_concurrency());
        return cores > 0 ? cores : 1;
    }

    void start_workers() {
        std::size_t const wanted = static_cast<std::size_t>(size() - 1);
        while (workers_.size() < wanted) {
            auto const seen = generation_.load(std::memory_order_relaxed);
            workers_.emplace_back([this, seen] { wait_for_work(seen); });
        }
    }
    void stop_workers() {
        {
            std::lock_guard const lock(state_);
            stopping_ = true;
            generation_.fetch_add(1, std::memory_order_release);
        }
        wake_.notify_all();
        for (auto& worker : workers_) worker.join();
        workers_.clear();
        stopping_ = false;
    }

    void wait_for_work(std::uint64_t seen) {
        for (;;) {
            for (int spin = 0; spin < spin_rounds && generation_.load(std::memory_order_acquire) == seen; ++spin) {
            }
            {
                std::unique_lock lock(state_);
                wake_.wait(lock, [&] { return generation_.load(std::memory_order_acquire) != seen; });
                seen = generation_.load(std::memory_order_relaxed);
                if (stopping_) return;
            }
            work();
            if (working_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
                std::lock_guard const lock(state_);
                done_.notify_all();
            }
        }
    }

    void work() {
        for (;;) {
            index_t const piece = next_.fetch_add(1, std::memory_order_relaxed);
            if (piece >= pieces_) return;
            try {
                body_(context_, piece);
            } catch (...) {
                std::lock_guard const lock(state_);
                if (!failure_) failure_ = std::current_exception();
                next_.store(pieces_, std::memory_order_relaxed);
            }
        }
    }

    std::mutex busy_;
    std::mutex state_;
    std::condition_variable wake_;
    std::condition_variable done_;
    std::vector<std::thread> workers_;
    std::atomic<int> size_{1};
    std::atomic<std::uint64_t> generation_{0};
    std::atomic<index_t> next_{0};
    std::atomic<int> working_{0};
    void (*body_)(void*, index_t) = nullptr;
    void* context_ = nullptr;
    index_t pieces_ = 0;
    std::exception_ptr failure_;
    bool stopping_ = false;
};

/// body(piece) for every piece in [0, pieces), in no order.
template <class Body>
void parallel_pieces(index_t pieces, Body&& body) {
    thread_pool::instance().run(
        pieces, [](void* context, index_t piece) { (*static_cast<std::remove_reference_t<Body>*>(context))(piece); },
        const_cast<void*>(static_cast<void const*>(&body)));
}

/// Below this many elements a loop runs on its caller: waking threads costs more than it saves.
inline constexpr index_t serial_elements = index_t{1} << 15;
/// Elements of a piece: fixed, so that results never depend on the number of threads.
inline constexpr index_t piece_elements = index_t{1} << 15;

}  // namespace detail

/// Threads that host expressions use, the caller's included. The environment variable TWILL_NUM_THREADS sets it at
/// the start; otherwise it is the machine's number of hardware threads.
inline int thread_count() { return detail::thread_pool::instance().size(); }
/// Sets the number of threads; below 1 means the machine's number of hardware threads.
inline void set_thread_count(int count) { detail::thread_pool::instance().resize(count); }

}  // namespace twill::inline v0
