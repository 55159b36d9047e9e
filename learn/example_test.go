package learn_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krein/learn"
	"krein/learn/labels"
)

// Words as labels, C by cross-validation, predictions.
func ExampleLinearSVM() {
	ctx := context.Background()
	x := mat.NewDense(8, 2, []float64{0, 0.1, 0.2, 0, 0.1, 0.2, 0.3, 0.1, 1, 0.9, 0.8, 1, 0.9, 0.8, 0.7, 0.9})
	labels, y := labels.New([]string{"near", "near", "near", "near", "far", "far", "far", "far"})
	svm := &learn.LinearSVM{Convex: learn.Convex{Intercept: learn.FreeIntercept}}
	scores, err := svm.CrossValidate(ctx, learn.Matrix(x), y, &learn.Folds{Count: 4})
	if err != nil {
		panic(err)
	}
	svm.C = scores.Best
	c, err := svm.Fit(ctx, learn.Matrix(x), y)
	if err != nil {
		panic(err)
	}
	got, err := c.Predict(ctx, learn.Matrix(mat.NewDense(2, 2, []float64{0.2, 0.2, 1, 1})))
	if err != nil {
		panic(err)
	}
	fmt.Println(labels.Names[got[0]], labels.Names[got[1]])
	// Output: near far
}

// A kernel matrix with a negative eigenvalue: two groups of points, and one start is enough.
func ExampleKMeans_FitKernel() {
	k := mat.NewSymDense(4, []float64{
		1, 0.9, -0.8, -0.8,
		0.9, 1, -0.8, -1.1,
		-0.8, -0.8, 1, 1.2,
		-0.8, -1.1, 1.2, 1,
	})
	p, err := (&learn.KMeans{Clusters: 2}).FitKernel(context.Background(), k, true)
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Labels[0] == p.Labels[1], p.Labels[0] == p.Labels[2], p.Shift > 0)
	// Output: true false true
}

// The three ways of least squares in a Kreĭn space, of k(x,y) = x₁y₁ − x₂y₂.
func ExampleKreinRidge() {
	x := learn.Matrix(mat.NewDense(2, 2, []float64{1, 0, 0, 1}))
	y := mat.NewDense(2, 1, []float64{3, 3})
	p, err := (&learn.KreinRidge{Signature: []float64{1, -1}}).Fit(context.Background(), x, y)
	if err != nil {
		panic(err)
	}
	s, err := p.Stationary(0.5) // α = y/(±1 + ½)
	if err != nil {
		panic(err)
	}
	h := p.Hilbert(0.5, 2)
	fmt.Printf("%.0f %.0f\n", s.Weights.At(0, 0), s.Weights.At(0, 1))
	fmt.Printf("%.0f %.0f\n", h.Weights.At(0, 0), h.Weights.At(0, 1))
	// Output:
	// 2 6
	// 2 1
}
