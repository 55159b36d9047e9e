// Package score says what predictions are worth.
package score

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Accuracy returns the share of rows with the right class. It panics with mat.ErrShape if the
// lengths differ; it is NaN without rows.
func Accuracy(want, got []int) float64 {
	if len(want) != len(got) {
		panic(mat.ErrShape)
	}
	right := 0
	for i, c := range want {
		if c == got[i] {
			right++
		}
	}
	return float64(right) / float64(len(want))
}

// RMSE returns the root of the mean of (want − got)². It panics with mat.ErrShape if the lengths differ.
func RMSE(want, got []float64) float64 {
	if len(want) != len(got) {
		panic(mat.ErrShape)
	}
	s := 0.0
	for i, v := range want {
		s += (v - got[i]) * (v - got[i])
	}
	return math.Sqrt(s / float64(len(want)))
}

// AdjustedRand returns the adjusted Rand index of two partitions (Hubert and Arabie 1985, eq. (5)):
// 1 for the same partition whatever its parts are called, 0 on average for random ones. It panics
// with mat.ErrShape if the lengths differ.
func AdjustedRand(a, b []int) float64 {
	if len(a) != len(b) {
		panic(mat.ErrShape)
	}
	both := map[[2]int]float64{}
	for i, c := range a {
		both[[2]int{c, b[i]}]++
	}
	return AdjustedRandOf(both)
}

// AdjustedRandOf returns the adjusted Rand index of two partitions that have so many elements of a part of the first and
// a part of the second in common.
func AdjustedRandOf(both map[[2]int]float64) float64 {
	all, rows, cols := 0.0, map[int]float64{}, map[int]float64{}
	for at, n := range both {
		all += n
		rows[at[0]] += n
		cols[at[1]] += n
	}
	pairs := func(n float64) float64 { return n * (n - 1) / 2 }
	var same, inA, inB float64 // sums of whole numbers: their order does not matter
	for _, n := range both {
		same += pairs(n)
	}
	for _, n := range rows {
		inA += pairs(n)
	}
	for _, n := range cols {
		inB += pairs(n)
	}
	chance := inA * inB / pairs(all)
	if most := (inA + inB) / 2; most != chance {
		return (same - chance) / (most - chance)
	}
	return 1 // one part, or only parts of one row, in both
}
