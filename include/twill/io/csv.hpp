// SPDX-License-Identifier: MIT
// Comma-separated values (RFC 4180): csv_file, read_csv, write_csv.
#pragma once

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "twill/array/copy.hpp"
#include "twill/io/beyond.hpp"
#include "twill/io/npy.hpp"

namespace twill::inline v0 {

/// How a file of comma-separated values is read and written.
struct csv_options {
    char delimiter = ',';
    /// Whether the first line has the columns' names.
    enum class names {
        automatic,
        yes,
        no
    } header = names::automatic;  ///< automatic: no number in it; nan and inf are some
    index_t skip = 0;             ///< lines before that
    char comment = '\0';          ///< lines that start with it are left out
    bool missing = true;  ///< an empty field of floats is NaN; otherwise, and of integers, an error
};

namespace detail {

/// The number that a field is, as a whole; false if it is none, or T does not hold it.
template <class T>
bool number_in(std::string_view text, T& value) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    char const* const end = text.data() + text.size();
    if constexpr (is_boolean<T>) {
        value = text == "1" || text == "true" || text == "True" || text == "TRUE";
        return value || text == "0" || text == "false" || text == "False" || text == "FALSE";
    } else if constexpr (sizeof(T) == 2 && is_floating<T>) {
        float wide = 0;
        bool const is = number_in(text, wide);
        value = T(wide);
        return is;
    } else {
        auto const result = std::from_chars(text.data(), end, value);
        // Beyond the type's range a float is 0 or infinite, as strtod has it.
        if constexpr (is_floating<T>)
            if (result.ec == std::errc::result_out_of_range && result.ptr == end) {
                T const beyond = is_large(text) ? limits<T>::infinity : T(0);
                value = text[0] == '-' ? -beyond : beyond;
                return true;
            }
        return result.ec == std::errc{} && result.ptr == end && !text.empty();
    }
}

/// The shortest text that reads back as the same number.
template <class T>
void append_number(std::string& to, T const& value) {
    if constexpr (is_boolean<T>) {
        to += value ? '1' : '0';
    } else if constexpr (sizeof(T) == 2 && is_floating<T>) {
        append_number(to, static_cast<float>(value));
    } else {
        char text[64];
        to.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
    }
}

}  // namespace detail

/// A table of text, read once: columns by name or by number, as numbers, text or categories.
class csv_file {
public:
    /// Reads a file. Throws file_error where lines have different numbers of fields or a quoted
    /// field does not end.
    explicit csv_file(std::string const& path, csv_options const& options = {},
                      source_location place = source_location::current())
        : path_(path), options_(options) {
        detail::at_place(place, [&] {
            text_ = detail::read_text("csv_file", path);
            split();
        });
    }
    csv_file(csv_file const&) = delete;
    csv_file& operator=(csv_file const&) = delete;

    index_t rows() const { return static_cast<index_t>(lines_.size()); }
    index_t columns() const { return columns_; }
    /// The columns' names; empty where the file has none.
    std::vector<std::string> const& names() const { return names_; }

    /// A column as numbers. Throws file_error that names line and column of a field that is no T,
    /// index_error for a column there is not.
    template <class T>
    [[nodiscard]] host_array<T> column(index_t which,
                                       source_location place = source_location::current()) const {
        return detail::at_place(place, [&] {
            require_column(which);
            host_array<T> result(rows());
            for (index_t i = 0; i < rows(); ++i)
                result.data()[i] = number<T>(i, which);
            return result;
        });
    }
    template <class T>
    [[nodiscard]] host_array<T> column(std::string const& name,
                                       source_location place = source_location::current()) const {
        return column<T>(position(name, place), place);
    }
    /// All columns as numbers: a row of the array for each line.
    template <class T>
    [[nodiscard]] host_array<T, 2> matrix(
        source_location place = source_location::current()) const {
        return detail::at_place(place, [&] {
            host_array<T, 2> result(rows(), columns());
            T* to = result.data();
            for (index_t i = 0; i < rows(); ++i)
                for (index_t j = 0; j < columns(); ++j)
                    *to++ = number<T>(i, j);
            return result;
        });
    }
    /// A column as it is written, without the quotes.
    std::vector<std::string> text(index_t which,
                                  source_location place = source_location::current()) const {
        return detail::at_place(place, [&] {
            require_column(which);
            std::vector<std::string> result;
            result.reserve(lines_.size());
            for (index_t i = 0; i < rows(); ++i)
                result.push_back(unquoted(field(i, which)));
            return result;
        });
    }
    std::vector<std::string> text(std::string const& name,
                                  source_location place = source_location::current()) const {
        return text(position(name, place), place);
    }
    /// A column of words as numbers: `names` are its different fields in ascending order, and
    /// `keys` the position of each row's field among them.
    struct categories_of {
        host_array<std::int32_t> keys;
        std::vector<std::string> names;
    };
    categories_of categories(index_t which,
                             source_location place = source_location::current()) const {
        std::vector<std::string> const all = text(which, place);
        std::vector<std::string> names = all;
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        host_array<std::int32_t> keys(rows());
        for (std::size_t i = 0; i < all.size(); ++i)
            keys.data()[i] = static_cast<std::int32_t>(
                std::lower_bound(names.begin(), names.end(), all[i]) - names.begin());
        return {std::move(keys), std::move(names)};
    }
    categories_of categories(std::string const& name,
                             source_location place = source_location::current()) const {
        return categories(position(name, place), place);
    }

