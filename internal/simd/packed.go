package simd

import "unsafe"

const (
	// rowBlock rows share the frequencies that are in the second-level cache.
	rowBlock = 96
	// width frequencies and depthBytes of every one are a block of frequencies: 256 KiB of
	// float64. depthBytes of six rows stay in the first-level cache.
	width      = 128
	depthBytes = 2048
)

// packed is a d×n matrix, laid out for products with rows.
type packed[T Float] struct {
	*kernels[T]
	dim, n int
	padded int // n, up to whole panels
	depth  int // components that are multiplied at a time
	w      []T // see index
}

// pack lays out w, whose columns are what rows are multiplied with; its rows begin stride apart.
func pack[T Float](k *kernels[T], dim, n int, w []T, stride int) packed[T] {
	m := packed[T]{kernels: k}
	m.lay(dim, n, w, stride)
	return m
}

// lay is pack into the memory that there is, if it is enough.
func (m *packed[T]) lay(dim, n int, w []T, stride int) {
	m.dim, m.n = dim, n
	k := m.kernels
	most := depthBytes / int(unsafe.Sizeof(T(0)))
	blocks := (dim + most - 1) / most
	m.depth = ((dim+blocks-1)/blocks + 3) / 4 * 4
	m.padded = (n + k.panel - 1) / k.panel * k.panel
	if size := dim * m.padded; cap(m.w) >= size {
		m.w = m.w[:size]
	} else {
		m.w = make([]T, size)
	}
	for i := 0; i < n; i += k.panel {
		for j := range dim {
			to := m.w[m.index(i, j):][:k.panel]
			clear(to[copy(to, w[j*stride+i:j*stride+min(i+k.panel, n)]):])
		}
	}
}

// index is where component j of column i lies: blocks of width columns, in them blocks of
// depth components, in them panels, in them components, in them columns.
func (m *packed[T]) index(i, j int) int {
	first, from := i/width*width, j/m.depth*m.depth
	wide, deep := min(width, m.padded-first), min(m.depth, m.dim-from)
	panel := (i - first) / m.panel
	return first*m.dim + from*wide + (panel*deep+j-from)*m.panel + i%m.panel
}

// tile computes the products of up to len(m.project) rows with components from on of the
// block of columns that begins with first, or adds them to p.
func (m *packed[T]) tile(p []T, pStride int, x []T, xStride, rows, first, from int, add bool) {
	wide, deep := min(width, m.padded-first), min(m.depth, m.dim-from)
	w := m.w[first*m.dim+from*wide:][:deep*wide]
	m.project[rows-1](wide/m.panel, deep, x[from:], xStride, w, p, pStride, add)
}

// product stores the products of rows with the columns from first on, and perhaps some before, in p, or adds them to p:
// whole panels.
func (m *packed[T]) product(p []T, pStride int, x []T, xStride, rows, first int, add bool) {
	for first := first / width * width; first < m.n; first += width {
		for from := 0; from < m.dim; from += m.depth {
			for r := 0; r < rows; r += len(m.project) {
				m.tile(p[r*pStride+first:], pStride, x[r*xStride:], xStride, min(len(m.project), rows-r), first, from,
					add || from > 0)
			}
		}
	}
}
