// SPDX-License-Identifier: MIT
// Numbers in text that no float holds.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace twill::inline v0::detail {

/// Whether a number that no float holds is too large, rather than too small: by the power of ten of
/// its first digit.
inline bool is_large(std::string_view text) {
    if (!text.empty() && text[0] == '-')
        text.remove_prefix(1);
    std::size_t const e = text.find_first_of("eE");
    std::string_view const digits = text.substr(0, e);
    std::size_t const point = std::min(digits.find('.'), digits.size());
    std::size_t const first = digits.find_first_of("123456789");
    if (first == std::string_view::npos)
        return false;
    auto const size = [](std::size_t x) { return static_cast<std::int64_t>(x); };
    std::int64_t const place =
        first < point ? size(point) - size(first) - 1 : size(point) - size(first);
    if (e == std::string_view::npos)
        return place > 0;
    text.remove_prefix(e + 1);
    if (!text.empty() && text[0] == '+')
        text.remove_prefix(1);
    std::int64_t power = 0;
    auto const read = std::from_chars(text.data(), text.data() + text.size(), power);
    return read.ec == std::errc{} ? place + power > 0 : !text.empty() && text[0] != '-';
}

}  // namespace twill::inline v0::detail
