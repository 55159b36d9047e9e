package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/parquet"
	"krein/internal/dataio"
	"krein/kernel"
)

// Flags are the flags by which a verb names data and how to prepare them.
type Flags struct {
	Path   string
	label  string
	header string
	scale  string
	ranges string
}

// Add registers the flags; the file is required.
func (f *Flags) Add(cmd *cobra.Command) {
	f.AddAs(cmd, "data", "the file: CSV, text between spaces, svmlight, npy or npz, gzipped or not, or Parquet;\n'-' reads standard input (required)")
	if err := cmd.MarkFlagRequired("data"); err != nil {
		panic(err)
	}
}

// AddAs registers the flags with another name of the file's, which is not required.
func (f *Flags) AddAs(cmd *cobra.Command, name, usage string) {
	fl := cmd.Flags()
	fl.StringVar(&f.Path, name, "", usage)
	fl.StringVar(&f.label, "label", "none", "the column to drop: first, last, its number from 1, its name in the header\nof CSV, or none")
	fl.StringVar(&f.header, "header", "auto", "whether CSV begins with column names: yes, no or auto")
	fl.StringVar(&f.scale, "scale", "", "preparation of the rows: unit (every column to [0,1]), sphere (every row to\nlength 1) or none (default: sphere for kernels on the sphere, unit otherwise)")
	fl.StringVar(&f.ranges, "ranges", "", "column ranges for '--scale unit', a JSON file {\"min\":[…],\"max\":[…]}\n(default: taken from the data)")
}

// Name is the file's, for messages.
func (f *Flags) Name() string {
	if f.Path == "-" {
		return "standard input"
	}
	return f.Path
}

// openFile opens the data file.
func (f *Flags) openFile(cmd *cobra.Command) (*dataio.Reader, error) {
	opt := &dataio.Options{Stdin: cmd.InOrStdin(), Label: f.label, Other: parquet.Open}
	switch f.header {
	case "auto":
	case "yes":
		opt.Header = dataio.HeaderYes
	case "no":
		opt.Header = dataio.HeaderNo
	default:
		return nil, fmt.Errorf("--header %q: want yes, no or auto", f.header)
	}
	return dataio.Open(f.Path, opt)
}

// scaling returns the preparation that the flags ask for, with the default for k
// (nil: a kernel of which only the table is known).
func (f *Flags) scaling(k *kernel.Kernel) (string, error) {
	s := f.scale
	if s == "" {
		if s = "unit"; k != nil && k.Domain() != nil {
			s = "sphere"
		}
	}
	switch {
	case s != "unit" && s != "sphere" && s != "none":
		return "", fmt.Errorf("--scale %q: want unit, sphere or none", s)
	case s != "unit" && f.ranges != "":
		return "", fmt.Errorf("--ranges has no meaning with --scale %s", s)
	}
	return s, nil
}

// rangesFrom reads the --ranges file, and the distances if it has any; nil if the flag is not set.
func (f *Flags) rangesFrom(columns int) (*dataio.Ranges, []float64, error) {
	if f.ranges == "" {
		return nil, nil, nil
	}
	b, err := os.ReadFile(f.ranges)
	if err != nil {
		return nil, nil, err
	}
	g := saved{Ranges: new(dataio.Ranges)}
	if err := json.Unmarshal(b, &g); err != nil {
		return nil, nil, fmt.Errorf("%s: not a JSON object {\"min\":[…],\"max\":[…]}: %w", f.ranges, err)
	}
	if err := g.Check(columns); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.ranges, err)
	}
	return g.Ranges, g.Distances, nil
}

// begin opens the data and settles how rows are prepared.
func (f *Flags) begin(cmd *cobra.Command, k *kernel.Kernel) (*Rows, *dataio.Reader, error) {
	scale, err := f.scaling(k)
	if err != nil {
		return nil, nil, err
	}
	r, err := f.openFile(cmd)
	if err != nil {
		return nil, nil, err
	}
	p := &Rows{name: f.Name(), used: r, Columns: r.Columns(), Scale: scale, Count: r.Rows(), Close: r.Close}
	if p.Ranges, p.Distances, err = f.rangesFrom(p.Columns); err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	return p, r, nil
}

// Open opens the data for streaming. Taking the ranges from the data costs a first
// pass, and standard input, which has no second, is then held in memory.
func (f *Flags) Open(cmd *cobra.Command, k *kernel.Kernel) (*Rows, error) {
	p, r, err := f.begin(cmd, k)
	if err != nil {
		return nil, err
	}
	if p.Scale == "unit" && p.Ranges == nil {
		if f.Path == "-" {
			return p, p.load(cmd.Context(), r)
		}
		if p.Ranges, err = dataio.ScanRanges(cmd.Context(), r); err != nil {
			return nil, errors.Join(err, r.Close())
		}
		p.Count = r.Rows()
		if err := r.Close(); err != nil {
			return nil, err
		}
		if r, err = f.openFile(cmd); err != nil {
			return nil, err
		}
		p.Close = r.Close
	}
	p.stream = func(dst []float64) error {
		if err := r.Read(dst); err != nil {
			return err
		}
		return p.apply(dst)
	}
	return p, nil
}

// LoadAll reads everything into memory, prepared.
func (f *Flags) LoadAll(cmd *cobra.Command, k *kernel.Kernel) (*Rows, error) {
	p, r, err := f.begin(cmd, k)
	if err != nil {
		return nil, err
	}
	return p, errors.Join(p.load(cmd.Context(), r), r.Close())
}

// Preparation are the flags that mean nothing without data.
var Preparation = []string{"label", "header", "scale", "ranges"}
