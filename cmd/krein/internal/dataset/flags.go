package dataset

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krein/cmd/krein/internal/input"
	"krein/features/fitted"
	"krein/internal/dataio"
	"krein/internal/parquet"
	"krein/internal/suggest"
	"krein/kernel"
)

// Flags are the flags by which a verb names data and how to prepare them.
type Flags struct {
	Path string
	// KeepLabels makes rows keep their labels, if there are any.
	KeepLabels bool
	label      string
	format     map[string]string // what stands after the name of the file
	scale      string
	ranges     string
	// Lengths are the words of --lengths, which divide the columns.
	Lengths []string
	choose  bool // the verb takes '--lengths auto', and it is the default

	wanted *dataio.Wanted // the columns of what was fitted; nil: those of the file
}

// Fitted reads the dim columns that what was fitted with, by their names if it and the data have some. A map or model, what,
// prepares the rows itself.
func (f *Flags) Fitted(p *fitted.Preparation, dim int, what string) {
	f.wanted = &dataio.Wanted{Names: p.Names, Label: p.Label, Width: dim, FirstIndex: p.FirstIndex, What: what}
}

// Add registers the flags; the file is required.
func (f *Flags) Add(cmd *cobra.Command) {
	f.AddAs(cmd, "data", fileUsage)
	if err := cmd.MarkFlagRequired("data"); err != nil {
		panic(err)
	}
}

// AddAs registers the flags with another name of the file's, which is not required.
func (f *Flags) AddAs(cmd *cobra.Command, name, usage string) {
	fl := cmd.Flags()
	fl.Var(source{f}, name, usage)
	f.columnFlags(cmd)
	fl.Var(Scaling{&f.scale, &f.ranges}, "scale", "preparation of the rows: unit (every column to [0,1]), standard (mean 0,\n"+
		"standard deviation 1), sphere (every row to length 1), none, or a JSON file, {\"min\":[…],\"max\":[…]}\n"+
		"or what 'krein features --save-ranges' wrote (default: sphere for kernels on the sphere, unit otherwise)")
}

// columnFlags registers the flags that say what the columns are.
func (f *Flags) columnFlags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.label, "label", "none", "the column to drop: first, last, its number from 1, its name in "+
		"the header\nof CSV, or none")
}

// AddRaw registers the flags of data that something else prepares; the file is required.
func (f *Flags) AddRaw(cmd *cobra.Command) {
	f.scale = "none"
	cmd.Flags().Var(source{f}, "data", fileUsage)
	if err := cmd.MarkFlagRequired("data"); err != nil {
		panic(err)
	}
	f.columnFlags(cmd)
}

const fileUsage = "the file: CSV, text between spaces, svmlight, npy or npz, gzipped or not, or Parquet;\n" +
	"after a comma header=yes or no (CSV), width=N (svmlight) or array=NAME (npz), as in x.csv,header=no;\n" +
	"'-' reads standard input (required)"

// Name is the file's, for messages.
func (f *Flags) Name() string {
	if f.Path == "-" {
		return "standard input"
	}
	return f.Path
}

// openFile opens the data file.
func (f *Flags) openFile(cmd *cobra.Command) (*dataio.Reader, error) {
	o := dataio.Options{Stdin: cmd.InOrStdin(), Label: f.label, KeepLabels: f.KeepLabels, Wanted: f.wanted, Other: parquet.Format}
	if err := f.readFormat(&o); err != nil {
		return nil, err
	}
	r, err := dataio.Open(f.Path, &o)
	return r, input.NotData(f.Path, err)
}

// readFormat reads what stands after the name of the file.
func (f *Flags) readFormat(o *dataio.Options) (err error) {
	words := []string{"header", "width", "array"}
	for _, name := range slices.Sorted(maps.Keys(f.format)) { // so that the error is the same in every run
		value := f.format[name]
		switch name {
		case "header":
			if o.Header, err = Header(value); err != nil {
				return err
			}
		case "width":
			if o.Width, err = strconv.Atoi(value); err != nil || o.Width < 1 {
				return fmt.Errorf("width=%s: want a positive number of columns", value)
			}
		case "array":
			o.Array = value
		default:
			return fmt.Errorf("%s,%s=%s: no such setting%s; there are header, width and array", f.Path, name, value,
				suggest.Hint(name, words))
		}
	}
	return nil
}

