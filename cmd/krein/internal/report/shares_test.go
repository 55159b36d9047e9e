package report

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/certify"
	"krein/certify/region"
)

// Shares of a box are rounded so that they promise nothing, and "whole" and "anywhere" are said of boxes without another cell,
// however small.
func TestSharesSentence(t *testing.T) {
	t.Parallel()
	at := func(num, den int64) *big.Rat { return big.NewRat(num, den) }
	cell := func(s certify.Status, from, to *big.Rat) region.Cell {
		return region.Cell{Span: region.Span{From: from, To: to}, Status: s}
	}
	zero, one, nearly := at(0, 1), at(1, 1), at(1e15-1, 1e15)
	for want, cells := range map[string][]region.Cell{
		"Positive definite on R^3 in the whole box.":                                     {cell(certify.Proved, zero, one)},
		"Not positive definite on R^3 anywhere in the box.":                              {cell(certify.Refuted, zero, one)},
		"Positive definite on R^3 in 25.0 % of the box, not in 75.0 %.":                  {cell(certify.Proved, zero, at(1, 4)), cell(certify.Refuted, at(1, 4), one)},
		"Positive definite on R^3 in 99.9 % of the box; 0.1 % are open.":                 {cell(certify.Proved, zero, nearly), cell(certify.Undecided, nearly, one)},
		"Positive definite on R^3 in 33.3 % of the box, not in 33.3 %; 33.4 % are open.": {cell(certify.Proved, zero, at(1, 3)), cell(certify.Undecided, at(1, 3), at(2, 3)), cell(certify.Refuted, at(2, 3), one)},
		"Positive definite on R^3 in 0.0 % of the box; 100.0 % are open.":                {},
	} {
		m := &region.Map{Axes: []region.Axis{{Name: "s", From: zero, To: one}, {Name: "c", From: zero, To: one}}, Root: &region.Part{Cells: cells}}
		assert.Equal(t, want, sharesSentence(3, m))
	}
}
