package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/beam/internal/pipeline"
	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
)

// rowFlags say which rows there are, and how they are prepared.
type rowFlags struct {
	patterns []string
	label    string
	header   string
	scale    string
	ranges   string
	lengths  []string
}

func (f *rowFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.patterns, "data", nil, "the files, a name or a pattern in quotes, as in 'x-*.parquet'; may be "+
		"repeated; rows are in the order of\nnames (required)")
	if err := cmd.MarkFlagRequired("data"); err != nil {
		panic(err)
	}
	fl.StringVar(&f.label, "label", "none", "the column that is no feature: first, last, its number from 1, its "+
		"name in the header, or none")
	fl.StringVar(&f.header, "header", "auto", "whether CSV begins with column names: yes, no or auto")
	fl.Var(dataset.Scaling{Scale: &f.scale, Ranges: &f.ranges}, "scale", "preparation of the rows: unit (every column to [0,1], by "+
		"ranges taken from all shards), sphere, none,\nor a file that 'krein features --save-ranges' wrote (default: none for a map "+
		"from a file that prepares rows, sphere for\nkernels on the sphere, else unit)")
	fl.StringSliceVar(&f.lengths, "lengths", nil,
		"divide the columns by length scales: one number, one for each column, or a file with them")
}

// begin lists the shards and looks into the first one.
func (f *rowFlags) begin() ([]shards.Shard, *work.Spec, error) {
	header, err := dataset.Header(f.header)
	if err != nil {
		return nil, nil, err
	}
	spec := &work.Spec{Label: f.label, Header: header}
	all, err := shards.List(f.patterns)
	if err != nil {
		return nil, nil, fmt.Errorf("--data: %w", err)
	}
	if err := spec.Look(all[0].Path); err != nil {
		return nil, nil, err
	}
	if err := input.CheckColumns(spec.Columns); err != nil {
		return nil, nil, fmt.Errorf("%s has %d columns: %w", all[0].Path, spec.Columns, err)
	}
	return all, spec, nil
}

// prepare settles how rows are prepared; byDefault is the scale where no flag names one.
func (f *rowFlags) prepare(ctx context.Context, cmd *cobra.Command, spec *work.Spec, all []shards.Shard,
	byDefault, dir string) error {
	p, err := dataset.Known(cmd, f.ranges, f.lengths, "none", spec.Columns)
	if err != nil {
		return err
	}
	if f.ranges != "" {
		spec.Preparation = p
		return nil
	}
	if p == nil {
		p = &dataset.Preparation{}
	}
	if p.Scale = f.scale; p.Scale == "" {
		p.Scale = byDefault
	}
	switch {
	case p.Scale == "standard":
		return errors.New("--scale standard: means and deviations are sums over all rows, whose last bits depend on their " +
			"order: take them from a sample by 'krein features --scale standard --save-ranges r.json', and give --scale r.json")
	case p.Scale == "unit":
		if p.Ranges, err = pipeline.Ranges(ctx, spec, all, dir); err != nil {
			return err
		}
		if err := p.Ranges.Check(spec.Columns); err != nil {
			return err
		}
	}
	spec.Preparation = p
	return nil
}
