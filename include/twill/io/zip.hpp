// SPDX-License-Identifier: MIT
// Zip archives of stored (not compressed) members, as numpy.savez writes them: PKWARE's APPNOTE
// 6.3, with the 64-bit sizes of its section 4.3.14 onwards.
#pragma once

#include <vector>

#include "twill/io/file.hpp"

namespace twill::inline v0::detail {

struct crc_tables {
    std::uint32_t of[8][256];
};
constexpr crc_tables make_crc_tables() {
    crc_tables t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t c = i;
        for (int bit = 0; bit < 8; ++bit)
            c = c >> 1 ^ (c & 1u ? 0xedb88320u : 0u);
        t.of[0][i] = c;
    }
    for (int k = 1; k < 8; ++k)
        for (int i = 0; i < 256; ++i)
            t.of[k][i] = t.of[k - 1][i] >> 8 ^ t.of[0][t.of[k - 1][i] & 255u];
    return t;
}
inline constexpr crc_tables crc_table = make_crc_tables();

/// CRC-32 (ISO 3309), eight bytes a step by eight tables.
class crc32 {
public:
    void add(void const* data, std::size_t count) {
        auto const* at = static_cast<unsigned char const*>(data);
        for (; count >= 8; count -= 8, at += 8) {
            std::uint32_t const low = state_ ^ word(at);
            std::uint32_t const high = word(at + 4);
            state_ = crc_table.of[7][low & 255u] ^ crc_table.of[6][low >> 8 & 255u] ^
                     crc_table.of[5][low >> 16 & 255u] ^ crc_table.of[4][low >> 24] ^
                     crc_table.of[3][high & 255u] ^ crc_table.of[2][high >> 8 & 255u] ^
                     crc_table.of[1][high >> 16 & 255u] ^ crc_table.of[0][high >> 24];
        }
        for (; count > 0; --count, ++at)
            state_ = state_ >> 8 ^ crc_table.of[0][(state_ ^ *at) & 255u];
    }
    std::uint32_t value() const { return ~state_; }

private:
    static std::uint32_t word(unsigned char const* p) {
        return p[0] | static_cast<std::uint32_t>(p[1]) << 8 |
               static_cast<std::uint32_t>(p[2]) << 16 | static_cast<std::uint32_t>(p[3]) << 24;
    }
    std::uint32_t state_ = ~std::uint32_t{0};
};

/// Little-endian numbers one after the other.
class byte_writer {
public:
    byte_writer& put(std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            text_ += static_cast<char>(value >> 8 * i & 255u);
        return *this;
    }
    byte_writer& put(std::string const& text) {
        text_ += text;
        return *this;
    }
    std::string const& text() const { return text_; }

private:
    std::string text_;
};
inline std::uint64_t number_at(std::string const& bytes, std::size_t at, int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)])}
                 << 8 * i;
    return value;
}

inline constexpr std::uint64_t in_64_bits = 0xffffffffu;  ///< a size that stands elsewhere

struct zip_member {
    std::string name;
    std::uint64_t start = 0;  ///< of the archive's local header; of the bytes after locate()
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
    int method = 0;
    int flags = 0;
};

/// The members of an archive, from the directory at its end.
inline std::vector<zip_member> read_zip_directory(file& from) {
    std::uint64_t const size = from.size();
    // The end record stands in the last 22 bytes and a comment of at most 65535.
    std::uint64_t const tail = size < 65557 ? size : 65557;
    std::string end(static_cast<std::size_t>(tail), '\0');
    from.seek(size - tail);
    from.read(end.data(), end.size());
    std::size_t at = end.rfind("PK\5\6");
    if (at == std::string::npos || end.size() - at < 22)
        from.fail("is no .npz file");
    std::uint64_t count = number_at(end, at + 10, 2);
    std::uint64_t bytes = number_at(end, at + 12, 4);
    std::uint64_t start = number_at(end, at + 16, 4);
    if (count == 0xffff || bytes == in_64_bits || start == in_64_bits) {
        if (at < 20 || end.compare(at - 20, 4, "PK\6\7") != 0)
            from.fail("has a damaged zip directory");
        std::uint64_t const record = number_at(end, at - 12, 8);
        if (record > size || size - record < 56)
            from.fail("has a damaged zip directory");
        std::string wide(56, '\0');
        from.seek(record);
        from.read(wide.data(), wide.size());
        if (wide.compare(0, 4, "PK\6\6") != 0)
            from.fail("has a damaged zip directory");
        count = number_at(wide, 32, 8);
        bytes = number_at(wide, 40, 8);
        start = number_at(wide, 48, 8);
    }
    if (start > size || bytes > size - start || count > bytes / 46)
        from.fail("has a damaged zip directory");
    std::string directory(static_cast<std::size_t>(bytes), '\0');
    from.seek(start);
    from.read(directory.data(), directory.size());
    std::vector<zip_member> result;
    std::size_t entry = 0;
    for (; count > 0; --count) {
        if (directory.size() - entry < 46 || directory.compare(entry, 4, "PK\1\2") != 0)
            from.fail("has a damaged zip directory");
        std::size_t const name = static_cast<std::size_t>(number_at(directory, entry + 28, 2));
        std::size_t const extra = static_cast<std::size_t>(number_at(directory, entry + 30, 2));
        std::size_t const comment = static_cast<std::size_t>(number_at(directory, entry + 32, 2));
        if (directory.size() - entry - 46 < name + extra + comment)
            from.fail("has a damaged zip directory");
        zip_member member;
        member.name = directory.substr(entry + 46, name);
        member.flags = static_cast<int>(number_at(directory, entry + 8, 2));
        member.method = static_cast<int>(number_at(directory, entry + 10, 2));
        member.crc = static_cast<std::uint32_t>(number_at(directory, entry + 16, 4));
        std::uint64_t const stored = number_at(directory, entry + 20, 4);
        member.size = number_at(directory, entry + 24, 4);
        member.start = number_at(directory, entry + 42, 4);
        // The 64-bit sizes stand in this order, those alone that are needed.
        std::size_t field = entry + 46 + name;
        std::size_t const fields_end = field + extra;
        while (fields_end - field >= 4) {
            std::size_t const length = static_cast<std::size_t>(number_at(directory, field + 2, 2));
            std::size_t value = field + 4;
            if (fields_end - value < length)
                from.fail("has a damaged zip directory");
            std::size_t const next = value + length;
            auto take = [&](std::uint64_t narrow) {
                if (narrow != in_64_bits || next - value < 8)
                    return narrow;
                value += 8;
                return number_at(directory, value - 8, 8);
            };
            if (number_at(directory, field, 2) == 1) {
                member.size = take(member.size);
                take(stored);
                member.start = take(member.start);
            }
            field = next;
        }
        if (member.start > size)
            from.fail("has a damaged zip directory");
        result.push_back(std::move(member));
        entry += 46 + name + extra + comment;
    }
    return result;
}

