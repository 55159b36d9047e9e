package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/decompose/zonal"
	"krein/features"
	"krein/features/maclaurin"
	"krein/features/threshold"
	"krein/internal/outward"
	"krein/kernel"
)

// InnerKernel is a kernel that is no function of the distance.
type InnerKernel struct {
	// Formula is as it is shown and as files have it.
	Formula string
	product *kernel.Kernel // f, of the inner product; nil: the min kernel
}

// InnerOf returns the kernel of a formula if it is none of the distance for rows that are prepared as the flags say: the word
// min, and a formula in u for rows that are not put on the sphere. It is nil for others.
func InnerOf(cmd *cobra.Command, flags *input.KernelFlags, data *dataset.Flags, text string) (*InnerKernel, error) {
	if flags.IsMin(text) {
		if flags.Beyond != "" || len(flags.Params) > 0 {
			return nil, errors.New("--param means nothing for the min kernel: leave it out")
		}
		return &InnerKernel{Formula: input.Min}, nil
	}
	var unused error
	if cmd.Flags().Changed("norms") {
		unused = errors.New("--norms is about formulas in u with --scale none, unit or standard, and activation functions: leave it out")
	}
	if !data.OffSphere() || flags.Beyond != "" || flags.OfDelta(text) {
		return nil, unused
	}
	k, err := flags.Kernel(cmd, text)
	if err != nil || !zonal.IsInnerProduct(k) {
		return nil, cmp.Or(err, unused)
	}
	return &InnerKernel{Formula: k.Formula(), product: k}, nil
}

// InnerUsable returns nil if random features of so many columns say something of f(⟨x,y⟩) for rows of this length, tried on some
// in random directions, or else why they do not.
func InnerUsable(ctx context.Context, f *kernel.Kernel, dim, columns int, length float64) error {
	const rows = 40
	d, err := (&InnerKernel{product: f}).Represent(ctx, dim, []float64{length})
	if err != nil {
		return err
	}
	source := rand.New(rand.NewPCG(0x696e6e, uint64(dim)))
	x := mat.NewDense(rows, dim, nil)
	for i := range rows {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = source.NormFloat64()
		}
		floats.Scale(length/floats.Norm(row, 2), row)
	}
	if err := d.Predict(&features.Options{Columns: columns}, x); err != nil {
		return err
	}
	if d.View.Warning != "" {
		return errors.New(d.View.Warning)
	}
	return nil
}

// OfRows says what the kernel is a function of, and for which rows.
func (k *InnerKernel) OfRows() string {
	if k.product == nil {
		return "1 + Σ min(x_j, y_j) on [0,1]^d"
	}
	return "u = ⟨x,y⟩"
}

// IsMin reports whether it is the min kernel.
func (k *InnerKernel) IsMin() bool { return k.product == nil }

// InnerFlags are those of the verbs that draw: the lengths of rows that columns are shared out for.
type InnerFlags struct{ Norms []float64 }

// Add registers the flag.
func (f *InnerFlags) Add(cmd *cobra.Command) {
	cmd.Flags().Float64SliceVar(&f.Norms, "norms", nil, "lengths of rows for which a kernel of the inner product is "+
		"expanded, and its columns\nshared out (default: those of the file of --scale, or of the data, and reported)")
}

// most is how many lengths stand for the data.
const most = 32

// Lengths are those of the prepared rows.
type Lengths struct {
	// Longest is the length of the longest row, Row its number from 1.
	Longest float64
	Row     int
	// Some are up to 32 of them, evenly spaced in their order, the longest among them; they stand for all.
	Some []float64
}

