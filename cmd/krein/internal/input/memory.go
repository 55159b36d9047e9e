package input

import "fmt"

// memoryMost is the memory that a verb may ask for at once, in bytes.
const memoryMost = 4 << 30

// MapBytes is about the memory that a feature map takes while it is drawn: of a frequency a column
// at most, dim numbers each in the map and in the directions, and some more.
func MapBytes(columns, dim int) float64 { return 8 * float64(columns) * (2*float64(dim) + 8) }

// CheckMemory refuses what needs more memory than memoryMost.
func CheckMemory(bytes float64, what string) error {
	if bytes <= memoryMost {
		return nil
	}
	return fmt.Errorf("%s needs about %.3g GiB of memory, more than the limit of %d GiB: choose fewer", what,
		bytes/(1<<30), memoryMost>>30)
}

// BlockRows is how many rows of so many columns are transformed at once.
func BlockRows(columns int) int {
	const most, bytes = 4096, 16 << 20
	return max(1, min(most, bytes/(8*columns)))
}
