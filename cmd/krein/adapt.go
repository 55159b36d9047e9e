package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/fitting"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/internal/fourier/symmetry"
	"krein/internal/learn/landmarks"
	"krein/internal/outward"
	"krein/kernel"
	"krein/learn"
	"krein/learn/model"
)

// measuredRows is how many rows the error is measured on.
const measuredRows = 500

// adaptedView is what is reported of a map that is adapted to rows.
type adaptedView struct {
	Formula string `json:"formula"`
	Beyond  string `json:"beyond,omitempty"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Zeros   int    `json:"columns_zero,omitempty"` // at the end: rows have no more principal ones
	Minus   int    `json:"columns_minus"`          // whose sign in J is −1
	Sides   string `json:"sides,omitempty"`        // of a kernel that is not symmetric: left, right, both or concatenated
	Points  int    `json:"points"`
	Seed    uint64 `json:"seed"`
	// Error is ‖K − ΦJΦᵀ‖/‖K‖ on Measured of the rows.
	Error    float64         `json:"error"`
	Measured int             `json:"measured_rows"`
	Data     *dataset.View   `json:"data"`
	Spread   *dataset.Spread `json:"distances_between_rows,omitempty"`
	MapFile  dataset.MapFile `json:"map_file,omitempty"`
}

// Notes says what the map is worth.
func (v *adaptedView) Notes(w io.Writer) {
	fmt.Fprintln(w, v.Data)
	if v.Spread != nil {
		fmt.Fprintln(w, v.Spread)
	}
	signs := ""
	if v.Minus > 0 {
		signs = fmt.Sprintf(" (%d of them count negatively)", v.Minus)
	}
	fmt.Fprintf(w, "%s: %s%s of the kernels with %s of the data; an estimate for rows like these alone\n", v.Formula,
		terminal.Count(v.Columns-v.Zeros, "principal column"), signs, terminal.Count(v.Points, "row"))
	fmt.Fprintf(w, "relative error of K, measured on %s: %s\n", terminal.Count(v.Measured, "row"), outward.Up(v.Error, 2))
}

// write adds how many features there are.
func (v *adaptedView) write(w io.Writer) {
	v.Notes(w)
	of := ""
	if v.Sides != "" {
		of = map[string]string{"left": " of Φ", "right": " of Ψ", "both": " each of Φ and Ψ, K ≈ Φ Ψᵀ", "concatenated": " each of Φ and Ψ, side by side"}[v.Sides]
	}
	fmt.Fprintf(w, "%s × %s%s%s\n", terminal.Count(v.Rows, "row"), terminal.Count(v.Columns, "column"), of, drawing.ZerosNote(v.Zeros))
}

// adapted writes principal columns of kernels with rows.
func (c *featuresCommand) adapted(cmd *cobra.Command, args []string) error {
	for _, name := range []string{
		"coupling", "exact", "distances", "representation",
		"save-ranges",
	} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return fmt.Errorf("--%s is about maps that are drawn or files; --adapt draws none", name)
		}
	}
	if err := c.check(args); err != nil {
		return err
	}
	text, err := c.kernel.Text(cmd, args[0])
	if err != nil {
		return err
	}
	var k *kernel.Kernel
	if !c.kernel.OfDelta(text) {
		if k, err = c.kernel.Kernel(cmd, text); err != nil {
			return err
		}
	}
	data, err := c.data.OpenFor(cmd, k, true)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	x, err := c.passes(cmd, data)
	if err != nil {
		return err
	}
	v := &adaptedView{Seed: c.how.Options.Seed}
	if k != nil {
		if v.Spread, err = dataset.LimitOf(nil, k, c.kernel.Beyond).Check(cmd, &c.data, data, c.how.Accept); err != nil {
			return err
		}
	}
	m, err := c.principal(cmd, text, data, x)
	if err != nil {
		return err
	}
	v.Zeros = padPrincipal(m, c.how.Options.Columns)
	by := m.Adapted()
	second := by
	sides := []side{{by, c.out, ""}}
	if pair := m.AdaptedSides(); pair != nil {
		v.Sides, second, sides = c.pair.side, pair.Right(), c.sidesOf(pair)
	}
	v.Formula, v.Beyond, v.Points, v.Columns = m.Kernel, m.Beyond, m.Columns(), len(m.Signs)
	for _, s := range m.Signs {
		if s < 0 {
			v.Minus++
		}
	}
	if v.Error, v.Measured, err = measured(cmd.Context(), m, by, second, x, v.Seed); err != nil {
		return err
	}
	save, err := beside(cmd, func() (drawing.File, error) { return m, nil })
	if err != nil {
		return err
	}
	if err := c.data.Again(cmd, data); err != nil {
		return err
	}
	if v.Rows, err = c.writeSides(cmd, sides, data); err != nil {
		return err
	}
	if err := dataset.WriteSignature(cmd, by, c.signature); err != nil {
		return err
	}
	if v.MapFile, err = save(); err != nil {
		return err
	}
	v.Data = data.View(v.Rows)
	return c.report(cmd, v, func(w io.Writer) { v.write(w) })
}

// padPrincipal adds columns of 0 to a map of fewer principal columns than n, and returns how many.
func padPrincipal(m *model.Model, n int) int {
	own := len(m.Signs)
	if own == 0 || own >= n {
		return 0
	}
	_, points := m.Function.Weights.Dims()
	padded := func(weights *mat.Dense) *mat.Dense {
		out := mat.NewDense(n, points, nil)
		out.Slice(0, own, 0, points).(*mat.Dense).Copy(weights)
		return out
	}
	m.Function = &learn.Linear{Weights: padded(m.Function.Weights), Intercept: make([]float64, n)}
	if m.Second != nil {
		m.Second = padded(m.Second)
	}
	m.Signs = append(m.Signs, slices.Repeat([]float64{1}, n-own)...)
	return n - own
}

// filed are the rows of a file, which are read in their order; it is opened again for each pass.
type filed struct {
	*dataset.Rows
	again func() error
	next  int
}

// passes returns the rows, and counts them.
func (c *featuresCommand) passes(cmd *cobra.Command, data *dataset.Rows) (learn.Rows, error) {
	if data.Matrix != nil {
		return learn.Matrix(data.Matrix), nil
	}
	if err := input.CheckColumns(data.Columns); err != nil {
		return nil, fmt.Errorf("%s has %d columns: %w", c.data.Name(), data.Columns, err)
	}
	defer input.Rows(cmd.Context())()
	if data.Count < 0 {
		row, count := make([]float64, data.Columns), 0
		for ; ; count++ {
			if err := data.Read(row); err == io.EOF {
				break
			} else if err != nil {
				return nil, err
			}
		}
		data.Count = count
	}
	return &filed{data, func() error { return c.data.Again(cmd, data) }, -1}, nil
}

// Dims returns the numbers of rows and columns.
func (f *filed) Dims() (r, c int) { return f.Count, f.Columns }

// Block reads the next rows, or those from the first one on.
func (f *filed) Block(dst blas64.General, first int) (blas64.General, error) {
	if first == 0 {
		if err := f.again(); err != nil {
			return dst, err
		}
		f.next = 0
	}
	if first != f.next {
		panic("rows of a file are read in another order")
	}
	for i := range dst.Rows {
		if err := f.Read(dst.Data[i*dst.Stride:][:dst.Cols]); err == io.EOF {
			return dst, errors.New("the file was changed while it was read; start again")
		} else if err != nil {
			return dst, err
		}
	}
	f.next += dst.Rows
	return dst, nil
}

// principal finds the columns for rows.
func (c *featuresCommand) principal(cmd *cobra.Command, text string, data *dataset.Rows, x learn.Rows) (*model.Model, error) {
	n, columns, count := data.Count, c.how.Options.Columns, c.points
	if count != 0 && count < columns {
		return nil, fmt.Errorf("--adapt=%d: want as many as --columns %d at least", count, columns)
	}
	if count == 0 {
		count = landmarks.MostPoints(columns)
	}
	count = min(count, n)
	if err := input.CheckMemory((&fitting.Landmarks{Count: count}).Bytes(data.Columns),
		fmt.Sprintf("%d rows whose kernels are columns", count)); err != nil {
		return nil, err
	}
	resume := input.Rows(cmd.Context())
	defer resume()
	first, err := landmarks.Pick(cmd.Context(), x, []int{0})
	if err != nil {
		return nil, err
	}
	k, delta, err := c.kernel.InDim(cmd, text, data.Columns)
	if err != nil {
		return nil, err
	}
	two := delta != nil && symmetry.Of(delta) != symmetry.Even
	if err := c.checkSides(two, !two); err != nil {
		return nil, err
	}
	var m *model.Model
	if two {
		m, err = model.AdaptSides(cmd.Context(), delta, x, min(columns, n), c.points, c.how.Options.Seed)
	} else {
		var l *model.Landmarks
		if delta != nil {
			l, err = model.NewStationaryLandmarks(delta, first)
		} else {
			l, err = model.NewLandmarks(k, first)
		}
		if err == nil {
			m, err = l.Adapt(cmd.Context(), x, min(columns, n), c.points, c.how.Options.Seed)
		}
	}
	if err != nil {
		return nil, err
	}
	m.Preparation, m.Prepared = *data.Fitted(data.Columns), data.Preparation.String()
	m.Training = model.Training{Rows: n, Seed: c.how.Options.Seed}
	return m, nil
}

// measured returns the relative error of the kernel's matrix on some rows, and their number; by and second are the maps of its arguments.
func measured(ctx context.Context, m *model.Model, by, second *features.Map, x learn.Rows, seed uint64) (float64, int, error) {
	n, _ := x.Dims()
	points, err := landmarks.Pick(ctx, x, learn.UniformRows(n, measuredRows, seed+1))
	if err != nil {
		return 0, 0, err
	}
	n, _ = points.Dims()
	gram, err := m.Map.(*model.Landmarks).Between(points)
	if err != nil {
		return 0, 0, err
	}
	phi, err := by.Transform(nil, points)
	if err != nil {
		return 0, 0, err
	}
	signed := mat.DenseCopyOf(phi)
	for i := range n {
		floats.Mul(signed.RawRowView(i), m.Signs)
	}
	psi := phi
	if second != by {
		if psi, err = second.Transform(nil, points); err != nil {
			return 0, 0, err
		}
	}
	var rest mat.Dense
	rest.Mul(signed, psi.T())
	rest.Sub(gram, &rest)
	norm := mat.Norm(gram, 2)
	if norm == 0 || len(m.Signs) == 0 {
		return 0, n, nil
	}
	return math.Min(mat.Norm(&rest, 2)/norm, math.MaxFloat64), n, nil
}
