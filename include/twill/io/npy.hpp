// SPDX-License-Identifier: MIT
// Arrays as NumPy's files: save_npy, load_npy, npy_info.
#pragma once

#include "twill/array/copy.hpp"
#include "twill/io/npy_header.hpp"

namespace twill::inline v0 {
namespace detail {

/// The elements in host memory, one after the other: an owner's as they are, others as a copy.
template <class X>
decltype(auto) host_elements(X const& x) {
    if constexpr (requires {
                      x.elements();
                      requires !std::is_same_v<typename X::space, device_space>;
                  })
        return (x);
    else if constexpr (std::is_same_v<space_of<X>, no_space>)
        return evaluate<host_space>(x);
    else
        return to_host(x);
}

inline void swap_bytes(unsigned char* bytes, std::uint64_t count, int size) {
    for (unsigned char* end = bytes + count; bytes != end; bytes += size)
        for (int i = 0; i < size / 2; ++i)
            std::swap(bytes[i], bytes[size - 1 - i]);
}

/// From elements whose first axis is the fastest to C order.
template <class T>
void to_c_order(T const* from, T* to, index_t const* extent, int rank) {
    index_t count = 1;
    index_t stride[64] = {};
    index_t at[64] = {};
    for (int d = 0; d < rank; ++d) {
        stride[d] = count;
        count *= extent[d];
    }
    index_t source = 0;
    for (index_t i = 0; i < count; ++i) {
        to[i] = from[source];
        for (int d = rank - 1; d >= 0; --d) {
            source += stride[d];
            if (++at[d] < extent[d])
                break;
            source -= stride[d] * extent[d];
            at[d] = 0;
        }
    }
}

/// The elements that a header tells of.
template <class T, int Rank>
host_array<T, Rank> read_npy_elements(file& from, npy_header const& header) {
    require_npy_type<T>();
    if (header.kind != npy_kind<T> || header.size != static_cast<int>(sizeof(T)))
        from.fail("holds elements of type %s, not %s", header.what.type.c_str(),
                  type_name<T>::value);
    if (header.what.shape.size() != Rank)
        from.fail("holds an array of %d axes, not %d", static_cast<int>(header.what.shape.size()),
                  Rank);
    extents<Rank> shape;
    for (int d = 0; d < Rank; ++d)
        shape[d] = header.what.shape[static_cast<std::size_t>(d)];
    host_array<T, Rank> result(shape);
    T* const to = result.data();
    std::size_t const bytes = static_cast<std::size_t>(header.what.bytes);
    from.seek(header.data);
    bool const reorders = Rank > 1 && header.what.fortran_order && bytes != 0;
    host_array<T> stored(extents<1>(reorders ? result.size() : 0));
    T* const first = reorders ? stored.data() : to;
    from.read(first, bytes);
    if (header.what.big_endian != (std::endian::native == std::endian::big) && sizeof(T) > 1)
        swap_bytes(reinterpret_cast<unsigned char*>(first), bytes,
                   static_cast<int>(is_complex<T> ? sizeof(T) / 2 : sizeof(T)));
    if (is_boolean<T>)  // any byte but 0 is true, and 1 in memory
        for (std::size_t i = 0; i < bytes; ++i)
            if (auto& byte = reinterpret_cast<unsigned char*>(first)[i]; byte > 1)
                byte = 1;
    if (reorders)
        to_c_order(first, to, shape.values, Rank);
    return result;
}

}  // namespace detail

/// Writes the elements of an array, view or expression as an .npy file, which NumPy's load() reads.
/// What is on a device is copied to the host first, which waits. Throws file_error.
template <detail::operand X>
void save_npy(std::string const& path, X const& x,
              source_location place = source_location::current()) {
    using T = detail::value_of<X>;
    detail::require_npy_type<T>();
    detail::at_place(place, [&] {
        auto const& host = detail::host_elements(x);
        auto const shape = host.shape();
        std::string const header = detail::npy_header_of<T>(shape.values, detail::rank_of<X>);
        detail::file to("save_npy", path, "wb");
        to.write(header.data(), header.size());
        to.write(host.data(), static_cast<std::size_t>(shape.size()) * sizeof(T));
        to.close();
    });
}

/// What an .npy file holds; reads its header alone. Throws file_error for anything else.
inline npy_description npy_info(std::string const& path,
                                source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::file from("npy_info", path, "rb");
        std::uint64_t const size = from.size();
        return detail::read_npy_header(from, 0, size).what;
    });
}

/// The array of an .npy file: `load_npy<float, 2>("m.npy")`. Elements stored in Fortran order or
/// with the other byte order are read right. Throws file_error where the file holds another element
/// type or number of axes, is cut off, or is no such file.
template <class T, int Rank = 1>
[[nodiscard]] host_array<T, Rank> load_npy(std::string const& path,
                                           source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::file from("load_npy", path, "rb");
        std::uint64_t const size = from.size();
        detail::npy_header const header = detail::read_npy_header(from, 0, size);
        return detail::read_npy_elements<detail::canonical_t<T>, Rank>(from, header);
    });
}

}  // namespace twill::inline v0
