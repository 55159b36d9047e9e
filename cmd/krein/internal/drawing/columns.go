package drawing

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krein/features/written"
)

// ONNXOfColumns returns the model of a map, from input "x" (rows×dim) to output "features" (rows×columns), both of
// float64 or float32, with the metadata of Marshal. Series are unrolled (Clenshaw), and harmonics built coordinate by
// coordinate. The model takes rows that are not unit vectors too where the map refuses them. The error says what
// operators cannot express here, or that they would be too many: other formats have no such limits.
func ONNXOfColumns(m *written.Map, single bool) ([]byte, error) {
	g := &graph{kind: dataType(single), dim: m.Dim(), tiny: 1e-300}
	if single {
		g.tiny = 1e-37
	}
	rows := g.prepared(m.About())
	x, blocks := rows, m.Blocks()
	if k := slices.IndexFunc(blocks, func(b written.Block) bool {
		return slices.Contains([]string{written.Monomials, written.Products, written.Activation, written.Signs}, b.Kind)
	}); k >= 0 {
		return nil, fmt.Errorf("onnx: columns of the kind %q are not written; .npz and .safetensors have them",
			blocks[k].Kind)
	}
	if anywhere, power := m.Place(); anywhere &&
		slices.ContainsFunc(blocks, func(b written.Block) bool { return b.Sphere() }) {
		norm := g.op("ReduceL2", []string{x}, list("axes", 1), attribute("keepdims", 1))
		x = g.op("Div", []string{x, g.op("Max", []string{norm, g.number(g.tiny)})})
		g.outer = g.op("Sign", []string{norm}) // 0 at x = 0
		for range power {
			g.outer = g.mul(g.outer, norm)
		}
	}
	var columns []string
	for i := range blocks {
		switch b := &blocks[i]; b.Kind {
		case written.Waves:
			columns = append(columns, g.waves(rows, b))
		case written.Quadratic:
			columns = append(columns, g.quadratic(rows, b)...)
		default:
			columns = append(columns, g.block(x, b)...)
		}
		if g.ops > mostOps {
			return nil, fmt.Errorf("onnx: the model would have more than %d operators, those of %s in R^%d among them; "+
				".npz and .safetensors have no such limit", mostOps, blocks[i].Kind, m.Dim())
		}
	}
	if g.err != nil {
		return nil, g.err
	}
	last := columns[0]
	if len(columns) > 1 {
		last = g.op("Concat", columns, attribute("axis", 1))
	}
	g.bytes = node(g.bytes, "Identity", []string{last}, "features")
	g.bytes = text(g.bytes, 2, "krein")
	g.bytes = message(g.bytes, 11, value("x", g.kind, m.Dim()))
	g.bytes = message(g.bytes, 12, value("features", g.kind, m.Columns()))
	return model(g.bytes, m.Map, m.About().Kernel), nil
}

// mostOps is the largest number of operators of a model.
const mostOps = 1 << 14

// graph is a GraphProto in the making.
type graph struct {
	bytes []byte
	kind  uint64
	dim   int
	tiny  float64 // next to 0
	ops   int
	named int
	outer string // what functions of x/‖x‖ are multiplied with; empty: 1
	err   error  // of numbers that do not fit
}

// op appends an operator and returns the name of its output.
func (g *graph) op(kind string, inputs []string, attributes ...[]byte) string {
	if g.ops++; g.ops > mostOps { // the rest is not looked at
		return ""
	}
	out := fmt.Sprintf("t%d", g.ops)
	g.bytes = node(g.bytes, kind, inputs, out, attributes...)
	return out
}

func (g *graph) mul(a, b string) string { return g.op("Mul", []string{a, b}) }

// tensor appends numbers and returns their name.
func (g *graph) tensor(data []float64, dims ...int) string {
	g.named++
	name := fmt.Sprintf("c%d", g.named)
	g.err = errors.Join(g.err, fit(g.kind == float32s, data))
	g.bytes = initializer(g.bytes, name, g.kind, data, dims...)
	return name
}

func (g *graph) number(v float64) string { return g.tensor([]float64{v}, 1) }

// gather returns columns of x.
func (g *graph) gather(x string, columns ...int64) string {
	g.named++
	name := fmt.Sprintf("c%d", g.named)
	g.bytes = indices(g.bytes, name, columns)
	return g.op("Gather", []string{x, name}, attribute("axis", 1))
}

