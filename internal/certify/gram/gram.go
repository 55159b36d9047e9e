// Package gram writes quadratic forms of finitely many values, which refute a claim, as evidence and in words.
package gram

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/crosscheck"
	"krein/internal/certify/witness"
	"krein/kernel"
)

// Evidence encloses the form anew.
func Evidence(k *kernel.Kernel, form *crosscheck.Form, bits rule.Bits) pd.PointsEvidence {
	points := make([][]rule.Rational, len(form.Points))
	for i, p := range form.Points {
		points[i] = Rationals(p)
	}
	return pd.NewPointsEvidence(k, points, Rationals(form.Weights), bits)
}

// Rationals are numbers as evidence has them.
func Rationals(xs []*big.Rat) []rule.Rational {
	out := make([]rule.Rational, len(xs))
	for i, x := range xs {
		out[i] = rule.Rational{Rat: x}
	}
	return out
}

// shownPoints bounds the points that a sentence names.
const shownPoints = 4

// Says puts a witness into words, with its points if they are few.
func Says(form *crosscheck.Form, ev pd.PointsEvidence) string {
	n, dim := len(form.Points), len(form.Points[0])
	value, _ := ev.Form.Float64()
	short := strconv.FormatFloat(value, 'g', 4, 64)
	if n > shownPoints || dim > 3 {
		return fmt.Sprintf("Σ c_i c_j k(‖x_i−x_j‖) = %s < 0 for %d points x_i of R^%d with weights c_i (in the file; "+
			"-o refuted.py writes a program)", short, n, dim)
	}
	var points, weights []string
	for i, p := range form.Points {
		text := witness.Join(p)
		if dim > 1 {
			text = "(" + text + ")"
		}
		points, weights = append(points, text), append(weights, form.Weights[i].RatString())
	}
	return fmt.Sprintf("Σ c_i c_j k(‖x_i−x_j‖) = %s < 0 for the points %s of R^%d with the weights c = (%s)",
		short, strings.Join(points, ", "), dim, strings.Join(weights, ", "))
}
