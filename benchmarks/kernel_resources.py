#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Registers and spills of compiled kernels, from what `nvcc -Xptxas -v` wrote.

    benchmarks/kernel_resources.py LOG      prints a table; fails where a kernel exceeds its limits

compile_time.sh calls it with the log of compile_time/table.cu. The limits are those of sm_90.
"""
import re
import subprocess
import sys

# A multiprocessor has 65536 registers: with 64 a thread, half of its threads are resident, which is what kernels that
# wait for memory need. Those in WIDE trade that for running values of several inputs or outputs a thread.
MOST_REGISTERS = 64
MOST_REGISTERS_WIDE = 128
WIDE = {"permuted", "reduce_flat", "reduce_rows", "reduce_columns", "reduce_shifted_columns", "reduce_narrow_columns", "reduce_joined_columns",
        "reduce_outer", "reduce_stream_rows", "reduce_stream_columns", "reduce_pairs", "reduce_nested", "scan_rows"}

# Who may spill: kind, what its expression contains, the most bytes stored and loaded, and why that is no loss. Other
# versions of ptxas need a little more or less than 13.0, hence the room.
SPILLS = [
    ("hoisted", "atan2(", 100, "bounds of tiles, held outside the loop over rows; the slow path of a double's sine"),
    ("scan_tiles", "", 64, "a thread's first values, set aside once a tile while it waits for the tiles before"),
    ("reduce_rows", "sin(", 384, "addresses and sums, once a turn of 16 sines and cosines: terms not known to be equal"),
    ("reduce_columns", "cos(", 320, "a few registers of several sums over sines; where they go was not looked into"),
    ("reduce_shifted_columns", "", 192, "where the part of a thread lies, kept over its loop: 16383 x 16383 is summed in 1.05 times"
     " what 16384 x 16384 take"),
    ("reduce_outer", "sin(", 256, "addresses and sums, once a turn of several sines and cosines, and places of columns where they merge"),
    ("row", "greatest_found", 160, "rows that are read again: what scales a sum has four packets at hand; softmax of rows of 2^20 (2^27 float32) takes"
     " 0.412 ms so, 0.435 with a packet at a time"),
    ("row", "", 128, "rows that pass through shared memory or that no block keeps give registers for resident threads: softmax of"
     " rows of 2 to 31 takes a quarter to two thirds of what it took without"),
    ("strided", "atan2(", 64, "a few registers of eight atan2 of doubles; where they go was not looked into"),
    ("reduce_flat", "cos(", 384, "registers of several sums over sines: terms not known to be equal; what it costs was not measured"),
    ("reduce_shifted_columns", "cos(", 640, "registers of several sums over sines of doubles; what it costs was not measured"),
    ("tiled", "atan2(", 32, "two registers; a double's sine and atan2 call slow paths; where they go was not looked into"),
]


class Kernel:
    def __init__(self, kind, expression, listing):
        self.kind, self.expression = kind, expression
        self.registers = int(re.search(r"Used (\d+) registers", listing)[1])
        # The kernel, then the functions that it calls.
        functions = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", listing)
        self.stack, self.stores, self.loads = (sum(column) for column in zip(*(map(int, f) for f in functions)))

    def verdict(self):
        most = MOST_REGISTERS_WIDE if self.kind in WIDE else MOST_REGISTERS
        if self.registers > most:
            return f"TOO MANY REGISTERS (limit {most})"
        spilled = self.stores + self.loads
        allowed = max((b for kind, part, b, _ in SPILLS if kind == self.kind and part in self.expression), default=0)
        return f"SPILLS (limit {allowed})" if spilled > allowed else ""


def readable(name):
    """The kind of a kernel and its expression in short, from its demangled name."""
    name = re.sub(r"twill::(v\d+::)?detail::|std::|_node\b|_function\b|^void ", "", name)
    kind, _, rest = name.partition("_kernel<")
    rest = rest.split(">(", 1)[0]
    rest = re.sub(r"memory<(\w+), (\d+)>", r"\1[\2]", rest)
    rest = re.sub(r"(?:scalar|broadcast)<(\w+)>", r"\1", rest)
    rest = re.sub(r"fast<(\w+)_approximation, \w+>", r"fast_\1", rest)
    before = None
    while before != rest:  # from the inside outwards
        before = rest
        rest = re.sub(r"\bapply<(\w+(?:{\w+})?), ([^<>]*?) ?>", r"\1(\2)", rest)
        rest = re.sub(r"\b(?!apply<)(\w+)<([^<>]*?) ?>", r"\1{\2}", rest)
    return kind, rest.translate(str.maketrans("{}", "<>"))


def kernels_of(log):
    entries = re.split(r"Compiling entry function '", log)[1:]
    mangled = [entry.split("'", 1)[0] for entry in entries]
    names = subprocess.run(["c++filt"], input="\n".join(mangled), capture_output=True, text=True, check=True).stdout
    return [Kernel(*readable(name), entry) for name, entry in zip(names.splitlines(), entries)]


def main():
    with open(sys.argv[1], encoding="utf-8") as log:
        kernels = kernels_of(log.read())
    failed = not kernels
    print(f"{'kernel':15} {'registers':>9} {'stack':>6} {'stores':>6} {'loads':>6}   expression")
    for k in sorted(kernels, key=lambda k: (k.kind, k.registers)):
        verdict = k.verdict()
        failed |= verdict != ""
        text = f"{k.kind:15} {k.registers:9} {k.stack:6} {k.stores:6} {k.loads:6}   {k.expression[:72]}"
        print(f"{text}   {verdict}".rstrip())
    print(f"{len(kernels)} kernels, {sum(k.stores + k.loads > 0 for k in kernels)} spill")
    return failed


if __name__ == "__main__":
    sys.exit(main())