/// Finds a member's bytes; refuses what is compressed or encrypted.
inline zip_member locate(file& from, zip_member member) {
    std::uint64_t const size = from.size();
    if (member.flags & 1)
        from.fail("member %.60s is encrypted", member.name.c_str());
    if (member.method != 0)
        from.fail(
            "member %.60s is compressed; numpy.savez, not savez_compressed, writes what twill "
            "reads",
            member.name.c_str());
    std::string head(30, '\0');
    if (size - member.start < 30)
        from.fail("has a damaged zip directory");
    from.seek(member.start);
    from.read(head.data(), head.size());
    if (head.compare(0, 4, "PK\3\4") != 0)
        from.fail("has a damaged zip directory");
    member.start += 30 + number_at(head, 26, 2) + number_at(head, 28, 2);
    if (member.start > size || member.size > size - member.start)
        from.fail("ends too early: member %.60s is cut off", member.name.c_str());
    return member;
}

/// Writes an archive, one stored member after the other. Every member has 64-bit sizes, so that
/// none has to be known to be small.
class zip_writer {
public:
    explicit zip_writer(file& to) : to_(to) {}

    /// A member of two stretches of bytes.
    void add(std::string const& name, std::string const& head, void const* data,
             std::size_t count) {
        crc32 sum;
        sum.add(head.data(), head.size());
        sum.add(data, count);
        std::uint64_t const size = head.size() + count;
        // Names that are not ASCII are UTF-8.
        std::uint64_t flags = 0;
        for (char const c : name)
            flags |= static_cast<unsigned char>(c) >= 0x80 ? 0x800 : 0;
        byte_writer local;
        local.put("PK\3\4").put(45, 2).put(flags, 2).put(0, 2).put(time, 4).put(sum.value(), 4);
        local.put(in_64_bits, 4).put(in_64_bits, 4).put(name.size(), 2).put(20, 2).put(name);
        local.put(1, 2).put(16, 2).put(size, 8).put(size, 8);
        byte_writer entry;
        entry.put("PK\1\2").put(45, 2).put(45, 2).put(flags, 2).put(0, 2).put(time, 4);
        entry.put(sum.value(), 4).put(in_64_bits, 4).put(in_64_bits, 4).put(name.size(), 2);
        entry.put(28, 2).put(0, 2).put(0, 2).put(0, 2).put(0, 4).put(in_64_bits, 4).put(name);
        entry.put(1, 2).put(24, 2).put(size, 8).put(size, 8).put(position_, 8);
        directory_ += entry.text();
        ++count_;
        to_.write(local.text().data(), local.text().size());
        to_.write(head.data(), head.size());
        to_.write(data, count);
        position_ += local.text().size() + size;
    }
    void close() {
        to_.write(directory_.data(), directory_.size());
        std::uint64_t const record = position_ + directory_.size();
        byte_writer end;
        end.put("PK\6\6").put(44, 8).put(45, 2).put(45, 2).put(0, 4).put(0, 4);
        end.put(count_, 8).put(count_, 8).put(directory_.size(), 8).put(position_, 8);
        end.put("PK\6\7").put(0, 4).put(record, 8).put(1, 4);
        end.put("PK\5\6").put(0, 4).put(0xffff, 2).put(0xffff, 2);
        end.put(in_64_bits, 4).put(in_64_bits, 4).put(0, 2);
        to_.write(end.text().data(), end.text().size());
        to_.close();
    }

private:
    static constexpr std::uint64_t time = 0x00210000;  ///< 1980-01-01: the same bytes at every run

    file& to_;
    std::string directory_;
    std::uint64_t position_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace twill::inline v0::detail
