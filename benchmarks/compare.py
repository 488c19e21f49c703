#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures twill against hand-written code and other libraries, on this machine, in one go.

    benchmarks/compare.py               on the GPU: builds the benchmark programs, runs them and every peer that can be
                                        imported, and writes benchmarks/results/<device>.json, .md and .png
    benchmarks/compare.py --families    families of workloads over ranges of shapes and types: <device>-families.*;
                                        with names, those families alone
    benchmarks/compare.py --host        the same of host arrays on CPU threads: host-<n>-threads.*
    benchmarks/compare.py --report FILE.json    writes FILE.md and FILE.png again

The peers are those of benchmarks/peers; one that cannot be imported, or fails, is said so in the table. They want the
Python packages numpy, cupy, torch, jax, numba and pandas, and the chart matplotlib; none is needed for the rest.
"""
import argparse
import contextlib
import datetime
import itertools
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import report

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))
import families  # noqa: E402

ROOT = HERE.parent
COUNT = 1 << 28

# workload: what the programs call it, and the bytes that memory must move with the kind of speed that bounds it (none
# where arithmetic or the launch does). The names are also those of peers/common.py.
LARGE = {
    "copy": ("memcpy/2^28", 8 * COUNT, "read_write"),
    "add": ("add/2^28", 12 * COUNT, "read_write"),
    "chain": ("chain/2^28", 12 * COUNT, "read_write"),
    "sum": ("sum/2^28", 4 * COUNT, "read"),
    "sum_square_difference": ("sum_square_difference/2^28", 8 * COUNT, "read"),
    "four_statistics": ("min_max_mean_std/2^28", 4 * COUNT, "read"),
    "sum_axis_1": ("sum_axis_1/2^28", 4 * COUNT, "read"),
    "sum_axis_0": ("sum_axis_0/2^28", 4 * COUNT, "read"),
    "sum_axis_1_of_2^24x16": ("sum_axis_1_of_2^24x16/2^28", 4 * (COUNT + COUNT // 16), "read"),
    "sum_axis_0_of_2^24x16": ("sum_axis_0_of_2^24x16/2^28", 4 * COUNT, "read"),
    "sum_axis_1_of_16x2^24": ("sum_axis_1_of_16x2^24/2^28", 4 * COUNT, "read"),
    "sum_axis_0_of_16x2^24": ("sum_axis_0_of_16x2^24/2^28", 4 * (COUNT + COUNT // 16), "read"),
    "add_transpose": ("m_plus_transpose/2^28", 8 * COUNT, "read_write"),
    "outer_sum": ("outer/2^28", 4 * COUNT, "write"),
    "standardise_rows": ("standardise_rows/2^28", 8 * COUNT, "read_write"),
    "softmax_rows": ("softmax_rows/2^28", 8 * COUNT, "read_write"),
    "layer_norm_rows": ("layer_norm_rows/2^28", 8 * COUNT, "read_write"),
    "cumsum": ("cumsum/2^28", 8 * COUNT, "read_write"),
    "meshgrid_distance_16384": ("distance/2^28", None, None),
    "meshgrid_distance_1000": ("distance/1000000", None, None),
    "lombscargle_float32": ("lombscargle/float32", None, None),
    "lombscargle_fast": ("lombscargle/float32_fast", None, None),
    "lombscargle_float64": ("lombscargle/float64", None, None),
    "small_add": ("add/2^10/call", None, None),
    "small_chain": ("chain/2^10/call", None, None),
    "small_sum": ("sum/2^10/call", None, None),
    "allocate_1MB": ("allocate/1MB/call", None, None),
}
# The first part of a case's name. "raw" is the second hand-written kernel where there is a "floor".
WHO = {"twill": "twill", "floor": "by hand", "raw": "by hand", "cub": "CUB", "library": "library", "copy": "copy", "openmp": "OpenMP loop",
       "plain": "plain loop", "eigen": "Eigen"}
PROGRAMS = ["speeds", "flat", "layout", "reduce", "axes", "rows", "programs", "lombscargle", "scan", "cub", "small"]
HOST_PROGRAMS = ["host", "host_sorting", "host_eigen"]
PEERS = {  # contender: its script and arguments
    "CuPy": ["cupy_peer.py"],
    "PyTorch": ["torch_peer.py"],
    "torch.compile": ["torch_peer.py", "--compiled"],
    "JAX jit": ["jax_peer.py"],
    "Numba CUDA": ["numba_peer.py"],
}
FAMILIES = list(dict.fromkeys(row.family for row in families.ROWS))
# Into how many processes a peer's rows are dealt, so that they are compiled beside each other.
FAMILY_PEERS = {"CuPy": 1, "PyTorch": 1, "torch.compile": 6, "JAX jit": 3}
HOST_PEERS = {"NumPy": ["host_peers.py", "--numpy"], "Numba": ["host_peers.py", "--numba"],
              "pandas": ["host_peers.py", "--pandas"]}

METHOD = (
    "Each case checked its result before it was timed. Times on the GPU are between events around several calls, the"
    " median of repetitions after a warm-up; JAX, which has no events, by the host's clock around calls that are dispatched"
    " without waiting and waited for once. The small_ rows (1024 elements) and the allocation are by the host's clock over"
    " a batch of calls waited for once. Compilation is left out; results that the library can be given are allocated"
    " before. Arrays are float32, of 2^28 elements or 16384 x 16384, unless the name says otherwise; the distances are"
    " float64; Lomb-Scargle has 2^10 samples and 2^20 frequencies (CuPy's computes in float64 always). The floor is the"
    " fewest bytes at the fastest that the card moved them in this run.")
FAMILY_METHOD = (
    "Each case of the C++ programs compared its result with a loop before it was timed, each peer's function with NumPy on"
    " a small shape, and what was compiled with the same function uncompiled. Times are between events around several calls,"
    " the median of repetitions after a warm-up; JAX, which has no events, by the host's clock around calls that are"
    " dispatched without waiting. Elements are float32 unless the name says otherwise. The floor is the fewest bytes at the"
    " fastest that the card moved them in this run; columns inside expressions and whole arrays have two reads and one"
    " write. The peers' sums of groups are not deterministic; twill's are, unless their row says unordered. \"library\" is the"
    " call of cuRAND (Philox), cuBLAS, cuSOLVER or cuFFT alone, over raw pointers.")
HOST_METHOD = (
    "Each case checked its result before it was timed. Times are of the host's clock. Elements are float32, those of the"
    " distance float64; a matrix is square. The C++ programs are compiled for the baseline of the architecture; NumPy and"
    " Numba choose the machine's instructions. NumPy, pandas, Eigen and the plain loop use one thread, the others all.")


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


BEGIN = time.monotonic()
IN_TIME, NO_CASE = "not timed: the time was over", "no such case"


def progress(text):
    print(f"[{time.monotonic() - BEGIN:4.0f} s] {text}", file=sys.stderr, flush=True)


def find_programs(options, names):
    """{name: path} of the programs, built first unless a folder was given."""
    folder = options.programs
    if options.build:
        subprocess.run(options.build, shell=True, check=True, stdout=sys.stderr)
    elif folder is None:
        environment = dict(os.environ)
        if shutil.which("ninja") and not (ROOT / "build" / "benchmark" / "CMakeCache.txt").exists():
            environment.setdefault("CMAKE_GENERATOR", "Ninja")
        subprocess.run(["cmake", "--workflow", "--preset", "benchmark"], cwd=ROOT, check=True, stdout=sys.stderr,
                       env=environment)
        folder = ROOT / "build" / "benchmark" / "benchmarks"
    found = {}
    for name in names:
        for file in (f"benchmark_{name}_device", f"benchmark_{name}", name):
            path = pathlib.Path(folder) / file
            if path.is_file() and os.access(path, os.X_OK):
                found[name] = path.resolve()
                break
    return found


def run_program(path, options, pattern):
    """The cases of one program: [{name, ms, bytes_per_second}], [{name, reason}] and what compiled it."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        command = [str(path), f"--benchmark_out={out}", "--benchmark_out_format=json",
                   f"--benchmark_repetitions={options.repetitions}"]
        if pattern:
            command.append(f"--benchmark_filter={pattern}")
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=options.limit)
            problem = ran.stderr.strip().splitlines()[-1:] if ran.returncode else []
            document = json.loads(out.read_text())
        except subprocess.TimeoutExpired:
            return [], [{"name": path.name, "reason": f"stopped after {options.limit} s"}], {}
        except (OSError, json.JSONDecodeError):
            return [], [{"name": path.name, "reason": (problem or ["wrote no result"])[0]}], {}
    cases, failures = [], []
    for case in document["benchmarks"]:
        name = re.sub(r"/(min_time:[0-9.]+|iterations:\d+|repeats:\d+|manual_time|real_time|threads:\d+)", "",
                      case.get("run_name", case["name"]))
        if case.get("error_occurred"):
            if not any(failure["name"] == name for failure in failures):
                failures.append({"name": name, "reason": case["error_message"]})
        elif case.get("aggregate_name", "median") == "median" and (
                case["run_type"] == "aggregate" or options.repetitions == 1):
            scale = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}[case["time_unit"]]
            cases.append({"name": name, "ms": case["real_time"] * scale,
                          "bytes_per_second": case.get("bytes_per_second", 0)})
    context = document["context"]
    return cases, failures, {name: context[name] for name in ("CUDA", "g++", "clang++") if name in context}


