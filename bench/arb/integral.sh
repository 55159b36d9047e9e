#!/bin/sh
# Times package quad against Arb's acb_calc_integrate in one run and prints ratios: sh bench/arb/integral.sh
cd "$(dirname "$0")" || exit 1
set -- integral.c
. ./build.sh
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
