#!/bin/sh
# Compares package learn with LIBLINEAR and scikit-learn on the same features of letter:
# sh bench/learn/run.sh [data directory [columns [rows [C]]]]
# Objectives are of the same functions, the lower the better. All have one thread; reading files does not count. Processor
# time, so that a busy machine matters less. LIBLINEAR is timed with its default tolerances, and compared besides with smaller ones
# (-e: liblinear_s2_converged), as at its defaults it stops early: the script fails if krein's objective is not within 1e-3 of these, either
# way, or its accuracy not within .3 points.
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
# cpu sets seconds to the processor time of the commands so far.
cpu() {
    times >"$dir/times"
    seconds=$(awk 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); print 60*u[1] + u[2] + 60*s[1] + s[2] }' "$dir/times")
}
run --features "$dir" || exit 1
echo "== support vector machine: objective, accuracy, seconds of processor time"
GOMAXPROCS=1 run --only svm | grep '^svm' >"$dir/krein.txt"
printf 'krein     '; cat "$dir/krein.txt"
if command -v liblinear-train >/dev/null; then
    for s in 2 1; do
        # reading is timed by a run of no iterations to speak of
        cpu; none=$seconds; liblinear-train -s $s -c "$c" -e 1e9 -q "$dir/train.svm" "$dir/none.model"
        cpu; read=$seconds; liblinear-train -s $s -c "$c" -q "$dir/train.svm" "$dir/liblinear_s$s.model"; cpu
        if [ -n "$python" ]; then printf '%s ' "$("$python" compare.py "$dir" "$c" "$dir/liblinear_s$s.model")"; fi
        awk "BEGIN { printf \"%.2f\\n\", $seconds - $read - ($read - $none) }"
    done
    if [ -n "$python" ]; then
        for s in 2 1; do
            e=1e-4; [ $s = 1 ] && e=1e-3
            liblinear-train -s $s -c "$c" -e $e -q "$dir/train.svm" "$dir/liblinear_s${s}_converged.model"
            "$python" compare.py "$dir" "$c" "$dir/liblinear_s${s}_converged.model" >"$dir/other.txt"
            cat "$dir/other.txt"
            awk -v e=$e 'NR == FNR { objective = $2; accuracy = $3; next }
                { d = objective / $2 - 1; a = 100 * (accuracy - $3)
                  printf "    krein to it, -e %s: objective %+.2e, accuracy %+.2f points\n", e, d, a
                  bad = d > 1e-3 || d < -1e-3 || a > .3 || a < -.3 }
                END { exit bad }' "$dir/krein.txt" "$dir/other.txt" || { echo "krein and LIBLINEAR disagree"; failed=1; }
        done
    fi
fi
if [ -n "$python" ]; then
    for what in logistic ridge kmeans; do
        echo "== $what: objective, score (accuracy; RMSE; adjusted Rand index), seconds of processor time"
        printf 'krein        '; GOMAXPROCS=1 run --only $what | grep "^$what"
        printf 'scikit-learn '; OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$python" compare.py "$dir" "$c" $what
    done
fi
echo "== adjusted Rand index: k-means, kernel k-means with a Gaussian, with a difference of Gaussians"
run --clusters --features "$dir" || exit 1
if [ -n "$python" ]; then
    echo "== the same of scikit-learn: KMeans, SpectralClustering with the Gaussian"
    "$python" compare.py "$dir"
fi
if [ -n "$python" ]; then
    echo "== landmarks: krein fit beside Nystroem and Ridge of scikit-learn"
    (cd ../.. && go build -o "$dir/krein" ./cmd/krein) && "$python" landmarks.py "$dir/krein" "$dir" || exit 1
fi
[ -z "$failed" ]
