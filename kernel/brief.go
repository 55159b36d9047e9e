package kernel

// abridge shortens a text for messages: its first and last letters.
func abridge(s string) string {
	if len(s) <= 24 {
		return s
	}
	return s[:12] + "…" + s[len(s)-8:]
}