    /// Which column has a name; index_error where none has.
    index_t position(std::string const& name,
                     source_location place = source_location::current()) const {
        for (std::size_t j = 0; j < names_.size(); ++j)
            if (names_[j] == name)
                return static_cast<index_t>(j);
        detail::raise<index_error>(place, "twill: csv_file: %.200s has no column %.60s",
                                   path_.c_str(), name.c_str());
    }

private:
    struct line {
        std::size_t first;  ///< of fields_
        index_t number;     ///< in the file, from 1
    };

    [[noreturn]] void fail(char const* problem) const {
        detail::raise_file("csv_file", path_, problem);
    }
    template <class... Values>
    [[noreturn]] void fail(char const* format, Values... values) const {
        char text[288];
        std::snprintf(text, sizeof(text), format, values...);
        detail::raise_file("csv_file", path_, text);
    }
    void require_column(index_t which) const {
        if (which < 0 || which >= columns_)
            detail::raise<index_error>("twill: csv_file: %.200s has %lld columns, not %lld",
                                       path_.c_str(), static_cast<long long>(columns_),
                                       static_cast<long long>(which));
    }
    std::string_view field(index_t row, index_t column) const {
        return fields_[lines_[static_cast<std::size_t>(row)].first +
                       static_cast<std::size_t>(column)];
    }
    /// A field that starts with a quote has its quotes on, doubled ones inside.
    static std::string unquoted(std::string_view text) {
        if (text.size() < 2 || text.front() != '"')
            return std::string(text);
        std::string result;
        for (std::size_t i = 1; i + 1 < text.size(); ++i) {
            result += text[i];
            if (text[i] == '"')
                ++i;
        }
        return result;
    }
    template <class T>
    T number(index_t row, index_t column) const {
        std::string_view const written = field(row, column);
        bool const quoted = written.size() >= 2 && written.front() == '"';
        std::string_view const text = quoted ? written.substr(1, written.size() - 2) : written;
        T value{};
        if (detail::number_in(text, value))
            return value;
        if constexpr (detail::is_floating<T>)
            if (options_.missing && text.find_first_not_of(" \t") == std::string_view::npos)
                return T(detail::limits<T>::quiet_nan);
        long long const from_one = column + 1;
        fail("line %lld, column %lld: \"%.60s\" is no %s",
             static_cast<long long>(lines_[static_cast<std::size_t>(row)].number), from_one,
             std::string(text).c_str(), detail::type_name<T>::value);
    }

