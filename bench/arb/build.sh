# Sourced by the scripts here: builds the C program $1 against Arb as $dir/bench in a
# temporary $dir, or says why it cannot and ends the script politely.
# Needs a C compiler and Arb (Debian: libflint-arb-dev, or FLINT 3).
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
for libs in "-lflint-arb -lflint" "-larb -lflint" "-lflint"; do
    for inc in "" "-I/usr/include/flint"; do
        if cc -O2 $inc "$1" -o "$dir/bench" $libs -lgmp -lm 2>"$dir/err"; then
            break 2
        fi
    done
done
if [ ! -x "$dir/bench" ]; then
    echo "skipped: no C compiler or no Arb ($(head -n 1 "$dir/err" 2>/dev/null))"
    exit 0
fi
