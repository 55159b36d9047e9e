// Command plane proves the constant of package internal/fourier/taxicab/enclosed: bounds of the mass ‖μ‖ of the truncated ℓ₁ kernel
// on R² (README.md). It takes minutes.
//
//	GOWORK=off go run -C tools ./plane
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	reach := flag.Int("reach", 1000, "where cells end and means over phases begin, at least 100")
	tolerance := flag.Float64("tolerance", 3e-12, "the error of a cell that is not cut")
	flag.Parse()
	if *reach < 100 || !(*tolerance > 0) || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "plane: -reach must be at least 100, -tolerance positive, and there are no arguments")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	low, high, err := enclose(ctx, *reach, *tolerance)
	if err != nil {
		fmt.Fprintln(os.Stderr, "plane:", err)
		os.Exit(1)
	}
	fmt.Printf("%v <= mass <= %v\n", low, high)
}
