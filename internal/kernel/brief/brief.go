// Package brief shortens texts for messages.
package brief

// Text returns s, of a long text only the first and the last letters.
func Text(s string) string {
	if len(s) <= 24 {
		return s
	}
	return s[:12] + "…" + s[len(s)-8:]
}
