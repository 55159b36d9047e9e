package region_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/region"
	"krein/internal/certify/proof"
)

func TestNewExact(t *testing.T) {
	for _, text := range []string{"", "0", "-1", "z", "b", "1/0", "sqrt(2)-sqrt(2)", "sqrt(2)+sqrt(3)-sqrt(5+2*sqrt(6))", "log(-1)", "exp(-z)", "(2)", " 2", "1 < 2 ? 1 : 2", "2 + sqrt( 3 )", "z < 1", "z < 1 ? 1 : 2", "1 < 2", "t", "x1", "u", "theta", "par(0 < b < 1)",
		strings.Repeat("1+", 200) + "1"} {
		_, err := region.NewExact(text)
		assert.Error(t, err, text)
	}
	e, err := region.NewExact("1/sqrt(3)")
	require.NoError(t, err)
	assert.Equal(t, "1/sqrt(3)", e.String())
	assert.InDelta(t, 0.57735026918962576, e.Near(), 1e-15)
	for _, row := range []struct {
		s, v string
		want int
	}{{"1", "0.57735026918962576450914878050", -1}, {"1", "0.57735026918962576450914878051", 1}, {"-1", "-0.57735026918962576450914878050", 1}, {"0", "0", 0}} {
		c, err := e.Cmp(rat(row.s), rat(row.v))
		require.NoError(t, err)
		assert.Equal(t, -row.want, c, row.v) // s times the constant, compared with v
	}
}

// TestSharpenedCells: pieces with a unit move the ends of cells beside a gap that contains the unit, and nothing else.
func TestSharpenedCells(t *testing.T) {
	unit := func(text string) *region.Exact {
		e, err := region.NewExact(text)
		require.NoError(t, err)
		return e
	}
	third, half := unit("1/sqrt(3)"), unit("1/sqrt(2)")
	piece := func(u *region.Exact, from, to string, openFrom, openTo bool, s proof.Status) region.Piece {
		return region.Piece{Span: region.Span{From: rat(from), To: rat(to), OpenFrom: openFrom, OpenTo: openTo}, Unit: u, Status: s}
	}
	box := func(from, to string, s proof.Status) region.Piece {
		return region.Piece{Span: region.Span{From: rat(from), To: rat(to)}, Status: s}
	}
	text := func(affine bool, pieces ...region.Piece) string {
		pieces = append([]region.Piece{box("0", "57/100", proof.Proved), box("58/100", "1", proof.Refuted)}, pieces...)
		cells, err := region.Cells(proof.PD, affine, rat("0"), rat("1"), nil, pieces)
		if err != nil {
			return err.Error()
		}
		return (&region.Claim{Cells: cells}).Text("b")
	}
	const before = "proved 0 ≤ b ≤ 57/100; open 57/100 < b < 29/50; refuted 29/50 ≤ b ≤ 1"
	below, above := piece(third, "9/10", "1", false, false, proof.Proved), piece(third, "1", "11/10", true, false, proof.Refuted)
	for name, row := range map[string]struct {
		want   string
		pieces []region.Piece
	}{
		"both":                      {"proved 0 ≤ b ≤ 1/sqrt(3); refuted 1/sqrt(3) < b ≤ 1", []region.Piece{below, above}},
		"in another order":          {"proved 0 ≤ b ≤ 1/sqrt(3); refuted 1/sqrt(3) < b ≤ 1", []region.Piece{above, below}},
		"below":                     {"proved 0 ≤ b ≤ 1/sqrt(3); open 1/sqrt(3) < b < 29/50; refuted 29/50 ≤ b ≤ 1", []region.Piece{below}},
		"above":                     {"proved 0 ≤ b ≤ 57/100; open 57/100 < b ≤ 1/sqrt(3); refuted 1/sqrt(3) < b ≤ 1", []region.Piece{above}},
		"open on each side":         {"proved 0 ≤ b < 1/sqrt(3); open b = 1/sqrt(3); refuted 1/sqrt(3) < b ≤ 1", []region.Piece{piece(third, "9/10", "1", false, true, proof.Proved), above}},
		"not up to the cell, below": {before, []region.Piece{piece(third, "99/100", "1", false, false, proof.Proved)}},
		"not up to the cell, above": {before, []region.Piece{piece(third, "1", "1002/1000", true, false, proof.Refuted)}},
		"from the end of the cell":  {before, []region.Piece{piece(unit("1/2"), "57/50", "1", false, false, proof.Proved)}},
		"outside of the gap":        {before, []region.Piece{piece(half, "1/10", "1", false, false, proof.Proved)}},
		"ends at no unit":           {before, []region.Piece{piece(third, "1/10", "1001/1000", false, false, proof.Proved)}},
		"one value":                 {before, []region.Piece{piece(third, "1", "1", false, false, proof.Proved)}},
	} {
		assert.Equal(t, row.want, text(false, row.pieces...), name)
	}
	assert.Contains(t, text(false, piece(third, "9/10", "1", false, false, proof.Refuted)), "one of the proofs is wrong")
	assert.Contains(t, text(false, piece(third, "1", "11/10", true, false, proof.Proved)), "one of the proofs is wrong")
	assert.Contains(t, text(false, below, piece(third, "1", "11/10", false, false, proof.Refuted)), "proved and refuted at 1/sqrt(3)")
	// Ends at different constants do not meet.
	assert.Equal(t, "proved 0 ≤ b ≤ 1/sqrt(3); open 1/sqrt(3) < b < 29/50; refuted 29/50 ≤ b ≤ 1",
		text(false, below, piece(unit("sqrt(1/3)"), "1", "11/10", true, false, proof.Refuted)))

	// Of an affine family the hull of a proved cell and a proved value is proved; of another one, and of a linear space, it is not.
	one := piece(third, "1", "1", false, false, proof.Proved)
	values := []region.Value{{At: rat("0"), Status: proof.Proved}, {At: rat("57/100"), Status: proof.Proved}, {At: rat("58/100"), Status: proof.Refuted}}
	for name, row := range map[string]struct {
		id     proof.ID
		affine bool
		values []region.Value
		want   string
	}{
		"affine":     {proof.PD, true, values, "proved 0 ≤ b ≤ 1/sqrt(3); open 1/sqrt(3) < b < 29/50; refuted 29/50 ≤ b ≤ 1"},
		"not affine": {proof.PD, false, values, "proved b = 0; open 0 < b < 57/100; proved b = 57/100; open 57/100 < b < 29/50; refuted b = 29/50; open 29/50 < b ≤ 1"},
		"a line":     {proof.FiniteMass, true, values[:1], "proved b = 0; open 0 < b ≤ 1"},
	} {
		cells, err := region.Cells(row.id, row.affine, new(big.Rat), rat("1"), row.values, []region.Piece{one})
		require.NoError(t, err, name)
		assert.Equal(t, row.want, (&region.Claim{Cells: cells}).Text("b"), name)
	}
}
