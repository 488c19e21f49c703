# SPDX-License-Identifier: MIT
"""What compare.py measured, as a Markdown table and a bar chart."""
import math

OWN = "twill"
# Not libraries: what a row is held against, not a peer.
REFERENCES = ["by hand", "by hand, per point", "CUB", "copy", "OpenMP loop", "plain loop"]


def contenders_of(results):
    found = []
    for row in results["rows"] + results.get("missing", []):
        if row["contender"] not in found:
            found.append(row["contender"])
    order = [OWN] + REFERENCES + ["CuPy", "CuPy fuse"]
    return sorted(found, key=lambda name: (order.index(name) if name in order else len(order), found.index(name)))


def table_of(results):
    """{workload: {contender: ms}}, {workload: floor_ms}, in the order measured."""
    times, floors = {}, {}
    for row in results["rows"]:
        times.setdefault(row["workload"], {})[row["contender"]] = row["ms"]
        floors[row["workload"]] = row["floor_ms"]
    for row in results.get("missing", []):
        times.setdefault(row["workload"], {})
        floors.setdefault(row["workload"], None)
    return times, floors


def number(ms):
    if ms is None:
        return ""
    if ms >= 100:
        return f"{ms:.1f}"
    if ms >= 0.1:
        return f"{ms:.3f}"
    return f"{ms:.5f}" if ms >= 0.001 else f"{ms:.6f}"


def ratio(a, b):
    return f"{a / b:.2f}" if a is not None and b else ""


def markdown(results):
    times, floors = table_of(results)
    contenders = contenders_of(results)
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    lines = [f"# {results['device']}", ""]
    lines.append("; ".join(x for x in (results["date"], results["driver"] and f"driver {results['driver']}", versions) if x)
                 + ".")
    lines += [results["method"], ""]
    if results.get("speeds"):
        lines += ["Memory in this run, TB/s: " + ", ".join(f"{kind.replace('_', ' and ')} {speed / 1e12:.2f}"
                                                           for kind, speed in results["speeds"].items()) + ".", ""]
    has_floor = any(floors.values())
    lines.append("Milliseconds a call. The fastest of a row is bold. twill / peer: twill's time over that of the fastest"
                 " library other than it; twill / best: over the fastest other column of any kind"
                 + (", hand-written code included" if has_floor else "") + ".")
    lines.append("")
    families = results.get("families", {})
    head = ["workload"] + (["floor"] if has_floor else []) + contenders + (
        ["twill / floor"] if has_floor else []) + ["twill / peer", "twill / best"]
    lines += ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    behind = []
    last = None
    for workload, row in times.items():
        if families.get(workload) != last:
            last = families.get(workload)
            lines.append(f"| **{last}** |" + " |" * (len(head) - 1))
        own = row.get(OWN)
        others = {name: ms for name, ms in row.items() if name != OWN}
        peers = {name: ms for name, ms in others.items() if name not in REFERENCES}
        best_other, best_peer = min(others.values(), default=None), min(peers.values(), default=None)
        least = min(row.values(), default=None)
        cells = [workload] + ([number(floors[workload])] if has_floor else [])
        for name in contenders:
            cells.append(f"**{number(row[name])}**" if name in row and row[name] == least else
                         number(row.get(name)) or "-")
        cells += [ratio(own, floors[workload])] if has_floor else []
        cells += [ratio(own, best_peer), ratio(own, best_other)]
        lines.append("| " + " | ".join(cells) + " |")
        if own and best_other and own > 1.02 * best_other:
            winner = min(others, key=others.get)
            behind.append(f"- {workload}: {own / best_other:.2f} times {winner} ({number(own)} against {number(best_other)} ms)")
    lines += ["", "Where twill is more than 2 % behind the fastest other column:" if behind else
              "twill is within 2 % of the fastest other column, or ahead of it, in every row that it has."]
    lines += [""] * bool(behind) + behind
    if results.get("missing"):
        lines += ["", "Not measured:", ""]
        grouped = {}
        for entry in results["missing"]:
            grouped.setdefault((entry["contender"], entry["reason"]), []).append(entry["workload"])
        for (contender, reason), workloads in grouped.items():
            where = "everything" if len(workloads) > 15 else ", ".join(workloads)
            lines.append(f"- {contender}, {where}: {reason}")
    if results.get("cases"):
        lines += ["", "## Every case of the C++ programs", "",
                  "GB/s counts the bytes that the workload must move.", "", "| case | ms | GB/s |", "|---|---:|---:|"]
        for case in results["cases"]:
            rate = f"{case['bytes_per_second'] / 1e9:.0f}" if case.get("bytes_per_second") else ""
            lines.append(f"| {case['name']} | {number(case['ms'])} | {rate} |")
    if results.get("failures"):
        lines += [""] + [f"- {failure['name']}: {failure['reason']}" for failure in results["failures"]]
    return "\n".join(lines) + "\n"


