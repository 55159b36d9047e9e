#!/bin/sh
# Times packages ball and special against Arb in one run and prints ratios: sh bench/arb/run.sh
cd "$(dirname "$0")" || exit 1
set -- bench.c
. ./build.sh
for p in ball special; do
    (cd ../../$p && go test -c -o "$dir/$p.test" .) || exit 1
done
# alternate the two sides, so that a slow phase of the machine hits both
for i in 1 2 3; do
    "$dir/bench" >>"$dir/arb.txt"
    (cd ../../ball && "$dir/ball.test" -test.run '^$' -test.bench 'Elementary|ArithPrec' -test.benchtime 20ms) >>"$dir/go.txt"
    (cd ../../special && "$dir/special.test" -test.run '^$' -test.bench 'BesselJBall' -test.benchtime 20ms) >>"$dir/go.txt"
done
awk '
function median(list, n,   a, i, j, t) {
    n = split(list, a, " ")
    for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (a[j] + 0 < a[i] + 0) { t = a[i]; a[i] = a[j]; a[j] = t }
    return (a[int((n + 1) / 2)] + a[int(n / 2) + 1]) / 2
}
FNR == NR { arb[$1] = arb[$1] " " $2; next }
/^Benchmark/ {
    name = $1
    sub(/^Benchmark[A-Za-z]*\//, "", name)
    sub(/-[0-9]+$/, "", name)
    if (!(name in ours)) order[++n] = name
    ours[name] = ours[name] " " $3
    for (i = 4; i <= NF; i++) if ($i == "allocs/op") allocs[name] = $(i - 1)
}
END {
    printf "%-26s %12s %12s %8s %8s\n", "function/bits", "ns", "Arb ns", "ratio", "allocs"
    for (i = 1; i <= n; i++) if (order[i] in arb) {
        b = median(ours[order[i]]); a = median(arb[order[i]])
        printf "%-26s %12.0f %12.0f %8.2f %8d\n", order[i], b, a, b / a, allocs[order[i]]
        if (order[i] ~ /^prec=/) bessel = bessel " " b / a
        else if (order[i] ~ /^(exp|log|sin|cos|atan)\/(128|333)$/) elementary = elementary " " b / a
    }
    printf "median ratio of exp, log, sin, cos, atan at 128 and 333 bits: %.2f\n", median(elementary)
    printf "median ratio of J at 128 and 333 bits: %.2f\n", median(bessel)
}' "$dir/arb.txt" "$dir/go.txt"