def run_peer(contender, arguments, options, workloads, inputs):
    """Its rows [{workload, contender, ms}], missing [{workload, contender, reason}] and versions."""
    command = [sys.executable, str(HERE / "peers" / arguments[0]), *arguments[1:], "--inputs", inputs, "--only", *workloads]
    rows, missing, versions, stopped = [], [], {}, ""
    log = tempfile.TemporaryFile("w+")
    try:
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=log, text=True, timeout=options.limit)
        text = ran.stdout
        if ran.returncode:
            log.seek(0)
            stopped = (log.read().strip().splitlines() or [f"ended with {ran.returncode}"])[-1][:200]
    except subprocess.TimeoutExpired as expired:
        text = expired.stdout.decode() if isinstance(expired.stdout, bytes) else expired.stdout or ""
        stopped = f"stopped after {options.limit} s"
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue
        if "missing" in entry:
            stopped = entry["missing"]
        elif "versions" in entry:
            versions = entry["versions"]
        else:
            (rows if "ms" in entry else missing).append(entry)
    if stopped:
        seen = {entry["workload"] for entry in rows + missing if entry["contender"] == contender}
        missing += [{"workload": name, "contender": contender, "reason": stopped} for name in workloads
                    if name not in seen]
    return rows, missing, versions


class FamilyPeer:
    """A process of families_peer.py, getting ready from its beginning."""

    def __init__(self, contender, part, workloads):
        self.contender, self.rows, self.missing, self.versions, self.ready = contender, [], [], {}, threading.Event()
        self.wanted, self.stopped = workloads, IN_TIME
        self.log = tempfile.TemporaryFile("w+")
        command = [sys.executable, str(HERE / "peers" / "families_peer.py"), "--library", contender, "--part", part,
                   "--only", *workloads]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                continue
            if "ready" in entry:
                self.ready.set()
            elif "missing" in entry:
                self.missing += [{"workload": name, "contender": self.contender, "reason": entry["missing"]}
                                 for name in self.wanted]
            elif "versions" in entry:
                self.versions = entry["versions"]
            else:
                (self.rows if "ms" in entry else self.missing).append(entry)
        self.ready.set()

    def time(self, limit):
        """Has the rows timed, nothing else running; the process ends."""
        late = False
        try:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            late = True
            self.process.kill()
        except OSError:
            self.process.kill()
        self.reader.join(5)
        if self.process.wait() and not late:
            self.log.seek(0)
            self.stopped = (self.log.read().strip().splitlines() or [self.stopped])[-1][:200]


