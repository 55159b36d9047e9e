package deps

import (
	_ "github.com/ALTree/bigfloat"
	_ "github.com/expr-lang/expr/parser"
	_ "github.com/stretchr/testify/assert"
	_ "github.com/stretchr/testify/require"
	_ "gonum.org/v1/gonum/mat"
	_ "gonum.org/v1/gonum/mathext"
	_ "gonum.org/v1/gonum/stat"
	_ "pgregory.net/rapid"
)
