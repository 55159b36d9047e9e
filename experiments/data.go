package main

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/dataio"
	"krein/learn"
)

// dataset is a data set with columns scaled to [0,1] by the training rows.
type dataset struct {
	name    string
	x, xt   *mat.Dense
	y, yt   []int
	classes int
}

// load reads a data set; nil if it is absent.
func (l *lab) load(ctx context.Context, name string) (*dataset, error) {
	train, test := l.file(name+"/train"), l.file(name+"/test")
	if train == "" || test == "" {
		return nil, nil
	}
	d := &dataset{name: name}
	var text, textTest []string
	var err error
	if d.x, text, err = read(ctx, train); err != nil {
		return nil, err
	}
	if d.xt, textTest, err = read(ctx, test); err != nil {
		return nil, err
	}
	ranges := dataio.RangesOf(d.x)
	ranges.ScaleAll(d.x)
	ranges.ScaleAll(d.xt)
	var labels *learn.Labels
	labels, d.y = learn.NewLabels(text)
	d.classes = len(labels.Names)
	if d.yt, err = labels.Classes(textTest); err != nil {
		return nil, err
	}
	_, cols := d.x.Dims()
	if l.rows > 0 && l.rows < len(d.y) {
		d.x, d.y = mat.DenseCopyOf(d.x.Slice(0, l.rows, 0, cols)), d.y[:l.rows]
	}
	if l.rows > 0 && l.rows < len(d.yt) {
		d.xt, d.yt = mat.DenseCopyOf(d.xt.Slice(0, l.rows, 0, cols)), d.yt[:l.rows]
	}
	return d, nil
}

func read(ctx context.Context, path string) (x *mat.Dense, labels []string, err error) {
	r, err := dataio.Open(path, &dataio.Options{Label: "first", KeepLabels: true})
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return dataio.ReadLabelled(ctx, r)
}

// onSphere returns the rows divided by their lengths, without rows of zeros.
func onSphere(x *mat.Dense) *mat.Dense {
	rows, d := x.Dims()
	var data []float64
	for i := range rows {
		row := slices.Clone(x.RawRowView(i))
		if n := floats.Norm(row, 2); n > 0 {
			floats.Scale(1/n, row)
			data = append(data, row...)
		}
	}
	return mat.NewDense(len(data)/d, d, data)
}
