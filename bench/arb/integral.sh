#!/bin/sh
# Times package quad against Arb's acb_calc_integrate in one run and prints ratios: sh bench/arb/integral.sh
# Needs a C compiler and Arb (Debian: libflint-arb-dev, or FLINT 3); skips without.
cd "$(dirname "$0")" || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
for libs in "-lflint-arb -lflint" "-larb -lflint" "-lflint"; do
    for inc in "" "-I/usr/include/flint"; do
        if cc -O2 $inc integral.c -o "$dir/bench" $libs -lgmp -lm 2>"$dir/err"; then
            break 2
        fi
    done
done
if [ ! -x "$dir/bench" ]; then
    echo "skipped: no C compiler or no Arb ($(head -n 1 "$dir/err" 2>/dev/null))"
    exit 0
fi
(cd ../../quad && go test -c -o "$dir/quad.test" .) || exit 1
# alternate the two sides, so that a slow phase of the machine hits both; the best of each counts
for i in 1 2 3; do
    "$dir/bench" >>"$dir/arb.txt"
    (cd ../../quad && "$dir/quad.test" -test.run '^$' -test.bench 'BenchmarkArb' -test.benchtime 20x) >>"$dir/quad.txt"
done
awk '
FNR == NR {
    if (!($1 in arb) || $2 < arb[$1]) arb[$1] = $2
    t = $0; sub(/^[^ ]* [^ ]* /, "", t); text[$1] = t
    next
}
/^BenchmarkArb/ {
    name = $1
    sub(/^BenchmarkArb\//, "", name)
    sub(/-[0-9]+$/, "", name)
    if (!(name in quad)) order[++n] = name
    if (!(name in quad) || $3 / 1e6 < quad[name]) quad[name] = $3 / 1e6
}
END {
    printf "%-16s %10s %10s %8s   %s\n", "integral/bits", "quad ms", "Arb ms", "ratio", "what Arb returns"
    for (i = 1; i <= n; i++) {
        k = order[i]
        printf "%-16s %10.3f %10.3f %8.2f   %s\n", k, quad[k], arb[k], quad[k] / arb[k], text[k]
    }
}' "$dir/arb.txt" "$dir/quad.txt"