class FamilyPeers:
    """The processes of the families' peers; they get ready while the C++ programs are built."""

    def __init__(self, options, workloads):
        self.workloads, self.limit = workloads, options.limit
        self.peers = [FamilyPeer(contender, f"{part}/{parts}", workloads) for contender, parts in FAMILY_PEERS.items()
                      for part in range(parts) if options.peers is None or contender in options.peers]
        self.deadline = time.monotonic() + options.limit

    def get_ready(self):
        for peer in self.peers:
            peer.ready.wait(max(0.0, self.deadline - time.monotonic()))

    def results(self):
        """What each peer says, as soon as its rows are timed: (rows, missing, versions)."""
        for contender in dict.fromkeys(peer.contender for peer in self.peers):
            progress(f"timing {contender}")
            parts = [peer for peer in self.peers if peer.contender == contender]
            rows, missing, versions = [], [], {}
            for peer in parts:
                peer.time(self.limit)
                rows += peer.rows
                missing += peer.missing
                versions.update(peer.versions)
            seen = {entry["workload"] for entry in rows + missing}
            why = next((peer.stopped for peer in parts if peer.stopped != IN_TIME), IN_TIME)
            missing += [{"workload": name, "contender": contender, "reason": why} for name in self.workloads
                        if name not in seen]
            yield rows, missing, versions


