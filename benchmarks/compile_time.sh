#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How long small programs take to compile, as multiples of an empty file, and how many kernels each
# instantiates; how much longer than the cheapest header of CUB twill.cuh takes; how long programs of
# the size that users write take, and a file with every workload of the comparison; which registers and
# spills its kernels have. Fails when a limit is exceeded. Without nvcc only the host files are measured.
#
# Limits in seconds are those of a machine that compiles an empty .cu in 1.0 s; where that takes longer
# (empty.cu's median here) they are multiplied by it, so that a slower machine does not fail. A faster
# one must keep to them as they are. Without nvcc --scale says it.
set -euo pipefail

usage() {
    cat <<'EOF'
usage: compile_time.sh [options]
  --runs N            compile each file N times, report the median (3)
  --tolerance X       multiply the time limits by X, for noisy machines (1)
  --scale X           multiply limits in seconds by X, in place of how long empty.cu takes
  --arch A            the architecture nvcc compiles for (sm_90, whose registers and spills are checked)
  --limit-add X       one addition, elementwise.cuh, multiple of the empty file (2.2)
  --limit-chain X     a chain of operations, elementwise.cuh (4)
  --limit-row-sum X   a chain and a row sum, twill.cuh (5)
  --limit-include S   twill.cuh, seconds above cub/block/block_reduce.cuh (1)
  --limit-table S     every workload of the comparison in one file, compiled once, seconds (90)
  --limit-host S      one addition by the C++ compiler, seconds (2)
  --limit-program S   a user's program, compiled once, seconds (10)
  --limit-program-host S   the same by the C++ compiler at -O2, seconds (3)
  --kernels N         kernels of an elementwise expression (1)
  --kernels-reduce N  kernels of a chain and a row sum together (8)
EOF
}

runs=3 tolerance=1 scale= arch=sm_90
limit_add=2.2 limit_chain=4 limit_row_sum=5 limit_include=1 limit_table=90 limit_host=2 limit_program=10 limit_program_host=3
kernels=1 kernels_reduce=8
while (($#)); do
    case $1 in
        --runs) runs=$2 ;;
        --tolerance) tolerance=$2 ;;
        --scale) scale=$2 ;;
        --arch) arch=$2 ;;
        --limit-add) limit_add=$2 ;;
        --limit-chain) limit_chain=$2 ;;
        --limit-row-sum) limit_row_sum=$2 ;;
        --limit-include) limit_include=$2 ;;
        --limit-table) limit_table=$2 ;;
        --limit-host) limit_host=$2 ;;
        --limit-program) limit_program=$2 ;;
        --limit-program-host) limit_program_host=$2 ;;
        --kernels) kernels=$2 ;;
        --kernels-reduce) kernels_reduce=$2 ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && exit 2 ;;
    esac
    shift 2
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sources=$root/benchmarks/compile_time
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nvcc=${CUDACXX:-$(command -v nvcc || true)}
cxx=${CXX:-g++}
if [[ -z $nvcc && -x /usr/local/cuda/bin/nvcc ]]; then nvcc=/usr/local/cuda/bin/nvcc; fi

files=(host_add.cpp)
if [[ -n $nvcc ]]; then files+=(empty.cu include_cub.cu include_twill.cu add.cu chain.cu row_sum.cu); fi

compile() {
    case $1 in
        *.cu) "$nvcc" -std=c++20 -O3 -arch="$arch" -Xptxas -v -I "$root/include" -c "$sources/$1" -o "$work/$1.o" ;;
        host_add.cpp) "$cxx" -std=c++20 -O3 -I "$root/include" -c "$sources/$1" -o "$work/$1.o" ;;
        *.cpp) "$cxx" -std=c++20 -O2 -I "$root/include" -c "$sources/$1" -o "$work/$1.o" ;;
    esac >"$work/$1.log" 2>&1 || {
        cat "$work/$1.log" >&2
        echo "$1 does not compile" >&2
        exit 1
    }
}

measure() {
    local start=${EPOCHREALTIME/./}
    compile "$1"
    echo $((${EPOCHREALTIME/./} - start)) >>"$work/$1.times"
}

