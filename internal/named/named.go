// Package named gives values of small integer types the names that flags and JSON have for them.
package named

import (
	"fmt"
	"slices"
	"strings"

	"krein/internal/suggest"
)

// Names are those of the values 0, 1, ….
type Names[T ~int8] struct {
	of, what string
	names    []string
}

// New returns names; of says whose values these are, a package, and what says what a value is, for errors.
func New[T ~int8](of, what string, names ...string) *Names[T] { return &Names[T]{of, what, names} }

// String returns the name of v.
func (n *Names[T]) String(v T) string {
	if !n.Known(v) {
		return fmt.Sprintf("invalid(%d)", int8(v))
	}
	return n.names[v]
}

// Known reports whether v has a name.
func (n *Names[T]) Known(v T) bool { return v >= 0 && int(v) < len(n.names) }

// Parse sets *v to the value of that name.
func (n *Names[T]) Parse(v *T, name []byte) error {
	i := slices.Index(n.names, string(name))
	if i < 0 {
		return fmt.Errorf("%s: %s %q%s: want %s", n.of, n.what, name, suggest.Hint(string(name), n.names), strings.Join(n.names, ", "))
	}
	*v = T(i)
	return nil
}

// Check returns an error for a value without a name.
func (n *Names[T]) Check(v T) error {
	if n.Known(v) {
		return nil
	}
	return fmt.Errorf("%s: unknown %s %d; the known ones are %q", n.of, n.what, int8(v), n.names)
}
