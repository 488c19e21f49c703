#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Differential fuzzing: random statements over random shapes, layouts and values, against NumPy 2 (see docs/CONTRIBUTING.md).

    tests/fuzz/fuzz.py --seed 1 --count 40                 # host, g++
    tests/fuzz/fuzz.py --seed 1 --count 12 --device --run  # the same statements with nvcc; without --run they are compiled to PTX
    tests/fuzz/fuzz.py --seed 1 --only 17                  # one statement
    tests/fuzz/fuzz.py --seed 1 --only 17 --reduce         # ... and the smallest part of it that still fails
A statement depends on its seed and number alone. Exit status: 0 all passed, 1 something failed, 77 NumPy is missing.
"""
import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
try:
    import numpy
    if int(numpy.__version__.split(".")[0]) < 2:
        raise ImportError
except ImportError:
    print("NumPy 2 is missing: skipped")
    sys.exit(77)

from expressions import Node, Refused  # noqa: E402
from programs import THEMES, Case, Skipped, Statement, pack, source  # noqa: E402
import families  # noqa: E402,F401  these register their nodes and themes
import products  # noqa: E402,F401
import transforms  # noqa: E402,F401
import matrices  # noqa: E402,F401


def compiler(options, work, name):
    include = options.include or ROOT / "include"
    flags = ["-std=c++20", f"-I{include}", f"-I{ROOT / 'tests'}"]
    more = shlex.split(options.flags)
    if options.device:
        arch = [f"-arch={options.arch}"] if options.run else ["-arch=compute_90", "-ptx", "--Ofast-compile=max"]
        return [options.nvcc, *flags, options.optimise, *arch, "-x", "cu", str(work / f"{name}.cu"), "-o", str(work / name), *more]
    return [options.cxx, *flags, options.optimise, str(work / f"{name}.cpp"), "-o", str(work / name), "-pthread", *more]


def build(options, work, name, statements):
    (work / f"{name}.{'cu' if options.device else 'cpp'}").write_text(source(statements))
    return subprocess.run(compiler(options, work, name), capture_output=True, text=True)


def write_cases(options, path, statements):
    known = total = throws = 0
    with open(path, "wb") as file:
        for s in statements:
            for c in range(options.cases):
                if options.case is not None and c != options.case:
                    continue
                case = Case(s, c, options.elements)
                try:
                    data, k, n, t = pack(case)
                except Skipped:
                    continue
                file.write(data)
                known, total, throws = known + k, total + n, throws + t
    return known, total, throws


def execute(options, work, name):
    failures, without = {}, []
    while True:
        r = subprocess.run([str(work / name), str(work / f"{name}.bin"), *map(str, without)], capture_output=True, text=True,
                           timeout=options.timeout)
        lost = None
        for line in r.stdout.splitlines():
            if line.startswith("FAIL statement "):
                lines = failures.setdefault(int(line.split()[2]), [])
                if line not in lines:
                    lines.append(line)
            elif line.startswith("LOST"):
                lost = int(line.split()[1])
        if lost is None:
            break
        # Nothing works after an invalid access: the other statements once more, without this one.
        without.append(lost)
    if r.returncode < 0 or (r.returncode and not failures) or " cases, " not in r.stdout:
        failures.setdefault(-1, []).append(f"the program ended with {r.returncode}: {r.stdout[-200:]} {r.stderr[-600:]}")
    return failures, r.stdout.splitlines()[-1:] or [""]


def attempt(options, work, statements, name="part"):
    """Builds and runs; ("refused", text), ("failed", {statement: lines}) or ("passed", summary)."""
    made = build(options, work, name, statements)
    if made.returncode:
        return "refused", made.stderr
    if options.device and not options.run:
        return "passed", ["compiled"]
    write_cases(options, work / f"{name}.bin", statements)
    try:
        failures, last = execute(options, work, name)
    except subprocess.TimeoutExpired:
        return "failed", {-1: ["it ran past its time"]}
    return ("failed", failures) if failures else ("passed", last)


def describe(s, lines, elements, limit=4):
    print(f"--- seed {s.seed} statement {s.number} ({s.theme})")
    print(s.code())
    for line in lines[:limit]:
        print("  " + line[:400])
        parts = line.split()
        if line.startswith("FAIL"):
            c = Case(s, int(parts[4].rstrip(":")), elements)
            print("    shapes " + ", ".join(f"{b} {a.shape}" for b, a in c.arrays.items()) + f"; p = {c.p}")
    if len(lines) > limit:
        print(f"  ... {len(lines)} cases")
    sys.stdout.flush()


def smaller(x):
    """Trees with one node replaced by an operand of it, the smallest first."""
    out = []

    def walk(node, rebuild):
        for k in node.kids:
            if k.op != "scalar" and len(k.labels) == len(node.labels):
                try:
                    out.append(rebuild(k))
                except Refused:
                    pass
        for i, k in enumerate(node.kids):
            def again(new, i=i):
                return rebuild(node.with_kids(node.kids[:i] + (new,) + node.kids[i + 1:]))
            walk(k, again)

    walk(x, lambda n: n)
    return sorted({t.code(): t for t in out}.values(), key=Node.count)


def reduce(options, work, s):
    """The smallest statement found that still fails (whatever the way); each step compiles once."""
    if s.kind == "custom":
        return s, [line for lines in (attempt(options, work, [s])[1] or {}).values() for line in lines]
    tried = set()
    best = attempt(options, work, [s])
    if best[0] != "failed":
        return s, []
    if len(s.results) > 1:
        for x in s.results:
            kept = s.results, s.kind
            s.results, s.kind = [x], "new"
            if attempt(options, work, [s])[0] == "failed":
                break
            s.results, s.kind = kept
    again = True
    while again and len(tried) < options.tries:
        again = False
        for i, x in enumerate(s.results):
            for y in smaller(x):
                if s.kind in ("into", "assign") and y.type is not x.type or y.code() in tried or len(tried) >= options.tries:
                    continue
                tried.add(y.code())
                s.results[i] = y
                found = attempt(options, work, [s])
                if found[0] == "failed":
                    best, again = found, True
                    break
                s.results[i] = x
            if again:
                break
    return s, [line for lines in attempt(options, work, [s])[1].values() for line in lines]


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=40, help="how many statements")
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--only", type=int)
    p.add_argument("--case", type=int)
    p.add_argument("--cases", type=int, default=12, help="shapes, layouts and contents for each statement")
    p.add_argument("--elements", type=int, default=20000, help="at most, in the largest shape")
    p.add_argument("--themes", default="", help=f"of {','.join(THEMES)}")
    p.add_argument("--device", action="store_true")
    p.add_argument("--run", action="store_true", help="with --device: run on the GPU")
    p.add_argument("--emit", action="store_true", help="write the program and its cases, and stop")
    p.add_argument("--reduce", action="store_true")
    p.add_argument("--tries", type=int, default=30)
    p.add_argument("--work", default="", help="a folder for the files (default: under the system's temporary one)")
    p.add_argument("--include", default="")
    p.add_argument("--cxx", default=os.environ.get("CXX", "g++"))
    p.add_argument("--nvcc", default="nvcc")
    p.add_argument("--arch", default="sm_90")
    p.add_argument("--optimise", default="-O0")
    p.add_argument("--flags", default="", help="more for the compiler: where a library's header is, and the libraries")
    p.add_argument("--timeout", type=float, default=300)
    options = p.parse_args()

    import tempfile
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(options.work or temporary)
        work.mkdir(parents=True, exist_ok=True)
        numbers = [options.only] if options.only is not None else range(options.first, options.first + options.count)
        statements = [Statement(options.seed, n, options.themes.split(",") if options.themes else None) for n in numbers]
        if options.emit:
            (work / f"part.{'cu' if options.device else 'cpp'}").write_text(source(statements))
            print(write_cases(options, work / "part.bin", statements))
            return 0
        return check(options, work, statements)


def check(options, work, statements):
    made = build(options, work, "part", statements)
    wrong = 0
    if made.returncode:
        # Which of them, and what the rest does.
        fine = []
        for s in statements:
            kind, text = attempt(options, work, [s], "one") if len(statements) > 1 else ("refused", made.stderr)
            if kind == "refused":
                wrong += 1
                error = [t for t in text.splitlines() if "error" in t]
                describe(s, ["does not compile: " + t for t in error[:2]], options.elements)
            else:
                fine.append(s)
        statements = fine
        if not statements or build(options, work, "part", statements).returncode:
            return 1
    if options.device and not options.run:
        print(f"seed {options.seed}: {len(statements)} statements compiled")
        return 1 if wrong else 0
    known, total, throws = write_cases(options, work / "part.bin", statements)
    failures, last = execute(options, work, "part")
    for number, lines in failures.items():
        if number < 0:
            print("\n".join(lines))
            continue
        s = next(s for s in statements if s.number == number)
        if options.reduce:
            s, lines = reduce(options, work, s)
        describe(s, lines, options.elements)
    wrong += len(failures)
    print(f"seed {options.seed}: {len(statements)} statements, {last[0]}, {throws} that throw, "
          f"{100 * known / max(total, 1):.0f} % of {total} elements checked, {wrong} statements failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
