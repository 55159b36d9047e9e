// Package named gives values of small integer types the names that flags and JSON have for them.
package named

import (
	"fmt"
	"slices"
)

// Names are those of the values 0, 1, ….
type Names[T ~int8] struct {
	Package, What string // whose values, and what one is, for errors
	Names         []string
}

// String returns the name of v.
func (n *Names[T]) String(v T) string {
	if !n.Known(v) {
		return fmt.Sprintf("invalid(%d)", int8(v))
	}
	return n.Names[v]
}

// Known reports whether v has a name.
func (n *Names[T]) Known(v T) bool { return v >= 0 && int(v) < len(n.Names) }

// Parse sets *v to the value of that name.
func (n *Names[T]) Parse(v *T, name []byte) error {
	i := slices.Index(n.Names, string(name))
	if i < 0 {
		return fmt.Errorf("%s: %s %q is not one of %q", n.Package, n.What, name, n.Names)
	}
	*v = T(i)
	return nil
}

// Check returns an error for a value without a name.
func (n *Names[T]) Check(v T) error {
	if n.Known(v) {
		return nil
	}
	return fmt.Errorf("%s: unknown %s %d; the known ones are %q", n.Package, n.What, int8(v), n.Names)
}