    /// The fields of the line at a position, which moves behind it; how many lines it takes.
    index_t split_line(std::size_t& at) {
        index_t lines = 1;
        for (;;) {
            std::size_t const start = at;
            if (at < text_.size() && text_[at] == '"') {
                for (++at;; ++at) {
                    if (at >= text_.size())
                        fail("a quoted field does not end");
                    lines += text_[at] == '\n' ? 1 : 0;
                    if (text_[at] == '"' && (at + 1 >= text_.size() || text_[at + 1] != '"'))
                        break;
                    at += text_[at] == '"' ? 1 : 0;
                }
                ++at;
            } else {
                while (at < text_.size() && text_[at] != options_.delimiter && text_[at] != '\n' &&
                       text_[at] != '\r')
                    ++at;
            }
            fields_.emplace_back(text_.data() + start, at - start);
            if (at < text_.size() && text_[at] == options_.delimiter) {
                ++at;
                continue;
            }
            if (at < text_.size() && text_[at] == '\r')
                ++at;
            if (at < text_.size() && text_[at] == '\n')
                ++at;
            else if (at < text_.size() && text_[at - 1] != '\r')
                fail("something follows a quoted field");
            return lines;
        }
    }
    void split() {
        std::size_t at = text_.compare(0, 3, "\xef\xbb\xbf") == 0 ? 3 : 0;  // a byte order mark
        index_t number = 1;
        bool first = true;
        while (at < text_.size()) {
            bool const left_out = number <= options_.skip || text_[at] == '\n' ||
                                  text_[at] == '\r' ||
                                  (options_.comment != '\0' && text_[at] == options_.comment);
            if (left_out) {
                std::size_t const end = text_.find_first_of("\r\n", at);
                at = end == std::string::npos ? text_.size()
                                              : end + (text_.compare(end, 2, "\r\n") == 0 ? 2 : 1);
                ++number;
                continue;
            }
            std::size_t const begin = fields_.size();
            index_t const lines = split_line(at);
            auto const count = static_cast<index_t>(fields_.size() - begin);
            if (first) {
                columns_ = count;
                if (is_header(begin)) {
                    for (std::size_t j = begin; j < fields_.size(); ++j)
                        names_.push_back(unquoted(fields_[j]));
                    fields_.resize(begin);
                }
                first = false;
            }
            if (count != columns_)
                fail("line %lld has %lld fields, the first one has %lld",
                     static_cast<long long>(number), static_cast<long long>(count),
                     static_cast<long long>(columns_));
            if (fields_.size() != begin)
                lines_.push_back({begin, number});
            number += lines;
        }
    }
    bool is_header(std::size_t begin) const {
        if (options_.header != csv_options::names::automatic)
            return options_.header == csv_options::names::yes;
        double value = 0;
        bool empty = true;
        for (std::size_t j = begin; j < fields_.size(); ++j) {
            if (detail::number_in(std::string_view(unquoted(fields_[j])), value))
                return false;
            empty = empty && fields_[j].empty();
        }
        return !empty;
    }

    std::string path_;
    csv_options options_;
    std::string text_;
    std::vector<std::string_view> fields_;
    std::vector<line> lines_;
    std::vector<std::string> names_;
    index_t columns_ = 0;
};

/// The numbers of a CSV file, a row of the array for each line; names in the first line are left
/// out. Throws file_error, which names line and column of what is no number. `csv_file` has single
/// columns, text and names.
template <class T>
[[nodiscard]] host_array<T, 2> read_csv(std::string const& path, csv_options const& options = {},
                                        source_location place = source_location::current()) {
    return csv_file(path, options, place).template matrix<T>(place);
}

/// Writes an array, view or expression of one or two axes as CSV, a line for each row (of one axis
/// for each element), floats with the digits that read back as the same number; above them the
/// names, if there are any (value_error unless one for each column). What is on a device is copied
/// to the host first, which waits. Throws file_error.
template <detail::operand X>
    requires(detail::rank_of<X> == 1 || detail::rank_of<X> == 2)
void write_csv(std::string const& path, X const& x, std::vector<std::string> const& names = {},
               csv_options const& options = {},
               source_location place = source_location::current()) {
    using T = detail::value_of<X>;
    static_assert(detail::is_number<T> && !detail::is_complex<T>,
                  "twill: write_csv writes real numbers; take real(z) and imag(z) of complex ones");
    detail::at_place(place, [&] {
        auto const& host = detail::host_elements(x);
        auto const shape = host.shape();
        index_t const columns = detail::rank_of<X> == 2 ? shape[detail::rank_of<X> - 1] : 1;
        if (!names.empty() && static_cast<index_t>(names.size()) != columns)
            detail::raise<value_error>("twill: write_csv: %zu names for %lld columns", names.size(),
                                       static_cast<long long>(columns));
        detail::file to("write_csv", path, "wb");
        std::string text;
        for (std::size_t j = 0; j < names.size(); ++j) {
            // A first name must not look like a comment, nor like no line.
            bool const quotes = names[j].find_first_of(std::string("\"\r\n") + options.delimiter) !=
                                    std::string::npos ||
                                (j == 0 && (names[0].empty() || names[0][0] == options.comment));
            text += quotes ? "\"" : "";
            for (char const c : names[j])
                text += c == '"' ? std::string("\"\"") : std::string(1, c);
            text += quotes ? "\"" : "";
            text += j + 1 < names.size() ? options.delimiter : '\n';
        }
        T const* from = host.data();
        for (index_t i = 0; i < shape[0]; ++i) {
            for (index_t j = 0; j < columns; ++j, ++from) {
                detail::append_number(text, *from);
                text += j + 1 < columns ? options.delimiter : '\n';
            }
            if (text.size() > (std::size_t{1} << 20)) {
                to.write(text.data(), text.size());
                text.clear();
            }
        }
        to.write(text.data(), text.size());
        to.close();
    });
}

}  // namespace twill::inline v0