// prepared returns rows as the map takes them.
func (g *graph) prepared(about *written.About) string {
	x := "x"
	if about.Offset != nil {
		scale := make([]float64, g.dim)
		for j, v := range about.Divisor {
			scale[j] = 1 / v
		}
		x = g.mul(g.op("Sub", []string{x, g.tensor(about.Offset, g.dim)}), g.tensor(scale, g.dim))
	}
	if about.Unit {
		norm := g.op("ReduceL2", []string{x}, list("axes", 1), attribute("keepdims", 1))
		x = g.op("Div", []string{x, g.op("Max", []string{norm, g.number(g.tiny)})})
	}
	return x
}

// place multiplies functions of x/‖x‖ with a power of ‖x‖.
func (g *graph) place(columns string) string {
	if g.outer == "" {
		return columns
	}
	return g.mul(columns, g.outer)
}

// level is a column of one value.
func (g *graph) level(x string, v float64) string {
	zero := g.op("MatMul", []string{x, g.tensor(make([]float64, g.dim), g.dim, 1)})
	return g.op("Add", []string{zero, g.number(v)})
}

// block returns the names of the block's columns, in their order.
func (g *graph) block(x string, b *written.Block) []string {
	switch b.Kind {
	case written.Constant:
		return []string{g.level(x, b.A[0])}
	case written.Steps:
		at := make([]int64, len(b.Degrees))
		for i, j := range b.Degrees {
			at[i] = int64(j)
		}
		below := g.op("Less", []string{g.gather(x, at...), g.tensor(b.A, len(b.A))})
		return []string{g.op("Where", []string{below, g.number(0), g.tensor(b.Less, len(b.Less))})}
	case written.Harmonics:
		return g.harmonics(x, b)
	}
	t := g.project(x, b.Directions)
	var phi string
	switch b.Kind {
	case written.Series:
		phi = g.series(t, seriesTerms(b.A))
	case written.Power:
		phi = g.power(t, b.A[0], b.Order)
	case written.Sign:
		below := g.op("Less", []string{t, g.number(0)})
		phi = g.op("Where", []string{below, g.number(-b.A[0]), g.number(b.A[0])})
	default: // Single: a series with a coefficient for each column
		degrees := make([][]float64, slices.Max(b.Degrees)+1)
		for n := range degrees {
			degrees[n] = make([]float64, b.Columns)
		}
		for i, n := range b.Degrees {
			degrees[n][i] = b.A[0]
		}
		phi = g.series(t, degrees)
	}
	if b.Less != nil {
		phi = g.op("Sub", []string{phi, g.series(t, seriesTerms(b.Less))})
	}
	if b.Linear != nil {
		phi = g.mul(phi, g.project(x, b.Linear))
	}
	return []string{g.place(g.mul(phi, g.number(b.Amplitude)))}
}

// waves are cosines and sines by turns, less what is taken off.
func (g *graph) waves(x string, b *written.Block) string {
	n := len(b.A)
	radians := slices.Clone(b.Directions)
	floats.Scale(math.Pi/2, radians)
	t := g.product(x, radians)
	amplitudes := g.tensor(b.A, n)
	cos, sin := g.mul(g.op("Cos", []string{t}), amplitudes), g.mul(g.op("Sin", []string{t}), amplitudes)
	if b.Less != nil {
		cos = g.op("Sub", []string{cos, g.tensor(b.Less, n)})
		sin = g.op("Sub", []string{sin, g.product(x, b.Linear)})
	}
	var turns []int64
	for i := range int64(n) {
		turns = append(turns, i, int64(n)+i)
	}
	return g.gather(g.op("Concat", []string{cos, sin}, attribute("axis", 1)), turns...)
}

// quadratic are linear forms, and a constant less and plus the sum q of their signed squares.
func (g *graph) quadratic(x string, b *written.Block) []string {
	v := g.product(x, b.Directions)
	q := g.op("MatMul", []string{g.mul(v, v), g.tensor(b.A[2:], g.dim, 1)})
	by := g.number(1 / math.Sqrt(2*(b.A[0]+b.A[1])))
	return []string{
		v, g.mul(g.op("Sub", []string{g.number(b.A[0]), q}), by), g.mul(g.op("Add", []string{g.number(b.A[1]), q}), by),
	}
}

// product multiplies rows with vectors.
func (g *graph) product(x string, vectors []float64) string {
	n := len(vectors) / g.dim
	w := make([]float64, len(vectors))
	for i := range n {
		for j := range g.dim {
			w[j*n+i] = vectors[i*g.dim+j]
		}
	}
	return g.op("MatMul", []string{x, g.tensor(w, g.dim, n)})
}

