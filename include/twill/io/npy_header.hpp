// SPDX-License-Identifier: MIT
// The header of an .npy file (NumPy's format versions 1.0 to 3.0): a Python dictionary of the
// element type, the order and the shape.
#pragma once

#include <bit>
#include <vector>

#include "twill/core/types.hpp"
#include "twill/io/file.hpp"
#include "twill/shape/extents.hpp"

namespace twill::inline v0 {

/// What an .npy file holds.
struct npy_description {
    std::string type;  ///< of the elements: "float32", or NumPy's code where twill has no such type
    std::vector<index_t> shape;
    bool fortran_order = false;  ///< stored with the first axis the fastest
    bool big_endian = false;
    std::uint64_t bytes = 0;  ///< of all elements; 0 where twill has no such type
};

namespace detail {

/// The description of a file and where its elements start.
struct npy_header {
    npy_description what;
    char kind = 0;  ///< b, i, u, f, c as NumPy has it; 0 for what twill has no type for
    int size = 0;   ///< bytes of an element; 0 for such as well
    std::uint64_t data = 0;
};

/// Reads the dictionary of a header; anything else than such a one is refused.
class npy_parser {
public:
    npy_parser(file const& from, std::string const& text) : file_(from), text_(text) {}

    npy_header parse() {
        npy_header result;
        bool has_type = false, has_order = false, has_shape = false;
        expect('{');
        while (!take('}')) {
            std::string const key = quoted();
            expect(':');
            if (key == "descr" && !has_type) {
                if (peek() == '[')
                    file_.fail("holds elements of a structured type, which twill does not read");
                describe(quoted(), result);
                has_type = true;
            } else if (key == "fortran_order" && !has_order) {
                result.what.fortran_order = boolean();
                has_order = true;
            } else if (key == "shape" && !has_shape) {
                result.what.shape = tuple();
                has_shape = true;
            } else {
                damaged();
            }
            if (!take(',') && peek() != '}')
                damaged();
        }
        if (peek() != '\0' || !has_type || !has_order || !has_shape)
            damaged();
        std::uint64_t count = 1;
        bool empty = false;
        for (index_t const extent : result.what.shape)
            empty = empty || extent == 0;
        for (index_t const extent : result.what.shape)
            if (!empty && __builtin_mul_overflow(count, static_cast<std::uint64_t>(extent), &count))
                file_.fail("has a shape of more than 2^64 elements");
        if (empty)
            count = 0;
        if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(result.size),
                                   &result.what.bytes) ||
            result.what.bytes > ~std::uint64_t{0} / 2)
            file_.fail("has a shape of more than 2^63 bytes");
        return result;
    }

private:
    [[noreturn]] void damaged() const { file_.fail("has a damaged .npy header"); }
    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'))
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char c) {
        if (peek() != c)
            return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c))
            damaged();
    }
    std::string quoted() {
        char const quote = peek();
        if (quote != '\'' && quote != '"')
            damaged();
        std::size_t const end = text_.find(quote, ++at_);
        if (end == std::string::npos || end - at_ > 64)
            damaged();
        std::string const result = text_.substr(at_, end - at_);
        at_ = end + 1;
        return result;
    }
    bool boolean() {
        peek();
        for (bool const value : {true, false}) {
            std::string const word = value ? "True" : "False";
            if (text_.compare(at_, word.size(), word) == 0) {
                at_ += word.size();
                return value;
            }
        }
        damaged();
    }
    std::vector<index_t> tuple() {
        std::vector<index_t> result;
        expect('(');
        while (!take(')')) {
            if (peek() < '0' || peek() > '9')
                damaged();
            index_t value = 0;
            for (; text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
                if (__builtin_mul_overflow(value, 10, &value) ||
                    __builtin_add_overflow(value, text_[at_] - '0', &value))
                    file_.fail("has an extent beyond 2^63");
            take('L');  // Python 2 wrote long integers so
            result.push_back(value);
            if (!take(',') && (peek() != ')' || result.size() < 2))
                damaged();
            if (result.size() > 64)
                file_.fail("has more than 64 axes");
        }
        return result;
    }
    /// '<f4': order, kind and size.
    void describe(std::string const& code, npy_header& result) {
        result.what.type = code;
        constexpr bool big_host = std::endian::native == std::endian::big;
        std::size_t at = 0;
        bool big = big_host;
        if (!code.empty() && (code[0] == '<' || code[0] == '>' || code[0] == '|' || code[0] == '='))
            big = code[at++] == '>' || (code[0] == '=' && big_host);
        if (code.size() < at + 2 || code.size() > at + 3)
            return;
        char const kind = code[at];
        int size = 0;
        for (char const c : code.substr(at + 1)) {
            if (c < '0' || c > '9')
                return;
            size = 10 * size + (c - '0');
        }
        if (size == 0)
            return;
        result.what.big_endian = size > 1 && big;
        auto known = [&](char const* name, int bits) {
            result.kind = kind;
            result.size = size;
            result.what.type = name + (bits > 0 ? std::to_string(bits) : std::string());
        };
        bool const whole = size == 1 || size == 2 || size == 4 || size == 8;
        if (kind == 'b' && size == 1)
            known("bool", 0);
        else if (kind == 'i' && whole)
            known("int", 8 * size);
        else if (kind == 'u' && whole)
            known("uint", 8 * size);
        else if (kind == 'f' && whole && size > 1)
            known("float", 8 * size);
        else if (kind == 'c' && (size == 8 || size == 16))
            known("complex", 8 * size);
    }

    file const& file_;
    std::string const& text_;
    std::size_t at_ = 0;
};

