package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"krein/cmd/krein/beam/internal/work"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/features"
	"krein/features/fitted"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/atomicfile"
	"krein/kernel"
	"krein/learn/model"
)

// mapFlags say which map there is.
type mapFlags struct {
	kernel   input.KernelFlags
	file     string
	table    string
	accept   bool
	coupling string
	radii    string
	budget   string
	exact    string
	opt      features.Options

	drawn *work.Drawn
	k     *kernel.Kernel
}

func (f *mapFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.accept, "accept-estimate", false, input.AcceptUsage)
	f.kernel.AddParam(cmd, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10)")
	fl.BoolVar(&f.kernel.JSON, "json", false, "write JSON to standard output")
	fl.StringVar(&f.file, "map", "", "a map that 'krein map -o map.npz' wrote, instead of a formula")
	fl.StringVar(&f.table, "table", "", "draw from this file of 'krein decompose' instead of a formula")
	fl.IntVar(&f.opt.Columns, "columns", features.DefaultColumns,
		"number of feature columns; a frequency gives two")
	fl.StringVar(&f.coupling, "coupling", "orthogonal", "iid, orthogonal, gorf, shared, structured, design or quasi")
	fl.StringVar(&f.radii, "radii", "stratified", "iid, stratified or importance")
	fl.StringVar(&f.budget, "budget", "equal", "equal, proportional or variance")
	fl.StringVar(&f.exact, "exact", "none", "what is exact: plus, minus, sphere or none")
	fl.Float64SliceVar(&f.opt.Distances, "distances", nil,
		"distances over which '--radii importance', '--budget variance' and '--exact sphere' average")
	fl.Uint64Var(&f.opt.Seed, "seed", 0, "seed of the map: the same seed gives the same bits")
}

// args wants one formula, or a file instead.
func (f *mapFlags) args(cmd *cobra.Command, args []string) error {
	given := len(args)
	for _, s := range []string{f.file, f.table} {
		if s != "" {
			given++
		}
	}
	if given > 1 {
		return errors.New("give a formula, --table or --map, one of them")
	}
	if f.file == "" && f.table == "" {
		return input.OneFormula(cmd, args)
	}
	if f.file == "" {
		return nil
	}
	for _, name := range []string{"columns", "coupling", "radii", "budget", "exact", "distances", "seed"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is of maps that are drawn; that of --map is drawn", name)
		}
	}
	return nil
}

// reads returns the files that are read.
func (f *mapFlags) reads() (list []input.NamedFile) {
	if f.file != "" {
		list = append(list, input.NamedFile{Flag: "--map", Path: f.file})
	}
	if f.table != "" {
		list = append(list, input.NamedFile{Flag: "--table", Path: f.table})
	}
	return list
}

// read settles what the map is made from, and makes it; of a formula the decomposition is written to the directory of
// results, where workers find it. It returns the scale that rows have unless a flag says otherwise.
func (f *mapFlags) read(cmd *cobra.Command, args []string, spec *work.Spec, dir string) (scale string, err error) {
	err = errors.Join(
		f.opt.Coupling.UnmarshalText([]byte(f.coupling)), f.opt.Radii.UnmarshalText([]byte(f.radii)),
		f.opt.Budget.UnmarshalText([]byte(f.budget)), f.opt.Exact.UnmarshalText([]byte(f.exact)),
	)
	if err != nil {
		return "", err
	}
	if f.opt.Columns < 1 {
		return "", fmt.Errorf("--columns %d: want at least 1", f.opt.Columns)
	}
	if err := input.CheckMemory(input.MapBytes(f.opt.Columns, spec.Columns),
		fmt.Sprintf("--columns %d in dimension %d", f.opt.Columns, spec.Columns)); err != nil {
		return "", err
	}
	m := &work.Map{File: f.file, Options: &f.opt}
	scale = "unit"
	switch {
	case f.file != "":
		m.Options = nil
	case f.table != "":
		m.File = f.table
	default:
		if m.File, err = f.decompose(cmd, args[0], spec.Columns, dir); err != nil {
			return "", err
		}
	}
	if m.File, err = filepath.Abs(m.File); err != nil {
		return "", err
	}
	if m.Sum, err = work.SumOf(m.File); err != nil {
		return "", err
	}
	if f.drawn, err = m.Draw(); err != nil {
		return "", err
	}
	if d := f.drawn.Dim(); d != spec.Columns {
		return "", fmt.Errorf("the map of %s is of dimension %d, and the first shard has %d columns: --label names "+
			"the one that is no feature", m.File, d, spec.Columns)
	}
	spec.Map = m
	if f.k == nil && f.drawn.Kernel != nil {
		f.k = f.drawn.Kernel
	}
	if f.k != nil && f.k.Domain() != nil {
		scale = "sphere"
	}
	if f.file != "" { // what is done to rows stands in the file
		scale = "none"
	}
	return scale, nil
}

// written puts the map as files have it in the place of one that is drawn: what is fitted is fitted to
// the features that the model's map will have.
func (f *mapFlags) written(spec *work.Spec, dir string) error {
	if f.drawn.File != nil {
		return nil
	}
	var file interface{ Save(path string) error }
	file, err := waves.Of(f.drawn.Map)
	if errors.Is(err, waves.ErrNotWaves) {
		file, err = written.Of(f.drawn.Map, nil)
	}
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "map.npz")
	if err := file.Save(path); err != nil {
		return err
	}
	spec.Map = &work.Map{File: path}
	if spec.Map.Sum, err = work.SumOf(path); err != nil {
		return err
	}
	f.drawn, err = spec.Map.Draw()
	return err
}

// bare is the map of a file as a model has it, which prepares rows itself.
func bare(file *written.Loaded) (model.Map, error) {
	if file.Waves == nil {
		return written.Of(file.Map, &written.About{Kernel: file.Kernel})
	}
	numbers := *file.Waves.Numbers()
	numbers.Preparation = fitted.Preparation{}
	return waves.New(&numbers)
}

// decompose writes the decomposition of the formula, unless a run before did.
func (f *mapFlags) decompose(cmd *cobra.Command, formula string, dim int, dir string) (string, error) {
	k, err := f.kernel.Kernel(cmd, formula)
	if err != nil {
		return "", err
	}
	f.k = k
	dec, _, err := measure.Jordan(cmd, k, dim, f.accept)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "table.json")
	return path, atomicfile.Write(path, dec.Encode)
}

// prepares reports an error if there is a map's file, and flags prepare rows.
func (f *mapFlags) prepares(ctx context.Context, r *rowFlags) error {
	if f.file == "" {
		return nil
	}
	if r.scale != "" && r.scale != "none" || r.ranges != "" || r.lengths != nil {
		return fmt.Errorf("%s: what is done to rows stands in the map's file: leave --scale and --lengths out", f.file)
	}
	return ctx.Err()
}
