// SPDX-License-Identifier: MIT
// Threads, locks and atomic values as POSIX and the compiler have them: <thread>, <mutex>,
// <condition_variable>, <atomic> and <chrono> would cost every user's compile a third of a second.
#pragma once

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "twill/core/config.hpp"

namespace twill::inline v0::detail {

/// Those of std::memory_order.
enum class memory_order : int {
    relaxed = __ATOMIC_RELAXED,
    acquire = __ATOMIC_ACQUIRE,
    release = __ATOMIC_RELEASE,
    acq_rel = __ATOMIC_ACQ_REL,
    seq_cst = __ATOMIC_SEQ_CST
};

/// A value that several threads read and write.
template <class T>
class atomic_value {
public:
    constexpr atomic_value(T value) noexcept : value_(value) {}
    atomic_value(atomic_value const&) = delete;
    atomic_value& operator=(atomic_value const&) = delete;

    T load(memory_order how) const noexcept {
        return __atomic_load_n(&value_, static_cast<int>(how));
    }
    void store(T value, memory_order how) noexcept {
        __atomic_store_n(&value_, value, static_cast<int>(how));
    }
    T exchange(T value, memory_order how) noexcept {
        return __atomic_exchange_n(&value_, value, static_cast<int>(how));
    }
    T fetch_add(T value, memory_order how) noexcept {
        return __atomic_fetch_add(&value_, value, static_cast<int>(how));
    }
    T fetch_sub(T value, memory_order how) noexcept {
        return __atomic_fetch_sub(&value_, value, static_cast<int>(how));
    }
    T fetch_and(T value, memory_order how) noexcept {
        return __atomic_fetch_and(&value_, value, static_cast<int>(how));
    }
    /// `expected` becomes what is there.
    bool compare_exchange(T& expected, T value) noexcept {
        return __atomic_compare_exchange_n(&value_, &expected, value, false, __ATOMIC_ACQ_REL,
                                           __ATOMIC_ACQUIRE);
    }

private:
    T value_;
};

class thread_mutex {
public:
    thread_mutex() = default;
    thread_mutex(thread_mutex const&) = delete;
    thread_mutex& operator=(thread_mutex const&) = delete;
    void lock() noexcept { ::pthread_mutex_lock(&handle_); }
    bool try_lock() noexcept { return ::pthread_mutex_trylock(&handle_) == 0; }
    void unlock() noexcept { ::pthread_mutex_unlock(&handle_); }

private:
    friend class thread_condition;
    pthread_mutex_t handle_ = PTHREAD_MUTEX_INITIALIZER;
};
/// Holds a mutex to the end of a block.
class mutex_lock {
public:
    explicit mutex_lock(thread_mutex& mutex) noexcept : mutex_(mutex) { mutex.lock(); }
    ~mutex_lock() { mutex_.unlock(); }
    mutex_lock(mutex_lock const&) = delete;
    mutex_lock& operator=(mutex_lock const&) = delete;

private:
    thread_mutex& mutex_;
};
class thread_condition {
public:
    thread_condition() = default;
    thread_condition(thread_condition const&) = delete;
    thread_condition& operator=(thread_condition const&) = delete;
    /// The caller holds the mutex; returns once `holds()`.
    template <class Condition>
    void wait(thread_mutex& mutex, Condition&& holds) {
        while (!holds())
            ::pthread_cond_wait(&handle_, &mutex.handle_);
    }
    void notify_one() noexcept { ::pthread_cond_signal(&handle_); }
    void notify_all() noexcept { ::pthread_cond_broadcast(&handle_); }

private:
    pthread_cond_t handle_ = PTHREAD_COND_INITIALIZER;
};

/// Nanoseconds on a clock that never goes back.
inline std::int64_t steady_nanoseconds() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1000000000 + now.tv_nsec;
}
/// The processors that the calling thread may run on (taskset and containers allow some of them;
/// <pthread.h> includes what says so), or those of the machine.
inline long hardware_threads() noexcept {
#if defined(CPU_COUNT)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (::sched_getaffinity(0, sizeof(allowed), &allowed) == 0 && CPU_COUNT(&allowed) > 0)
        return CPU_COUNT(&allowed);
#endif
    return ::sysconf(_SC_NPROCESSORS_ONLN);
}

}  // namespace twill::inline v0::detail
