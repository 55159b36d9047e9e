package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"krein/cmd/krein/beam/internal/pipeline"
	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/atomicfile"
)

// featuresCommand is the verb features with its flags.
type featuresCommand struct {
	rows   rowFlags
	by     mapFlags
	out    string
	format string
	dtype  string
}

func newFeaturesCmd() *cobra.Command {
	c := new(featuresCommand)
	cmd := &cobra.Command{
		Use:   "features FORMULA --data PATTERN -o DIR",
		Short: "Transform a table in many files into random features, a file each",
		Long: `features draws the map that 'krein features' draws with the same flags, and writes for every file of the
data one of features, DIR/part-00000-of-00100.parquet and so on, with the bits that 'krein features' gives. Beside each is
a record with its checksum, and DIR/manifest.json lists them all with the signature of the columns.
What 'krein features' chooses for the data (auto) is given here by flags: it prints them for a sample.`,
		Example: `  krein-beam features 'delta_gaussian(1,10)' --data 'train-*.csv.gz' --label first --columns 1024 -o phi
  krein-beam features --map map.npz --data 'train-*.parquet' --label class --dtype float32 -o phi`,
		Args: c.by.args,
		RunE: c.run,
	}
	c.rows.add(cmd)
	c.by.add(cmd)
	fl := cmd.Flags()
	fl.StringVarP(&c.out, "output", "o", "", "the directory to write to (required)")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err)
	}
	fl.StringVar(&c.format, "format", "parquet", "parquet, npy, csv or csv.gz")
	fl.StringVar(&c.dtype, "dtype", "float64", "float64 or float32: what is computed and written")
	return cmd
}

// manifest lists the files of a table of features.
type manifest struct {
	Format    string           `json:"format"`
	Job       string           `json:"job"`
	Rows      int              `json:"rows"`
	Columns   int              `json:"columns"`
	Dtype     string           `json:"dtype"`
	Signature []float64        `json:"signature"`
	Shards    []*shards.Record `json:"shards"`
}

// run transforms the shards and says what was done.
func (c *featuresCommand) run(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	if c.dtype != "float64" && c.dtype != "float32" {
		return fmt.Errorf("--dtype %q: want float64 or float32", c.dtype)
	}
	all, spec, err := c.rows.begin()
	if err != nil {
		return err
	}
	if c.out, err = filepath.Abs(c.out); err != nil {
		return err
	}
	if err := input.Outside(append(c.rows.reads(all), c.by.reads()...), input.NamedFile{Flag: "--output", Path: c.out}); err != nil {
		return err
	}
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	spec.Single = c.dtype == "float32"
	scale, err := c.by.read(cmd, args, spec, c.out)
	if err != nil {
		return err
	}
	if err := c.by.prepares(ctx, &c.rows); err != nil {
		return err
	}
	if err := c.rows.prepare(ctx, cmd, spec, all, scale, c.out); err != nil {
		return err
	}
	records, err := pipeline.Features(ctx, spec, all, c.out, "."+c.format)
	if err != nil {
		return err
	}
	m := &manifest{
		Format: "krein.shards/1", Job: records[0].Job, Columns: c.by.drawn.Columns(), Dtype: c.dtype,
		Signature: c.by.drawn.Signature(), Shards: records,
	}
	for _, r := range records {
		m.Rows += r.Rows
	}
	if err := writeJSON(filepath.Join(c.out, "manifest.json"), m); err != nil {
		return err
	}
	if c.by.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), m)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d rows × %d columns of %s in %d files, listed in manifest.json\n", c.out,
		m.Rows, m.Columns, m.Dtype, len(records))
	return err
}

// reads returns the files that are read.
func (f *rowFlags) reads(all []shards.Shard) (list []input.NamedFile) {
	for i := range all {
		list = append(list, input.NamedFile{Flag: "--data", Path: all[i].Path})
	}
	if f.ranges != "" {
		list = append(list, input.NamedFile{Flag: "--scale", Path: f.ranges})
	}
	if len(f.lengths) == 1 {
		if _, err := os.Stat(f.lengths[0]); err == nil { // no number
			list = append(list, input.NamedFile{Flag: "--lengths", Path: f.lengths[0]})
		}
	}
	return list
}

// writeJSON writes a document to a file, all at once.
func writeJSON(path string, v any) error {
	return atomicfile.Write(path, func(w io.Writer) error { return terminal.WriteJSON(w, v) })
}