/// Reads a header at a position of a file, behind which `length` bytes belong to it. That the
/// elements are all there is known before memory is asked for.
inline npy_header read_npy_header(file& from, std::uint64_t start, std::uint64_t length) {
    unsigned char head[12] = {};
    if (length < 10)
        from.fail("is no .npy file: it has %llu bytes", static_cast<unsigned long long>(length));
    from.seek(start);
    from.read(head, 10);
    constexpr unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    for (int i = 0; i < 6; ++i)
        if (head[i] != magic[i])
            from.fail("is no .npy file");
    int const version = head[6];
    if (version < 1 || version > 3)
        from.fail("is an .npy file of version %d.%d; 1.0 to 3.0 are read", version, head[7]);
    std::uint64_t size = head[8] | std::uint64_t{head[9]} << 8;
    std::uint64_t preamble = 10;
    if (version > 1) {
        if (length < 12)
            from.fail("ends too early");
        from.read(head + 10, 2);
        size |= static_cast<std::uint64_t>(head[10]) << 16 | static_cast<std::uint64_t>(head[11])
                                                                 << 24;
        preamble = 12;
    }
    constexpr std::uint64_t most = 1 << 20;
    if (size > most || size > length - preamble)
        from.fail("has an .npy header of %llu bytes, more than there are or can be meant",
                  static_cast<unsigned long long>(size));
    std::string text(static_cast<std::size_t>(size), '\0');
    from.read(text.data(), text.size());
    npy_header result = npy_parser(from, text).parse();
    result.data = start + preamble + size;
    std::uint64_t const left = length - preamble - size;
    if (result.kind != 0 && result.what.bytes > left)
        from.fail("ends too early: its header tells of %llu bytes of elements, and %llu follow",
                  static_cast<unsigned long long>(result.what.bytes),
                  static_cast<unsigned long long>(left));
    return result;
}

/// Kind and size of T as NumPy names them.
template <class T>
inline constexpr char npy_kind = is_boolean<T>    ? 'b'
                                 : is_floating<T> ? 'f'
                                 : is_complex<T>  ? 'c'
                                 : is_integer<T>  ? (std::is_signed_v<T> ? 'i' : 'u')
                                                  : 0;
template <class T>
constexpr void require_npy_type() {
    static_assert(npy_kind<T> != 0 && !std::is_same_v<T, bfloat16>,
                  "twill: NumPy has no such element type: cast bfloat16 to float, and save the "
                  "members or components of others one by one");
}

/// The header of T elements of a shape in C order; all of it a multiple of 64 bytes.
template <class T>
std::string npy_header_of(index_t const* extent, int rank) {
    std::string text = "{'descr': '";
    text += sizeof(T) == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
    text += npy_kind<T>;
    text += std::to_string(sizeof(T)) + "', 'fortran_order': False, 'shape': (";
    for (int d = 0; d < rank; ++d)
        text += std::to_string(extent[d]) + (d + 1 < rank ? ", " : rank == 1 ? "," : "");
    text += "), }";
    std::size_t const length = (10 + text.size() + 1 + 63) / 64 * 64 - 10;
    text.append(length - 1 - text.size(), ' ');
    text += '\n';
    std::string result = "\x93NUMPY";
    result += '\x01';
    result += '\0';
    result += static_cast<char>(length & 255u);
    result += static_cast<char>(length >> 8 & 255u);
    return result + text;
}

}  // namespace detail
}  // namespace twill::inline v0
