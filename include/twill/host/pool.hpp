// SPDX-License-Identifier: MIT
// A small persistent pool of threads for the host space.
#pragma once

#include <cstdlib>
#include <exception>

#include "twill/core/storage.hpp"
#include "twill/host/threads.hpp"

namespace twill::inline v0 {
namespace detail {

/// Tells the processor that a loop waits.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    asm volatile("pause");
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Whether a loop is worth waking threads that sleep.
enum class effort {
    small,  ///< a few microseconds: only when the pool is awake, or when such loops follow each
            ///< other closely
    large
};

/// Runs pieces of a loop on the caller and on waiting threads. One loop at a time: a loop that
/// finds the pool busy (a second host thread, or a loop inside a loop) runs on its own thread
/// alone.
///
/// There is one pool in a process, and it is never destroyed: destructors of static objects may
/// evaluate. The child of a fork has none of its parent's threads, so it goes on with a new pool,
/// whose threads start at its first loop. A child that was forked by a function inside a loop is
/// only good for exec and _exit.
///
/// The gate holds the loop's number, whether it is open, and how many workers are inside. A worker
/// that comes too late finds it shut, so the caller never waits for a thread that has nothing to
/// do.
class thread_pool {
public:
    static thread_pool& instance() {
        thread_pool* const pool = of_process.load(memory_order::acquire);
        return pool && knows_forks.load(memory_order::acquire) ? *pool : first();
    }

    int size() const noexcept { return size_.load(memory_order::relaxed); }

    /// Sets how many threads a loop uses, the caller's included; below 1 means the machine's count.
    /// Never waits for a loop: one that runs keeps its threads.
    void resize(int count) {
        size_.store(settled(count), memory_order::relaxed);
        stop_if_idle();
    }

