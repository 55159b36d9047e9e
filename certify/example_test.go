package certify_test

import (
	"context"
	"fmt"

	"krein/certify"
	"krein/kernel/parser"
)

func ExampleRun() {
	k, err := parser.Named("arccos0")
	if err != nil {
		panic(err)
	}
	claims := []certify.ID{certify.FiniteMass, certify.PD, certify.PDSphere}
	for _, d := range []int{1, 2} {
		cert, err := certify.Run(context.Background(), k, d, &certify.Settings{Claims: claims})
		if err != nil {
			panic(err)
		}
		for _, id := range claims {
			fmt.Printf("R^%d, %s, %s: %s\n", d, cert.Beyond(), id, cert.Claim(id).Status)
		}
	}
	// Output:
	// R^1, zero beyond 2, finite-mass: proved
	// R^1, zero beyond 2, pd: refuted
	// R^1, zero beyond 2, pd-sphere: proved
	// R^2, zero beyond 2, finite-mass: refuted
	// R^2, zero beyond 2, pd: refuted
	// R^2, zero beyond 2, pd-sphere: proved
}
