package basis

import "fmt"

// Steps are the basis functions of the min kernel: Level[i]·1{Threshold[i] ≤ x_j}, j = Coordinate[i], at points of [0,1]^Dim.
type Steps struct {
	Dim              int
	Coordinate       []int
	Threshold, Level []float64
}

// Columns returns their number.
func (c *Steps) Columns() int { return len(c.Coordinate) }

// Transform computes row by row; a point outside of the cube is refused.
func (c *Steps) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	for r := range rows {
		out, row := dst[r*dstStride:][:len(c.Coordinate)], x[r*xStride:][:c.Dim]
		if c.Refuse(row) != nil {
			return r
		}
		for i, j := range c.Coordinate {
			out[i] = 0
			if c.Threshold[i] <= row[j] {
				out[i] = c.Level[i]
			}
		}
	}
	return -1
}

// Refuse refuses points outside of the cube.
func (c *Steps) Refuse(x []float64) error {
	for j, v := range x {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("has %v in column %d, but the min kernel lives on [0,1]: scale the data, or let the map do "+
				"it (krein map min --data FILE scales to the ranges of FILE, and refuses rows beyond them)", v, j+1)
		}
	}
	return nil
}
