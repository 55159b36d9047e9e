package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/certify"
	"krein/certify/check"
	"krein/kernel"
)

// surveyDims are the default dimensions: the small ones of geometry, those of the papers' data.
var surveyDims = []string{"1", "2", "3", "5", "8", "16", "64", "784"}

// surveyKernels stand for the catalogue: every entry, with parameters on both sides of what
// the theorems ask for.
var surveyKernels = []string{
	"gaussian(1)", "laplace(1)", "matern(3/2)", "matern(5/3)", "rational_quadratic(1)", "cauchy(1, 1/2)", "inverse_multiquadric",
	"powered_exponential(3/2)", "powered_exponential(3)", "constant(1)",
	"askey(2)", "askey(3/2)", "triangle", "circular", "spherical", "pentaspherical", "cubic", "gneiting",
	"wendland(3, 1)", "missing_wendland", "generalised_wendland(4, 1)", "bochner_riesz(5/2)",
	"delta_gaussian(1, 10)", "damped_cosine(1, 1)", "bessel(3)", "wave",
	"arccos0", "arccos1", "arccos2", "ntk", "polynomial(1, 3)", "spherical_polynomial(2, 1)", "spherical_polynomial(3, 2)",
	"sigmoid", "geodesic_laplace(1)", "geodesic_gaussian(1)",
	"multiquadric", "logarithmic", "power(1)", "thin_plate",
}

