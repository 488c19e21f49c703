// SPDX-License-Identifier: MIT
// Pictures as files: PNG where libpng was found, and BMP, which needs no library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(EXAMPLE_HAS_PNG)
#include <png.h>
#endif

namespace example {

/// Rows from the top, three bytes a pixel: red, green, blue.
struct image {
    int width, height;
    std::vector<unsigned char> rgb;
};

/// What the name of a picture ends in unless the user gives one.
#if defined(EXAMPLE_HAS_PNG)
inline constexpr char const* picture_suffix = ".png";
#else
inline constexpr char const* picture_suffix = ".bmp";
#endif

/// Throws std::invalid_argument for a name that ends in no format that this build can write.
inline void check_picture_name(std::string const& path) {
    auto ends_in = [&](std::string const& end) {
        return path.size() > end.size() && path.substr(path.size() - end.size()) == end;
    };
    if (ends_in(".bmp") || ends_in(picture_suffix))
        return;
    if (ends_in(".png"))
        throw std::invalid_argument("--picture " + path +
                                    ": built without libpng, so its name must end in .bmp");
    throw std::invalid_argument("--picture " + path + ": its name must end in .png or .bmp");
}

/// 24 bits a pixel, uncompressed. False where the file cannot be written.
inline bool write_bmp(std::string const& path, image const& from) {
    auto const width = static_cast<std::size_t>(from.width);
    auto const height = static_cast<std::size_t>(from.height);
    std::size_t const row = (3 * width + 3) / 4 * 4;  // rows are padded to words
    constexpr std::size_t headers = 14 + 40;
    std::vector<unsigned char> bytes;
    bytes.reserve(headers + row * height);
    auto put = [&](std::size_t value, int size) {
        for (int i = 0; i < size; ++i)
            bytes.push_back(static_cast<unsigned char>(value >> 8 * i & 255u));
    };
    put('B' | 'M' << 8, 2);
    put(headers + row * height, 4);
    put(0, 4);
    put(headers, 4);  // where the pixels start
    put(40, 4);       // BITMAPINFOHEADER
    put(width, 4);
    put(height, 4);
    put(1, 2);   // planes
    put(24, 2);  // bits a pixel
    put(0, 4);   // uncompressed
    put(row * height, 4);
    put(3780, 4);  // 96 pixels an inch
    put(3780, 4);
    put(0, 8);                                // no palette
    for (std::size_t y = height; y-- > 0;) {  // from the bottom
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t channel = 3; channel-- > 0;)  // blue, green, red
                bytes.push_back(from.rgb[3 * (y * width + x) + channel]);
        put(0, static_cast<int>(row - 3 * width));
    }
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (!file)
        return false;
    bool const written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return std::fclose(file) == 0 && written;
}

/// In the format of the name's end. False where the file cannot be written.
inline bool write_image(std::string const& path, image const& from) {
#if defined(EXAMPLE_HAS_PNG)
    if (path.size() > 4 && path.substr(path.size() - 4) == ".png") {
        png_image to{};
        to.version = PNG_IMAGE_VERSION;
        to.width = static_cast<png_uint_32>(from.width);
        to.height = static_cast<png_uint_32>(from.height);
        to.format = PNG_FORMAT_RGB;
        return png_image_write_to_file(&to, path.c_str(), 0, from.rgb.data(), 0, nullptr) != 0;
    }
#endif
    return write_bmp(path, from);
}

/// Reads an uncompressed BMP of 24 bits a pixel. Throws std::runtime_error for anything else.
inline image read_bmp(std::string const& path) {
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (!file)
        throw std::runtime_error("cannot open " + path);
    std::vector<unsigned char> bytes;
    unsigned char part[65536];
    for (std::size_t got = 0; (got = std::fread(part, 1, sizeof(part), file)) > 0;)
        bytes.insert(bytes.end(), part, part + got);
    std::fclose(file);
    auto number = [&](std::size_t at, int size) {
        std::uint32_t value = 0;
        for (int i = 0; i < size; ++i)
            value |= std::uint32_t{bytes[at + static_cast<std::size_t>(i)]} << 8 * i;
        return value;
    };
    if (bytes.size() < 54 || bytes[0] != 'B' || bytes[1] != 'M' || number(28, 2) != 24 ||
        number(30, 4) != 0)
        throw std::runtime_error(path + " is no uncompressed BMP of 24 bits a pixel");
    auto const height = static_cast<std::int32_t>(number(22, 4));
    std::size_t const rows = static_cast<std::size_t>(height < 0 ? -std::int64_t{height} : height);
    std::size_t const width = number(18, 4);
    std::size_t const row = (3 * width + 3) / 4 * 4;
    std::size_t const start = number(10, 4);
    if (width == 0 || rows == 0 || width > 100000 || rows > 100000 || start > bytes.size() ||
        bytes.size() - start < row * rows)
        throw std::runtime_error(path + " is a damaged BMP");
    image result{static_cast<int>(width), static_cast<int>(rows), {}};
    result.rgb.reserve(3 * width * rows);
    for (std::size_t y = 0; y < rows; ++y) {  // from the bottom, unless the height is negative
        std::size_t const from = start + (height < 0 ? y : rows - 1 - y) * row;
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t channel = 3; channel-- > 0;)
                result.rgb.push_back(bytes[from + 3 * x + channel]);
    }
    return result;
}

/// In the format of the name's end, 8 bits a channel. Throws std::runtime_error.
inline image read_image(std::string const& path) {
#if defined(EXAMPLE_HAS_PNG)
    if (path.size() > 4 && path.substr(path.size() - 4) == ".png") {
        png_image from{};
        from.version = PNG_IMAGE_VERSION;
        if (!png_image_begin_read_from_file(&from, path.c_str()))
            throw std::runtime_error("cannot read " + path + ": " + from.message);
        from.format = PNG_FORMAT_RGB;
        image result{static_cast<int>(from.width), static_cast<int>(from.height), {}};
        result.rgb.resize(PNG_IMAGE_SIZE(from));
        png_color const behind{255, 255, 255};  // what shines through
        if (!png_image_finish_read(&from, &behind, result.rgb.data(), 0, nullptr))
            throw std::runtime_error("cannot read " + path + ": " + from.message);
        return result;
    }
#endif
    return read_bmp(path);
}

}  // namespace example
