package verify_test

import (
	"bytes"
	"context"
	"fmt"

	"krein/certify"
	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/kernel/parser"
)

// The prover's certificate travels as a file; the checker is told by its caller what is to be
// proved.
func ExampleChecker() {
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/200)", nil)
	if err != nil {
		panic(err)
	}
	cert, err := certify.Run(context.Background(), k, 16, &certify.Settings{SkipMass: true})
	if err != nil {
		panic(err)
	}
	var file bytes.Buffer
	if err := cert.Encode(&file); err != nil {
		panic(err)
	}

	read, err := certificate.Decode(&file)
	if err != nil {
		panic(err)
	}
	for _, dim := range []int{16, 17} {
		r := verify.New(read, k, dim, 0).Claim(context.Background(), proof.FiniteMass)
		fmt.Println(dim, r.Verdict)
	}
	// Output:
	// 16 accepted
	// 17 rejected
}
