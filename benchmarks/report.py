#!/usr/bin/env python3
"""Turns the JSON output of the benchmark programs into one Markdown table.

    build/benchmark/benchmarks/benchmark_flat_device --benchmark_out=flat.json ... (each program)
    benchmarks/report.py --device "NVIDIA H200" --driver 580.159.04 --versions "CUDA 13.0, g++ 13" \
        flat.json layout.json reduce.json small.json programs.json > benchmarks/results/NAME.md

A case is named contender/workload/size. A row of the table is a workload and a size, a column a contender.
"""
import argparse
import datetime
import json
import re


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--device", required=True)
    parser.add_argument("--driver", default="")
    parser.add_argument("--versions", default="")
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    options = parser.parse_args()

    rows, contenders, errors = {}, [], []
    for name in options.files:
        with open(name) as file:
            cases = json.load(file)["benchmarks"]
        for case in cases:
            label = re.sub(r"/(min_time:[0-9.]+|iterations:\d+|manual_time|real_time|threads:\d+)", "", case["name"])
            contender, _, workload = label.partition("/")
            if "error_message" in case:
                errors.append(f"{label}: {case['error_message']}")
                continue
            if contender not in contenders:
                contenders.append(contender)
            rate = case.get("bytes_per_second", 0)
            # A program may measure the same copy again: the last one stands.
            rows.setdefault(workload, {})[contender] = (case["real_time"], case["time_unit"], rate)

    print(f"# {options.device}\n")
    print(f"{options.date}; driver {options.driver}; {options.versions}. Times are those of one call; GB/s counts the bytes")
    print("that the workload must move. Each case checked its result before it was timed.\n")
    print("| workload | " + " | ".join(contenders) + " | twill GB/s |")
    print("|---|" + "---|" * (len(contenders) + 1))
    for workload, times in rows.items():
        cells = []
        for contender in contenders:
            if contender not in times:
                cells.append("")
                continue
            value, unit, _ = times[contender]
            microseconds = value * {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}[unit]
            cells.append(f"{microseconds / 1e3:.3f} ms" if microseconds >= 1e3 else f"{microseconds:.2f} µs")
        rate = times["twill"][2] / 1e9 if "twill" in times and times["twill"][2] else 0
        print(f"| {workload} | " + " | ".join(cells) + f" | {f'{rate:.0f}' if rate else ''} |")
    for error in errors:
        print(f"\nNot measured: {error}")


if __name__ == "__main__":
    main()
