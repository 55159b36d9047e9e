package learn

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

func TestShapes(t *testing.T) {
	assert.Panics(t, func() { Concatenate() })
	assert.Panics(t, func() { Concatenate(Matrix(mat.NewDense(1, 1, nil)), Matrix(mat.NewDense(2, 1, nil))) })
}
