// Package enum names the values of small integer types.
package enum

import "fmt"

// Name returns names[x], or kind(x) where that is none or empty.
func Name[T ~int8](kind string, x T, names ...string) string {
	if x < 0 || int(x) >= len(names) || names[x] == "" {
		return fmt.Sprintf("%s(%d)", kind, int8(x))
	}
	return names[x]
}