    /// Calls body(context, piece) for every piece; the first exception of a piece is thrown to the
    /// caller.
    void run(index_t pieces, void (*body)(void*, index_t), void* context, effort how) {
        try_to_hold only(busy_);
        if (pieces <= 1 || in_loop || size() == 1 || !only.try_lock() ||
            (how == effort::small && !wakes_for_small_loop())) {
            only.unlock();
            for (index_t piece = 0; piece < pieces; ++piece)
                body(context, piece);
            return;
        }
        inside_loop const marked;
        start_workers();
        body_ = body;
        context_ = context;
        pieces_ = pieces;
        failure_ = nullptr;
        auto const most = static_cast<index_t>(shares_.size());
        shares_used_.store(most < pieces ? most : pieces, memory_order::relaxed);
        for (index_t s = 0; s < (most < pieces ? most : pieces); ++s)
            shares_[static_cast<std::size_t>(s)].next.store(first_of(s), memory_order::relaxed);
        // Added, not stored: a worker that came too late for the last loop may still be on its way
        // out.
        gate_.fetch_add(one_loop + open, memory_order::acq_rel);
        announced_.fetch_add(1, memory_order::seq_cst);
        wake(pieces - 1);
        work(0);
        gate_.fetch_and(~open, memory_order::acq_rel);
        wait_for_workers();
        if (failure_)
            std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    thread_pool(thread_pool const&) = delete;
    thread_pool& operator=(thread_pool const&) = delete;

private:
    // The gate: workers inside in the lowest bits, then `open`, then the number of the loop.
    static constexpr std::uint64_t inside = 0xffff;
    static constexpr std::uint64_t open = 0x10000;
    static constexpr std::uint64_t one_loop = 0x20000;
    static constexpr int most_threads = 0xffff;
    /// A worker looks for the next loop for some tens of microseconds before it sleeps.
    static constexpr int spin_rounds = 2000;
    static constexpr std::int64_t close_together = 50000;  // nanoseconds

    /// Whether this thread runs a loop: it holds `busy_`, or its caller does.
    TWILL_SHARED static inline thread_local bool in_loop = false;
    struct inside_loop {
        inside_loop() noexcept { in_loop = true; }
        ~inside_loop() { in_loop = false; }
        inside_loop(inside_loop const&) = delete;
        inside_loop& operator=(inside_loop const&) = delete;
    };

    /// A lock on a mutex, if it could be had.
    class try_to_hold {
    public:
        explicit try_to_hold(thread_mutex& mutex) noexcept : mutex_(mutex) {}
        ~try_to_hold() { unlock(); }
        try_to_hold(try_to_hold const&) = delete;
        try_to_hold& operator=(try_to_hold const&) = delete;
        bool try_lock() noexcept { return held_ = mutex_.try_lock(); }
        void unlock() noexcept {
            if (std::exchange(held_, false))
                mutex_.unlock();
        }

    private:
        thread_mutex& mutex_;
        bool held_ = false;
    };
    /// What a worker starts with.
    struct worker_start {
        thread_pool* pool;
        std::uint64_t seen;
        index_t own;
        static void* run(void* start) noexcept {
            worker_start const from = *static_cast<worker_start*>(start);
            delete static_cast<worker_start*>(start);
            from.pool->serve(from.seen, from.own);
            return nullptr;
        }
    };

    explicit thread_pool(int count, thread_pool* parents = nullptr) : parents_(parents) {
        size_.store(settled(count), memory_order::relaxed);
    }
    // Only one that was never used.
    ~thread_pool() = default;

    /// Makes the process's pool, for whichever library asks first. No lock is held meanwhile, so
    /// that a fork finds none.
    TWILL_COLD TWILL_OWN static thread_pool& first() {
        // Each library tells of forks, as the handlers of one go when it is unloaded; that one does
        // it twice, where two threads are first, changes nothing.
        if (!knows_forks.load(memory_order::acquire)) {
            ::pthread_atfork(before_fork, nullptr, after_fork_in_child);
            knows_forks.store(true, memory_order::release);
        }
        if (thread_pool* const there = of_process.load(memory_order::acquire))
            return *there;
        char const* const asked = std::getenv("TWILL_NUM_THREADS");
        auto* const made = new thread_pool(asked ? std::atoi(asked) : 0);
        thread_pool* there = nullptr;
        if (of_process.compare_exchange(there, made))
            return *made;
        delete made;
        return *there;
    }
    TWILL_OWN static void before_fork() { renewed.store(false, memory_order::relaxed); }
    /// Whatever the parent's other threads were doing to its pool, the child leaves that alone. The
    /// first library's handler makes the child's pool.
    TWILL_OWN static void after_fork_in_child() {
        thread_pool* const parents = of_process.load(memory_order::relaxed);
        if (parents && !renewed.exchange(true, memory_order::relaxed))
            of_process.store(new thread_pool(parents->size(), parents), memory_order::release);
    }

    static int settled(int asked) {
        int const cores = static_cast<int>(hardware_threads());
        int const count = asked >= 1 ? asked : (cores > 0 ? cores : 1);
        return count < most_threads ? count : most_threads;
    }

    void start_workers() {
        auto const count = static_cast<std::size_t>(size());
        if (shares_.size() != count || worker_count_ + 1 < count)
            start_missing_workers(count);
    }
    TWILL_COLD void start_missing_workers(std::size_t count) {
        // A library that is unloaded takes its code along: its threads stop before. Loops that come
        // later start new ones.
        static atomic_value<bool> registered{false};
        if (!registered.exchange(true, memory_order::relaxed))
            std::atexit([] { instance().stop_if_idle(); });
        if (shares_.size() != count) {
            stop_workers();
            buffer<pthread_t> workers(count);
            shares_ = buffer<share>(count);
            for (share& each : shares_)
                ::new (static_cast<void*>(&each)) share;
            workers_ = std::move(workers);
        }
        while (worker_count_ + 1 < count) {
            auto const seen = announced_.load(memory_order::relaxed);
            auto const own = static_cast<index_t>(worker_count_ + 1);
            auto* const start = new worker_start{this, seen, own};
            pthread_t worker{};
            if (::pthread_create(&worker, nullptr, worker_start::run, start) != 0) {
                delete start;
                return;  // the caller's own thread is enough
            }
            workers_[worker_count_++] = worker;
        }
    }
    void stop_if_idle() {
        try_to_hold only(busy_);
        if (!in_loop && only.try_lock())
            stop_workers();
    }
    TWILL_COLD void stop_workers() {
        {
            mutex_lock const lock(state_);
            stopping_.store(true, memory_order::seq_cst);
        }
        wake_.notify_all();
        for (std::size_t w = 0; w < worker_count_; ++w)
            ::pthread_join(workers_[w], nullptr);
        worker_count_ = 0;
        shares_ = {};
        stopping_.store(false, memory_order::relaxed);
    }

    /// Waking costs as much as the loop: worth it when the next one is likely to come at once.
    bool wakes_for_small_loop() {
        if (worker_count_ > 0 && sleepers_.load(memory_order::relaxed) == 0)
            return true;
        std::int64_t const now = steady_nanoseconds();
        return now - std::exchange(last_small_, now) < close_together;
    }

    void wake(index_t useful) {
        int const asleep = sleepers_.load(memory_order::seq_cst);
        if (asleep == 0)
            return;
        // A worker between its last look and its sleep holds the lock.
        { mutex_lock const lock(state_); }
        if (useful >= asleep)
            return wake_.notify_all();
        for (index_t i = 0; i < useful; ++i)
            wake_.notify_one();
    }

    void wait_for_workers() {
        for (int spin = 0; (gate_.load(memory_order::acquire) & inside) != 0; ++spin) {
            if (spin < spin_rounds) {
                relax();
                continue;
            }
            mutex_lock const lock(state_);
            waiting_.store(true, memory_order::seq_cst);
            done_.wait(state_, [&] { return (gate_.load(memory_order::seq_cst) & inside) == 0; });
            waiting_.store(false, memory_order::relaxed);
        }
    }

    bool is_new(std::uint64_t seen) const {
        return announced_.load(memory_order::seq_cst) != seen ||
               stopping_.load(memory_order::relaxed);
    }

    /// The life of a worker.
    TWILL_COLD void serve(std::uint64_t seen, index_t own) {
        inside_loop const marked;
        for (;;) {
            for (int spin = 0; spin < spin_rounds && !is_new(seen); ++spin)
                relax();
            if (!is_new(seen)) {
                mutex_lock const lock(state_);
                sleepers_.fetch_add(1, memory_order::seq_cst);
                wake_.wait(state_, [&] { return is_new(seen); });
                sleepers_.fetch_sub(1, memory_order::relaxed);
            }
            if (stopping_.load(memory_order::relaxed))
                return;
            seen = announced_.load(memory_order::acquire);
            std::uint64_t gate = gate_.load(memory_order::acquire);
            // A loop of few pieces has no share for this worker, which then only would be in the
            // way.
            if ((gate & open) && own < shares_used_.load(memory_order::relaxed)) {
                gate = gate_.fetch_add(1, memory_order::acq_rel);
                if (gate & open)
                    work(own);
                gate = gate_.fetch_sub(1, memory_order::seq_cst);
                if ((gate & inside) == 1 && waiting_.load(memory_order::seq_cst)) {
                    mutex_lock const lock(state_);
                    done_.notify_all();
                }
            }
        }
    }

    /// A thread's share of the pieces: the same ones in every loop over as many, so that caches and
    /// memory nodes keep serving the same thread. Whoever is done takes from the others.
    struct alignas(64) share {
        atomic_value<index_t> next{0};
    };
    index_t first_of(index_t s) const {
        index_t const shares = shares_used_.load(memory_order::relaxed);
        index_t const each = pieces_ / shares;
        index_t const rest = pieces_ % shares;
        return s * each + (s < rest ? s : rest);
    }

    void work(index_t own) {
        index_t const shares = shares_used_.load(memory_order::relaxed);
        // In a short loop only the caller takes over what others are late for: a worker would pull
        // data into the wrong cache, which costs more than it gains.
        index_t const reach = own == 0 || pieces_ >= 8 * shares ? shares : 1;
        for (index_t taken = 0; taken < reach; ++taken) {
            index_t const s = (own + taken) % shares;
            atomic_value<index_t>& next = shares_[static_cast<std::size_t>(s)].next;
            index_t const end = first_of(s + 1);
            for (index_t piece; (piece = next.fetch_add(1, memory_order::relaxed)) < end;) {
                try {
                    body_(context_, piece);
                } catch (...) {
                    {
                        mutex_lock const lock(state_);
                        if (!failure_)
                            failure_ = std::current_exception();
                    }
                    for (share& other : shares_)
                        other.next.store(pieces_, memory_order::relaxed);
                    return;
                }
            }
        }
    }

    TWILL_SHARED static inline atomic_value<thread_pool*> of_process{nullptr};
    /// The pool of a process that forks. No process id tells the child: it may be the same one in a
    /// namespace of its own.
    TWILL_SHARED static inline atomic_value<bool> renewed{false};
    /// Whether this library's handlers are registered.
    TWILL_OWN static inline atomic_value<bool> knows_forks{false};

    /// The pool of the process that forked this one, so that nothing is lost sight of.
    [[maybe_unused]] thread_pool* parents_ = nullptr;
    thread_mutex busy_;
    thread_mutex state_;
    thread_condition wake_;
    thread_condition done_;
    buffer<pthread_t> workers_;
    std::size_t worker_count_ = 0;
    atomic_value<int> size_{1};
    atomic_value<int> sleepers_{0};
    atomic_value<bool> waiting_{false};
    atomic_value<bool> stopping_{false};
    alignas(64) atomic_value<std::uint64_t> gate_{0};
    /// How many loops there were: what workers look at while they wait, apart from the gate, which
    /// every one of them writes as it comes and goes.
    alignas(64) atomic_value<std::uint64_t> announced_{0};
    alignas(64) buffer<share> shares_;
    atomic_value<index_t> shares_used_{1};
    void (*body_)(void*, index_t) = nullptr;
    void* context_ = nullptr;
    index_t pieces_ = 0;
    std::exception_ptr failure_;
    std::int64_t last_small_ = -close_together;
};

/// body(piece) for every piece in [0, pieces), in no order.
template <class Body>
void parallel_pieces(index_t pieces, Body&& body, effort how = effort::large) {
    thread_pool::instance().run(
        pieces,
        [](void* context, index_t piece) {
            (*static_cast<std::remove_reference_t<Body>*>(context))(piece);
        },
        const_cast<void*>(static_cast<void const*>(&body)), how);
}

/// Below this many elements a loop runs on its caller: waking threads costs more than it saves.
inline constexpr index_t serial_elements = index_t{1} << 15;
/// Elements of a piece: fixed, so that results never depend on the number of threads.
inline constexpr index_t piece_elements = index_t{1} << 15;

}  // namespace detail

/// Threads that host expressions use, the caller's included. The environment variable
/// TWILL_NUM_THREADS sets it at the start; otherwise it is the number of processors that
/// the thread which asks first may run on.
inline int thread_count() { return detail::thread_pool::instance().size(); }
/// Sets the number of threads; below 1 means the number of processors that the calling thread may
/// run on. Never waits: a loop that runs, on this thread or another, keeps its threads, and the
/// next one has the new number.
inline void set_thread_count(int count) { detail::thread_pool::instance().resize(count); }

}  // namespace twill::inline v0