// InnerMeasure returns the lengths of the prepared rows, which are read once more.
func InnerMeasure(cmd *cobra.Command, df *dataset.Flags, data *dataset.Rows) (*Lengths, error) {
	var l Lengths
	var all []float64
	err := data.Each(cmd, df, func(i int, row []float64) {
		v := floats.Norm(row, 2)
		if all = append(all, v); v > l.Longest {
			l.Longest, l.Row = v, i+1
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(all)
	count := min(most, len(all))
	for i := range count {
		l.Some = append(l.Some, all[(i+1)*len(all)/count-1])
	}
	return &l, nil
}

// InnerDrawing is what maps are drawn from.
type InnerDrawing struct {
	features.Representation
	// View says how good it is.
	View *InnerView
	// At is the kernel, in float64.
	At func(x, y []float64) float64
}

// InnerView is what is reported of a kernel that is no function of the distance.
type InnerView struct {
	Of string `json:"of"`
	// Norms are the lengths that the map is made for, and Bias bounds |E k̂ − k| for rows that are no longer than the
	// longest of them; proved.
	Norms []float64 `json:"norms,omitempty"`
	Bias  float64   `json:"bias"`
	// Error is the predicted root mean square error at pairs of rows, and Size the root mean square of the kernel there;
	// absent without data.
	Error *float64 `json:"predicted_error,omitempty"`
	Size  *float64 `json:"kernel_rms,omitempty"`
	// Warning says that the map is of no use, or not made for these rows.
	Warning string `json:"warning,omitempty"`

	scale string
}

// remedies says what makes rows shorter, and that it is another kernel.
const remedies = "divide the rows by a length c > 1, --lengths c (the kernel is then f(⟨x,y⟩/c²)), or put them on the unit sphere, " +
	"--scale sphere (u is then the cosine of their angle): both are other kernels"

// Represent expands the kernel for rows of so many columns and these lengths.
func (k *InnerKernel) Represent(ctx context.Context, dim int, norms []float64) (*InnerDrawing, error) {
	if k.product == nil {
		r := threshold.New(dim)
		return &InnerDrawing{Representation: r, View: &InnerView{Of: k.OfRows()}, At: r.Kernel}, nil
	}
	for _, v := range norms {
		if !(v >= 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("--norms: a length of %v: want numbers that are not negative", v)
		}
	}
	longest := floats.Max(append([]float64{0}, norms...))
	if longest == 0 {
		return nil, errors.New("all rows are 0: there is no inner product to expand in")
	}
	reach := longest * longest
	if math.IsInf(reach, 1) {
		return nil, fmt.Errorf("a row has length %.4g, and its square overflows; %s", longest, remedies)
	}
	s, err := zonal.NewPowerSeries(ctx, k.product, reach)
	if err != nil {
		return nil, fmt.Errorf("%w, and rows have lengths up to %s; %s", err, outward.Up(longest, 4), remedies)
	}
	r, err := maclaurin.NewScaled(dim, s.Coef, longest, norms...)
	if err != nil {
		return nil, err
	}
	// the map's own products of float64 numbers are off by some units in the last place of the terms
	v := &InnerView{Of: k.OfRows(), Norms: norms, Bias: s.Error + rounding*sumOf(s.Coef)}
	if !s.Exact || v.Bias > 0 {
		v.scale = fmt.Sprintf(" for rows of length up to %s", outward.Down(longest, 4))
	}
	return &InnerDrawing{Representation: r, View: v, At: r.Kernel}, nil
}

// rounding bounds the relative error of a coefficient as the map has it: a square root and two products.
const rounding = 1e-15

func sumOf(a []float64) (sum float64) {
	for _, v := range a {
		sum += math.Abs(v)
	}
	return sum
}

// Predict adds the predicted error at pairs of the rows to the view, and a warning where it exceeds the kernel.
func (d *InnerDrawing) Predict(opt *features.Options, x *mat.Dense) error {
	rows, _ := x.Dims()
	if rows < 2 {
		return nil
	}
	const pairs = 200
	var sum, size, count float64
	for i := range pairs {
		a := i * (rows - 1) / pairs
		b := (a + 1 + i*(rows/2+1)%(rows-1)) % rows
		if a == b {
			continue
		}
		p, q := x.RawRowView(a), x.RawRowView(b)
		v, err := d.variance(opt, p, q)
		if err != nil {
			return err
		}
		k := d.At(p, q)
		sum, size, count = sum+v, size+k*k, count+1
	}
	if count == 0 {
		return nil
	}
	rms, kernel := math.Sqrt(sum/count), math.Sqrt(size/count)
	d.View.Error, d.View.Size = &rms, &kernel
	if rms > kernel/2 && kernel > 0 {
		d.View.Warning = fmt.Sprintf("WARNING: the features say next to nothing of the kernel: their predicted root mean square "+
			"error is %.3g times the kernel's root mean square between rows. Four times as many --columns halve it", rms/kernel)
		if len(d.View.Norms) > 0 {
			d.View.Warning += "; shorter rows make it fall faster: " + remedies
		}
	}
	return nil
}

func (d *InnerDrawing) variance(opt *features.Options, x, y []float64) (float64, error) {
	type predicting interface {
		Variance(opt *features.Options, x, y []float64) (float64, error)
	}
	return d.Representation.(predicting).Variance(opt, x, y)
}

// Notes writes what is known of the errors.
func (v *InnerView) Notes(w io.Writer) {
	if v.Bias == 0 {
		fmt.Fprintln(w, "unbiased, proved")
	} else {
		fmt.Fprintf(w, "bias: |E k̂ − k| ≤ %s%s, proved\n", outward.Up(v.Bias, 2), v.scale)
	}
	if v.Error != nil {
		fmt.Fprintf(w, "predicted root mean square error %.3g between rows, where the kernel's root mean square is %.3g\n",
			*v.Error, *v.Size)
	}
	if v.Warning != "" {
		fmt.Fprintln(w, v.Warning)
	}
}

// Fits returns an error if a map of so many columns takes too much memory: products have a vector for each degree.
func (d *InnerDrawing) Fits(columns int) error {
	r, ok := d.Representation.(*maclaurin.Representation)
	if !ok {
		return nil
	}
	vectors, err := r.Vectors(columns)
	if err != nil {
		return err
	}
	return input.CheckMemory(8*vectors*float64(r.Dim()), fmt.Sprintf("--columns %d, products of %.3g projections in dimension %d",
		columns, vectors, r.Dim()))
}

// Longer warns of rows that are longer than those that the map is made for.
func (d *InnerDrawing) Longer(have *Lengths) {
	if have == nil || len(d.View.Norms) == 0 {
		return
	}
	if longest := slices.Max(d.View.Norms); have.Longest > longest {
		text := fmt.Sprintf("WARNING: row %d has length %.4g, and the map is made for lengths up to %.4g: nothing is known of its "+
			"bias there", have.Row, have.Longest, longest)
		if d.View.Warning != "" {
			text += "\n" + d.View.Warning
		}
		d.View.Warning = text
	}
}