# What README calls a workload, in its table of figures.
IN_README = {
    "`c = a + b`": "add", "`c = sqrt(a * a + b * b) * 0.5f + sin(a)`": "chain", "`sum(a)`": "sum",
    "`sum(square(a - b))`": "sum_square_difference",
    "`evaluate(min(a), max(a), mean(a), stddev(a))`": "four_statistics", "`sum(m, axis<1>)`": "sum_axis_1",
    "`sum(m, axis<0>)`": "sum_axis_0", "`m + transpose(m)`": "add_transpose", "`col + row`, an outer sum": "outer_sum",
    "standardised rows, `(m - mean) / stddev`": "standardise_rows", "softmax of rows": "softmax_rows",
    "layer norm of rows": "layer_norm_rows", "`cumsum(a)`": "cumsum",
    "meshgrid distance, float64, 16384 x 16384": "meshgrid_distance_16384",
    "meshgrid distance, float64, 1000 x 1000": "meshgrid_distance_1000",
    "Lomb-Scargle, 2^10 samples, 2^20 frequencies, float32": "lombscargle_float32",
    "the same with `fast::sin`, `fast::cos`": "lombscargle_fast", "the same in float64": "lombscargle_float64",
    "1024 elements, `c = a + b`, host clock a call": "small_add", "allocate and free 1 MB": "allocate_1MB",
}


def readme(results, path):
    """README's table of figures, with those of the results in it."""
    def short(ms):
        return "" if ms is None else f"{ms:.3f}" if ms >= 0.1 else f"{ms:.4f}" if ms >= 0.007 else f"{ms:.5f}"

    times, _ = table_of(results)
    lines = path.read_text().splitlines()
    for k, line in enumerate(lines):
        row = times.get(IN_README.get(line.split(" | ")[0].removeprefix("| "), ""), {})
        if OWN in row:
            library = min((name for name in row if name not in (OWN, "by hand", "by hand, per point", "copy")),
                          key=row.get, default=None)
            cells = [line.split(" | ")[0].removeprefix("| "), short(row[OWN]), short(row.get("by hand")),
                     f"{short(row[library])} {library.removesuffix(' jit').removesuffix(' CUDA')}" if library else ""]
            lines[k] = "| " + " | ".join(cells).replace("|  |", "| |") + " |"
    path.write_text("\n".join(lines) + "\n")


# One colour a contender in every chart.
COLOURS = {
    "twill": "#c2410c", "by hand": "#475569", "by hand, per point": "#94a3b8", "CUB": "#64748b", "copy": "#475569",
    "PyTorch": "#7c3aed", "torch.compile": "#a78bfa", "JAX jit": "#0891b2", "CuPy": "#15803d", "CuPy fuse": "#86c99a",
    "Numba CUDA": "#ca8a04", "OpenMP loop": "#475569", "plain loop": "#94a3b8", "Eigen": "#7c3aed", "NumPy": "#0891b2",
    "Numba": "#ca8a04",
}


