package examples_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/examples"
)

var update = flag.Bool("update", false, "write the tables")

// draw returns a table of n rows, each made by row, under a header.
func draw(n int, seed uint64, header string, row func(r *rand.Rand, i int) string) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	fmt.Fprintln(&b, header)
	for i := range n {
		fmt.Fprintln(&b, row(r, i))
	}
	return b.String()
}

// shell draws a point near one of three spheres about the origin of R^3, whose radii are 1, 2 and 3.
func shell(r *rand.Rand, i int) string {
	x := [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	scale := (float64(i%3+1) + 0.25*r.NormFloat64()) / math.Sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2])
	return fmt.Sprintf("%.3f,%.3f,%.3f,%s", scale*x[0], scale*x[1], scale*x[2], []string{"inner", "middle", "outer"}[i%3])
}

// hill draws a point of [−2,2]², and the height there of a hill with a moat, with some noise.
func hill(r *rand.Rand, _ int) string {
	a, b := 4*r.Float64()-2, 4*r.Float64()-2
	q := a*a + b*b
	return fmt.Sprintf("%.3f,%.3f,%.3f", a, b, 2*math.Exp(-2*q)-math.Exp(-q/2)+0.05*r.NormFloat64())
}

// group draws a point of R^2 near one of three centres.
func group(r *rand.Rand, i int) string {
	return fmt.Sprintf("%.3f,%.3f", []float64{0, 3, 1.5}[i%3]+0.5*r.NormFloat64(), []float64{0, 0, 2.5}[i%3]+0.5*r.NormFloat64())
}

// TestTables: the tables are those that this file makes; -update writes them.
func TestTables(t *testing.T) {
	for name, want := range map[string]string{
		"train.csv":   draw(300, 1, "x,y,z,class", shell),
		"test.csv":    draw(150, 2, "x,y,z,class", shell),
		"heights.csv": draw(400, 3, "east,north,height", hill),
		"groups.csv":  draw(150, 4, "a,b", group),
	} {
		if *update {
			require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
			continue
		}
		got, err := examples.Tables.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, want == string(got), "%s is not the table that this test makes: go test ./examples -update", name)
	}
}
