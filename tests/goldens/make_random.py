#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes random.hpp: Philox 4x32-10 and the numbers that are made of its words bit by bit, by an
independent implementation. Needs Python alone."""
import math
import pathlib
import struct

MASK = 0xFFFFFFFF


def philox(counter, key):
    x, k = list(counter), list(key)
    for _ in range(10):
        a, b = x[0] * 0xD2511F53, x[2] * 0xCD9E8D57
        x = [(b >> 32) ^ x[1] ^ k[0], b & MASK, (a >> 32) ^ x[3] ^ k[1], a & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return x


def words(key, count):
    """Of elements 0, 1, ...: four from each counter."""
    result = []
    for block in range((count + 3) // 4):
        result += philox([block & MASK, block >> 32, 0, 0], [key & MASK, key >> 32])
    return result[:count]


def pairs(key, count):
    w = words(key, 2 * count)
    return [w[2 * i] | w[2 * i + 1] << 32 for i in range(count)]


def own_words(key, element, draw):
    return philox([element & MASK, element >> 32, draw, 1], [key & MASK, key >> 32])


def integers(key, low, high, count):
    n, result = high - low, []
    for i, w in enumerate(words(key, count)):
        draw = 0
        while (w * n & MASK) < (1 << 32) % n:
            w = own_words(key, i, draw)[0]
            draw += 1
        result.append(low + (w * n >> 32))
    return result


def positive(w):
    return float32(w * 2.0 ** -32 + 2.0 ** -33)


def normal(key, count):
    """Box and Muller: a radius of one word, a direction of the next."""
    result, w = [], words(key, count)
    for radius, direction in zip(w[::2], w[1::2]):
        length = math.sqrt(-2 * math.log(positive(radius)))
        turn = math.pi * ((direction << 2 & MASK) / 2 ** 33 - 0.25 + (direction >> 30) / 2)
        result += [length * math.cos(turn), length * math.sin(turn)]
    return result


def float32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def array(name, kind, values, form=str):
    lines, line = [], f"inline constexpr {kind} {name}[] = {{"
    for k, value in enumerate(values):
        text = form(value) + (", " if k + 1 < len(values) else "};")
        if len(line) + len(text.rstrip()) > 100:
            lines.append(line.rstrip())
            line = "    "
        line += text
    return "\n".join(lines + [line])


def main():
    key = 0x0123456789ABCDEF
    text = ["""// SPDX-License-Identifier: MIT
// Random bits and numbers of a key, by an independent implementation.
// Written by make_random.py: change that script, not this file.
#pragma once

#include <cstdint>

namespace twill::goldens::random {
""", f"inline constexpr std::uint64_t key = {key:#x}u;"]
    text.append(array("bits", "std::uint32_t", words(key, 13), lambda x: f"{x:#x}u"))
    text.append(array("bits64", "std::uint64_t", pairs(key, 7), lambda x: f"{x:#x}u"))
    text.append(array("uniform", "float", [(w >> 8) * 2.0 ** -24 for w in words(key, 13)], lambda x: f"{x.hex()}f"))
    text.append(array("uniform64", "double", [(w >> 11) * 2.0 ** -53 for w in pairs(key, 7)], float.hex))
    # -1 + 3 u, the product rounded first.
    text.append(array("uniform_between", "float",
                      [float32(-1 + float32(3 * ((w >> 8) * 2.0 ** -24))) for w in words(key, 13)],
                      lambda x: f"{x.hex()}f"))
    text.append(array("integers", "int", integers(key, -3, 7, 13)))
    text.append(array("normal", "double", normal(key, 12), float.hex))
    text.append(array("exponential", "double", [-math.log(positive(w)) for w in words(key, 13)], float.hex))
    # A range for which about a third of all words is drawn anew.
    text.append(array("many_integers", "std::int64_t", integers(key, 0, 0xAAAAAAAB, 13)))
    text.append("\n}  // namespace twill::goldens::random\n")
    pathlib.Path(__file__).with_name("random.hpp").write_text("\n".join(text))


if __name__ == "__main__":
    main()