// Header is what header says in --format.
func Header(flag string) (dataio.Header, error) {
	switch flag {
	case "auto":
		return dataio.HeaderAuto, nil
	case "yes":
		return dataio.HeaderYes, nil
	case "no":
		return dataio.HeaderNo, nil
	}
	return 0, fmt.Errorf("header=%s: want yes, no or auto", flag)
}

// TakeLengths makes --lengths, which divides coordinates of x − y, a flag of the data.
func (f *Flags) TakeLengths(cmd *cobra.Command) {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.StringSliceVar(&f.Lengths, "lengths", nil, "")
	flag := cmd.Flags().Lookup("lengths")
	flag.Value = own.Lookup("lengths").Value
	flag.Usage = "divide the columns by length scales after --scale: one number, one for each column\n" +
		"(ARD), a file with them, median, the median heuristic: the median of the\ndistances between rows, or none"
}

// ChooseLengths is TakeLengths of a verb that chooses lengths unless they are given: auto is the default.
func (f *Flags) ChooseLengths(cmd *cobra.Command) {
	f.TakeLengths(cmd)
	f.choose = true
	flag := cmd.Flags().Lookup("lengths")
	flag.Usage = "divide the columns by length scales after --scale: auto (the default), one for all columns, or\n" +
		"each, by cross-validation, from the median of the distances between rows on; ard, one for each\ncolumn, by the labels; median " +
		"itself, the median heuristic; one number; one for each column; a file with\nthem; or none, the formula as it stands"
}

// AutoLengths reports whether lengths are to be chosen.
func (f *Flags) AutoLengths() bool {
	return f.choose && (len(f.Lengths) == 0 || isWord(f.Lengths, autoLengths) || f.EachLength())
}

// EachLength reports whether each column is to get a length of its own that is chosen.
func (f *Flags) EachLength() bool { return isWord(f.Lengths, ardLengths) }

// KeepFormula turns the choice of lengths off: columns are divided by none.
func (f *Flags) KeepFormula() { f.Lengths = []string{noLengths} }

// LengthWords returns the words of --lengths.
func (f *Flags) LengthWords() string {
	switch {
	case f.EachLength():
		return ardLengths
	case f.AutoLengths():
		return autoLengths
	}
	if !f.divides() {
		return noLengths
	}
	return strings.Join(f.Lengths, ",")
}

// divides reports whether the flags ask for lengths.
func (f *Flags) divides() bool { return len(f.Lengths) > 0 && !isWord(f.Lengths, noLengths) }

// preparation returns what the flags ask for, with the default for k (nil: a kernel of which only the
// table is known), and what the ranges file's map was made for.
func (f *Flags) preparation(k *kernel.Kernel) (Preparation, Made, error) {
	p := Preparation{Scale: f.scale}
	if p.Scale == "" {
		if p.Scale = "unit"; k != nil && k.Domain() != nil {
			p.Scale = "sphere"
		}
	}
	if f.ranges == "" {
		return p, Made{}, nil
	}
	g, err := readSaved(f.ranges)
	switch {
	case err != nil:
		return p, Made{}, err
	case p.Scale == "sphere" && g.Scale != "sphere":
		return p, Made{}, fmt.Errorf("--scale %s does not put rows on the unit sphere, on which this kernel is: leave it out",
			f.ranges)
	}
	return g.Preparation, g.Made, nil
}

