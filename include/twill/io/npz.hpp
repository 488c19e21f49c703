// SPDX-License-Identifier: MIT
// Several arrays in one file, as numpy.savez writes them: save_npz, npz_file.
#pragma once

#include <tuple>

#include "twill/io/npy.hpp"
#include "twill/io/zip.hpp"

namespace twill::inline v0 {

/// An array and the name that it has in a file: `named_array("weights", w)`. Holds a reference.
template <detail::operand X>
struct named_array {
    std::string name;
    X const& value;
    source_location place;
    named_array(std::string text, X const& x, source_location where = source_location::current())
        : name(std::move(text)), value(x), place(where) {}
};

/// Writes arrays, views or expressions as an .npz file, which NumPy's load() reads; elements are
/// stored, not compressed. `save_npz("model.npz", named_array("w", w), named_array("b", b));`
/// Expressions are computed, and what is on a device is copied to the host, which waits, before the
/// file is opened: where one of them throws, a file that there is stays as it is. Throws
/// file_error, value_error for a name that stands twice or is empty.
template <class... X>
void save_npz(std::string const& path, named_array<X> const&... arrays) {
    source_location const places[] = {arrays.place..., detail::nowhere};
    detail::at_place(places[0], [&] {
        (detail::require_npy_type<detail::value_of<X>>(), ...);
        std::vector<std::string> const names{arrays.name...};
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i].empty() || names[i].size() > 65000)
                detail::raise<value_error>(
                    "twill: save_npz: an array without a name, or a long one");
            for (std::size_t j = 0; j < i; ++j)
                if (names[i] == names[j])
                    detail::raise<value_error>("twill: save_npz: the name %.60s stands twice",
                                               names[i].c_str());
        }
        std::tuple<decltype(detail::host_elements(arrays.value))...> const all{
            detail::host_elements(arrays.value)...};
        detail::file to("save_npz", path, "wb");
        detail::zip_writer archive(to);
        [[maybe_unused]] auto add = [&](std::string const& name, auto const& host) {
            using T = detail::value_of<decltype(host)>;
            auto const shape = host.shape();
            archive.add(name + ".npy",
                        detail::npy_header_of<T>(shape.values, detail::rank_of<decltype(host)>),
                        host.data(), static_cast<std::size_t>(shape.size()) * sizeof(T));
        };
        [&]<std::size_t... K>(std::index_sequence<K...>) {
            (add(names[K], std::get<K>(all)), ...);
        }(std::index_sequence_for<X...>{});
        archive.close();
    });
}

/// An open .npz file.
class npz_file {
public:
    /// Reads the list of what is in it. Throws file_error.
    explicit npz_file(std::string const& path, source_location place = source_location::current())
        : npz_file(at{place}, path) {}

    /// The arrays' names, in the order of the file.
    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (auto const& member : members_)
            result.push_back(array_name(member.name));
        return result;
    }
    bool contains(std::string const& name) const { return find(name) != nullptr; }
    /// What an array is; reads its header alone.
    npy_description info(std::string const& name,
                         source_location place = source_location::current()) {
        return detail::at_place(place, [&] {
            detail::zip_member const member = detail::locate(from_, known(name));
            return detail::read_npy_header(from_, member.start, member.size).what;
        });
    }
    /// An array, as load_npy has it: `f.load<float, 2>("weights")`. Its check sum is verified.
    template <class T, int Rank = 1>
    [[nodiscard]] host_array<T, Rank> load(std::string const& name,
                                           source_location place = source_location::current()) {
        return detail::at_place(place, [&] {
            detail::zip_member const member = detail::locate(from_, known(name));
            detail::npy_header const header =
                detail::read_npy_header(from_, member.start, member.size);
            verify(member);
            return detail::read_npy_elements<detail::canonical_t<T>, Rank>(from_, header);
        });
    }

private:
    struct at {
        source_location place;
    };
    npz_file(at const& a, std::string const& path) try
        : from_("npz_file", path, "rb"), members_(detail::read_zip_directory(from_)) {
    } catch (error& problem) {
        problem.add_place(a.place);
        throw;
    }
    static std::string array_name(std::string const& member) {
        bool const has_end = member.size() > 4 && member.substr(member.size() - 4) == ".npy";
        return has_end ? member.substr(0, member.size() - 4) : member;
    }
    detail::zip_member const* find(std::string const& name) const {
        for (auto const& member : members_)
            if (array_name(member.name) == name)
                return &member;
        return nullptr;
    }
    detail::zip_member const& known(std::string const& name) const {
        if (detail::zip_member const* const found = find(name))
            return *found;
        std::string all;
        for (auto const& member : members_)
            all += (all.empty() ? "" : ", ") + array_name(member.name);
        from_.fail("has no array %.60s; it has %.150s", name.c_str(),
                   all.empty() ? "none" : all.c_str());
    }
    void verify(detail::zip_member const& member) {
        detail::crc32 sum;
        std::vector<char> buffer(std::size_t{1} << 20);
        from_.seek(member.start);
        for (std::uint64_t left = member.size; left > 0;) {
            std::size_t const count =
                left < buffer.size() ? static_cast<std::size_t>(left) : buffer.size();
            from_.read(buffer.data(), count);
            sum.add(buffer.data(), count);
            left -= count;
        }
        if (sum.value() != member.crc)
            from_.fail("is damaged: the check sum of %.60s is wrong", member.name.c_str());
    }

    detail::file from_;
    std::vector<detail::zip_member> members_;
};

}  // namespace twill::inline v0