// project multiplies rows with directions, cut off to [−1, 1].
func (g *graph) project(x string, directions []float64) string {
	t := g.product(x, directions)
	return g.op("Max", []string{g.op("Min", []string{t, g.number(1)}), g.number(-1)})
}

// power is s·max(t,0)^n, 1 at t = 0 for n = 0.
func (g *graph) power(t string, s float64, n int) string {
	if n == 0 {
		below := g.op("Less", []string{t, g.number(0)})
		return g.op("Where", []string{below, g.number(0), g.number(s)})
	}
	positive := g.op("Relu", []string{t})
	out := g.mul(positive, g.number(s))
	for range n - 1 {
		out = g.mul(out, positive)
	}
	return out
}

// seriesTerms are coefficients that all columns share.
func seriesTerms(b []float64) [][]float64 {
	out := make([][]float64, len(b))
	for n, v := range b {
		out[n] = []float64{v}
	}
	return out
}

// series is Σ b_n p_n(t) by Clenshaw's recurrence.
func (g *graph) series(t string, b [][]float64) string {
	up, back := written.Recurrence(g.dim, len(b))
	y, after := "", ""
	for n := len(b) - 1; n >= 0 && g.ops <= mostOps; n-- {
		level := g.tensor(b[n], len(b[n]))
		next := level
		switch {
		case y != "":
			next = g.op("Add", []string{g.mul(g.mul(t, g.number(up[n])), y), level})
		case n == 0: // a constant, of the shape of t
			next = g.op("Add", []string{g.mul(t, g.number(0)), level})
		}
		if after != "" {
			next = g.op("Sub", []string{next, g.mul(after, g.number(back[n+1]))})
		}
		y, after = next, y
	}
	return y
}

// harmonics are those of the degrees, as written.Factors builds them.
func (g *graph) harmonics(x string, b *written.Block) (out []string) {
	var all []string
	if most := slices.Max(b.Degrees); most > 1 {
		all = g.harmonicsTo(x, most)
	}
	for k, n := range b.Degrees {
		by := math.Sqrt(b.A[k])
		switch n {
		case 0:
			out = append(out, g.place(g.level(x, by)))
		case 1:
			out = append(out, g.place(g.mul(x, g.number(by))))
		default:
			if g.ops > mostOps {
				return out
			}
			out = append(out, g.place(g.mul(all[n], g.number(by))))
		}
	}
	return out
}

// harmonicsTo returns all harmonics of the degrees up to most.
func (g *graph) harmonicsTo(x string, most int) []string {
	factors := written.Factors(g.dim, most)
	first := g.gather(x, 0)
	last := make([]string, most+1)
	last[0], last[1] = g.level(x, 1), first
	square := g.mul(first, first)
	for j := 2; j <= g.dim && g.ops <= mostOps; j++ {
		t := g.gather(x, int64(j-1))
		square = g.op("Add", []string{square, g.mul(t, t)})
		next := make([][]string, most+1)
		for m := 0; m <= most && last[m] != ""; m++ {
			zonal := g.zonal(most-m, j+2*m, t, square)
			for n := m; n <= most; n++ {
				f := g.number(factors[j][n*(n+1)/2+m])
				if zonal[n-m] != "" {
					f = g.mul(f, zonal[n-m])
				}
				next[n] = append(next[n], g.mul(f, last[m]))
			}
		}
		for n := range last {
			if last[n] = next[n][0]; len(next[n]) > 1 {
				last[n] = g.op("Concat", next[n], attribute("axis", 1))
			}
		}
	}
	return last
}

// zonal returns r^k P_k^{(d)}(t/r), r² = square, k ≤ most; the first one is 1 and empty.
func (g *graph) zonal(most, d int, t, square string) []string {
	out := []string{"", t}
	for k := 1; k < most; k++ {
		n, d := float64(k), float64(d)
		a, c := (2*n+d-2)/(n+d-2), n/(n+d-2)
		if d == 2 {
			a, c = 2, 1
		}
		next := g.mul(g.mul(g.number(a), t), out[k])
		rest := g.mul(g.number(c), square)
		if out[k-1] != "" {
			rest = g.mul(rest, out[k-1])
		}
		out = append(out, g.op("Sub", []string{next, rest}))
	}
	return out[:most+1]
}