def run_peers(options, peers, workloads):
    """What each peer says, as soon as it has ended: (rows, missing, versions)."""
    with contextlib.ExitStack() as stack:
        inputs = options.inputs or stack.enter_context(tempfile.TemporaryDirectory(prefix="twill-inputs-"))
        for contender, arguments in peers.items():
            if options.peers is None or contender in options.peers:
                progress(f"running {contender}")
                yield run_peer(contender, arguments, options, workloads, inputs)


def rows_of(cases, failures, names, floors):
    """The programs' cases as rows of the table: `names` says what a workload is called there."""
    hand_written = {case["name"].partition("/")[2] for case in cases if case["name"].startswith("floor/")}
    workload_of = {name: workload for workload, name in names.items()}
    rows, missing = [], []
    for case in cases + failures:
        who, _, name = case["name"].partition("/")
        if name not in workload_of:
            continue
        contender = WHO.get(who, who)
        if who == "raw" and name in hand_written:
            contender = "by hand, per point"
        entry = {"workload": workload_of[name], "contender": contender}
        # A program may measure the same case again, as each does the copy: the first stands.
        if any(entry.items() <= row.items() for row in rows + missing):
            continue
        if "ms" in case:
            rows.append({**entry, "ms": case["ms"], "floor_ms": floors.get(entry["workload"])})
        else:
            missing.append({**entry, "reason": case["reason"]})
    return rows, missing


def with_kept(results, old):
    """The results, and those of an earlier run for which this one had no turn or no time."""
    late = [entry for entry in results["missing"] if entry["reason"] in (IN_TIME, NO_CASE)]
    now = [entry for entry in results["rows"] + results["missing"] if entry not in late]
    measured = {(entry["workload"], entry["contender"]) for entry in now}
    cases = {case["name"] for case in results["cases"] + results["failures"]}
    kept = {part: [entry for entry in old[part] if (entry["workload"], entry["contender"]) not in measured]
            for part in ("rows", "missing")}
    in_old = {(entry["workload"], entry["contender"]) for entry in kept["rows"] + kept["missing"]}
    merged = dict(results)
    merged["rows"] = kept["rows"] + results["rows"]
    merged["missing"] = kept["missing"] + [entry for entry in results["missing"]
                                           if (entry["workload"], entry["contender"]) not in in_old]
    for part in ("cases", "failures"):
        merged[part] = [case for case in old[part] if case["name"] not in cases] + results[part]
    merged["speeds"] = {**old["speeds"], **results["speeds"]}
    merged["versions"] = {**old["versions"], **results["versions"]}
    merged["families"] = {**old.get("families", {}), **results.get("families", {})}
    order = {row.name: k for k, row in enumerate(families.ROWS)}
    merged["rows"].sort(key=lambda entry: order.get(entry["workload"], -1))
    return merged


