package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/decompose"
	"krein/kernel"
)

// jordan certifies k in R^dim and decomposes it. Masses known only by estimate are
// accepted if estimates is set; the refusal then names the flag.
func jordan(cmd *cobra.Command, k *kernel.Kernel, dim int, estimates bool) (*decompose.Decomposition, error) {
	cert, err := certify.Run(cmd.Context(), k, dim, nil)
	if err != nil {
		return nil, err
	}
	dec, err := decompose.Jordan(cmd.Context(), cert, &decompose.Settings{AcceptEstimate: estimates})
	if err != nil && !estimates && cert.Claim(certify.FiniteMass).Status == certify.Likely {
		return nil, fmt.Errorf("%w\nthe mass is finite by floating-point estimate only; --accept-estimate accepts that", err)
	}
	return dec, err
}

// acceptFlag registers --accept-estimate.
func acceptFlag(cmd *cobra.Command, p *bool, byDefault bool) {
	cmd.Flags().BoolVar(p, "accept-estimate", byDefault, "go on although the mass is finite by floating-point estimate only, not proved")
}
