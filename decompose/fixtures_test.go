package decompose

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/hankel"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/profile"
	"krein/kernel"
)

// What several tests need is made once. No test of the package is parallel.
var (
	madeLaws   = map[string]*distribution.Pair{}
	madeTables = map[string]*Decomposition{}
)

func made[T any](all map[string]T, key string, k *kernel.Kernel, dim int, do func() T) T {
	key = fmt.Sprint(key, "; ", k.Formula(), "; ", k.BeyondString(), "; ", dim)
	if _, ok := all[key]; !ok {
		all[key] = do()
	}
	return all[key]
}

// enclosed returns the proved laws of a kernel. Tests do not change them.
func enclosed(t testing.TB, k *kernel.Kernel, dim int) *distribution.Pair {
	t.Helper()
	return made(madeLaws, "", k, dim, func() *distribution.Pair {
		laws, err := distribution.Enclose(context.Background(), k, dim, nil)
		require.NoError(t, err)
		return laws
	})
}

// provedDecomposition returns the proved tables of a kernel.
func provedDecomposition(t testing.TB, k *kernel.Kernel, dim int) *Decomposition {
	t.Helper()
	return clone(made(madeTables, "proved", k, dim, func() *Decomposition {
		d, err := FromLaws(context.Background(), enclosed(t, k, dim), 0)
		require.NoError(t, err)
		d.Dim, d.Kernel, d.Beyond = dim, k.Formula(), k.BeyondString()
		return d
	}))
}

// provedTable returns proved tables as Jordan makes them.
func provedTable(t testing.TB, formula string, radius int64, dim int) *Decomposition {
	t.Helper()
	d := provedDecomposition(t, parse(t, formula, radius), dim)
	d.Certificate = strings.Repeat("0123456789abcdef", 4)
	return d
}

// decomposition returns the estimated tables of a kernel.
func decomposition(t testing.TB, k *kernel.Kernel, dim int) *Decomposition {
	t.Helper()
	return clone(made(madeTables, "estimated", k, dim, func() *Decomposition {
		s, err := hankel.New(k, dim, nil)
		require.NoError(t, err)
		p, err := profile.New(context.Background(), s, nil)
		require.NoError(t, err)
		d, err := FromProfile(context.Background(), p, 0)
		require.NoError(t, err)
		d.Kernel, d.Beyond = k.Formula(), k.BeyondString()
		for _, x := range []*Part{&d.Plus, &d.Minus} {
			if x.Radii != nil {
				tab := x.Radii.(*Table)
				t.Logf("%s d=%d: mass %.12g ± %.1e, %d segments, interpolation error %.1e", d.Kernel, dim,
					x.Total(), x.MassErr, tab.Segments(), tab.err)
				if outer, _ := tab.upper.ends(0); outer < 1e290 { // beyond, F is cut where floats end
					assert.Less(t, tab.err, max(1e-9, x.MassErr))
				}
			}
		}
		return d
	}))
}

// clone returns a copy of a decomposition with its own tables.
func clone(d *Decomposition) *Decomposition {
	e := *d
	for _, p := range []*Part{&e.Plus, &e.Minus} {
		if t, ok := p.Radii.(*Table); ok {
			c := *t
			for _, s := range []*side{&c.lower, &c.upper} {
				s.edges, s.kinds, s.coefs = slices.Clone(s.edges), slices.Clone(s.kinds), slices.Clone(s.coefs)
			}
			p.Radii = &c
		}
	}
	return &e
}