def write(results, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / results["name"]).with_suffix(".json").write_text(json.dumps(results, indent=1) + "\n")


def write_report(results, stem):
    stem.with_suffix(".md").write_text(report.markdown(results))
    progress(f"wrote {stem}.md")
    try:
        (report.ratios if "families" in results else report.chart)(results, stem.with_suffix(".png"))
        progress(f"wrote {stem}.png")
    except ImportError as error:
        progress(f"no chart ({error}): draw it where matplotlib is, with --report {stem.name}.json")


def measure(options, title, driver, programs, names, peers, floors_of, name, method):
    workloads = [workload for workload in names if not options.only or workload in options.only]
    pattern = None
    if options.only:
        pattern = "^speed/|/(" + "|".join(re.escape(names[w]) for w in workloads) + ")($|/min|/it|/re|/ma)"
    wanted = [workload for workload in workloads if workload != "copy"]
    beside = FamilyPeers(options, wanted) if peers is FAMILY_PEERS else None
    found = find_programs(options, programs)
    if beside:
        progress("waiting for the peers")
        beside.get_ready()
    cases, failures, versions = [], [], {}
    for program in programs:
        if program not in found:
            progress(f"{program}: no such program")
            continue
        progress(f"running {program}")
        more, failed, compilers = run_program(found[program], options, pattern)
        cases += more
        failures += failed
        versions.update(compilers)
    versions["Python"] = platform.python_version()
    speeds = {}
    for case in cases:
        kind = case["name"].split("/")
        if kind[0] == "speed":
            speeds[kind[1]] = max(speeds.get(kind[1], 0), case["bytes_per_second"])
    floors = floors_of(speeds)
    rows, missing = rows_of(cases, failures, {w: names[w] for w in workloads}, floors)
    for workload in workloads:
        if workload != "copy" and not any(entry["contender"] == "twill" and entry["workload"] == workload
                                          for entry in rows + missing):
            missing.append({"workload": workload, "contender": "twill", "reason": NO_CASE})
    order = {workload: k for k, workload in enumerate(workloads)}
    groups = {row.name: row.family for row in families.ROWS if row.name in order}
    results = {"device": title, **({"families": groups} if groups else {}), "driver": driver,
               "date": datetime.date.today().isoformat(), "versions": versions,
               "name": name, "method": method, "speeds": speeds, "rows": rows, "missing": missing, "cases": cases,
               "failures": failures}
    file = options.results / f"{name}.json"
    kept = json.loads(file.read_text()) if options.keep and file.exists() else None

    # Written whenever a peer has ended, so that a run that is cut short has what was measured.
    for more, absent, version in itertools.chain(
            [([], [], {})], beside.results() if beside else run_peers(options, peers, wanted)):
        rows += [{**row, "floor_ms": floors.get(row["workload"])} for row in more]
        missing += absent
        versions.update(version)
        rows.sort(key=lambda row: order[row["workload"]])
        write(with_kept(results, kept) if kept else results, options.results)
    write_report(with_kept(results, kept) if kept else results, file.with_suffix(""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", action="store_true", help="host arrays on CPU threads")
    parser.add_argument("--families", nargs="*", choices=FAMILIES, metavar="NAME",
                        help=f"families over ranges, all or some of {', '.join(FAMILIES)}")
    parser.add_argument("--keep", action="store_true", help="what the results that are there have, and this run does not"
                        " measure, stays")
    parser.add_argument("--report", type=pathlib.Path, metavar="FILE.json", help="write the table and chart again")
    parser.add_argument("--readme", type=pathlib.Path, metavar="FILE.md", help="with --report: README's figures, too")
    parser.add_argument("--programs", metavar="FOLDER", help="where the built benchmark programs are; nothing is built")
    parser.add_argument("--build", metavar="COMMAND", help="what builds them there, in the place of CMake")
    parser.add_argument("--only", nargs="*", metavar="WORKLOAD")
    parser.add_argument("--peers", nargs="*", metavar="NAME", help="these alone (none: --peers without a name)")
    parser.add_argument("--repetitions", type=int, help="of each C++ case; the median counts (3 on the host, and 1 on the"
                        " GPU, where a case is a median itself)")
    parser.add_argument("--limit", type=int, default=400, help="seconds that one program or peer may take")
    parser.add_argument("--inputs", metavar="FOLDER", help="keep the peers' inputs there")
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results")
    options = parser.parse_args()

    if options.report:
        results = json.loads(options.report.read_text())
        write_report(results, options.report.with_suffix(""))
        if options.readme:
            report.readme(results, options.readme)
        return 0
    options.repetitions = options.repetitions or (3 if options.host else 1)
    if options.host:
        names = {f"{workload}/{size}": f"{workload}/{size}" for workload, sizes in HOST.items() for size in sizes}
        cpu = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
        threads = len(os.sched_getaffinity(0))
        measure(options, f"Host space, {threads} threads of {cpu.group(1) if cpu else platform.processor()}", "",
                HOST_PROGRAMS, names, HOST_PEERS, lambda speeds: {}, f"host-{threads}-threads", HOST_METHOD)
        return 0
    card = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()
    if not card:
        print("no GPU here; --host compares host arrays", file=sys.stderr)
        return 1
    device, driver = (text.strip() for text in card[0].split(","))

    if options.families is not None:
        chosen = options.families or FAMILIES
        rows = [row for row in families.ROWS if row.family in chosen]
        measure(options, device, driver, ["speeds"] + [f"families_{family}" for family in chosen],
                {row.name: row.name for row in rows}, FAMILY_PEERS,
                lambda speeds: {row.name: row.bytes / speeds[row.kind] * 1e3 for row in rows if speeds.get(row.kind)},
                device.lower().replace(" ", "-") + "-families", FAMILY_METHOD)
        return 0

    def floors(speeds):
        return {workload: bytes_moved / speeds[kind] * 1e3 for workload, (_, bytes_moved, kind) in LARGE.items()
                if kind and speeds.get(kind)}

    measure(options, device, driver, PROGRAMS, {workload: entry[0] for workload, entry in LARGE.items()}, PEERS, floors,
            device.lower().replace(" ", "-"), METHOD)
    return 0


# The host's workloads and the sizes that each is measured at.
HOST = {
    "add": ["2^10", "2^20", "2^26"],
    "chain": ["2^10", "2^20", "2^26"],
    "sum": ["2^20", "2^26"],
    "sum_square_difference": ["2^20", "2^26"],
    "four_statistics": ["2^20", "2^26"],
    "sum_axis_1": ["2^20", "2^24"],
    "sum_axis_0": ["2^20", "2^24"],
    "standardise_rows": ["2^20", "2^24"],
    "softmax_rows": ["2^20", "2^24"],
    "distance": ["2^10", "2^20", "2^26"],
    **{name: ["2^20", "2^24"] for name in (
        "sort", "argsort", "sort_rows", "median", "unique", "histogram_256", "bincount_1000", "group_sum_1000", "take",
        "mask_read", "concatenate", "roll")},
}

if __name__ == "__main__":
    sys.exit(main())
