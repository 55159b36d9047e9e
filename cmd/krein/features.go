package main

import (
	"encoding"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/dataio"
	"krein/kernel"
)

var errBothStdin = errors.New("both the formula and the data are '-': standard input has only one")

func newFeaturesCmd() *cobra.Command {
	var (
		kf        kernelFlags
		df        dataFlags
		accept    bool
		outside   string
		tableFile string
		out       string
		saved     string
		opt       features.Options
		coupling  string
		radii     string
		budget    string
		mapKind   string
	)
	cmd := &cobra.Command{
		Use:   "features FORMULA --data FILE -o FILE",
		Short: "Transform data into random features",
		Long: `features draws one random feature map Φ for the kernel and writes a row of features
for every row of the data, streaming. The signature says which columns count positively
and which negatively: K ≈ Φ J Φᵀ with J = diag(±1). The output is npy if its name ends in
.npy, else CSV; .gz is compressed.

The same --seed, options and --distances give the same map, so that training and test
data can be transformed apart; --save-ranges and --ranges give them the same scaling.`,
		Example: `  krein features 'delta_gaussian(1,10)' --data train.csv.gz --label first -o phi.npy --columns 1024 --coupling orthogonal --radii stratified
  krein features 'delta_gaussian(1,10)' --data train.csv --label class --save-ranges r.json -o train.npy
  krein features 'delta_gaussian(1,10)' --data test.csv --label class --ranges r.json -o test.npy
  krein features --table table.json --data x.npy --scale none -o phi.csv
  cat x.csv | krein features 'gaussian(2)' --data - -o - --columns 64`,
		Args: func(cmd *cobra.Command, args []string) error {
			if tableFile != "" {
				if len(args) != 0 {
					return errors.New("give a formula or --table, not both")
				}
				return nil
			}
			return oneFormula(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, f := range []struct {
				text string
				to   encoding.TextUnmarshaler
			}{{coupling, &opt.Coupling}, {radii, &opt.Radii}, {budget, &opt.Budget}, {mapKind, &opt.Map}} {
				if err := f.to.UnmarshalText([]byte(f.text)); err != nil {
					return err
				}
			}
			if kf.json && out == "-" {
				return errors.New("--json and '-o -' would both write to standard output; write the features to a file")
			}
			var (
				k     *kernel.Kernel
				dec   *decompose.Decomposition
				about *bias
				err   error
			)
			if tableFile != "" {
				if dec, err = loadTable(cmd, tableFile); err != nil {
					return err
				}
				if k, err = kernelOf(dec); err != nil {
					k = nil // the table of a Go function
				}
			} else {
				if args[0] == "-" && df.path == "-" {
					return errBothStdin
				}
				if k, err = kf.kernel(cmd, args[0]); err != nil {
					return err
				}
			}
			if opt.Columns < 1 {
				return fmt.Errorf("--columns %d: want at least 1", opt.Columns)
			}
			limit := limitOf(dec, k, kf.beyond)
			prepare := df.prepare
			if df.path == "-" && limit.radius > 0 { // it is read more than once
				prepare = df.matrix
			}
			data, err := prepare(cmd, k)
			if err != nil {
				return err
			}
			defer data.close()
			if dec == nil {
				if err := checkDim(data.columns); err != nil {
					return fmt.Errorf("%s has %d columns: %w", df.name(), data.columns, err)
				}
				if dec, about, err = decomposed(cmd, k, data.columns, accept); err != nil {
					return err
				}
			} else {
				if err := data.fits("the dimension of "+tableFile, dec.Dim); err != nil {
					return err
				}
				if about, err = admit(cmd.Context(), dec, k, accept); err != nil {
					return fmt.Errorf("%s: %w", tableFile, err)
				}
			}
			if err := checkMemory(mapBytes(opt.Columns, data.columns), fmt.Sprintf("--columns %d in dimension %d", opt.Columns, data.columns)); err != nil {
				return err
			}
			spread, err := limit.check(cmd, &df, data, outside)
			if err != nil {
				return err
			}
			if opt.Budget == features.BudgetVariance && len(opt.Distances) == 0 {
				if opt.Distances, err = distancesOf(cmd, &df, data, budgetDistances, opt.Seed); err != nil {
					return fmt.Errorf("--budget variance without --distances: %w", err)
				}
			}
			m, err := features.New(dec, &opt)
			if err != nil {
				return err
			}
			if saved != "" {
				if data.ranges == nil {
					return fmt.Errorf("--save-ranges: '--scale %s' has no ranges", data.scale)
				}
				if err := saveRanges(saved, data.ranges); err != nil {
					return err
				}
			}
			rows, err := transform(cmd, m, data, out)
			if err != nil {
				return err
			}
			v := viewMap(dec, m, &opt, rows)
			v.Bias, v.Data, v.Spread = about, data.view(rows), spread
			switch {
			case kf.json:
				return writeJSON(cmd.OutOrStdout(), v)
			case out == "-":
				v.notes(cmd.ErrOrStderr())
			default:
				v.write(cmd.OutOrStdout(), out)
			}
			return nil
		},
	}
	kf.add(cmd, false)
	df.add(cmd)
	acceptFlag(cmd, &accept)
	outsideFlag(cmd, &outside)
	fl := cmd.Flags()
	fl.StringVar(&tableFile, "table", "", "sample from this table of 'krein decompose' instead of a formula ('-': standard input)")
	fl.StringVarP(&out, "output", "o", "", "the file to write, '-' for CSV on standard output (required)")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err)
	}
	fl.StringVar(&saved, "save-ranges", "", "write the column ranges of '--scale unit' to this JSON file")
	fl.IntVar(&opt.Columns, "columns", features.DefaultColumns, "number of feature columns; a frequency gives two, with '--map phase' one")
	fl.StringVar(&coupling, "coupling", "orthogonal", "iid, orthogonal, gorf or shared")
	fl.StringVar(&radii, "radii", "stratified", "iid or stratified")
	fl.StringVar(&budget, "budget", "equal", "equal, proportional or variance")
	fl.StringVar(&mapKind, "map", "sincos", "sincos or phase")
	fl.Float64SliceVar(&opt.Distances, "distances", nil, "distances that '--budget variance' averages over\n(default: sampled from the data, and reported)")
	fl.Uint64Var(&opt.Seed, "seed", 0, "seed of the map: the same seed gives the same bits")
	return cmd
}

