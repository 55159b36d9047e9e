#!/bin/sh
# Times feature maps against scikit-learn's RBFSampler in one run, nanoseconds per output
# entry, one and two threads: sh bench/sklearn/run.sh [seconds per measurement]
# Both write 1000 rows of 512 columns, and for structured directions 16384; RBFSampler gets the
# data in the same type. The best repetition counts, and the sides alternate.
# krein writes into a matrix that it is given, scikit-learn has no way to be given one.
# Needs Python with scikit-learn (Debian: python3-sklearn); PYTHON names another one.
cd "$(dirname "$0")" || exit 1
seconds=${1:-1}
for python in "$PYTHON" python3 /usr/bin/python3; do
    [ -n "$python" ] && "$python" -c 'import sklearn' 2>/dev/null && break
    python=
done
if [ -z "$python" ]; then
    echo "skipped: no Python with scikit-learn (Debian: apt-get install python3-sklearn, or PYTHON=…)"
    exit 0
fi
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
(cd ../../features && go test -c -o "$dir/features.test" .) || exit 1
"$python" -c 'import sklearn, numpy; print("scikit-learn", sklearn.__version__, "numpy", numpy.__version__)'
for i in 1 2; do
    for threads in 1 2; do
        "$dir/features.test" -test.run '^$' -test.bench '^BenchmarkEntries$' -test.cpu $threads -test.benchtime "${seconds}s" >>"$dir/krein.txt" || exit 1
        OPENBLAS_NUM_THREADS=$threads OMP_NUM_THREADS=$threads "$python" bench.py 1000 "$seconds" 16:512 54:512 784:512 784:16384 >>"$dir/sklearn.txt" || exit 1
    done
done
awk '
FNR == NR {
    key = "d=" $1 ($2 == 512 ? "" : ",columns=" $2) " " $3 " threads=" $4
    if (!(key in theirs) || $5 < theirs[key]) theirs[key] = $5
    next
}
/^BenchmarkEntries\// {
    split($1, part, "/")
    threads = sub(/-2$/, "", part[3]) ? 2 : 1
    key = part[2] " " part[3] " threads=" threads
    if (!(key in ours)) order[++n] = key
    for (i = 2; i <= NF; i++) if ($i == "best-ns/entry" && (!(key in ours) || $(i - 1) < ours[key])) ours[key] = $(i - 1)
}
END {
    for (i = 1; i <= n; i++) {
        same = order[i]
        sub(/,structured/, "", same)
        printf "%s krein=%.2fns sklearn=%.2fns ratio=%.2f\n", order[i], ours[order[i]], theirs[same], theirs[same] / ours[order[i]]
    }
}' "$dir/sklearn.txt" "$dir/krein.txt"