# The files take turns, so that a slow moment of the machine meets all of them; the first turn only
# fills the file cache.
for ((run = 0; run <= runs; ++run)); do
    for file in "${files[@]}"; do
        if ((run > 0)); then measure "$file"; else compile "$file"; fi
    done
done
programs=(black_scholes cross_entropy)
for program in "${programs[@]}"; do
    measure "$program.cpp"
    if [[ -n $nvcc ]]; then measure "$program.cu"; fi
done
if [[ -n $nvcc ]]; then measure table.cu; fi

median() { sort -n "$work/$1.times" | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] / 1e6 }'; }

empty=
if [[ -n $nvcc ]]; then empty=$(median empty.cu); fi
if [[ -z $scale ]]; then scale=$(awk -v e="${empty:-1}" 'BEGIN { print (e > 1 ? e : 1) }'); fi
# A limit in seconds on this machine.
scaled() { awk -v l="$1" -v s="$scale" 'BEGIN { printf "%.2f", l * s }'; }

failed=0
# report <file> <seconds> <ratio or -> <limit> <measured> <kernels or -> <limit>
report() {
    local verdict=ok
    if awk -v m="$5" -v l="$4" -v t="$tolerance" 'BEGIN { exit !(m > l * t) }'; then verdict="TOO SLOW"; fi
    if [[ $6 != - ]] && (($6 > $7)); then verdict="TOO MANY KERNELS"; fi
    if [[ $verdict != ok ]]; then failed=1; fi
    printf '%-18s %8.2f s %8s %8s %8s %8s   %s\n' "$1" "$2" "$3" "$4" "$6" "$7" "$verdict"
}

printf '%-18s %10s %8s %8s %8s %8s\n' file median ratio limit kernels limit
if [[ -n $nvcc ]]; then
    printf '%-18s %8.2f s\n' empty.cu "$empty"
    cub=$(median include_cub.cu)
    printf '%-18s %8.2f s\n' include_cub.cu "$cub"
    seconds=$(median include_twill.cu)
    limit=$(awk -v c="$cub" -v l="$(scaled "$limit_include")" 'BEGIN { printf "%.2f", c + l }')
    report include_twill.cu "$seconds" - "$limit" "$seconds" - -
    for row in "add.cu $limit_add $kernels" "chain.cu $limit_chain $kernels" "row_sum.cu $limit_row_sum $kernels_reduce"; do
        read -r file limit most <<<"$row"
        seconds=$(median "$file")
        ratio=$(awk -v a="$seconds" -v b="$empty" 'BEGIN { printf "%.2f", a / b }')
        count=$(grep -c 'Compiling entry function' "$work/$file.log" || true)
        report "$file" "$seconds" "$ratio" "$limit" "$ratio" "$count" "$most"
    done
    for program in "${programs[@]}"; do
        seconds=$(median "$program.cu")
        count=$(grep -c 'Compiling entry function' "$work/$program.cu.log" || true)
        report "$program.cu" "$seconds" - "$(scaled "$limit_program")" "$seconds" "$count" 30
    done
    seconds=$(median table.cu)
    report table.cu "$seconds" - "$(scaled "$limit_table")" "$seconds" - -
else
    echo "no nvcc: the device files are not measured"
fi
for program in "${programs[@]}"; do
    seconds=$(median "$program.cpp")
    report "$program.cpp" "$seconds" - "$(scaled "$limit_program_host")" "$seconds" - -
done
seconds=$(median host_add.cpp)
report host_add.cpp "$seconds" - "$(scaled "$limit_host")" "$seconds" - -
echo "(limits in seconds times $scale, for this machine)"
if awk -v t="$tolerance" 'BEGIN { exit t == 1 }'; then echo "(time limits times $tolerance)"; fi
if [[ -n $nvcc && $arch == sm_90 ]]; then
    printf '\nkernels of table.cu\n'
    "$root/benchmarks/kernel_resources.py" "$work/table.cu.log" || failed=1
fi
exit $failed
