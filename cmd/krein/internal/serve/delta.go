package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"krein/certify"
	check "krein/certify/check/stationary"
	"krein/certify/proof"
	prove "krein/certify/stationary"
	"krein/cmd/krein/internal/chart"
	"krein/cmd/krein/internal/delta"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/page"
	"krein/cmd/krein/internal/report"
	"krein/fourier/stationary"
)

// sendDelta certifies a kernel of x − y, and sends what its certificate says.
func (s *Server) sendDelta(ctx context.Context, st *stream, k *stationary.Kernel, kf *input.KernelFlags, query url.Values) error {
	set := delta.Settings(ctx)
	if end, ok := ctx.Deadline(); ok { // what is found until then is worth more than an error
		set.Time = min(set.Time, time.Until(end)*3/4)
	}
	c, err := prove.Run(ctx, k, set)
	if err != nil {
		return err
	}
	sent := map[certify.ID]string{}
	for _, cl := range c.Claims {
		title := page.Title(cl.ID)
		if cl.ID == check.Symmetric {
			title = "Symmetric"
		}
		if err := st.sendClaim(page.NewClaim(cl, title, delta.Statement(cl.ID), false), sent); err != nil {
			return err
		}
	}
	finite := c.Claim(check.FiniteMass).Status == proof.Proved
	if finite {
		if err := s.sendDensity(ctx, st, k.Dim(), query); err != nil {
			return err
		}
	}
	return st.send("done", map[string]any{
		"verdict": []advice{adviceOf(delta.Verdict(c), kf.Argument(formulaIn(query), k.Formula()))},
		"masses":  delta.MassText(&c.Masses),
		"files":   filesOf(true, finite, false),
	})
}

// densityPoints is the number of points of a curve of the density.
const densityPoints = 240

// sendDensity sends a picture of the density along the first of the kernel's lines, if there is one.
func (s *Server) sendDensity(ctx context.Context, st *stream, dim int, query url.Values) error {
	args, err := (&verb{name: "spectrum", params: with()}).arguments(query)
	if err != nil {
		return err
	}
	args = append([]string{args[0], fmt.Sprintf("--points=%d", densityPoints)}, args[1:]...)
	status, body := s.command(ctx, &job{args: args})
	switch {
	case status == 0:
		return ctx.Err()
	case status != http.StatusOK:
		return nil // there is no density, and so no picture
	}
	var v struct {
		Along                  string
		Omega, Real, Imaginary []float64
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	c := chart.Chart{Title: "The density along " + v.Along, X: "frequency along it", Y: "density", Curves: []chart.Curve{
		{Name: "real part", Class: chart.Plus, X: v.Omega, Y: v.Real, Fill: true},
		{Name: "imaginary part", Class: chart.Minus, X: v.Omega, Y: v.Imaginary},
	}}
	says := fmt.Sprintf("The complex density on R^%d, projected on this line; the values at −ω are conjugate.", dim)
	html, ok := report.NewPicture(c, says).HTML("m")
	if !ok {
		return nil
	}
	return st.send("picture", map[string]any{"html": html})
}
