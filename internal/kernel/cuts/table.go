// Package cuts has the points at which formulas are cut as certificates record them: it reads and writes them, and is the
// piecewise.Points of a certificate. Package piecewise cuts there, and proves what it finds between.
package cuts

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"krein/internal/budget"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// Recorded is a formula and where it is cut, as files write them: formulas as FormulaExpr prints them without named
// kernels.
type Recorded struct {
	Formula string   `json:"formula"`
	At      []string `json:"at,omitempty"`
	Before  string   `json:"before,omitempty"` // a rational in lowest terms
}

// Table has the points of formulas. A formula that it does not have is not cut.
type Table struct{ cuts map[string]piecewise.Cut }

// Limits of tables.
const (
	mostRecorded = 10_000  // formulas
	mostPoints   = 4000    // of one
	mostText     = 4096    // of a point
	mostFormula  = 1 << 20 // letters
)

// NewTable reads what was recorded, formulas in increasing order, each once, with points that are constants as
// formula.Expr prints them. Whether they are positive and increase is found out where the formula is asked about.
// Order and uniqueness make one table one text. Limits are on sizes of files. Nothing in a table can make a proof of what is false:
// see piecewise.Points.
func NewTable(list []Recorded) (*Table, error) {
	if len(list) > mostRecorded {
		return nil, fmt.Errorf("points of %d formulas, of more than %d", len(list), mostRecorded)
	}
	t := &Table{make(map[string]piecewise.Cut, len(list))}
	for i, r := range list {
		if i > 0 && r.Formula <= list[i-1].Formula {
			return nil, fmt.Errorf("points of %.80q: formulas are in order, each once", r.Formula)
		}
		cut, err := r.read()
		if err != nil {
			return nil, fmt.Errorf("points of %.80q: %w", r.Formula, err)
		}
		t.cuts[r.Formula] = cut
	}
	return t, nil
}

// A point is a constant in the spelling of formula.Expr.String, which has neither conditions nor z: it is a number, or has no value,
// which piecewise finds.
func (r *Recorded) read() (cut piecewise.Cut, err error) {
	switch {
	case r.Formula == "" || len(r.Formula) > mostFormula:
		return cut, errors.New("no formula, or too long a one")
	case len(r.At) == 0 && r.Before == "":
		return cut, errors.New("there are none")
	case len(r.At) > mostPoints:
		return cut, fmt.Errorf("%d of them, more than %d", len(r.At), mostPoints)
	case len(r.Before) > mostText:
		return cut, errors.New("a distance of too many digits")
	}
	for i, text := range r.At {
		if len(text) > mostText {
			return cut, fmt.Errorf("point %d has more than %d letters", i+1, mostText)
		}
		e, err := formula.Read(text, nil)
		switch {
		case err != nil:
			return cut, fmt.Errorf("point %d, %.80q: %w", i+1, text, err)
		case e.Op().IsCondition() || e.Varies() || e.String() != text:
			return cut, fmt.Errorf("point %d, %.80q, is no constant as it is printed, %.80q", i+1, text, e)
		}
		cut.At = append(cut.At, e)
	}
	if r.Before != "" {
		v, ok := (*big.Rat)(nil), strings.Trim(r.Before, "0123456789/") == "" // an exponent would be a number of any size
		if ok {
			v, ok = new(big.Rat).SetString(r.Before)
		}
		if !ok || v.RatString() != r.Before || v.Sign() <= 0 {
			return cut, fmt.Errorf("%.80q is no positive rational in lowest terms", r.Before)
		}
		cut.Before = v
	}
	return cut, nil
}

// Spelt returns the text by which a formula is found in a Table: a name does not say what it stands for.
func Spelt(whole *formula.Expr) string { return formula.Opened(whole).String() }

// Of implements piecewise.Points.
func (t *Table) Of(whole *formula.Expr) piecewise.Cuts {
	if len(t.cuts) == 0 {
		return piecewise.Uncut{}
	}
	return recorded{table: t, whole: whole}
}

// recorded is what a table has of a formula; it has no pieces.
type recorded struct {
	piecewise.Uncut
	table *Table
	whole *formula.Expr
}

// Find implements piecewise.Cuts.
// A formula that the table lacks is not cut: a sign that changes on (0,∞) then has no proof.
func (r recorded) Find(piecewise.Trial, *budget.Meter) (piecewise.Cut, error) {
	return r.table.cuts[Spelt(r.whole)], nil
}

// Record writes what was found of formulas, by their texts, as NewTable reads it. What has no points is left out.
func Record(found map[string]piecewise.Cut) (list []Recorded) {
	for text, cut := range found {
		r := Recorded{Formula: text}
		for _, e := range cut.At {
			r.At = append(r.At, Spelt(e))
		}
		if cut.Before != nil {
			r.Before = cut.Before.RatString()
		}
		if len(r.At) > 0 || r.Before != "" {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b Recorded) int { return strings.Compare(a.Formula, b.Formula) })
	return list
}
