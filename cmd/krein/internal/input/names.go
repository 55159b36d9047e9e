package input

import "encoding"

// Names parses the values of a list flag; no values leave to nil, which means all.
func Names[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](values []string, to *[]T) error {
	for _, v := range values {
		var t T
		if err := P(&t).UnmarshalText([]byte(v)); err != nil {
			return err
		}
		*to = append(*to, t)
	}
	return nil
}
