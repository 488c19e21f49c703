#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the library on purpose, one line at a time, and tells which test notices.

    tests/fuzz/mutants.py                      # every mutant of the host, until something notices it
    tests/fuzz/mutants.py --only cast --all    # those whose name has "cast", and every test that notices
    tests/fuzz/mutants.py --device --units     # those of device code, with nvcc and a GPU; without random statements
    tests/fuzz/mutants.py --stale              # whether every text still stands where the table says; the test mutants_stand
A mutant is a text of a header and what replaces it; one whose text is no longer there is reported as stale: mend the table. Each is built
from a copy of include/ and meets random statements (fuzz.py, of the themes named) first, then the named unit tests.
Exit status: 0 when every mutant was noticed, 1 otherwise, 77 where NumPy is missing.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent

# name, header, text, replacement, themes of random statements, unit tests
MUTANTS = [
    ("overlap: boxes one apart meet", "eval/overlap.hpp", "if (digit >= axes[i].target_extent || -digit >= axes[i].extent)",
     "if (digit + 1 >= axes[i].target_extent || -digit >= axes[i].extent)", "update", ["eval/overlap"]),
    ("overlap: a shifted view taken for the same", "eval/overlap.hpp", "bool same = rank <= target.rank &&\n                (bytes <= 0 ? bytes + size >= written_size : bytes + size <= written_size);",
     "bool same = rank <= target.rank;", "update", ["eval/overlap"]),
    ("overlap: strides not compared", "eval/overlap.hpp", "(target.extent[d] == 1 || stride[k] * size == target.stride[d] * written_size);", "true;", "update",
     ["eval/overlap"]),
    ("overlap: the range of a view is one short", "eval/overlap.hpp", "byte_range range{data, data + size - 1};\n    for (int d = 0; d < rank; ++d) {\n        index_t const reach = (extent[d] - 1)",
     "byte_range range{data, data + size - 1};\n    for (int d = 0; d < rank; ++d) {\n        index_t const reach = (extent[d] - 2)", "update", ["eval/overlap"]),
    ("overlap: the last operand is not looked at", "eval/overlap.hpp",
     "    overlap worst = overlap::none;\n    for (operand_row const* r = rows; r != rows + count; ++r) {",
     "    overlap worst = overlap::none;\n    for (operand_row const* r = rows; r < rows + count - 1; ++r) {", "update", ["eval/overlap"]),
    ("traversal: the last operand of a node is forgotten", "expr/traverse.hpp", "(add(operand, wider(how, E::how(k++)), before), ...);",
     "((k + 1 < static_cast<int>(sizeof...(operand)) || k == 0 ? add(operand, wider(how, E::how(k)), before) : void(), ++k), ...);", "update",
     ["eval/overlap"]),
    ("traversal: operands read anywhere count as read in place", "expr/traverse.hpp", "wider(how, E::how(k++))", "(k++, how)", "update,reduction",
     ["extending/running_median"]),
    ("traversal: every operand counts as read before", "expr/traverse.hpp", "before || is_earlier_step<E>)", "true)", "update",
     ["eval/overlap"]),
    ("traversal: no operand counts as read before", "expr/traverse.hpp", "before || is_earlier_step<E>)", "false)", "update",
     ["eval/overlap_steps"]),
    ("equal nodes: other memory taken for the same", "expr/equal.hpp", "bool same = a.storage == b.storage && a.data == b.data;",
     "bool same = true;", "scan", ["eval/once"]),
    ("equal nodes: never found", "expr/equal.hpp", "bool same = a.storage == b.storage && a.data == b.data;", "bool same = false;", "scan",
     ["eval/once"]),
    ("lie alike: never", "eval/overlap.hpp", "if (!r->storage || (r->storage == target.storage &&", "if (true || (r->storage == target.storage &&",
     "update", ["eval/overlap"]),
    ("reuse: holders are one fewer", "eval/assign.hpp", "storage.use_count() == 1 + holders_of(", "storage.use_count() <= 2 + holders_of(",
     "update", ["eval/lifetime", "eval/reuse"]),
    ("lie alike: offsets not compared", "eval/overlap.hpp", "(r->data != target.data || r->element_size != target.element_size)", "false",
     "update", ["eval/overlap"]),
    ("cast: saturation one late", "expr/conversion.hpp", "given < top ? given : top", "given < above ? given : above", "elementwise",
     ["expr/conversion"]),
    ("cast: the first value that is too great", "expr/conversion.hpp", "given >= above ? limits<To>::max", "given > above ? limits<To>::max",
     "elementwise", ["expr/conversion"]),
    ("cast: the least value", "expr/conversion.hpp", "std::is_signed_v<To> ? -above : F(0)", "std::is_signed_v<To> ? -top : F(0)", "elementwise",
     ["expr/conversion"]),
    ("cast: NaN is not 0", "expr/conversion.hpp", "given == given ? result : Step{}", "result", "elementwise", ["expr/conversion"]),
    ("maximum: NaN is dropped", "expr/rounding.hpp", "__builtin_bit_cast(bits, y > x ? y : x)", "__builtin_bit_cast(bits, x > y ? x : y)",
     "elementwise,reduction,scan", ["expr/special_cases", "expr/rounding"]),
    ("max: the tail of a chunk is forgotten", "ops/reduce/host_extrema.hpp", "i < count; i += 4 * lanes", "i + 4 * lanes <= count; i += 4 * lanes",
     "reduction,joint", ["host/extrema_host"]),
    ("max: NaN in a vector is not seen", "ops/reduce/host_extrema.hpp", "strange = strange && any_nan(x, count);", "strange = false;",
     "reduction,joint", ["host/extrema_host"]),
    ("argmin of vectors: a later block of equals", "ops/reduce/host_extrema.hpp",
     "bool const wins = Greatest ? found.value > best.value : found.value < best.value;",
     "bool const wins = Greatest ? found.value > best.value : found.value <= best.value;", "arg", ["host/extrema_host"]),
    ("argmin of single values: the last of equals", "ops/reduce/host_extrema.hpp",
     "Reducer::greatest ? x[i] > best.value : x[i] < best.value;", "Reducer::greatest ? x[i] > best.value : x[i] <= best.value;", "arg",
     ["host/extrema_host", "expr/reductions_special"]),
    ("argmin backwards: the last of equals", "ops/reduce/host_extrema.hpp",
     "j = count - 1;\n        while (best.strange ? x[j] == x[j] : !(x[j] == best.value))\n            --j;",
     "j = 0;\n        while (best.strange ? x[j] == x[j] : !(x[j] == best.value))\n            ++j;", "arg", ["host/reduce_host"]),
    ("slots of a reduction: never anew", "ops/reduce/host.hpp", "self.slots_.fill(self.plan_.tree, n, fresh);",
     "self.slots_.fill(self.plan_.tree, n, false);", "reduction", ["host/reduce_host", "eval/reduction_terms", "host/stretched_host"]),
    ("slots of a total: never anew", "ops/reduce/host.hpp", "self.slots_.fill(self.plan_.tree, now, fresh);",
     "self.slots_.fill(self.plan_.tree, now, false);", "reduction", ["host/reduce_host", "eval/reduction_terms"]),
    ("slots of a reduction: a row of several steps keeps the last one's", "ops/reduce/host_loops.hpp",
     "r.walk.row == piece.first || n < x.inner;", "r.walk.row == piece.first;", "", ["host/stretched_host"]),
    ("sum: 32 bits", "ops/reduce/reducers.hpp", "a = detail::add{}(a, static_cast<accumulator>(x));",
     "a = detail::add{}(a, static_cast<accumulator>(x));\n        if constexpr (is_integer<accumulator>)\n            a = static_cast<accumulator>(static_cast<std::int32_t>(a));",
     "reduction,joint", ["expr/reductions_integer"]),
    ("reduce: the tail of a chunk is one short", "ops/reduce/host_chunk.hpp",
     "for (int l = 0; i < count; ++i, ++l)\n        reducer.add(", "for (int l = 0; i + 1 < count; ++i, ++l)\n        reducer.add(",
     "reduction,rows", ["expr/reductions_integer"]),
    ("reduce: lanes merged wrong", "ops/reduce/host_chunk.hpp", "lane[l] = merge(lane[l], lane[l + half]);",
     "lane[l] = merge(lane[l], lane[half]);", "reduction,rows", ["expr/reductions_integer"]),
    ("argmax: the last of equals", "ops/reduce/reducers.hpp", "else if (a.value == b.value)\n            b_wins = b.position < a.position;",
     "else if (a.value == b.value)\n            b_wins = b.position > a.position;", "arg", ["expr/reductions_special"]),
    ("argmax: the last NaN", "ops/reduce/reducers.hpp", "b_wins = b_nan && (!a_nan || b.position < a.position);",
     "b_wins = b_nan;", "arg", ["expr/reductions_special"]),
    ("variance: no pivot", "ops/reduce/host_chunk.hpp", "value const v = static_cast<value>(x[i]) - pivot;",
     "value const v = static_cast<value>(x[i]) + 0 * pivot;", "reduction", ["expr/reductions_accuracy"]),
    ("variance: merging forgets the distance", "ops/reduce/reducers.hpp", "distance * distance * a.count * share}", "distance * 0}",
     "reduction,rows", ["expr/reductions_accuracy"]),
    ("mean: divided by one more", "ops/reduce/reducers.hpp", "static_cast<typename element<accumulator>::real>(count);",
     "static_cast<typename element<accumulator>::real>(count + (count == 3));", "reduction,rows", ["expr/reductions_float32"]),
    ("loop: the axis of a result", "ops/reduce/loop.hpp", "        if (keep || !gone)\n            ++result;", "        if (!gone)\n            ++result;",
     "reduction,rows", ["expr/reductions_integer"]),
    ("rows: results of the row before", "ops/rows/host_block.hpp", "x_.reductions[k].result, result(k, row),",
     "x_.reductions[k].result, result(k, row > 0 ? row - 1 : 0),", "rows", ["host/rows_host"]),
    ("rows: chunks of a row not counted", "ops/rows/host_block.hpp", "if (done < length || job_.cut)\n                continue;\n            r.finish(",
     "if (job_.cut)\n                continue;\n            r.finish(", "rows", ["host/rows_host"]),
    ("scan: a part forgets what stands before", "ops/scan/host.hpp", ": (any ? Operator::combine(before, total) : total);", ": total;",
     "scan", ["expr/scans"]),
    ("scan: the line's carry is kept", "ops/scan/host.hpp", "carry.clear();\n                                current = line;",
     "current = line;", "scan", ["expr/scans"]),
    ("scan of columns: the segment is forgotten", "ops/scan/host.hpp", "merge(segment, run, count, rows % segment_rows != scan_run);",
     "merge(segment, run, count, rows % segment_rows == 0);", "scan", ["expr/scans_layout"]),
    ("walk: the carry of an outer axis", "host/walk.hpp", "operands_[k].stride[d - 1] - extent_[d] * operands_[k].stride[d]",
     "operands_[k].stride[d - 1] - (extent_[d] - 1) * operands_[k].stride[d]", "elementwise", ["eval/strided"]),
    ("walk: a chunk that is not contiguous", "host/walk.hpp", "if (x.stride[rank_ - 1] != 1 && chunk_ > 1) {",
     "if (x.stride[rank_ - 1] > 1 && chunk_ > 1) {", "elementwise", ["eval/strided"]),
    ("plan: axes merge that should not", "lower/plan.hpp",
     "merges = operands[k].stride[outer] == operands[k].stride[inner] * extent[inner];",
     "merges = operands[k].stride[outer] >= operands[k].stride[inner] * extent[inner];", "elementwise", ["eval/strided", "lower/plan_host"]),
    ("plan: a stepped operand taken for flat", "lower/plan.hpp", "flat = operands[k].flattens || operands[k].stride[rank - 1] == 1;",
     "flat = operands[k].flattens || operands[k].stride[rank - 1] >= 1;", "elementwise,update", ["eval/strided"]),
    ("plan: a reversed axis starts one off", "lower/plan.hpp", "shift(operands[k], operands[k].stride[d] * (extent[d] - 1));",
     "shift(operands[k], operands[k].stride[d] * (extent[d] > 3 ? extent[d] - 2 : extent[d] - 1));", "update", ["eval/strided"]),
    ("slice: a negative step is one long", "shape/slice.hpp", "count = (stop - start + 1) / step + 1;", "count = (stop - start) / step + 1;",
     "elementwise", ["array/view"]),
    ("slice: an end beyond the axis", "shape/slice.hpp", "return value < low ? low : (value > high ? high : value);",
     "return value < low ? low : value;", "elementwise", ["array/view"]),
    ("less: the sign is forgotten", "expr/arithmetic.hpp", "return (a < 0) | below;", "return below;", "elementwise",
     ["expr/arithmetic", "expr/integers"]),
    ("shift: past the width", "expr/arithmetic.hpp", "if (is_negative(count) || count >= static_cast<shift_count_t<T, B>>(8 * sizeof(T)))\n            return 0;",
     "if (is_negative(count))\n            return 0;", "elementwise", ["expr/integers"]),
    ("shift to the right: past the width", "expr/arithmetic.hpp",
     "if (is_negative(count) || count >= static_cast<shift_count_t<T, B>>(8 * sizeof(T)))\n            return is_negative(x)",
     "if (is_negative(count))\n            return is_negative(x)", "elementwise", ["expr/integers"]),
    ("divide: MIN / -1", "expr/quotients.hpp", "bool const negates = std::is_signed_v<T> && y == static_cast<T>(-1);",
     "bool const negates = false;", "elementwise", ["expr/integers"]),
    ("remainder: fmod of integers", "expr/rounding.hpp", "static_cast<T>(rest + (((rest != 0) & ((rest < 0) != (y < 0))) ? y : T{0}));",
     "rest;", "elementwise", ["expr/integers"]),
    ("remainder: fmod of floats", "expr/rounding.hpp", "return (rest < 0) != (y < 0) ? rest + y : rest;", "return rest;", "elementwise",
     ["expr/special_cases"]),
    ("quotient of zeros: the sign is forgotten", "expr/rounding.hpp", "return copy_sign(T{0}, y);", "return T{0};", "",
     ["expr/special_cases"]),
    ("minimum: NaN is dropped", "expr/rounding.hpp", "__builtin_bit_cast(bits, y < x ? y : x)", "__builtin_bit_cast(bits, x < y ? x : y)",
     "elementwise,reduction,scan", ["expr/special_cases", "expr/rounding"]),
    ("choice: never flat", "lower/plan.hpp", "return flat || !has.strided ? strategy::flat : strategy::strided;", "return !has.strided ? strategy::flat : strategy::strided;", "",
     ["eval/explain", "lower/plan_host"]),
    ("lines: one that runs down is walked down", "lower/plan.hpp", "        if (stride[0] < 0)\n            reverse_axis(extent.values, all.values, all.count, 0);\n", "", "", ["lower/plan_host"]),
    ("choice: tiles of any size", "lower/plan.hpp", "size >= has.most_tiled ||", "", "", ["lower/plan_host"]),
    ("choice: tiles that shared memory does not hold", "lower/plan.hpp", "<= has.tile_bytes)", "<= has.tile_bytes || true)", "",
     ["lower/plan_host"]),
    ("choice: 32 bits for a span of more", "lower/plan.hpp", "if (span > most)\n                return false;", "", "", ["lower/plan_host"]),
    ("sort: not stable", "ops/sort/host_select.hpp", "(a.key == b.key) & (a.index < b.index)", "(a.key == b.key) & (a.index > b.index)",
     "sort", ["sort/sort"]),
    ("rows dealt out: padded ones as if packed", "ops/reduce/deal_flat.hpp", "d.run_step = ++kept == 1 && d.row_step == 0 ? stride[a] : 0;",
     "d.run_step = d.reduced;", "", ["lower/reduce_deal_host"]),
    ("rows dealt out: perhaps none of a packet", "ops/reduce/deal.hpp", "packets < 2 ||", "packets < 1 ||", "", ["lower/reduce_deal_host"]),
    ("rows dealt out: what has no room stays a tile", "ops/reduce/deal.hpp", "    if (rows < with.row_lanes)\n        return false;\n    d.tile_rows = rows;",
     "    d.tile_rows = rows;\n    if (rows < with.row_lanes)\n        return false;", "", ["lower/reduce_deal_host"]),
    ("short rows: no room for where they begin", "ops/reduce/deal_flat.hpp", "arrays.apart = tuning::bytes / found / 16 * 16 + 32;",
     "arrays.apart = tuning::bytes / found / 16 * 16 + 8;", "", ["lower/reduce_deal_host"]),
    ("rows dealt out: cut ones for all that could be tiles", "ops/reduce/deal.hpp", "bool const tiles = d.contiguous && d.packet_start == 0;",
     "bool const tiles = false;", "", ["lower/reduce_deal_host"]),
    ("argpartition: places of equal ones", "ops/sort/host_registers.hpp", "all.equal += __builtin_popcount(up_to & ~below);", "all.equal += __builtin_popcount(up_to);", "sort",
     ["sort/registers_host"]),
    ("argpartition: zeros of both signs", "ops/sort/host_registers.hpp", "length, Lane{}).negative_zero)", "length, Lane{}).negative_zero && k < 0)", "sort",
     ["sort/registers_host"]),
    ("merge sort: not stable", "ops/sort/host_radix.hpp", "std::stable_sort(items", "std::sort(items", "sort", ["sort/sort"]),
    ("radix sort: the highest bit is left out", "ops/sort/host_radix.hpp", "static_cast<int>(std::bit_width(differing)) - low;",
     "static_cast<int>(std::bit_width(differing)) - low - 1;", "sort", ["sort/radix_host", "sort/sort"]),
    ("radix sort: digits overlap", "ops/sort/host_radix.hpp", "key >> (low + pass * width) &", "key >> (low + pass * (width - 1)) &", "sort",
     ["sort/radix_host", "sort/sort"]),
    ("medians of groups: an element is in the group before", "ops/statistics/group_functions.hpp", "return start <= i;", "return start < i;", "",
     ["statistics/groups"]),
    ("permutation in blocks: one that walks out stays", "ops/random/permutation.hpp", "while (one >= count)\n                one = once(one);", "",
     "", ["random/orders"]),
    ("index of two rows in lined loops: one row", "lower/leaf_nodes.hpp", "return at<V>(static_cast<Cursor const&>(c));",
     "return at<V>(static_cast<row_cursor<Rank> const&>(c));", "", ["lower/cursors_host"]),
    ("search of one: left and right are one", "ops/sort/search.hpp", "return here <= value;", "return here < value;", "sort",
     ["sort/sets", "sort/sort"]),
    ("search: the last step is left out", "core/count_passed.hpp", "return low + (passed(low) ? 1 : 0);", "return low;", "sort",
     ["sort/sets", "sort/sort"]),
    ("histogram: the last bin is open", "ops/statistics/bins.hpp", "if (!(x >= low && x <= high))", "if (!(x >= low && x < high))", "groups",
     ["statistics/counting"]),
    ("histogram of edges: the last bin is open", "ops/statistics/bins.hpp", "!(x >= edges[0] && x <= edges[bins])",
     "!(x >= edges[0] && x < edges[bins])", "", ["statistics/goldens", "statistics/counting"]),
    ("histogram: the edges do not set right", "ops/statistics/bins.hpp", "if (bin + 1 < bins && x >= edges[bin + 1])\n            return bin + 1;", "",
     "groups", ["statistics/goldens", "statistics/counting"]),
    ("quantile: places count from 1", "ops/statistics/quantile_places.hpp", "double const spaced = rounded_product(n - 1, q);", "double const spaced = rounded_product(n, q);",
     "statistics", ["statistics/goldens"]),
    ("groups in no order: floats added up as floats", "ops/statistics/tally.hpp", "std::conditional_t<std::is_same_v<A, float>, double, A>;", "A;",
     "statistics", ["statistics/groups"]),
    ("convolve: a block's last terms begin one later", "ops/numeric/signal.hpp", "sum(a, v, at + l, all.end, reached", "sum(a, v, at + l, all.end + 1, reached",
     "numeric", ["numeric/signal"]),
    ("isin: NaN of the other part is another value", "ops/sort/search.hpp", "if (value != value)\n                    return result_at", "if (false)\n                    return result_at",
     "sorting", ["sort/sets"]),
    ("choice: sums that fall", "ops/random/permutation.hpp", "evaluate(cummax(where(shares > 0.0, cumsum(shares, axis<0>), 0.0), axis<0>));", "evaluate(cumsum(shares, axis<0>));",
     "random", ["random/orders"]),
    ("take: one past the end", "ops/index/node.hpp", "return static_cast<std::uint64_t>(at) < static_cast<std::uint64_t>(size);",
     "return static_cast<std::uint64_t>(at) <= static_cast<std::uint64_t>(size);", "index", ["index/functions", "index/subscripts"]),
    ("a(mask): a word of some flags taken for none", "ops/index/host.hpp", "if (word_of(flags + j) == 0)", "if (word_of(flags + j) != each_byte)", "index",
     ["index/masks"]),
    ("capacity: what is behind the count is the first element", "ops/index/found.hpp", "limits<index_t>::lowest", "0", "index", ["index/goldens"]),
    ("accumulate: in lanes, as what commutes", "ops/scan/host.hpp", "requires { Operator::keeps_order; } ? 1 : 16;", "16;", "scan", ["expr/scans"]),
    ("accumulate: its function is taken for the library's", "ops/scan/node.hpp",
     "is_users_function<function_scan<F, V, Checked>> = true;", "is_users_function<function_scan<F, V, Checked>> = false;", "scan", ["expr/scans"]),
    ("clip: a bound that no element passes", "expr/math_binary.hpp", "return passed ? weak_leaf", "return false ? weak_leaf", "elementwise",
     ["expr/rounding"]),
    ("braces: weights of integers are as wide as these", "array/construct.hpp", "!is_integer<T>, T,", "true, T,", "products",
     ["numeric/signal"]),
    ("groups: every column is the first", "ops/statistics/groups.hpp", "result(full_extent, c) = f(node(full_extent, c));",
     "result(full_extent, c) = f(node(full_extent, 0 * c));", "statistics", ["statistics/groups"]),
    ("packbits: the other order", "ops/numeric/bits.hpp", "flag << (order == bit_order::big ? 7 - b : b);",
     "flag << (order == bit_order::little ? 7 - b : b);", "index", ["numeric/bits"]),
    ("packbits: the other order at once", "ops/numeric/bits.hpp", "order == bit_order::big ? 0x8040201008040201",
     "order == bit_order::little ? 0x8040201008040201", "index", ["numeric/bits"]),
    ("reduce: every identity says the type", "ops/reduce/reductions.hpp", "return sizeof(T) <= sizeof(S);", "return true;", "", ["eval/joint"]),
    ("choice: short rows are tiled where they fill tiles", "lower/plan.hpp", "inner < has.short_rows && inner % has.filling != 0;",
     "inner < has.short_rows;", "", ["lower/plan_host"]),
    ("var over a mask: what is not chosen counts", "ops/index/where.hpp", "chosen ? away : T{}", "away", "index",
     ["index/masked_reductions"]),
    ("sort in registers: what is above the pivot", "ops/sort/host_quick.hpp", "static_cast<mask>(-1u << count)", "static_cast<mask>(-2u << count)", "sort",
     ["sort/registers_host"]),
    ("sort in registers: equal ones in one place", "ops/sort/host_quick.hpp", "compare<(R < S)>(one, x[S])", "compare<true>(one, x[S])", "sort", ["sort/registers_host"]),
    ("sort in registers: negative zeros are zeros", "ops/sort/host_registers.hpp", "zeros |= x == values{} + sign;", "", "sort", ["sort/registers_host"]),
    ("one element beside many pieces: it moves", "host/loop.hpp", "            *x.data = next;\n            next += taken;", "            *x.data = next;\n            x.stride[rank - 1] = 1;\n            next += taken;",
     "elementwise", ["host/stretched_host"]),
    ("complex powers of chunks: of zero", "lower/chunk_powers.hpp", "exponent < 0 ? limits<T>::quiet_nan : T(0);", "T(0);", "elementwise", ["host/costly_host"]),
    ("complex powers of chunks: one factor too few", "lower/chunk_powers.hpp", "if (rest & 1)\n            multiply_by(power);", "if ((rest & 1) && rest != 3)\n            multiply_by(power);", "elementwise", ["host/costly_host"]),
]
DEVICE_MUTANTS = [
    ("select: the place of an element counts itself", "ops/index/select.cuh", "__popc(here & ((1u << lane) - 1))", "__popc(here & ((2u << lane) - 1))",
     "index", ["index/masks"]),
    ("put: the last lane of a packet", "cuda/device/access.cuh", "if (l >= first && l < last)", "if (l >= first && l + 1 < last)",
     "elementwise", ["cuda/strategies"]),
    ("packets: alignment of rows not compared", "lower/plan.hpp", "x.stride[d] % lanes != 0)", "x.stride[d] % lanes == lanes)",
     "elementwise", ["cuda/strategies"]),
    ("tiles: the mirror image one off", "cuda/elementwise/tiled_kernel.cuh", "column = q <= r ? q : q - 1 - r;",
     "column = q <= r ? q : q - r;", "elementwise,update", ["cuda/strategies"]),
    ("reduce: the last part is not merged", "ops/reduce/kernels.cuh",
     "                if (l < count && s + u * step < splits)\n                    sums[l] = reducer.merge(sums[l], part[u][l]);",
     "                if (l < count && s + u * step < splits - 1)\n                    sums[l] = reducer.merge(sums[l], part[u][l]);",
     "reduction,arg", ["cuda/strategies"]),
    ("negatives of 32 bits are left to ptxas", "expr/quotients.hpp", "} else if constexpr (std::is_same_v<T, std::int32_t>) {", "} else if constexpr (std::is_same_v<T, void>) {", "", ["expr/negatives"]),
    ("sums of 16 bits are compared with negatives", "expr/quotients.hpp", "asm(\"\" : \"+r\"(sum));", ";", "", ["expr/negatives"]),
    ("short rows: the end of a row is forgotten", "ops/reduce/short_rows.cuh", "for (; j < end; ++j)", "for (; j + 1 < end; ++j)", "", ["cuda/stream_short_rows"]),
    ("short rows: arrays are taken for one", "ops/pairs/short_rows.cuh", "4 * (record & 15) & 15", "4 * (record & 15) & 0", "", ["cuda/reduce_arrays"]),
    ("rows in tiles: walks leave the last element", "ops/rows/keep.cuh", "for (; done < mine; ++done)", "for (; done + 1 < mine; ++done)", "", ["cuda/rows_short"]),
    ("reduce: the end of a tile is forgotten", "ops/reduce/tile.cuh", "if (int const rest = packets * V + thread; rest < count)",
     "if (int const rest = packets * V + thread; rest + 1 < count)", "reduction,arg", ["cuda/strategies"]),
    ("scan: a row forgets what stands before", "ops/scan/kernels.cuh", "if (inner.any)", "if (inner.any && steps > 1)", "scan", ["cuda/strategies", "expr/scans_layout"]),
    ("scan: the first tile is not published", "ops/scan/kernels.cuh", "in_tile = {total, true};", "in_tile = {total, w > 1};", "scan", ["cuda/strategies", "expr/scans_layout"]),
    ("scan: a tile in shared memory forgets its last element", "ops/scan/staged.cuh", "if (V > 1 && thread < count - end)",
     "if (V > 1 && thread + 1 < count - end)", "scan", ["cuda/scan_staged"]),
    ("rows: lanes past the end are added", "ops/rows/steps.cuh", "sums.add(all, 0, 1);", "sums.add(all);", "rows", ["cuda/strategies"]),
    ("search of a packet: left and right are one", "ops/sort/search.hpp", "return as_compared(here) <= value[l];",
     "return as_compared(here) < value[l];", "sort", ["sort/sets"]),
    ("lines: an index of another line", "lower/tree.hpp", "next.at[Rank - 2] += c.apart;", "", "index", ["index/rows"]),
    ("variance of short rows: threads have pivots of their own", "ops/reduce/device_reducers.cuh",
     "return R::start(shuffle_from(own, 0, group), shuffle_from(own, last / 2, group),", "return R::start(own, own,",
     "reduction", ["cuda/reduce_short_rows"]),
    ("scan of columns: tiles of single columns leave rows out", "ops/scan/device.cuh", "(shape.flat ? P : single)", "(shape.flat ? P : 2 * single)", "scan", ["cuda/scan_staged", "expr/scans_layout"]),
    ("functions of several: reductions of other shapes are forgotten", "ops/reduce/joint.hpp", "if (choose(every) != every)", "if (choose(every) == 0)",
     "reduction", ["eval/functions_of_several"]),
    ("sums of exponentials: what was summed is not scaled", "ops/reduce/device_exponentials.cuh", "a = {greatest, a.sum * exponential(a.greatest - finite(greatest))};",
     "a = {greatest, a.sum};", "rows", ["eval/sums_of_exponentials"]),
    ("once: arrays that differ are taken for one", "lower/once.hpp", "if (*leaves[k].data != *leaves[first].data)", "if (*leaves[k].data == nullptr)",
     "elementwise", ["cuda/narrow", "expr/half_expressions"]),
    ("alone: one value for two rows", "lower/alone.hpp", "result.values[l] = x.values[l * K / V];", "result.values[l] = x.values[0];", "elementwise",
     ["eval/broadcast_rows"]),
    ("alone: lanes of the next row", "lower/alone.hpp", "l < c.cut ? x.values[0] : x.values[1]", "x.values[0]", "elementwise", ["eval/broadcast_rows"]),
    ("quotients by few: small dividends are taken for plain", "lower/alone.hpp", "((__float_as_uint(x) << 1) - 1 >= 0x42ffffffu)", "true", "elementwise",
     ["eval/broadcast_rows"]),
    ("quotients by few: great dividends are taken for plain", "lower/alone.hpp", "(fabsf(x) < 0x1p60f)", "true", "elementwise", ["eval/broadcast_rows"]),
    ("quotients by few: the sign of zeros", "lower/alone.hpp", "~__float_as_uint(by.values[k]) & 0x80000000u", "0x80000000u", "elementwise",
     ["eval/broadcast_rows"]),
    ("loads first: the second row is the first", "cuda/elementwise/loaded.cuh", "{line, line + c.apart * static_cast<int>(node.stride[Rank - 2])}", "{line, line}", "elementwise",
     ["cuda/narrow", "expr/half_expressions", "eval/broadcast_rows"]),
    ("through rows: lanes of the next row are this one's", "cuda/elementwise/loaded.cuh", "((l < c.cut ? here : there) + l * step)", "(here + l * step)", "elementwise",
     ["eval/broadcast_rows"]),
    ("packets of all rows: the other half is the first", "cuda/elementwise/strided_shape.cuh", "height = grid.half;", "height = 0;", "elementwise", ["eval/broadcast_rows"]),
    ("hoisted through rows: the next row's term", "cuda/elementwise/hoisted_through.cuh", "result.values[l] = l < at.cut ? x : y;", "result.values[l] = x;", "elementwise",
     ["eval/broadcast_rows", "eval/hoisting"]),
    ("held rows: elements behind are those before", "ops/reduce/short_runs.cuh", "lane < head_of(u) ? lane : behind + lane", "lane", "reduction",
     ["cuda/reduce_held_rows"]),
    ("held rows: all begin where the first one does", "ops/reduce/short_runs.cuh", "(-start_of(u) - shape.packet_start)", "(-shape.packet_start)", "reduction",
     ["cuda/reduce_held_rows"]),
    ("held rows: a second packet that is not there", "ops/reduce/short_runs.cuh", "int more = lane + group < shape.packets ? left : 0;", "int more = left;",
     "reduction", ["cuda/reduce_held_rows"]),
    ("rows of warps: a packet behind the last", "ops/reduce/flat_runs.cuh", "if (held + 32 * u < packets[r])", "if (held + 32 * u <= packets[r])",
     "reduction", ["cuda/reduce_held_rows"]),
    ("streams: what is stretched is read in packets", "ops/pairs/stream_deal.cuh", "return x.data && still && (by_type & axes) == axes;", "return false;", "pairs", ["cuda/stretched"]),
    ("streamed columns: lanes where packets begin", "ops/pairs/stream_columns.cuh", "x * V + l - ahead", "x * V + l", "pairs", ["expr/reductions_streams", "expr/reductions_pairs"]),
    ("spread: the last piece has what is before it", "ops/reduce/spread.cuh", "(number - at[u].inner + 31 - lane) >> 5", "(number - at[u].inner + 31) >> 5", "reduction",
     ["cuda/reduce_spread"]),
    ("spread: columns of lanes are neighbours", "ops/reduce/columns_part.cuh", "apart ? x + l * part.width", "apart ? x + l", "reduction", ["cuda/reduce_spread"]),
    ("spread: pieces of all warps are the first one's", "ops/reduce/spread.cuh", "first += team * each;", "first += 0;", "reduction", ["cuda/reduce_spread"]),
    ("narrow columns: runs begin with packets", "ops/reduce/narrow_columns.cuh", "run.ahead = static_cast<int>(shape.packet_start + first) & (V - 1);", "run.ahead = 0;",
     "reduction", ["cuda/reduce_narrow_columns"]),
    ("narrow columns: columns come again with each team", "ops/reduce/narrow_columns.cuh", "run.threads = run.team / shape.period * shape.period;", "run.threads = run.team;",
     "reduction", ["cuda/reduce_narrow_columns"]),
    ("narrow columns: positions count elements", "ops/reduce/narrow_columns.cuh", "a.position = quotient(a.position, run.inner);", "a.position = quotient(a.position, 1);",
     "reduction", ["cuda/reduce_narrow_columns"]),
    ("joined columns: groups merge the same rows", "ops/reduce/joined_columns.cuh", "for (int row = team.group; row < height; row += team.groups)", "for (int row = 0; row < height; row += team.groups)",
     "reduction", ["cuda/reduce_joined_columns"]),
    ("joined columns: elements are as far apart as packets", "ops/reduce/joined_columns.cuh", "int const apart = whole ? 1 : width;", "int const apart = 1;",
     "reduction", ["cuda/reduce_joined_columns"]),
    ("joined columns: an output goes on in the next packet", "ops/reduce/joined_columns.cuh", "            if (g == Units - 1)\n                k = of;", "",
     "reduction", ["cuda/reduce_joined_columns"]),
    ("joined columns: rows of pools follow each other", "ops/reduce/joined_columns.cuh", "(end ? over : step)", "step",
     "reduction", ["cuda/reduce_joined_columns"]),
    ("joined columns: a loop that is given up stays joined", "ops/reduce/deal_joined.hpp", "        part_axes(extent, rank, split, operands, count, joined);\n", "",
     "reduction", ["lower/reduce_deal_host"]),
    ("broadcast: short rows end with a packet", "cuda/elementwise/broadcast_kernel.cuh", "            for (int l = i; l < shape.size; ++l)\n                broadcast_element", "            for (int l = i; l < i; ++l)\n                broadcast_element",
     "elementwise", ["cuda/broadcast_short_rows"]),
    ("broadcast: several short rows are one long one", "cuda/elementwise/broadcast_kernel.cuh", "    j -= shape.by_last.divide(j) * inner;\n", "", "elementwise", ["cuda/broadcast_short_rows"]),
    ("patches: the next one is brought where threads read", "ops/reduce/patches.cuh", "fill(patch_place(cut, number + gridDim.x), buffer ^ 1);", "fill(patch_place(cut, number + gridDim.x), buffer);",
     "reduction", ["cuda/reduce_patches"]),
    ("patches: runs of an output begin alike", "ops/reduce/patches.cuh", "at += end ? cut.pitch - (run - 1) * cut.run_step : cut.run_step;", "at += cut.run_step;",
     "reduction", ["cuda/reduce_patches"]),
    ("patches: positions are those of a thread", "ops/reduce/patches.cuh", "int e = k * run + lane;", "int e = lane;", "reduction", ["cuda/reduce_patches"]),
    ("patches: whatever counts elements counts them upwards", "ops/reduce/deal_patches.hpp", "            if (x.stride[rank - 1] != 1 ||", "            if (false &&", "reduction", ["lower/reduce_deal_host"]),
    ("patches: lines begin with packets", "ops/reduce/deal_patches.hpp", "while (pitch % lanes != (step & (lanes - 1)))", "while (pitch % lanes != 0)", "reduction", ["lower/reduce_deal_host"]),
    ("windows: what looks like a square is one", "cuda/elementwise/window_shape.cuh", "if (*x.data != *first.data)", "if (false)", "elementwise", ["cuda/windows"]),
    ("windows: rows begin with packets", "cuda/elementwise/window_shape.cuh", "stride * f.size % 16 != 0", "false", "elementwise", ["cuda/windows"]),
    ("windows: a tile is copied over before all have read it", "cuda/elementwise/window_kernel.cuh", "bring_windows(shape, at, reinterpret_cast<T*>(windows_at(half ^ 1)));",
     "bring_windows(shape, at, reinterpret_cast<T*>(windows_at(half)));", "elementwise", ["cuda/windows"]),
    ("sums of exponentials: all maxima are of one array", "ops/reduce/function_of_several.hpp", "if (!kept && how::of_one_array(whole))", "if (!kept)", "rows",
     ["eval/sums_of_exponentials"]),
    ("negatives of 16 bits are taken as they come", "expr/quotients.hpp", 'asm("neg.s32 %0, %1;" : "=r"(result) : "r"(static_cast<int>(x)));', "result = -static_cast<int>(x);",
     "elementwise", ["expr/integers"]),
    ("functions of scans: arrays begin where the results' memory does", "ops/scan/function_of.hpp", "shift + (first - data)", "0", "scan", ["cuda/scan_functions"]),
    ("functions of scans: arrays lie as they may", "ops/scan/function_of.hpp", "(to.lie.shape[d] == 1 || x.layout.stride[d] == to.lie.stride[d])", "true", "scan",
     ["cuda/scan_functions"]),
    ("permuted: boxes that are not whole are written as others are", "cuda/elementwise/permuted_kernel.cuh", "        if (own.whole) {", "        if (true) {",
     "elementwise", ["cuda/permuted"]),
    ("permuted: the next box is read where this one is", "cuda/elementwise/permuted_kernel.cuh", "            place = box_place<Rank>(shape, box);", "",
     "elementwise", ["cuda/permuted"]),
    ("permuted: two elements of a box have one slot", "lower/permuted.hpp", "            next *= static_cast<int>(box.size[m]);", "            next += static_cast<int>(box.size[m]);",
     "elementwise", ["lower/permuted_host"]),
    ("permuted: an operand that is not contiguous", "lower/permuted.hpp", " && x.stride[order[0]] == 1 &&", " &&", "elementwise", ["lower/permuted_host"]),
    ("turned: an operand that has one element for a row", "cuda/elementwise/turned_kernel.cuh", "(c)).row(0);", "(c)).rows[0];", "elementwise",
     ["cuda/turned_formulas"]),
    ("broadcast: lanes of the next row", "cuda/elementwise/broadcast_kernel.cuh", "l < c.cut ? alone.values[0] : alone.values[1]", "alone.values[0]", "elementwise", ["cuda/broadcast"]),
    ("broadcast: packets of all distances are one", "cuda/elementwise/broadcast_kernel.cuh", "column % V * shape.pitch + column / V", "column / V", "elementwise",
     ["cuda/broadcast"]),
    ("broadcast: a row's first element behind its last", "cuda/elementwise/broadcast_kernel.cuh", "if (j >= inner)", "if (j > inner)", "elementwise", ["cuda/broadcast"]),
    ("broadcast: the slot of the next packet", "cuda/elementwise/broadcast_kernel.cuh", "slot >= block_threads ? slot - block_threads", "slot >= block_threads ? slot",
     "elementwise", ["cuda/broadcast"]),
    ("broadcast: columns along other axes", "cuda/elementwise/broadcast_kernel.cuh", "* table.stride[d];", "* table.stride[0];", "elementwise", ["cuda/broadcast"]),
    ("broadcast: what is a column of the loop is a row by its type", "cuda/elementwise/broadcast_cut.cuh", "return column ? !no_column : row;", "return column || row;", "elementwise",
     ["cuda/broadcast"]),
    ("broadcast: a column's next element", "cuda/elementwise/broadcast_kernel.cuh", "row += shape.height", "row += 1", "elementwise", ["cuda/broadcast"]),
    ("broadcast: rows that start anywhere are aligned", "cuda/elementwise/broadcast_cut.cuh", "x.stride[last] == 1 && ahead == 0", "x.stride[last] == 1", "elementwise",
     ["cuda/broadcast"]),
    ("columns merge: shifted packets", "ops/reduce/columns_part.cuh", ": x * V + l - ahead;", ": x * V + l;", "reduce",
     ["cuda/reduce_columns"]),
    ("columns merge: rows of a group", "ops/reduce/columns_part.cuh", "for (int y = group + groups; y < part.height; y += groups)", "for (int y = group + groups; y + groups < part.height; y += groups)", "reduce",
     ["cuda/reduce_columns"]),
    ("sines of all lanes: far ones are taken for near", "lower/lane_functions.hpp", "near = near && fabsf(a) <= farthest;", "near = near && fabsf(a) <= 1e38f;",
     "elementwise", ["expr/half_expressions"]),
    ("roots of all lanes: what is rare is not looked for", "lower/lane_functions.hpp", "plain = plain && (Trusting || has_plain_root(x.values[l]));", "plain = true;",
     "elementwise", ["expr/half_expressions"]),
    ("select: zeros lose their sign", "ops/sort/device.cuh", "line_selection<T, ascending_t, true>", "line_selection<T, ascending_t, false>", "statistics", ["statistics/quantiles"]),
    ("select: lines of the second group", "ops/sort/select.cuh", "known + line, above, bits, counts);", "known, above, bits, counts);", "statistics", ["statistics/quantiles"]),
    ("scatter: a vector's last part", "cuda/device/put_atomic.cuh", "k < static_cast<int>(sizeof(T) / sizeof(Part)); ++k", "k + 1 < static_cast<int>(sizeof(T) / sizeof(Part)); ++k",
     "index", ["index/scatter"]),
    ("scan: columns look at the first", "ops/scan/staged.cuh", "outer * inner + (looks ? c : 0), looks, tile,", "outer * inner, looks, tile,", "scan", ["cuda/scan_staged"]),
    ("turned words: the end of a row is read at its own place", "cuda/elementwise/turned_kernel.cuh",
     "c.place += static_cast<unsigned>(c.inner - first.inner);", "", "elementwise", ["cuda/turned_formulas"]),
    ("turned words: a line of another tile", "cuda/elementwise/turned_kernel.cuh", "return which * each << (cut.log2_across + cut.log2_along);",
     "return 0;", "elementwise", ["cuda/turned_formulas"]),
    ("sums of exponentials: beside infinity they count", "ops/reduce/exponentials.hpp", "a.greatest == limits<value>::infinity ? value(1) : a.sum;",
     "a.sum;", "reduction", ["eval/sums_of_exponentials"]),
    ("sums of exponentials: maxima along another axis", "ops/reduce/exponentials.hpp", "if (sum.mask() != max.mask()) {", "if (false) {", "reduction",
     ["eval/sums_of_exponentials"]),
    ("reduce: the greatest of float32 drops NaN", "ops/reduce/device_positions.cuh", "max.NaN.f32", "max.f32", "reduction", ["cuda/strategies"]),
]


