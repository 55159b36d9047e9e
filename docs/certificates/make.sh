#!/bin/sh
# Makes the certificates of docs/seeds.md anew. Run it from the root of the checkout.
set -e
out=docs/certificates
cert() { # name, dimension, formula, flags
	name=$1 dim=$2 formula=$3
	shift 3
	go run ./cmd/krein certify --dim "$dim" "$@" --json -- "$formula" >"$out/$name.json"
}
cert delta-gaussian-16 16 'delta_gaussian(1, 10)'
cert spherical-polynomial-2 2 'spherical_polynomial(2, 1)'
cert spherical-polynomial-3 3 'spherical_polynomial(2, 1)'
cert spherical-polynomial-wide-16 16 'spherical_polynomial(3, 1)'
for k in 0 1; do
	for d in 1 2 3 4 16; do cert "arccos$k-$d" "$d" "arccos$k"; done
done
for d in 1 2 16 784; do cert "ntk-$d" "$d" ntk; done
cert ntk-increase-16 16 "ntk + 1/5"
cert tanh-16 16 'sigmoid(1, 0)' --param beyond=natural
cert multiquadric-16 16 multiquadric
cert power-16 16 'power(3/2)'
cert logarithmic-16 16 logarithmic
# The answer of docs/region.md, in a minute or two.
go run ./cmd/krein region 'max(0,1-z)^4*(1+c*z)' --param c=-8..8 --dims 1..8 --effort 4 -o $out/regions/askey-linear.json --plot docs/img/region-open.svg
