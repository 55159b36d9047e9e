package input

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Grid is a parameter that has a range, with the values of it that are compared, ascending.
type Grid struct {
	Name   string
	Values []string
}

// gridValues is how many values of a range are compared, both ends included.
const gridValues = 9

// Grids returns the parameters that have ranges, in the order of the flags.
func (f *KernelFlags) Grids() (grids []Grid, err error) {
	if _, err := f.params(true); err != nil {
		return nil, err
	}
	for _, p := range f.Params {
		name, value, _ := strings.Cut(p, "=")
		from, to, ok := strings.Cut(value, "..")
		if !ok {
			continue
		}
		name = strings.TrimSpace(name)
		lo, hi, err := ends(name, strings.TrimSpace(from), strings.TrimSpace(to))
		if err != nil {
			return nil, err
		}
		grids = append(grids, Grid{name, grid(lo, hi)})
	}
	return grids, nil
}

// grid returns values from lo to hi: of a ratio above 2 in equal ratios, with three digits, and of a smaller one, or of an
// end that is not positive, in equal steps.
func grid(lo, hi *big.Rat) (values []string) {
	from, _ := lo.Float64()
	to, _ := hi.Float64()
	ratio := from > 0 && to/from > 2 && !math.IsInf(to/from, 1)
	step := new(big.Rat).Sub(hi, lo)
	step.Quo(step, big.NewRat(gridValues-1, 1))
	for i := range gridValues {
		switch {
		case i == 0:
			values = append(values, lo.RatString())
		case i == gridValues-1:
			values = append(values, hi.RatString())
		case ratio:
			v := from * math.Pow(to/from, float64(i)/(gridValues-1))
			values = append(values, strconv.FormatFloat(v, 'g', 3, 64))
		default:
			v := new(big.Rat).Mul(step, big.NewRat(int64(i), 1))
			values = append(values, v.Add(v, lo).RatString())
		}
	}
	return values
}

// With returns the flags with these values of the parameters of grids in the place of their ranges.
func (f *KernelFlags) With(grids []Grid, values []string) *KernelFlags {
	g := *f
	g.Params = nil
	for _, p := range f.Params {
		name, _, _ := strings.Cut(p, "=")
		for i, of := range grids {
			if of.Name == strings.TrimSpace(name) {
				p = fmt.Sprintf("%s=%s", of.Name, values[i])
			}
		}
		g.Params = append(g.Params, p)
	}
	return &g
}
