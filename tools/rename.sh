#!/bin/sh
# rename.sh PATH [DIR] gives the module the path PATH, as example.org/owner/krein, in a copy of the checkout, and proves that
# the copy works: it builds, README's two commands run, and a program of another module imports the library. The copy is
# written to DIR, which must not exist yet, and stays; without DIR it goes. With KREIN_RENAME=build the second of README's
# commands, all tests, compiles the tests and runs none: a test that passes here and not there has a path in it, and CI runs
# those that read paths.
set -eu
usage() {
	echo "rename.sh: $1" >&2
	echo "usage: sh tools/rename.sh HOST/OWNER/krein [DIR]" >&2
	exit 2
}
[ $# = 1 ] || [ $# = 2 ] || usage "one path, and perhaps a folder, are wanted"
path=$1
case $path in
*[!A-Za-z0-9./_~-]* | *..* | /* | */ | *//*) usage "$path is no path of a module" ;;
[A-Za-z0-9]*.*/*) ;;
*) usage "$path does not begin with the name of a host" ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
copy=${2:-$work/krein}
[ ! -e "$copy" ] || usage "$copy exists"
mkdir -p "$copy"
copy=$(cd "$copy" && pwd)
cd "$(dirname "$0")/.."
git ls-files -z >"$work/files"
tar cf "$work/tree" --null -T "$work/files"
cd "$copy"
tar xf "$work/tree"

# Imports, and all other strings of Go that begin with the path of a package; the lines of go.mod that name modules of this
# checkout; and what pages show of both. Names of formats (krein.map/1) and of the command are no paths.
find . -name '*.go' -exec sed -i "s,\"krein/,\"$path/,g; s,^const Module = \"krein\",const Module = \"$path\"," {} +
find . -name go.mod -exec sed -i "s,^module krein,module $path,; s,^\\(replace \\|	\\)krein \\([v=]\\),\\1$path \\2," {} +
find . -name '*.md' -exec sed -i "s,\"krein/,\"$path/,g; s,require krein v,require $path v,; s,replace krein =,replace $path =," {} +
find . -name '*.go' -exec gofmt -w {} + # imports are sorted by path

echo "== go build"
go build ./... ./experiments/...
awk '/^```sh/{n++; on=(n<=2); next} /^```/{on=0} on && /^go /' README.md >"$work/commands"
[ "$(wc -l <"$work/commands")" = 2 ] || { echo "README.md: expected two commands in its first two sh blocks" >&2; exit 1; }
[ "${KREIN_RENAME:-}" != build ] || sed -i 's/^go test .*/go test .\/internal\/architecture .\/internal\/certify\/crosscheck .\/cmd\/krein\/internal\/verification/' "$work/commands"
while IFS= read -r command; do
	echo "== $command"
	sh -c "$command" </dev/null
done <"$work/commands"

echo "== a program of another module"
mkdir "$work/program"
cd "$work/program"
cp "$copy/go.sum" .
cat >go.mod <<EOF
module program

go 1.26

require $path v0.0.0

replace $path => $copy
EOF
sed "s/^package features_test/package main/; s/^func Example() {/func main() {/; /Output:/,/^}/{/^	\/\//d}" \
	"$copy/features/example_test.go" | awk '/^}/ && main {print; exit} /^func main/ {main=1} {print}' >main.go
gofmt -w main.go
GOFLAGS=-mod=mod go run .
