package ball

// Truth is the answer to a question about numbers known only to lie in a set:
// True and False are proved for every choice of points, Unknown claims nothing.
type Truth int8

// The three answers; the zero value claims nothing.
const (
	Unknown Truth = iota
	True
	False
)

// String returns "unknown", "true" or "false".
func (t Truth) String() string {
	switch t {
	case True:
		return "true"
	case False:
		return "false"
	}
	return "unknown"
}

// Not returns the negation of t; Unknown stays Unknown.
func (t Truth) Not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Unknown
}

// And returns Kleene's conjunction of t and u.
func (t Truth) And(u Truth) Truth {
	switch {
	case t == False || u == False:
		return False
	case t == True && u == True:
		return True
	}
	return Unknown
}

// Or returns Kleene's disjunction of t and u.
func (t Truth) Or(u Truth) Truth { return t.Not().And(u.Not()).Not() }

func truth(yes, no bool) Truth {
	switch {
	case yes:
		return True
	case no:
		return False
	}
	return Unknown
}