def fuzz(options, include, themes, seed):
    command = [sys.executable, str(HERE / "fuzz.py"), "--include", str(include), "--themes", themes, "--seed", str(seed), "--count",
               str(options.count), "--cxx", options.cxx]
    if options.device:
        command += ["--device", "--run", "--elements", "1500000"]
    return subprocess.run(command, capture_output=True, text=True)


def device_test(name):
    """A test of the device alone, or one of both spaces."""
    alone = ROOT / "tests" / f"{name}_test.cu"
    return alone if alone.exists() else ROOT / "tests" / f"{name}_test.cpp"


def unit(options, include, name, work):
    """Whether a test fails, None where there is no such test."""
    flags = ["-std=c++20", f"-I{include}", f"-I{ROOT / 'tests'}", "-lgtest", "-o", str(work / "unit")]
    if options.device:
        source = device_test(name)
        command = [options.nvcc, f"-arch={options.arch}", "--Ofast-compile=max", "-x", "cu", str(source), str(ROOT / "tests/support/device_main.cpp")]
    else:
        source = ROOT / "tests" / f"{name}_test.cpp"
        command = [options.cxx, "-O0", str(source), str(ROOT / "tests/support/main.cpp"), "-pthread"]
    if not source.exists():
        return None
    made = subprocess.run(command + flags, capture_output=True)
    if made.returncode:
        return True
    try:
        return subprocess.run([str(work / "unit"), "--gtest_brief=1"], capture_output=True, timeout=300).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def planted(options, mutant):
    """What noticed a mutant, as a line; and whether anything did."""
    name, header, text, replacement, themes, tests = mutant
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        include = work / "include"
        shutil.copytree(ROOT / "include", include)
        file = include / "twill" / header
        whole = file.read_text() if file.exists() else ""
        if text not in whole:
            return f"{name}: stale", False
        file.write_text(whole.replace(text, replacement))
        found = []
        for k in range(options.seeds if themes and not options.units else 0):
            if found and not options.all:
                break
            r = fuzz(options, include, themes, 9000 + k)
            if r.returncode == 77:
                return f"{name}: NumPy 2 is missing", False
            if r.returncode:
                found.append(f"fuzz {themes} {9000 + k}" + (" (does not compile)" if "does not compile" in r.stdout else ""))
        for t in tests:
            if found and not options.all:
                break
            noticed = unit(options, include, t, work)
            if noticed is None:
                return f"{name}: no test {t}", False
            if noticed:
                found.append(f"{t}_test")
        return f"{name}: {', '.join(found) or 'NOT NOTICED'}", bool(found)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--only", default="", help="mutants whose name contains this")
    p.add_argument("--all", action="store_true", help="run every test, also after one has noticed")
    p.add_argument("--units", action="store_true", help="the unit tests alone, no random statements")
    p.add_argument("--stale", action="store_true", help="only look whether every text is where it is said to be")
    p.add_argument("--device", action="store_true")
    p.add_argument("--jobs", type=int, default=1, help="mutants at a time")
    p.add_argument("--seeds", type=int, default=2, help="programs of random statements for each")
    p.add_argument("--count", type=int, default=16, help="statements in each")
    p.add_argument("--minutes", type=float, default=1e9, help="start no further mutant after this")
    p.add_argument("--cxx", default=os.environ.get("CXX", "g++"))
    p.add_argument("--nvcc", default="nvcc")
    p.add_argument("--arch", default="sm_90")
    options = p.parse_args()
    if options.stale:
        gone = [m[0] for m in MUTANTS + DEVICE_MUTANTS if m[2] not in (ROOT / "include/twill" / m[1]).read_text()]
        gone += [f"{m[0]}: no test {t}" for m in MUTANTS for t in m[5] if not (ROOT / "tests" / f"{t}_test.cpp").exists()]
        gone += [f"{m[0]}: no test {t}" for m in DEVICE_MUTANTS for t in m[5] if not device_test(t).exists()]
        print("\n".join(gone) or "none is stale")
        return 1 if gone else 0
    began = time.time()

    def one(mutant):
        if time.time() - began > 60 * options.minutes:
            return False
        line, noticed = planted(options, mutant)
        print(line, flush=True)
        return noticed

    chosen = [m for m in (DEVICE_MUTANTS if options.device else MUTANTS) if options.only in m[0]]
    with ThreadPoolExecutor(options.jobs) as pool:
        missed = list(pool.map(one, chosen)).count(False)
    print(f"{len(chosen)} mutants, {missed} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