func newSurveyCmd() *cobra.Command {
	var (
		params, dims     []string
		beyond, radius   string
		markdown, asJSON bool
		noVerify         bool
		claims           []string
	)
	cmd := &cobra.Command{
		Use:   "survey [FORMULA…]",
		Short: "Certify kernels in many dimensions and show the claims as a table",
		Long: `survey certifies each formula (without one: the catalogue of named kernels) in each of the
dimensions --dims and shows a row of marks for each claim:

  +  proved      −  refuted      (+)  likely      (−)  unlikely      ?  undecided

Proofs are checked again as by 'krein verify'; one that is not accepted is an error.`,
		Example: `  krein survey ntk arccos1 'exp(-z)*cos(z)'
  krein survey 'askey(l)' --param l=5/2 --dims 1,2,3,4,5
  krein survey --markdown > docs/catalogue.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := parseClaims(claims)
			if err != nil {
				return err
			}
			ds, err := parseDims(dims)
			if err != nil {
				return err
			}
			formulas := args
			if len(formulas) == 0 {
				formulas = surveyKernels
			}
			s := &survey{dims: ds, verify: !noVerify}
			for _, formula := range formulas {
				kf := kernelFlags{params: params, beyond: beyond, radius: radius}
				k, err := kf.kernel(cmd, formula)
				if err != nil {
					return fmt.Errorf("%s: %w", formula, err)
				}
				s.kernels, s.names = append(s.kernels, k), append(s.names, formula)
			}
			if err := s.run(cmd.Context(), newBar(cmd, "certifying")); err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			switch {
			case asJSON:
				return s.writeJSON(w)
			case markdown:
				return s.writeMarkdown(w, len(args) == 0, ids)
			default:
				return s.writeText(w, ids)
			}
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&params, "param", nil, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10)")
	fl.StringVar(&beyond, "beyond", "", "how the kernels go on beyond their domain: natural or zero")
	fl.StringVar(&radius, "radius", "", "the radius beyond which '--beyond zero' applies")
	fl.StringSliceVar(&dims, "dims", surveyDims, "dimensions")
	fl.StringArrayVar(&claims, "claim", nil, "show only this claim; may be repeated")
	fl.BoolVar(&noVerify, "no-verify", false, "do not check the proofs again")
	fl.BoolVar(&markdown, "markdown", false, "write a document in Markdown")
	fl.BoolVar(&asJSON, "json", false, "write JSON")
	cmd.MarkFlagsMutuallyExclusive("markdown", "json")
	return cmd
}

func parseDims(list []string) ([]int, error) {
	var ds []int
	for _, s := range list {
		d, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			return nil, fmt.Errorf("--dims: %q is not a dimension", s)
		}
		if err := checkDim(d); err != nil {
			return nil, err
		}
		ds = append(ds, d)
	}
	if ds == nil {
		return nil, errors.New("--dims: no dimensions")
	}
	return ds, nil
}

// survey is a grid of certificates, kernels by dimensions.
type survey struct {
	names   []string
	kernels []*kernel.Kernel
	dims    []int
	verify  bool

	cells [][]surveyCell // by kernel, then dimension
	took  time.Duration
}

type surveyCell struct {
	cert             *certify.Certificate
	certify, checked time.Duration
	err              error
}

func (s *survey) run(ctx context.Context, progress *bar) error {
	start := time.Now()
	s.cells = make([][]surveyCell, len(s.kernels))
	type job struct{ i, j int }
	jobs := make(chan job)
	var mu sync.Mutex
	done, total := 0, len(s.kernels)*len(s.dims)
	var wg sync.WaitGroup
	for i := range s.cells {
		s.cells[i] = make([]surveyCell, len(s.dims))
	}
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for t := range jobs {
				s.cells[t.i][t.j] = s.one(ctx, s.kernels[t.i], s.dims[t.j])
				mu.Lock()
				done++
				progress.set(done, total)
				mu.Unlock()
			}
		})
	}
	for i := range s.kernels {
		for j := range s.dims {
			jobs <- job{i, j}
		}
	}
	close(jobs)
	wg.Wait()
	progress.finish()
	s.took = time.Since(start)
	for i, row := range s.cells {
		for j, c := range row {
			if c.err != nil {
				return fmt.Errorf("%s in R^%d: %w", s.names[i], s.dims[j], c.err)
			}
		}
	}
	return nil
}

func (s *survey) one(ctx context.Context, k *kernel.Kernel, dim int) (c surveyCell) {
	start := time.Now()
	set := certifySettings(ctx)
	set.SkipMass, set.Time = true, 0 // many at once
	if c.cert, c.err = certify.Run(ctx, k, dim, set); c.err != nil {
		return c
	}
	c.certify = time.Since(start)
	if !s.verify {
		return c
	}
	start = time.Now()
	for _, id := range decidedClaims(c.cert) {
		if r := check.Verify(ctx, c.cert, check.Question{Kernel: k, Dim: dim, Claim: id}, 0); r.Verdict != check.Accepted {
			c.err = fmt.Errorf("the proof of %s was not accepted: step %s: %s", id, r.Rule, r.Why)
			return c
		}
	}
	c.checked = time.Since(start)
	return c
}

// marks are how a table shows a status.
var marks = map[certify.Status]string{
	certify.Proved: "+", certify.Refuted: "−", certify.Likely: "(+)", certify.Unlikely: "(−)", certify.Undecided: "?",
}

// surveyClaims are the claims that depend on the dimension, and those that do not.
var (
	claimsByDim = []certify.ID{certify.FiniteMass, certify.PD, certify.PDSphere, certify.ConditionallyPD, certify.PositiveDecomposition}
	claimsOnce  = []certify.ID{certify.CompletelyMonotone, certify.PDAllSpheres}
)

// row returns the marks of one kernel's claim, one a dimension.
func (s *survey) row(i int, id certify.ID) []string {
	var m []string
	for _, c := range s.cells[i] {
		m = append(m, marks[c.cert.Claim(id).Status])
	}
	return m
}

// once returns the mark of a claim that does not depend on the dimension: that of the
// certificate that says most.
func (s *survey) once(i int, id certify.ID) string {
	best := certify.Undecided
	for _, c := range s.cells[i] {
		best = max(best, c.cert.Claim(id).Status)
	}
	return marks[best]
}

func (s *survey) table(id certify.ID) table.Writer {
	header := []any{string(id)}
	for _, d := range s.dims {
		header = append(header, fmt.Sprintf("d=%d", d))
	}
	t := newTable(header...)
	for i, name := range s.names {
		row := table.Row{name}
		for _, m := range s.row(i, id) {
			row = append(row, m)
		}
		t.AppendRow(row)
	}
	return t
}

func (s *survey) onceTable() table.Writer {
	t := newTable("in every dimension", string(claimsOnce[0]), string(claimsOnce[1]))
	for i, name := range s.names {
		t.AppendRow(table.Row{name, s.once(i, claimsOnce[0]), s.once(i, claimsOnce[1])})
	}
	return t
}

// tables returns the tables for the wanted claims; nil: all.
func (s *survey) tables(ids []certify.ID) (ts []table.Writer) {
	for _, id := range claimsByDim {
		if ids == nil || slices.Contains(ids, id) {
			ts = append(ts, s.table(id))
		}
	}
	if ids == nil || slices.ContainsFunc(ids, func(id certify.ID) bool { return slices.Contains(claimsOnce, id) }) {
		ts = append(ts, s.onceTable())
	}
	return ts
}

func (s *survey) writeText(w io.Writer, ids []certify.ID) error {
	for _, t := range s.tables(ids) {
		if _, err := fmt.Fprintf(w, "%s\n\n", t.Render()); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s\n", s.summary())
	return err
}

// summary counts the statuses.
func (s *survey) summary() string {
	n := map[certify.Status]int{}
	var median []time.Duration
	for _, row := range s.cells {
		for _, c := range row {
			median = append(median, c.certify)
			for _, cl := range c.cert.Claims() {
				n[cl.Status]++
			}
		}
	}
	slices.Sort(median)
	text := fmt.Sprintf("%d kernels, %d certificates: %d claims proved, %d refuted, %d likely, %d unlikely, %d undecided. %.1f s, median %.2f s a certificate.",
		len(s.names), len(median), n[certify.Proved], n[certify.Refuted], n[certify.Likely], n[certify.Unlikely], n[certify.Undecided],
		s.took.Seconds(), median[len(median)/2].Seconds())
	if s.verify {
		var certified, checked time.Duration
		for _, row := range s.cells {
			for _, c := range row {
				certified, checked = certified+c.certify, checked+c.checked
			}
		}
		text += fmt.Sprintf(" All proofs accepted; checking took %.1f s, certifying %.1f s.", checked.Seconds(), certified.Seconds())
	}
	return text
}

func (s *survey) writeMarkdown(w io.Writer, whole bool, ids []certify.ID) error {
	var b strings.Builder
	title, how := "Survey", "krein survey --markdown …"
	if whole {
		title, how = "The catalogue in many dimensions", "krein survey --markdown > docs/catalogue.md"
	}
	fmt.Fprintf(&b, "# %s\n\nMade by `%s`. Each mark is a claim ([claims.md](claims.md)): `+` proved, `−` refuted, `(+)` likely,\n"+
		"`(−)` unlikely, `?` undecided. Kernels of the sphere continue by zero beyond z = 2.\n", title, how)
	for _, t := range s.tables(ids) {
		fmt.Fprintf(&b, "\n%s\n", t.RenderMarkdown())
	}
	if s.verify {
		b.WriteString("\nEvery proof was accepted by the checker (`krein verify`).\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *survey) writeJSON(w io.Writer) error {
	type cell struct {
		Dim     int                   `json:"dim"`
		Claims  map[certify.ID]string `json:"claims"`
		Certify float64               `json:"certify_seconds"`
		Verify  float64               `json:"verify_seconds"`
	}
	type row struct {
		Kernel string `json:"kernel"`
		Beyond string `json:"beyond"`
		Cells  []cell `json:"dims"`
	}
	var rows []row
	for i, name := range s.names {
		r := row{Kernel: name, Beyond: s.kernels[i].BeyondString()}
		for j, c := range s.cells[i] {
			claims := map[certify.ID]string{}
			for _, cl := range c.cert.Claims() {
				claims[cl.ID] = cl.Status.String()
			}
			r.Cells = append(r.Cells, cell{s.dims[j], claims, c.certify.Seconds(), c.checked.Seconds()})
		}
		rows = append(rows, r)
	}
	return writeJSON(w, map[string]any{"survey": rows})
}
