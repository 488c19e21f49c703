#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The times that explain states, held against measured ones, over random statements.

    benchmarks/model/model.py PROGRAM [STATEMENTS] [SEED]   runs benchmark_model_device (or benchmark_model) with so many
                                                            statements of each type, writes results/<device>-model.*
    benchmarks/model/model.py --report FILE.csv             writes FILE.md and FILE.png again

The first line of the .csv says device and date, each other one is a statement. The chart wants matplotlib.
"""
import csv
import datetime
import io
import os
import pathlib
import shutil
import subprocess
import sys

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "results"
LIMITS = {"memory": "#2563eb", "arithmetic": "#ca8a04", "launch": "#94a3b8"}
WORST = 30


def read(path):
    first, _, rest = path.read_text().partition("\n")
    rows = [row for row in csv.DictReader(io.StringIO(rest)) if float(row["estimate_us"]) > 0]
    for row in rows:
        row["ratio"] = float(row["measured_us"]) / float(row["estimate_us"])
    return first.lstrip("# "), rows


def share(rows, factor):
    return f"{100 * sum(1 / factor <= row['ratio'] <= factor for row in rows) / len(rows):.0f} %"


def summary(name, rows):
    ratios = sorted(row["ratio"] for row in rows)
    at = lambda part: f"{ratios[min(int(part * len(ratios)), len(ratios) - 1)]:.2f}"
    return f"| {name} | {len(rows)} | {at(0.1)} | {at(0.5)} | {at(0.9)} | {ratios[-1]:.2f} | {share(rows, 1.25)} | {share(rows, 2)} |"


def markdown(title, rows):
    lines = [f"# {title}: estimates and measurements", "",
             "Measured time over the time that `explain` states, of random statements: shapes, layouts and steps vary, a call"
             " is timed as the median of batches in which it is repeated. A ratio far above 1 is a statement that runs worse"
             " than bytes, arithmetic and launches ask for.", "",
             "| | statements | 10 % below | median | 90 % below | largest | within 1.25 | within 2 |",
             "|---|" + "---:|" * 7, summary("**all**", rows)]
    for key in ("limit", "family", "statement"):
        for name in dict.fromkeys(row[key] for row in rows):
            label = f"limited by {name}" if key == "limit" else f"**{name}**" if key == "family" else name
            lines.append(summary(label, [row for row in rows if row[key] == name]))
    lines += ["", f"The {WORST} largest ratios:", "",
              "| statement | step | read, bytes | written | limit | estimate, us | measured, us | ratio |",
              "|---|---|---:|---:|---|---:|---:|---:|"]
    for row in sorted(rows, key=lambda row: -row["ratio"])[:WORST]:
        lines.append("| " + " | ".join([row["statement"], row["shape"], row["read"], row["written"], row["limit"],
                                        row["estimate_us"], row["measured_us"], f"{row['ratio']:.2f}"]) + " |")
    return "\n".join(lines) + "\n"


def chart(title, rows, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    least, most, each = -1, 3, 8  # powers of two, bins of one
    bins = [2 ** (least + k / each) for k in range((most - least) * each + 1)]
    clamped = {limit: [min(max(row["ratio"], bins[0]), bins[-1] * 0.999) for row in rows if row["limit"] == limit]
               for limit in LIMITS}
    figure, axis = pyplot.subplots(figsize=(8, 3.4))
    axis.hist(list(clamped.values()), bins, stacked=True, color=list(LIMITS.values()),
              label=[f"limited by {limit} ({len(values)})" for limit, values in clamped.items()])
    axis.axvline(1, color="black", linewidth=0.8)
    axis.set_xscale("log", base=2)
    axis.set_xticks([2 ** k for k in range(least, most + 1)], [f"{2.0 ** k:g}" for k in range(least, most)] + ["8 or more"])
    axis.set_xlabel("measured time / estimate")
    axis.set_ylabel("statements")
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, fontsize=8)
    axis.set_title(title, fontsize=9, loc="left")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def device_of(program):
    if "device" not in program.name:
        return f"host-{len(os.sched_getaffinity(0))}-threads"
    name = subprocess.run([shutil.which("nvidia-smi") or "nvidia-smi", "--query-gpu=name", "--format=csv,noheader"],
                          capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return name.strip()


def main(words):
    if len(words) < 1 or words[0] in ("-h", "--help"):
        return print(__doc__)
    if words[0] == "--report":
        path = pathlib.Path(words[1])
    else:
        program = pathlib.Path(words[0]).resolve()
        device = device_of(program)
        lines = subprocess.run([program, *words[1:]], capture_output=True, text=True, check=True).stdout
        path = RESULTS / f"{device.lower().replace(' ', '-')}-model.csv"
        path.write_text(f"# {device}, {datetime.date.today()}\n{lines}")
    title, rows = read(path)
    path.with_suffix(".md").write_text(markdown(title, rows))
    try:
        chart(title, rows, path.with_suffix(".png"))
    except ImportError as error:
        print(f"no chart ({error}): draw it where matplotlib is, with --report {path.name}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
