package report

import (
	"context"
	"maps"
	"runtime"
	"slices"

	"krein/certify"
	"krein/internal/parallel"
	"krein/kernel"
)

// SurveyRange is what is known of a kernel's claims in the dimensions 1 … Last.
//
// Each claim that depends on the dimension and holds in R^d holds in all spaces below: a measure on R^d is projected, a
// positive definite kernel, a conditionally positive definite one, one on the sphere and a difference of two
// are restricted. So a proof in one dimension decides others; estimates decide their own.
type SurveyRange struct {
	Last   int
	Claims []certify.ID
	Cells  map[certify.ID][]SurveyCell // by claim, then dimension − 1
	// Runs is the number of certificates that were made for it.
	Runs int
	// First is the least dimension in which there is a kernel.
	First int

	family *SurveyFamily
}

// SurveyFamily is a kernel in every dimension.
type SurveyFamily struct {
	Claims []certify.ID
	// First is the least dimension in which there is one.
	First int
	// Nested reports whether the kernel on R^dim is, on R^(dim−1), the kernel there. Nil: it always is.
	Nested func(dim int) bool
	// Certify says what is known of claims in a dimension; the error is ctx's.
	Certify func(ctx context.Context, dim int, claims []certify.ID) (func(certify.ID) certify.Status, error)
}

// SurveyCell is what is known of a claim in one dimension.
type SurveyCell struct {
	Status certify.Status
	// From is the dimension whose certificate says so, 0 if the dimension was not looked at.
	From int
}

// NewRange returns the Range of a kernel up to R^last, beginning with certificates at hand, from at most runs
// more certificates. set.Claims, all by default, are those of them that it is about.
func NewRange(ctx context.Context, k *kernel.Kernel, last, runs int, set certify.Settings,
	known ...*certify.Certificate) (*SurveyRange, error) {
	f := &SurveyFamily{First: 1}
	for _, id := range claimsByDim {
		if set.Claims == nil || slices.Contains(set.Claims, id) {
			f.Claims = append(f.Claims, id)
		}
	}
	set.SkipMass = true
	f.Certify = func(ctx context.Context, dim int, claims []certify.ID) (func(certify.ID) certify.Status, error) {
		s := set
		s.Claims = claims
		c, err := certify.Run(ctx, k, dim, &s)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		return statusOf(c), nil
	}
	at := map[int]func(certify.ID) certify.Status{}
	for _, c := range known {
		at[c.Dim()] = statusOf(c)
	}
	return NewFamilyRange(ctx, f, last, runs, at)
}

func statusOf(c *certify.Certificate) func(certify.ID) certify.Status {
	return func(id certify.ID) certify.Status { return c.Claim(id).Status }
}

// NewFamilyRange returns the Range of a family up to R^last, beginning with what is known by dimension, from at most
// runs certificates.
func NewFamilyRange(ctx context.Context, f *SurveyFamily, last, runs int,
	known map[int]func(certify.ID) certify.Status) (*SurveyRange, error) {
	r := &SurveyRange{Last: last, Claims: f.Claims, Cells: map[certify.ID][]SurveyCell{}, First: f.First, family: f}
	for _, id := range r.Claims {
		r.Cells[id] = make([]SurveyCell, last)
	}
	for _, dim := range slices.Sorted(maps.Keys(known)) {
		r.takeOf(dim, known[dim], r.Claims)
	}
	for r.Runs < runs {
		asked := r.open(min(runs-r.Runs, runtime.GOMAXPROCS(0)))
		if len(asked) == 0 {
			break
		}
		found := make([]func(certify.ID) certify.Status, len(asked))
		errs := make([]error, len(asked))
		parallel.For(len(asked), func(i int) { found[i], errs[i] = f.Certify(ctx, asked[i].dim, asked[i].claims) })
		for i, status := range found {
			if errs[i] != nil {
				return nil, errs[i]
			}
			r.Runs++
			r.takeOf(asked[i].dim, status, asked[i].claims)
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
func (r *SurveyRange) open(n int) (qs []question) {
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
func (r *SurveyRange) next(cells []SurveyCell) int {
	for _, dim := range []int{r.First, r.Last} {
		if cells[dim-1].From == 0 {
			return dim
		}
	}
	best, length := 0, 0
	for i := r.First - 1; i < len(cells); {
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

// takeOf enters what is known of some claims in a dimension.
func (r *SurveyRange) takeOf(dim int, status func(certify.ID) certify.Status, claims []certify.ID) {
	for _, id := range claims {
		cell := SurveyCell{status(id), dim}
		switch {
		case cell.Status == certify.Proved:
			r.spread(id, 1, dim, cell)
		case dim > r.Last:
		case cell.Status == certify.Refuted:
			r.spread(id, dim, r.Last, cell)
		default:
			if at := &r.Cells[id][dim-1]; at.From == 0 {
				*at = cell
			}
		}
	}
}

// spread enters a proof for the dimensions from … to, as far from its own as kernels are nested. What has a proof keeps
// it, unless this one is about it itself.
func (r *SurveyRange) spread(id certify.ID, from, to int, cell SurveyCell) {
	enter := func(d int) {
		if d > r.Last {
			return
		}
		at := &r.Cells[id][d-1]
		if at.Status != certify.Proved && at.Status != certify.Refuted || d == cell.From {
			*at = cell
		}
	}
	nested := func(dim int) bool { return r.family.Nested == nil || r.family.Nested(dim) }
	enter(cell.From)
	for d := cell.From; d > from && nested(d); d-- {
		enter(d - 1)
	}
	for d := cell.From; d < to && nested(d+1); d++ {
		enter(d + 1)
	}
}
