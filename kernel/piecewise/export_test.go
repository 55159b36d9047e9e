package piecewise

// Swap makes f the Finder until restore is called.
func Swap(f Finder) (honest Finder, restore func()) {
	honest, find = find, f
	return honest, func() { find = honest }
}