// transform streams the rows through the map into the output and returns their number.
func transform(cmd *cobra.Command, m *features.Map, data *prepared, out string) (int, error) {
	w, err := dataio.Create(out, &dataio.WriterOptions{Columns: m.Columns(), Rows: max(data.rows, 0), Stdout: cmd.OutOrStdout()})
	if err != nil {
		return 0, err
	}
	defer w.Abort()
	bar := newBar(cmd, "transforming")
	defer bar.finish()
	done := 0
	block := blockRows(data.columns + m.Columns())
	buf := mat.NewDense(block, data.columns, nil)
	phi := mat.NewDense(block, m.Columns(), nil)
	for eof := false; !eof; {
		if err := cmd.Context().Err(); err != nil {
			return 0, err
		}
		n := 0
		for ; n < block; n++ {
			err := data.read(buf.RawRowView(n))
			if err == io.EOF {
				eof = true
				break
			}
			if err != nil {
				return 0, err
			}
		}
		if n == 0 {
			break
		}
		dst := phi.Slice(0, n, 0, m.Columns()).(*mat.Dense)
		if _, err := m.Transform(dst, buf.Slice(0, n, 0, data.columns)); err != nil {
			return 0, fmt.Errorf("in the block of rows from %d on: %w", done+1, err)
		}
		for i := range n {
			if err := w.Write(dst.RawRowView(i)); err != nil {
				return 0, err
			}
		}
		done += n
		bar.set(done, data.rows)
	}
	return done, w.Commit()
}

// budgetDistances is the number of distances that the variance budget averages over.
const budgetDistances = 64

// distancesOf samples the distances of some pairs of rows from the prepared data, reading a file once more.
func distancesOf(cmd *cobra.Command, df *dataFlags, data *prepared, pairs int, seed uint64) ([]float64, error) {
	const rows = 1000
	x := data.all
	if x == nil {
		if df.path == "-" {
			return nil, errors.New("the distances are sampled from the data, and standard input can be read only once: give a file")
		}
		r, err := df.open(cmd)
		if err != nil {
			return nil, err
		}
		x, err = dataio.Sample(cmd.Context(), r, rows, seed)
		data.used, data.rows = r, r.Rows()
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		for i := range x.RawMatrix().Rows {
			if err := data.apply(x.RawRowView(i)); err != nil {
				return nil, err
			}
		}
	}
	z := features.SampleDistances(x, pairs, seed)
	if z == nil {
		return nil, errors.New("at least two rows are needed to sample distances from")
	}
	return z, nil
}
