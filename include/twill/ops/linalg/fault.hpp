// SPDX-License-Identifier: MIT
// What goes wrong with the numbers of a matrix: singular, not positive definite, no convergence. On
// the host the call throws; on the device its kernels leave a record, as those do that meet an
// index out of range, and the next call that waits for the stream throws it.
#pragma once

#include "twill/core/fault.hpp"

namespace twill::inline v0::linalg {

/// A matrix that an operation of linear algebra cannot work with: singular, not positive definite,
/// or one whose iteration does not converge. The message says which matrix of a batch.
class TWILL_SHARED linalg_error : public error {
public:
    using error::error;
};

}  // namespace twill::inline v0::linalg

namespace twill::inline v0::detail {

/// ` 3 of the batch`, or nothing where there is one matrix.
struct batch_member {
    char text[48] = "";
    explicit batch_member(fault_record const& f) {
        if (f.axis > 0)
            std::snprintf(text, sizeof(text), " %lld of the batch",
                          static_cast<long long>(f.limit));
    }
};

// A record's `value` is what the library found (counted from one), `limit` the matrix of the batch,
// and `axis` is 1 where there is more than one.
[[noreturn]] TWILL_COLD inline void raise_singular(fault_record const& f, char const* where,
                                                   source_location const& place) {
    raise<linalg::linalg_error>(place, "twill: %s: the matrix%s is singular: pivot %lld is 0%s",
                                f.operation, batch_member(f).text,
                                static_cast<long long>(f.value - 1), where);
}
[[noreturn]] TWILL_COLD inline void raise_indefinite(fault_record const& f, char const* where,
                                                     source_location const& place) {
    raise<linalg::linalg_error>(place,
                                "twill: %s: the matrix%s is not positive definite: its first %lld "
                                "rows and columns are not%s",
                                f.operation, batch_member(f).text, static_cast<long long>(f.value),
                                where);
}
[[noreturn]] TWILL_COLD inline void raise_no_convergence(fault_record const& f, char const* where,
                                                         source_location const& place) {
    raise<linalg::linalg_error>(place, "twill: %s: no convergence for the matrix%s%s", f.operation,
                                batch_member(f).text, where);
}

/// What a library's `info` above 0 means, and whose operation it was.
struct info_meaning {
    char const* operation;
    fault_raiser raiser;
};

/// Throws for the first matrix of a batch whose info is not 0.
inline void throw_info(info_meaning const& by, int const* info, index_t batch) {
    for (index_t b = 0; b < batch; ++b) {
        if (info[b] == 0 || !by.raiser)
            continue;
        fault_record fault{};
        fault.operation = by.operation;
        fault.value = info[b];
        fault.limit = b;
        fault.axis = batch > 1 ? 1 : 0;
        by.raiser(fault, "", nowhere);
    }
}

}  // namespace twill::inline v0::detail
