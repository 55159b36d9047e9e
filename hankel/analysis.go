package hankel

import (
	"errors"

	"krein/kernel"
)

func infinityOf(k *kernel.Kernel) kernel.Infinity {
	if a, ok := any(k).(interface{ AtInfinity() kernel.Infinity }); ok {
		return a.AtInfinity()
	}
	return kernel.Infinity{}
}

func singularitiesOf(k *kernel.Kernel) ([]kernel.Singularity, error) {
	if a, ok := any(k).(interface {
		Singularities() ([]kernel.Singularity, error)
	}); ok {
		return a.Singularities()
	}
	return nil, errors.New("the singularities of the kernel are not known")
}
