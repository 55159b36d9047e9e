#!/bin/sh
# Compares package learn with LIBLINEAR and scikit-learn on the same features of letter:
# sh bench/learn/run.sh [data directory [columns [rows [C]]]]
# Objectives are of the same functions, the lower the better; LIBLINEAR with its default tolerances,
# which has one thread, as krein for its comparison. Reading files does not count.
# Needs LIBLINEAR (Debian: liblinear-tools) and Python with scikit-learn (python3-sklearn; PYTHON names
# another one); what is missing is skipped.
cd "$(dirname "$0")" || exit 1
data=${1:-../../../shared/data}/letter columns=${2:-1024} rows=${3:-100000} c=${4:-1}
if [ ! -f "$data/train.csv.gz" ]; then
    echo "skipped: no $data/train.csv.gz"
    exit 0
fi
for python in "$PYTHON" python3 /usr/bin/python3; do
    [ -n "$python" ] && "$python" -c 'import sklearn' 2>/dev/null && break
    python=
done
[ -n "$python" ] || echo "skipped scikit-learn: no Python that has it (Debian: apt-get install python3-sklearn, or PYTHON=…)"
command -v liblinear-train >/dev/null || echo "skipped LIBLINEAR: no liblinear-train (Debian: apt-get install liblinear-tools)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/learn" . || exit 1
run() { "$dir/learn" --train "$data/train.csv.gz" --test "$data/test.csv.gz" --columns "$columns" --rows "$rows" --C "$c" "$@"; }
run --features "$dir" || exit 1
echo "== support vector machine: objective, accuracy, seconds (one thread)"
printf 'krein     '; GOMAXPROCS=1 run --only svm | grep svm
if command -v liblinear-train >/dev/null; then
    for s in 2 1; do
        # reading is timed by a run of no iterations to speak of
        read_ns=$(date +%s%N); liblinear-train -s $s -c "$c" -e 1e9 -q "$dir/train.svm" "$dir/none.model"; read_ns=$(($(date +%s%N) - read_ns))
        ns=$(date +%s%N); liblinear-train -s $s -c "$c" -q "$dir/train.svm" "$dir/liblinear_s$s.model"; ns=$(($(date +%s%N) - ns - read_ns))
        if [ -n "$python" ]; then printf '%s ' "$("$python" compare.py "$dir" "$c" "$dir/liblinear_s$s.model")"; fi
        awk "BEGIN { printf \"%.2f\\n\", $ns / 1e9 }"
    done
fi
if [ -n "$python" ]; then
    for what in logistic ridge kmeans; do
        echo "== $what: objective, score (accuracy; RMSE; adjusted Rand index), seconds"
        printf 'krein        '; run --only $what | grep "^$what"
        printf 'scikit-learn '; "$python" compare.py "$dir" "$c" $what
    done
fi
echo "== adjusted Rand index: k-means, kernel k-means with a Gaussian, with a difference of Gaussians"
run --clusters --features "$dir" || exit 1
if [ -n "$python" ]; then
    echo "== the same of scikit-learn: KMeans, SpectralClustering with the Gaussian"
    "$python" compare.py "$dir"
fi