def ratios(results, path):
    """A line a row: twill's time over the floor, and over that of the fastest peer."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    times, floors = table_of(results)
    families = results["families"]
    lines = []
    for workload, row in times.items():
        peers = [ms for name, ms in row.items() if name != OWN and name not in REFERENCES]
        if OWN in row:
            lines.append((workload, row[OWN] / floors[workload] if floors[workload] else None,
                          row[OWN] / min(peers) if peers else None))
    groups = list(dict.fromkeys(families[line[0]] for line in lines))
    figure, axes = pyplot.subplots(1, 2, figsize=(15, 0.085 * len(lines) + 1.2), squeeze=False)
    # Two columns of about as many rows, families kept together.
    half, columns = 0, ([], [])
    for group in groups:
        members = [line for line in lines if families[line[0]] == group]
        columns[0 if half < len(lines) / 2 else 1].extend(members)
        half += len(members)
    for axis, column in zip(axes[0], columns):
        for k, (workload, over_floor, over_peer) in enumerate(column):
            if over_peer:
                axis.plot(min(max(over_peer, 0.05), 4), k, "o", markersize=4, color=COLOURS[OWN] if over_peer <= 1.02 else
                          "#111111")
            if over_floor:
                axis.plot(min(over_floor, 4), k, "|", markersize=7, color="#0891b2")
            if k == 0 or families[workload] != families[column[k - 1][0]]:
                axis.axhline(k - 0.5, color="#cccccc", linewidth=0.6)
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set_xscale("log")
        axis.set_xlim(0.05, 4.2)
        axis.set_xticks([0.1, 0.25, 0.5, 1, 2, 4], ["0.1", "0.25", "0.5", "1", "2", "4"])
        axis.minorticks_off()
        axis.set_yticks(range(len(column)), [line[0] for line in column], fontsize=5)
        axis.set_ylim(len(column) - 0.4, -0.6)
        axis.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"{results['device']}, {results['date']}: twill's time over that of the fastest peer (dots; black where"
                    " it is behind by more than 2 %) and over the floor (bars)", fontsize=9, x=0.01, ha="left",
                    y=1 - 0.2 / figure.get_figheight())
    figure.tight_layout(rect=(0, 0, 1, 1 - 0.45 / figure.get_figheight()))
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def chart(results, path):
    """A panel a workload: a bar a contender, cut where it is more than four times twill (or the best)."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    times, floors = table_of(results)
    times = {workload: row for workload, row in times.items() if row}
    order = contenders_of(results)
    most = max(map(len, times.values()))
    columns = 4
    rows = math.ceil(len(times) / columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(4.6 * columns, (0.55 + 0.2 * most) * rows), squeeze=False)
    for axis in axes.flat[len(times):]:
        axis.set_visible(False)
    for axis, (workload, row) in zip(axes.flat, times.items()):
        names = [name for name in order if name in row]
        limit = 4 * min(row.values())
        if OWN in row:
            limit = max(limit, 1.6 * row[OWN])
        for k, name in enumerate(names):
            cut = row[name] > limit
            axis.barh(k, min(row[name], limit), color=COLOURS.get(name, "#888888"), height=0.78)
            axis.text(min(row[name], limit) + 0.015 * limit, k, number(row[name]) + (" →" if cut else ""), va="center",
                      fontsize=7.5, fontweight="bold" if name == OWN else "normal")
        if floors[workload]:
            axis.axvline(floors[workload], color="black", linewidth=1, linestyle=":")
        axis.set_yticks(range(len(names)), names, fontsize=8)
        axis.set_ylim(most - 0.4, -0.6)
        axis.set_xlim(0, limit * 1.2)
        axis.tick_params(axis="x", labelsize=7)
        axis.set_title(workload, fontsize=9.5, loc="left")
        axis.spines[["top", "right"]].set_visible(False)
    note = "ms a call; dotted: the floor; an arrow: a bar cut short" if any(floors.values()) else \
        "ms a call; an arrow: a bar cut short"
    figure.suptitle(f"{results['device']}, {results['date']}: {note}", fontsize=12, x=0.01, y=0.995, ha="left")
    figure.tight_layout(rect=(0, 0, 1, 1 - 0.12 / rows))
    figure.savefig(path, dpi=90)
    pyplot.close(figure)
