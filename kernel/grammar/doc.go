// Package grammar reads formulas as formula.Expr.String prints them: exact numbers, z, pi, e, the elementary functions and the operators. What else
// people write (names of kernels, parameters, other spellings) is a Vocabulary's, of which no proof knows.
package grammar

import "krein/kernel/formula"

// Read returns the formula of a text in which the names of given stand for their values.
func Read(text string, given map[string]*formula.Expr) (*formula.Expr, *formula.Error) {
	words, err := Scan(text, WordAt)
	if err != nil {
		return nil, err
	}
	r := NewReader(words, plain(given))
	a, err := r.Number(Loosest)
	if err == nil {
		err = r.Expect("")
	}
	return a.Expr, err
}

// plain is the vocabulary of printed formulas, with names that have values.
type plain map[string]*formula.Expr

func (p plain) Name(_ *Reader, w Word) (Operand, *formula.Error) {
	switch e := p[w.Text]; {
	case e != nil:
		return Operand{e, w.Off, 0}, nil
	case w.Text == "z":
		return Operand{formula.Variable(), w.Off, 0}, nil
	case w.Text == "pi":
		return Operand{formula.Pi(), w.Off, 0}, nil
	case w.Text == "e":
		return Operand{formula.E(), w.Off, 0}, nil
	}
	return Operand{}, formula.ErrorAt(w.Off, "unknown name %q", w.Text)
}

func (p plain) Call(r *Reader, w Word) (Operand, *formula.Error) {
	op, ok := formula.FunctionNamed(w.Text)
	if !ok {
		return Operand{}, formula.ErrorAt(w.Off, "unknown function %q", w.Text)
	}
	args, err := r.Arguments()
	if err != nil {
		return Operand{}, err
	}
	return r.Function(op, w.Off, args)
}

func (p plain) Made(*formula.Expr, int) *formula.Error { return nil }
