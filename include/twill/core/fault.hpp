// SPDX-License-Identifier: MIT
// Faults that only the elements show, as an index out of range: a loop or kernel that meets one
// leaves a record of the first and goes on. A host statement then throws it; on the device the next
// call that waits for the stream does. Statements without such operations have none of this.
#pragma once

#include "twill/core/error.hpp"
#include "twill/core/space.hpp"

namespace twill::inline v0::detail {

struct fault_record;
/// Throws what a fault of an operation is; `where` names its statement, or is empty.
using fault_raiser = void (*)(fault_record const& fault, char const* where,
                              source_location const& place);

/// What a fault leaves behind. `state`: 0 none, 1 being written, 2 there.
struct fault_record {
    unsigned state;
    unsigned line;
    char const* file;
    char const* operation;
    index_t value;
    index_t limit;
    int axis;
    int device;             ///< of a record that waits for a stream of others: the stream's
    fault_record* next;     ///< of records that no stream has
    fault_raiser raiser;    ///< null: an index that is out of range
    void const* waits_for;  ///< the handle of that stream
};

/// Where the faults of an operation go, and what they will say.
struct fault_site {
    fault_record* record;
    char const* operation;
    char const* file;
    index_t line;
    index_t first_axis = 0;         ///< what the operation calls axis 0
    fault_raiser raiser = nullptr;  ///< for faults other than indices out of range

    /// Notes a fault, unless there is one already.
    void note(index_t value, index_t limit, int axis) const {
        unsigned none = 0;
        if (!__atomic_compare_exchange_n(&record->state, &none, 1u, false, __ATOMIC_ACQUIRE,
                                         __ATOMIC_RELAXED))
            return;
        fill(value, limit, axis);
        __atomic_store_n(&record->state, 2u, __ATOMIC_RELEASE);
    }
    TWILL_HD void fill(index_t value, index_t limit, int axis) const {
        record->line = static_cast<unsigned>(line);
        record->file = file;
        record->operation = operation;
        record->value = value;
        record->limit = limit;
        record->axis = axis + static_cast<int>(first_axis);
        record->raiser = raiser;
    }
};

/// Takes a fault out of its record and throws it: index_error with the operation, the bad index and
/// the axis, or what its raiser does; `late` says the statement's place too, because another call
/// has found it.
[[noreturn]] TWILL_COLD inline void raise_fault(fault_record* from, bool late,
                                                source_location const& place = nowhere) {
    fault_record const fault = *from;
    __atomic_store_n(&from->state, 0u, __ATOMIC_RELEASE);
    char where[256] = "";
    if (late && fault.file)
        std::snprintf(where, sizeof(where), ", in the statement at %s:%u", fault.file, fault.line);
    if (fault.raiser)
        fault.raiser(fault, where, place);
    if (fault.value == INT64_MIN)
        raise<index_error>(place, "twill: %s: a position that the array does not have%s",
                           fault.operation, where);
    raise<index_error>(place, "twill: %s: index %lld is out of range for axis %d of size %lld%s",
                       fault.operation, static_cast<long long>(fault.value), fault.axis,
                       static_cast<long long>(fault.limit), where);
}
inline void throw_fault(fault_record* record, bool late, source_location const& place = nowhere) {
    if (record && __atomic_load_n(&record->state, __ATOMIC_ACQUIRE) == 2) [[unlikely]]
        raise_fault(record, late, place);
}

/// The record of the statement that a thread is at, on the host.
TWILL_SHARED inline fault_record*& host_faults() {
    static thread_local fault_record none{};
    static thread_local fault_record* record = &none;
    return record;
}

/// The record of the stream that a statement runs on; completed for the device by
/// `twill/device.hpp`.
template <class Space>
struct faults;
template <>
struct faults<host_space> {
    static fault_record* record() { return host_faults(); }
    static void throw_now() { throw_fault(host_faults(), false); }
};

/// While a statement runs that may meet a fault: on the host it has a record of its own, so that
/// neither one that it is nested in nor one that an exception ended leaves its fault here. On the
/// device the stream's record keeps it.
template <class Space, bool MayFault>
struct fault_scope {};
template <>
struct fault_scope<host_space, true> {
    fault_scope() : outer_(host_faults()) { host_faults() = &own_; }
    fault_scope(fault_scope const&) = delete;
    fault_scope& operator=(fault_scope const&) = delete;
    ~fault_scope() { host_faults() = outer_; }

private:
    fault_record own_{};
    fault_record* outer_;
};

/// Where the faults of an operation go that is about to run.
template <class Space>
fault_site fault_site_of(char const* operation) {
    source_location const& place = traced_here().place;
    return {faults<Space>::record(), operation, place.file_name(),
            static_cast<index_t>(place.line())};
}

}  // namespace twill::inline v0::detail
