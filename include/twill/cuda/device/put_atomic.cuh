// SPDX-License-Identifier: MIT
// Combining a value into an element of global memory that other threads combine theirs into: by the
// hardware's instruction where it has one, by comparing and swapping elsewhere.
#pragma once

#include <cuda_runtime.h>

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// An unsigned word of a size, for atomicCAS.
template <int Bytes>
struct atomic_word;
template <>
struct atomic_word<2> {
    using type = unsigned short;
};
template <>
struct atomic_word<4> {
    using type = unsigned;
};
template <>
struct atomic_word<8> {
    using type = unsigned long long;
};

/// What atomicAdd calls a type; void where it has none.
template <class T>
struct added_as {
    using type = std::conditional_t<
        std::is_integral_v<T> && sizeof(T) == 4, unsigned,
        std::conditional_t<
            std::is_integral_v<T> && sizeof(T) == 8, unsigned long long,
            std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, double>, T, void>>>;
};

/// *to = Put::of(*to, value), as one.
template <class Put, class T>
__device__ __forceinline__ void put_atomic(T* to, T const& value) {
    using added = typename added_as<T>::type;
    if constexpr (is_complex<T>) {
        // A sum of each part; the parts of another function would not belong together.
        static_assert(requires { Put::by_parts; }, "twill: complex elements can be added alone");
        using Part = typename T::value_type;
        put_atomic<Put>(reinterpret_cast<Part*>(to), value.real());
        put_atomic<Put>(reinterpret_cast<Part*>(to) + 1, value.imag());
    } else if constexpr (is_vector<T> && requires { Put::by_parts; }) {
        using Part = component_t<T>;
#pragma unroll
        for (int k = 0; k < static_cast<int>(sizeof(T) / sizeof(Part)); ++k)
            put_atomic<Put>(reinterpret_cast<Part*>(to) + k, value[k]);
    } else if constexpr (requires { Put::by_parts; } && !std::is_void_v<added>) {
        atomicAdd(reinterpret_cast<added*>(to), static_cast<added>(value));
    } else if constexpr (sizeof(T) == 1) {
        // Within the word around it.
        auto const address = reinterpret_cast<std::uintptr_t>(to);
        unsigned* const word = reinterpret_cast<unsigned*>(address & ~std::uintptr_t{3});
        unsigned const shift = static_cast<unsigned>(address & 3) * 8;
        unsigned seen = *word;
        for (unsigned before = ~seen; before != seen;) {
            before = seen;
            unsigned char old_byte = static_cast<unsigned char>(before >> shift);
            T old;
            memcpy(&old, &old_byte, 1);
            T const combined = Put::of(old, value);
            memcpy(&old_byte, &combined, 1);
            unsigned const after =
                (before & ~(0xffu << shift)) | (static_cast<unsigned>(old_byte) << shift);
            seen = atomicCAS(word, before, after);
        }
    } else {
        static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                      "twill: on the device scatter_add, scatter_min and scatter_max take elements "
                      "of 1, 2, 4 and 8 bytes; scatter_add complex numbers and vectors, too");
        using word = typename atomic_word<static_cast<int>(sizeof(T))>::type;
        word* const at = reinterpret_cast<word*>(to);
        word seen = *at;
        for (word before = static_cast<word>(~seen); before != seen;) {
            before = seen;
            T old;
            memcpy(&old, &before, sizeof(T));
            T const combined = Put::of(old, value);
            word after;
            memcpy(&after, &combined, sizeof(T));
            if (after == before)
                return;
            seen = atomicCAS(at, before, after);
        }
    }
}

}  // namespace twill::inline v0::detail