// begin opens the data and settles how rows are prepared.
func (f *Flags) begin(cmd *cobra.Command, k *kernel.Kernel) (*Rows, *dataio.Reader, error) {
	how, made, err := f.preparation(k)
	if err != nil {
		return nil, nil, err
	}
	if width := how.width(); how.Names != nil || width > 0 {
		f.wanted = &dataio.Wanted{Names: how.Names, Label: how.Label, Width: width, FirstIndex: how.FirstIndex, What: f.ranges}
	}
	r, err := f.openFile(cmd)
	if err != nil {
		return nil, nil, err
	}
	if how.FirstIndex == nil && (f.wanted == nil || f.ranges != "") {
		how.FirstIndex = r.FirstIndex()
	}
	if how.Names == nil && (f.wanted == nil || f.ranges != "") {
		var repeated string
		if how.Names, how.Label, repeated = r.Distinct(); repeated != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: several columns are called %q: columns go by their order, not by name\n", f.Name(),
				repeated)
		}
	}
	p := &Rows{name: f.Name(), used: r, Columns: r.Columns(), Preparation: how, Made: made, Count: r.Rows(),
		Close: r.Close}
	if err := p.complete(cmd, f); err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	return p, r, nil
}

// complete checks a preparation against the data and sets the lengths that are given.
func (p *Rows) complete(cmd *cobra.Command, f *Flags) error {
	if err := p.check(p.Columns); err != nil {
		return fmt.Errorf("%s: %w", f.ranges, err)
	}
	given, err := lengths(cmd, f.Lengths, p.Columns)
	if err != nil {
		return err
	}
	if err := p.divide(given); err != nil {
		return err
	}
	if (isWord(f.Lengths, autoLengths) || f.EachLength()) && !f.choose {
		return fmt.Errorf("--lengths %s chooses by cross-validation, which only krein fit has: take --lengths median", f.Lengths[0])
	}
	if f.AutoLengths() {
		p.Chosen = p.Lengths == nil && p.Scale != "sphere" // one length for all columns changes nothing on the sphere
		p.byMedian = p.Chosen
		return nil
	}
	if p.byMedian = isWord(f.Lengths, medianLengths); p.byMedian && p.Lengths != nil {
		return errors.New("--lengths: the file of --scale has lengths of its own")
	}
	if p.byMedian && p.Scale == "sphere" {
		return errors.New("--lengths median: one length for all columns changes nothing on the unit sphere; " +
			"write it into the formula")
	}
	return nil
}

// Open opens the data for streaming. Taking the ranges from the data costs a first
// pass, and standard input, which has no second, is then held in memory.
func (f *Flags) Open(cmd *cobra.Command, k *kernel.Kernel) (*Rows, error) {
	defer input.Rows(cmd.Context())()
	p, r, err := f.begin(cmd, k)
	if err != nil {
		return nil, err
	}
	if (p.needsPass() || p.byMedian) && !f.Streams() {
		return p, p.load(cmd.Context(), r, -1)
	}
	if p.needsPass() {
		if r, err = p.survey(cmd, f, r); err != nil {
			return nil, err
		}
	}
	if p.byMedian {
		z, err := Distances(cmd, f, p, Pairs, 0)
		if err == nil || p.Chosen && errors.Is(err, ErrOneRow) {
			err = p.median(z)
		}
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
	}
	p.from(r)
	return p, nil
}

