package survey

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"krein/certify"
	"krein/kernel"
)

// Range is what is known of a kernel's claims in the dimensions 1 … Last.
//
// Each claim that depends on the dimension and holds in R^d holds in all spaces below: a measure on R^d is projected, a
// positive definite kernel, a conditionally positive definite one, one on the sphere and a difference of two
// are restricted. So a proof in one dimension decides others; estimates decide their own.
type Range struct {
	Last   int
	Claims []certify.ID
	Cells  map[certify.ID][]Cell // by claim, then dimension − 1
	// Runs is the number of certificates that were made for it.
	Runs int
}

// Cell is what is known of a claim in one dimension.
type Cell struct {
	Status certify.Status
	// From is the dimension whose certificate says so, 0 if the dimension was not looked at.
	From int
}

// NewRange returns the Range of a kernel up to R^last, beginning with certificates at hand, from at most runs
// more certificates. set.Claims, all by default, are those of them that it is about.
func NewRange(ctx context.Context, k *kernel.Kernel, last, runs int, set certify.Settings, known ...*certify.Certificate) (*Range, error) {
	r := &Range{Last: last, Cells: map[certify.ID][]Cell{}}
	for _, id := range claimsByDim {
		if set.Claims == nil || slices.Contains(set.Claims, id) {
			r.Claims = append(r.Claims, id)
		}
	}
	for _, id := range r.Claims {
		r.Cells[id] = make([]Cell, last)
	}
	for _, c := range known {
		r.take(c)
	}
	set.SkipMass = true
	for r.Runs < runs {
		asked := r.open(min(runs-r.Runs, runtime.GOMAXPROCS(0)))
		if len(asked) == 0 {
			break
		}
		certs := make([]*certify.Certificate, len(asked))
		errs := make([]error, len(asked))
		var wg sync.WaitGroup
		for i, q := range asked {
			wg.Go(func() {
				s := set
				s.Claims = q.claims
				certs[i], errs[i] = certify.Run(ctx, k, q.dim, &s)
			})
		}
		wg.Wait()
		for i, c := range certs {
			if errs[i] != nil {
				return nil, errs[i]
			}
			r.Runs++
			r.takeOf(c, asked[i].claims)
		}
	}
	return r, nil
}

// question is a dimension to look at, and what for.
type question struct {
	dim    int
	claims []certify.ID
}

// open returns up to n dimensions that would tell most: both ends, then the middles of the longest stretches that
// are open, claims that share a dimension together.
func (r *Range) open(n int) (qs []question) {
	add := func(dim int, id certify.ID) {
		for i := range qs {
			if qs[i].dim == dim {
				qs[i].claims = append(qs[i].claims, id)
				return
			}
		}
		if len(qs) < n {
			qs = append(qs, question{dim, []certify.ID{id}})
		}
	}
	for _, id := range r.Claims {
		cells := r.Cells[id]
		if dim := r.next(cells); dim > 0 {
			add(dim, id)
		}
	}
	return qs
}

// next returns the dimension to look at for one claim, 0 if all are known.
func (r *Range) next(cells []Cell) int {
	for _, dim := range []int{1, r.Last} {
		if cells[dim-1].From == 0 {
			return dim
		}
	}
	best, length := 0, 0
	for i := 0; i < len(cells); {
		j := i
		for j < len(cells) && cells[j].From == 0 {
			j++
		}
		if j-i > length {
			best, length = (i+j-1)/2+1, j-i
		}
		i = max(j, i+1)
	}
	return best
}

// take enters what a certificate says.
func (r *Range) take(c *certify.Certificate) { r.takeOf(c, r.Claims) }

// takeOf enters what a certificate says of some claims.
func (r *Range) takeOf(c *certify.Certificate, claims []certify.ID) {
	if c.Dim() > r.Last {
		for _, id := range claims {
			if c.Claim(id).Status == certify.Proved {
				r.spread(id, 1, r.Last, Cell{certify.Proved, c.Dim()})
			}
		}
		return
	}
	for _, id := range claims {
		cell := Cell{c.Claim(id).Status, c.Dim()}
		switch cell.Status {
		case certify.Proved:
			r.spread(id, 1, c.Dim(), cell)
		case certify.Refuted:
			r.spread(id, c.Dim(), r.Last, cell)
		default:
			if at := &r.Cells[id][c.Dim()-1]; at.From == 0 {
				*at = cell
			}
		}
	}
}

// spread enters a proof for the dimensions from … to. What has a proof keeps it, unless this one is about it itself.
func (r *Range) spread(id certify.ID, from, to int, cell Cell) {
	for d := from; d <= to; d++ {
		at := &r.Cells[id][d-1]
		if at.Status != certify.Proved && at.Status != certify.Refuted || d == cell.From {
			*at = cell
		}
	}
}
