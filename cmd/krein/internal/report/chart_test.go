package report

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // fixes the seed
)

// wellFormed fails unless text is XML, and returns the character data in it.
func wellFormed(t require.TestingT, text string) string {
	d := xml.NewDecoder(strings.NewReader(text))
	var words strings.Builder
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return words.String()
		}
		require.NoError(t, err)
		if c, ok := tok.(xml.CharData); ok {
			words.Write(c)
			words.WriteByte('\n')
		}
	}
}

func TestSVG(t *testing.T) {
	c := Chart{Title: "a < b", X: "distance z", Y: "<k>", Curves: []Curve{
		{Name: "k(z)", Class: KernelClass, X: []float64{0, 1, 2, 3}, Y: []float64{1, math.Inf(1), -2, math.NaN()}, Fill: true},
		{Name: "m₋ & more", Class: Minus, Stems: []Point{{1, 0.5}}},
	}}
	words := wellFormed(t, c.SVG("x"))
	assert.Contains(t, words, "a < b")
	assert.Contains(t, words, "distance z from 0 to 2: k(z) between -2 and 1; m₋ & more, 1 atoms.")
	assert.Contains(t, words, "m₋ & more: 0.5 at 1")
	assert.NotContains(t, words, "NaN")
	assert.NotContains(t, words, "Inf")
}

func TestNothingToDraw(t *testing.T) {
	for _, c := range []Chart{{}, {Curves: []Curve{{X: []float64{1}, Y: []float64{math.NaN()}}}},
		{Log: true, Curves: []Curve{{X: []float64{0}, Y: []float64{1}}}}} {
		assert.True(t, c.Empty())
		assert.Empty(t, c.SVG("x"))
	}
}

// Every curve, of whatever numbers, is well-formed and has no coordinate that is no number.
func TestAnyCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "n")
		cv := Curve{Name: rapid.String().Filter(printable).Draw(t, "name"), Class: Plus, Fill: rapid.Bool().Draw(t, "fill"),
			Dots: rapid.Bool().Draw(t, "dots")}
		x := rapid.Float64Range(-1e9, 1e9).Draw(t, "x")
		for range n {
			x += rapid.Float64Range(0, 1e6).Draw(t, "step")
			cv.X, cv.Y = append(cv.X, x), append(cv.Y,
				rapid.OneOf(rapid.Float64Range(-1e300, 1e300), rapid.Just(math.Inf(1)), rapid.Just(math.NaN())).Draw(t, "y"))
		}
		c := Chart{Title: "t", X: "x", Y: "y", Log: rapid.Bool().Draw(t, "log"), LogY: rapid.Bool().Draw(t, "logY"),
			Curves: []Curve{cv}}
		svg := c.SVG("x")
		if c.Empty() {
			require.Empty(t, svg)
			return
		}
		wellFormed(t, svg)
		require.NotContains(t, strings.ReplaceAll(svg, "clip", ""), `="NaN`)
		require.NotContains(t, svg, "MNaN")
		require.NotContains(t, svg, "LNaN")
	})
}

// printable reports whether XML can hold the string.
func printable(s string) bool {
	for _, r := range s {
		if r < ' ' || r > 0xd7ff && r < 0xe000 || r >= 0xfffe && r <= 0xffff {
			return false
		}
	}
	return true
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0: "0", math.Copysign(0, -1): "0", -1.5: "−1.5", 2e18: "2·10¹⁸", 1e-7: "10⁻⁷",
		1e6: "10⁶", 1200: "1200"} {
		assert.Equal(t, want, chartNumber(v))
	}
	for _, c := range []struct{ lo, hi, step float64 }{{-1, 1, 0.5}, {0, 5, 1}, {0, 30, 5}, {0, 4, 0.5},
		{0, 1.5, 0.2}, {0, 20, 5}} {
		assert.InDelta(t, c.step, roundStep(c.lo, c.hi, mostWide), 1e-12)
	}
	assert.InDeltaSlice(t, []float64{0.1, 0.2, 0.5, 1, 2, 5, 10}, decades(0.1, 10), 1e-12)
	assert.InDelta(t, 2.5, (&Curve{X: []float64{0, 1, 1, 2}, Y: []float64{0, 1, 2, 3}}).value(1.5), 1e-12)
}

// The axis of Y has three to six marks, and every curve lies between the first and the last.
func TestMarksCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := math.Pow(10, float64(rapid.IntRange(-140, 140).Draw(t, "exponent")))
		ys := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 4).Draw(t, "y")
		cv := Curve{}
		for i, y := range ys {
			cv.X, cv.Y = append(cv.X, float64(i)), append(cv.Y, y*scale)
		}
		a, ok := (&Chart{Curves: []Curve{cv}}).axes()
		require.True(t, ok)
		at := axisMarks(a.y0, a.y1, roundStep(a.y0, a.y1, mostSteps))
		require.GreaterOrEqual(t, len(at), 3)
		require.LessOrEqual(t, len(at), 6)
		room := 1e-8 * (at[len(at)-1] - at[0])
		for _, y := range cv.Y {
			require.LessOrEqual(t, at[0]-room, y)
			require.GreaterOrEqual(t, at[len(at)-1]+room, y)
		}
	})
}