// survey reads all rows for their number and for what the preparation has to know, and opens the file again.
func (p *Rows) survey(cmd *cobra.Command, f *Flags, r *dataio.Reader) (_ *dataio.Reader, err error) {
	switch {
	case !p.needsPass():
		err = dataio.Each(cmd.Context(), r, func(int, []float64) {})
	case p.Scale == "unit":
		p.Ranges, err = dataio.ScanRanges(cmd.Context(), r)
	default:
		if p.Moments, err = dataio.ScanMoments(cmd.Context(), r); err == nil {
			err = p.checkMoments()
		}
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	p.Count = r.Rows()
	if err := r.Close(); err != nil {
		return nil, err
	}
	if r, err = f.openFile(cmd); err != nil {
		return nil, err
	}
	p.used, p.Close = r, r.Close
	return r, nil
}

// from reads and prepares the rows of r.
func (p *Rows) from(r *dataio.Reader) {
	p.used = r
	p.stream = func(dst []float64) error {
		if err := r.Read(dst); err != nil {
			return err
		}
		return p.Apply(dst)
	}
	p.Close = r.Close
}

// Streams reports whether the rows can be read more than once, as those of a file can; standard input and pipes can not.
func (f *Flags) Streams() bool {
	if f.Path == "-" {
		return false
	}
	info, err := os.Stat(f.Path)
	return err != nil || info.Mode().IsRegular() // opening the file says what is wrong with it
}

// OpenFor is Open of rows that are read again, if again is true: those of standard input and of pipes are then in memory.
func (f *Flags) OpenFor(cmd *cobra.Command, k *kernel.Kernel, again bool) (*Rows, error) {
	if again && !f.Streams() {
		return f.LoadAll(cmd, k)
	}
	return f.Open(cmd, k)
}

// Again starts anew with the first row, prepared as before: a file is opened again.
func (f *Flags) Again(cmd *cobra.Command, p *Rows) error {
	if p.Matrix != nil {
		p.at = 0
		return nil
	}
	if err := p.Close(); err != nil {
		return err
	}
	r, err := f.openFile(cmd)
	if err == nil {
		p.from(r)
	}
	return err
}

// LoadAll reads everything into memory, prepared.
func (f *Flags) LoadAll(cmd *cobra.Command, k *kernel.Kernel) (*Rows, error) {
	defer input.Rows(cmd.Context())()
	p, r, err := f.begin(cmd, k)
	if err != nil {
		return nil, err
	}
	rows := -1
	if f.Streams() { // counting them first leaves no room unused and needs no second copy
		if r, err = p.survey(cmd, f, r); err != nil {
			return nil, err
		}
		rows = p.Count
	}
	return p, errors.Join(p.load(cmd.Context(), r, rows), r.Close())
}

// Width returns the number of columns of the data, before they are read as a whole.
func (f *Flags) Width(cmd *cobra.Command) (int, error) {
	defer input.Rows(cmd.Context())()
	if !f.Streams() {
		return 0, fmt.Errorf("--data %s : the data are read more than once, and %s can be read only once: give a file", f.Path,
			f.Name())
	}
	r, err := f.openFile(cmd)
	if err != nil {
		return 0, err
	}
	return r.Columns(), r.Close()
}

// Check refuses flags that prepare data where there are none; name is the flag that gives them.
func (f *Flags) Check(cmd *cobra.Command, name string) error {
	if f.Path != "" {
		return nil
	}
	for _, flag := range []string{"label", "scale", "lengths"} {
		if cmd.Flags().Changed(flag) && (flag != "lengths" || f.divides()) {
			return fmt.Errorf("--%s prepares the data of --%s: give these", flag, name)
		}
	}
	return nil
}

// OffSphere reports whether a flag, or the file that it names, says that rows are not put on the unit sphere.
func (f *Flags) OffSphere() bool {
	scale := f.scale
	if f.ranges != "" {
		if g, err := readSaved(f.ranges); err == nil { // what is wrong with it is said where it is used
			scale = g.Scale
		}
	}
	return scale != "" && scale != "sphere"
}

// OnSphere puts rows on the sphere unless a flag says how they are prepared.
func (f *Flags) OnSphere() {
	if f.scale == "" && f.ranges == "" {
		f.scale = "sphere"
	}
}

// AsTheyAre leaves rows alone unless a flag says how they are prepared.
func (f *Flags) AsTheyAre() {
	if f.scale == "" && f.ranges == "" {
		f.scale = "none"
	}
}

// Raw takes rows as they are, for a map that prepares them, or does not; it is an error if a flag prepares them.
func (f *Flags) Raw(prepares bool) error {
	if f.scale != "" && (f.scale != "none" || prepares) || f.ranges != "" || f.divides() {
		return errors.New("what is done to rows stands in its file: leave --scale and --lengths out, or draw the map " +
			"with them by krein map")
	}
	f.scale = "none"
	return nil
}
