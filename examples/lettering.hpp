// SPDX-License-Identifier: MIT
// Letters of straight strokes for pictures, as a pen plotter draws them.
#pragma once

#include <algorithm>
#include <string>

namespace example {

/// The characters of ASCII from the space on. Each digit pair is a point (x, y) with y downwards:
/// capitals and digits reach from 0 to the baseline at 6, small letters from 2, and tails go down
/// to 8. Points are joined to the next; a space lifts the pen.
inline constexpr char const* glyphs[] = {
    "",                                     // space
    "0004 0606",                            // !
    "0002 2022",                            // "
    "1016 3036 0242 0444",                  // #
    "413010010213334445361605 2026",        // $
    "4006 0010110100 3545463635",           // %
    "460201102031320405162644",             // &
    "0002",                                 // '
    "10010516",                             // (
    "00111506",                             // )
    "2125 0244 4204",                       // *
    "2125 0343",                            // +
    "1607",                                 // ,
    "0333",                                 // -
    "0606",                                 // .
    "0630",                                 // /
    "103041453616050110",                   // 0
    "012026 0646",                          // 1
    "01103041420646",                       // 2
    "0110304142334445361605 1333",          // 3
    "36300444",                             // 4
    "400002324345361605",                   // 5
    "413010010516364543321203",             // 6
    "004016",                               // 7
    "103041423344453616050413020110 1333",  // 8
    "433414030110304145361605",             // 9
    "0303 0606",                            // :
    "1313 1607",                            // ;
    "310335",                               // <
    "0242 0444",                            // =
    "013305",                               // >
    "011030414224 2626",                    // ?
    "4616050110304144242242",               // @
    "0602204246 0444",                      // A
    "00063645443303 3342413000",            // B
    "4130100105163645",                     // C
    "00063645413000",                       // D
    "40000646 0333",                        // E
    "400006 0333",                          // F
    "41301001051636454323",                 // G
    "0006 4046 0343",                       // H
    "0020 1016 0626",                       // I
    "3035261605",                           // J
    "0006 400346",                          // K
    "000646",                               // L
    "0600234046",                           // M
    "06004640",                             // N
    "103041453616050110",                   // O
    "06003041423303",                       // P
    "103041453616050110 2446",              // Q
    "06003041423303 2346",                  // R
    "413010010213334445361605",             // S
    "0040 2026",                            // T
    "000516364540",                         // U
    "002640",                               // V
    "0016233640",                           // W
    "0046 4006",                            // X
    "002340 2326",                          // Y
    "00400646",                             // Z
    "10000616",                             // [
    "0036",                                 // backslash
    "00101606",                             // ]
    "022042",                               // ^
    "0747",                                 // _
    "0011",                                 // `
    "02223336 341405162635",                // a
    "0006 0312223335261605",                // b
    "3322120305162635",                     // c
    "3036 3322120305162635",                // d
    "043433221203051636",                   // e
    "30201116 0222",                        // f
    "3322120305162635 32372808",            // g
    "0006 0312223336",                      // h
    "0206 0000",                            // i
    "121708 1010",                          // j
    "0006 3205 1436",                       // k
    "000516",                               // l
    "0206 03122326 23324346",               // m
    "0206 0312223336",                      // n
    "122233352616050312",                   // o
    "0208 0312223335261605",                // p
    "3238 3322120305162635",                // q
    "0206 031222",                          // r
    "3212031424352606",                     // s
    "10152636 0222",                        // t
    "0205162635 3236",                      // u
    "022642",                               // v
    "0216243642",                           // w
    "0236 3206",                            // x
    "0205162635 32372808",                  // y
    "02320636",                             // z
    "20111203141526",                       // {
    "0007",                                 // |
    "00111223141506",                       // }
    "04133443",                             // ~
};
static_assert(sizeof(glyphs) / sizeof(glyphs[0]) == '~' - ' ' + 1);

/// Calls `draw(x0, y0, x1, y1)` for each stroke of the words, in the points of `glyphs`: x from the
/// start of the first letter, y from its top. Returns the width. Other characters become a '?'.
template <class Draw>
double for_each_stroke(std::string const& words, Draw&& draw) {
    constexpr double gap = 2, blank = 3;
    double start = 0;
    for (char const c : words) {
        double width = 0;
        char const* const glyph = glyphs[(c < ' ' || c > '~' ? '?' : c) - ' '];
        bool down = false;
        double x0 = 0, y0 = 0;
        for (char const* at = glyph; *at;) {
            if (*at == ' ') {
                down = false;
                ++at;
                continue;
            }
            double const x = at[0] - '0', y = at[1] - '0';
            if (down)
                draw(start + x0, y0, start + x, y);
            down = true;
            x0 = x;
            y0 = y;
            width = std::max(width, x);
            at += 2;
        }
        start += *glyph ? width + gap : blank;
    }
    return start > 0 ? start - gap : 0;
}

}  // namespace example
