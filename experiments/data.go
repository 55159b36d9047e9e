package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/experiments/internal/sample"
	"krein/internal/dataio"
	"krein/learn/labels"
)

// dataset is a data set with columns scaled to [0,1] by the training rows.
type dataset struct {
	name    string
	x, xt   *mat.Dense
	y, yt   []int
	classes int
	more    *dataset // the rows of classifiers, where they are others
}

// dim is the number of columns of the rows.
func (d *dataset) dim() int { return d.x.RawMatrix().Cols }

// whole are the data sets that come as one file, shuffled with a seed of their own and cut in halves.
var whole = map[string]string{"spambase": "all", "covtype": "subset_random20000"}

// usualRows are the training rows of classifiers, and the test rows.
const usualRows = 2000

// split says how many rows classifiers have: for training and cross-validation, and for the test.
type split struct{ train, test int }

// larger are the splits of data sets on which methods were found to be nearer to each other than the error of 2000 test
// rows allows to say, or than cross-validation on 2000 rows can tell apart. They were set before any method was
// measured by them.
var larger = map[string]split{"covtype": {5000, 10000}, "mnist": {2000, 10000}}

// load reads a data set, as many rows of it as --rows says; nil, and a note in the book, if it is absent.
func (l *lab) load(ctx context.Context, name string) (*dataset, error) {
	d := &dataset{name: name}
	var text, textTest []string
	var err error
	if file, ok := whole[name]; ok {
		path := l.file(filepath.Join(name, file))
		if path == "" {
			return l.absent(name), nil
		}
		var x *mat.Dense
		var y []string
		if x, y, err = read(ctx, path); err != nil {
			return nil, err
		}
		d.x, d.xt, text, textTest = sample.Halves(x, y)
	} else {
		train, test := l.file(filepath.Join(name, "train")), l.file(filepath.Join(name, "test"))
		if train == "" || test == "" {
			return l.absent(name), nil
		}
		if d.x, text, err = read(ctx, train); err != nil {
			return nil, err
		}
		if d.xt, textTest, err = read(ctx, test); err != nil {
			return nil, err
		}
	}
	ranges := dataio.RangesOf(d.x)
	ranges.ScaleAll(d.x)
	ranges.ScaleAll(d.xt)
	names, y := labels.New(text)
	d.y, d.classes = y, len(names.Names)
	if d.yt, err = names.Classes(textTest); err != nil {
		return nil, err
	}
	if s, ok := larger[name]; ok && l.rows == usualRows {
		m := *d
		m.x, m.y = sample.First(d.x, d.y, s.train)
		m.xt, m.yt = sample.First(d.xt, d.yt, s.test)
		d.more = &m
	}
	d.x, d.y = sample.First(d.x, d.y, l.rows)
	d.xt, d.yt = sample.First(d.xt, d.yt, l.rows)
	return d, nil
}

// absent notes that a data set is missing.
func (l *lab) absent(name string) *dataset {
	if !slices.Contains(l.book.Absent, name) {
		l.book.Absent = append(l.book.Absent, name)
	}
	return nil
}

// file is that of a data set, "" if it is absent.
func (l *lab) file(name string) string {
	path := filepath.Join(l.data, name+".csv.gz")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

func read(ctx context.Context, path string) (x *mat.Dense, labels []string, err error) {
	r, err := dataio.Open(path, &dataio.Options{Label: "first", KeepLabels: true})
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return dataio.ReadLabelled(ctx, r)
}

// sphere returns the data set with rows divided by their lengths. A row of zeros becomes the first
// coordinate's unit vector.
func (d *dataset) sphere() *dataset {
	s := *d
	s.x, s.xt = sample.OnSphere(d.x), sample.OnSphere(d.xt)
	if d.more != nil {
		s.more = d.more.sphere()
	}
	return &s
}
