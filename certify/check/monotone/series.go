package monotone

import (
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
)

// Series is a formula that is one of the power series of pd.power-series, with its shift.
type Series struct {
	Formula string `json:"formula"`
	rule.Series
}

func seriesRule(_ *rule.Checker, g rule.Goal, ev Series) ([]rule.Goal, error) {
	k, err := readFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	e, below, _, err := ev.InnerOf(k.Expr(), k) // asin has a normal form below 1 only
	if err != nil {
		return nil, err
	}
	if below != nil { // it does not decrease
		if err := NotNegative(below, false, g.Kernel.Meter()); err != nil {
			return nil, err
		}
	}
	return g.Needs(proof.CompletelyMonotone, kernel.NewNatural(e)), composed(g, k.Expr())
}
