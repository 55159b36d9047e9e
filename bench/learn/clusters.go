package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"krein/bench/internal/labelled"
	"krein/internal/learn/score"
	"krein/learn"
)

// clusters prints adjusted Rand indices of k-means on points, and of kernel k-means with a Gaussian and
// with a difference of Gaussians, shifted: name, gamma, three numbers. The points go to dir.
func clusters(ctx context.Context, letters *mat.Dense, names []string, dir string) {
	for _, s := range []struct {
		name  string
		gamma float64
		x     *mat.Dense
		y     []int
	}{rings(), moons(), pair(letters, names, "1", "2"), pair(letters, names, "4", "15"), pair(letters, names, "8", "11")} {
		text := make([]string, len(s.y))
		for i, c := range s.y {
			text[i] = fmt.Sprint(c)
		}
		if dir != "" {
			writeNPY(filepath.Join(dir, s.name+".npy"), s.x, text)
		}
		set := &learn.KMeans{Clusters: 2, Starts: 50, Seed: 1}
		flat, err := set.Fit(ctx, learn.Matrix(s.x))
		labelled.Check(err)
		gauss, err := set.FitKernel(ctx, gram(s.x, func(z float64) float64 { return math.Exp(-s.gamma * z) }), false)
		labelled.Check(err)
		both, err := set.FitKernel(ctx, gram(s.x, func(z float64) float64 {
			return math.Exp(-s.gamma*z) - math.Exp(-s.gamma*z/4)/2
		}), true)
		labelled.Check(err)
		fmt.Printf("%s %g %.4f %.4f %.4f\n", s.name, s.gamma, score.AdjustedRand(s.y, flat.Labels),
			score.AdjustedRand(s.y, gauss.Labels), score.AdjustedRand(s.y, both.Labels))
	}
}

type set = struct {
	name  string
	gamma float64
	x     *mat.Dense
	y     []int
}

// gram is the matrix of a function of the squared distance.
func gram(x *mat.Dense, k func(z float64) float64) *mat.SymDense {
	n, _ := x.Dims()
	g := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			z := 0.0
			for l, v := range x.RawRowView(i) {
				z += (v - x.At(j, l)) * (v - x.At(j, l))
			}
			g.SetSym(i, j, k(z))
		}
	}
	return g
}

const points = 400

func rings() set {
	s := set{"circles", 8, mat.NewDense(points, 2, nil), make([]int, points)}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range points {
		s.y[i] = i % 2
		r, t := 1-0.7*float64(s.y[i]), 2*math.Pi*rng.Float64()
		s.x.SetRow(i, []float64{r*math.Cos(t) + 0.05*rng.NormFloat64(), r*math.Sin(t) + 0.05*rng.NormFloat64()})
	}
	return s
}

func moons() set {
	s := set{"moons", 8, mat.NewDense(points, 2, nil), make([]int, points)}
	rng := rand.New(rand.NewPCG(2, 1))
	for i := range points {
		s.y[i] = i % 2
		t := math.Pi * rng.Float64()
		at := []float64{math.Cos(t), math.Sin(t)}
		if s.y[i] == 1 {
			at = []float64{1 - math.Cos(t), 0.5 - math.Sin(t)}
		}
		s.x.SetRow(i, []float64{at[0] + 0.05*rng.NormFloat64(), at[1] + 0.05*rng.NormFloat64()})
	}
	return s
}

// pair are the first rows of two letters.
func pair(x *mat.Dense, names []string, a, b string) set {
	s := set{name: fmt.Sprintf("letters_%s_%s", a, b), gamma: 2}
	_, d := x.Dims()
	var data []float64
	count := map[string]int{}
	for i, n := range names {
		if (n == a || n == b) && count[n] < points/2 {
			count[n]++
			data = append(data, x.RawRowView(i)...)
			c := 0
			if n == b {
				c = 1
			}
			s.y = append(s.y, c)
		}
	}
	s.x = mat.NewDense(len(s.y), d, data)
	return s
}
