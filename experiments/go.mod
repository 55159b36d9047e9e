module krein/experiments

go 1.26

require (
	gonum.org/v1/gonum v0.17.0
	krein v0.0.0
)

require github.com/ALTree/bigfloat v0.2.0 // indirect

replace krein => ..
