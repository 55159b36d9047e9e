package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"krein/certify"
	"krein/certify/region"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/report"
	"krein/fourier/stationary"
	"krein/internal/certify/prose"
	"krein/internal/kernel/grammar"
	"krein/kernel"
	"krein/kernel/notation"
)

// kernelOf reads the kernel that a query names, as the command does: a function of the distance or, if k is nil, of x −
// y.
func kernelOf(query url.Values) (k *kernel.Kernel, delta *stationary.Kernel, kf *input.KernelFlags, err error) {
	kf, f, err := flagsOf(query)
	if err != nil {
		return nil, nil, nil, err
	}
	k, err = kf.Kernel(nil, f)
	if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
		return nil, other.Kernel, kf, nil
	}
	return k, nil, kf, err
}

// family is a formula with parameters in ranges, one or two.
type family struct {
	*region.Family
	axes []region.Axis
}

// familyOf reads the family that a query names; it is nil where no parameter has a range.
func familyOf(query url.Values) (*family, *input.KernelFlags, error) {
	kf, text, err := flagsOf(query)
	if err != nil || !kf.Ranged() {
		return nil, kf, err
	}
	f, axes, err := kf.Family(nil, text)
	switch {
	case err != nil:
		return nil, nil, err
	case len(axes) > 2:
		return nil, nil, &inputError{"two parameters may be in ranges: give the others a value"}
	}
	if len(axes) == 1 { // the formula is understood at the ends
		_, err = f.At(axes[0].From)
	}
	return &family{f, axes}, kf, err
}

// flagsOf reads the flags of a query, and its formula.
func flagsOf(query url.Values) (kf *input.KernelFlags, formula string, err error) {
	if _, err := (&verb{name: "certify", params: with()}).flags(query); err != nil {
		return nil, "", err
	}
	dim, err := strconv.Atoi(query.Get("dim"))
	if err != nil || input.CheckDim(dim) != nil {
		return nil, "", &inputError{"dim: want 1 … 1000"}
	}
	kf = &input.KernelFlags{
		Params: query["param"], Beyond: query.Get("beyond"), Dim: dim,
	}
	if l := query.Get("lengths"); l != "" {
		kf.Scales = strings.Split(l, ",")
	}
	formula, err = formulaOf(query)
	return kf, formula, err
}

// reading calls do when there is a place to read formulas in. It reports whether there was one; if not, the client was
// told.
func (s *Server) reading(w http.ResponseWriter, r *http.Request, p *patient, do func()) bool {
	leave, err := p.enter(r.Context(), s.readers)
	if err != nil {
		fail(w, statusOf(err), err.Error())
		return false
	}
	defer leave() // of a panic too
	do()
	return true
}

// parse says whether a formula is understood, and where not.
func (s *Server) parse(w http.ResponseWriter, r *http.Request) {
	s.reading(w, r, &patient{visitor(r), s.set.Time}, func() { parsed(w, r.URL.Query()) })
}

// parsed answers parse.
func parsed(w http.ResponseWriter, query url.Values) {
	family, _, err := familyOf(query)
	var k *kernel.Kernel
	var delta *stationary.Kernel
	if err == nil && family == nil {
		k, delta, _, err = kernelOf(query)
	}
	var fe *grammar.Error
	switch {
	case errors.As(err, &fe):
		first, _, _ := strings.Cut(err.Error(), "\n")
		writeJSON(w, http.StatusOK, map[string]any{"error": first, "column": fe.Column})
	case err != nil:
		writeJSON(w, http.StatusOK, map[string]any{"error": err.Error()})
	case family != nil:
		writeJSON(w, http.StatusOK, map[string]any{"html": report.TypedFamily(family.Family, family.axes)})
	case k == nil:
		writeJSON(w, http.StatusOK, map[string]any{"delta": true, "normal": delta.Normal()})
	default:
		writeJSON(w, http.StatusOK, map[string]any{"html": report.KernelFormula(notation.KernelLaTeX(k), k.Formula()),
			"beyond": k.BeyondString()})
	}
}

var claimPage = report.Template("live", nil)

// stream writes server-sent events: no picture and no state of a claim twice, though work may begin again.
type stream struct {
	w    http.ResponseWriter
	c    *http.ResponseController
	sent map[string]string // what was sent last, by what it is of
}

// send writes one event. Its data are JSON, which has no line breaks.
func (st *stream) send(event string, data any) error {
	b, err := json.Marshal(data)
	if err != nil {
		return err
	}
	deadline((*http.ResponseController).SetWriteDeadline, st.w, eventTime)
	if _, err := fmt.Fprintf(st.w, "event: %s\ndata: %s\n\n", event, b); err != nil {
		return err
	}
	return st.c.Flush()
}

// events computes what the live page shows, and sends each thing when it is known.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	p := &patient{visitor(r), s.set.Time}
	var k *kernel.Kernel
	var delta *stationary.Kernel
	var f *family
	var kf *input.KernelFlags
	var err error
	if !s.reading(w, r, p, func() {
		if f, kf, err = familyOf(query); err == nil && f == nil {
			k, delta, kf, err = kernelOf(query)
		}
	}) {
		return
	}
	if err != nil {
		status := statusOf(err)
		if status == http.StatusInternalServerError {
			status = http.StatusUnprocessableEntity
		}
		fail(w, status, err.Error())
		return
	}
	begun := false
	st := &stream{w, http.NewResponseController(w), map[string]string{}}
	begin := func() error {
		if begun {
			return nil
		}
		begun = true
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusOK)
		return st.c.Flush()
	}
	err = s.lanes.work(r.Context(), p, "events\x00"+query.Encode(), func(ctx context.Context) error {
		if err := begin(); err != nil {
			return err
		}
		ctx = input.WithEffort(ctx, s.set.Effort)
		switch {
		case f != nil:
			return s.live.region(s.lanes.clock.within(ctx, regionLimit(ctx)), st, f, kf.Dim, kf.Argument(formulaIn(query), f.Formula))
		case k == nil:
			return s.live.delta(ctx, st, delta, kf.Argument(formulaIn(query), delta.Formula()))
		}
		return s.live.kernel(ctx, st, k, kf.Dim, kf.Argument(formulaIn(query), k.Formula()))
	})
	switch {
	case err != nil && !begun:
		fail(w, statusOf(err), words(err)) // who went away reads no error, here and below
	case err != nil:
		_ = st.send("failed", map[string]string{"error": words(err)})
	}
}

// live computes what the page shows, and sends it.
type live struct {
	kernel func(ctx context.Context, st *stream, k *kernel.Kernel, dim int, argument string) error
	delta  func(ctx context.Context, st *stream, k *stationary.Kernel, argument string) error
	region func(ctx context.Context, st *stream, f *family, dim int, argument string) error
}

// regionTime is the processor time that the search for a region takes at effort 1.
const regionTime = 20 * time.Second

// regionLimit is regionTime at the effort of a context.
func regionLimit(ctx context.Context) time.Duration {
	return time.Duration(input.Effort(ctx) * float64(regionTime))
}

// within returns a context in which bounds of time are shares of the processors' time, so that they allow the same work on a
// machine that is busy with other things. A bound of limit ends at half of the time that ctx has left all the same: what was found until then is worth more than an error.
func (s *share) within(ctx context.Context, limit time.Duration) context.Context {
	begin, rate := time.Now(), 0.0
	if end, ok := ctx.Deadline(); ok {
		rate = float64(limit) / float64(max(time.Until(end)/2, 1))
	}
	had := s.turn(0)
	return input.Timed(ctx, func() time.Duration {
		return max(s.turn(0)-had, time.Duration(rate*float64(time.Since(begin))))
	})
}

// sendRegion sends for which values of parameters a kernel is positive definite.
func sendRegion(ctx context.Context, st *stream, f *family, dim int, argument string) error {
	r, err := report.NewRegion(ctx, f.Family, f.axes, dim, argument, regionLimit(ctx), st.progress())
	if err != nil {
		return err
	}
	html, err := r.HTML("r")
	if err != nil {
		return err
	}
	if err := st.send("picture", map[string]any{"html": html}); err != nil {
		return err
	}
	var out []advice
	for i, s := range r.Sentences() {
		a := advice{Says: report.Text(s)}
		if i == 0 {
			a.Commands = r.Commands()
		}
		out = append(out, a)
	}
	return st.send("done", map[string]any{"verdict": out, "files": []string{"region.json", "report.html"}})
}

// sendKernel certifies, and sends claims as they are decided; it ends with the certificate as a whole.
func sendKernel(ctx context.Context, st *stream, k *kernel.Kernel, dim int, argument string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := st.sendPicture(report.KernelPicture(k), "k"); err != nil {
		return err
	}
	set := input.CertifySettings(ctx)
	set.Decided = func(cl certify.Claim) {
		if err := st.sendClaims(dim, []certify.Claim{cl}); err != nil {
			cancel(err) // nobody waits for the rest
		}
	}
	c, err := certify.Run(ctx, k, dim, set)
	if err != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	if err := st.sendClaims(dim, c.Claims()); err != nil {
		return err
	}
	finite := c.Require(certify.FiniteMass, true) == nil
	if p, ok := report.SpectrumPicture(ctx, k, dim, finite); ok {
		if err := st.sendPicture(p, "m"); err != nil {
			return err
		}
	} else if ctx.Err() != nil {
		return ctx.Err()
	}
	mass := c.Mass()
	return st.sendDone(prose.Verdict(c, measure.Routes(ctx, k, c, argument)), argument, prose.Masses(&mass), filesOf(false, finite, k.Domain() != nil))
}

// progressEvery is how often the page is told what is being done.
const progressEvery = 250 * time.Millisecond

// progress returns a function that sends what is being done. Who went away ends the context, and the work with it.
func (st *stream) progress() func(stage string) {
	var last time.Time
	return func(stage string) {
		if now := time.Now(); now.Sub(last) >= progressEvery {
			last = now
			_ = st.send("progress", map[string]any{"says": stage})
		}
	}
}

// sendPicture sends a picture, unless there is nothing to draw.
func (st *stream) sendPicture(p report.Picture, id string) error {
	html, ok := p.HTML(id)
	if !ok || st.sent["picture "+id] == string(html) {
		return nil
	}
	st.sent["picture "+id] = string(html)
	return st.send("picture", map[string]any{"html": html})
}

// sendClaims sends the claims that are not what was sent before.
func (st *stream) sendClaims(dim int, claims []certify.Claim) error {
	for _, cl := range report.Claims(dim, claims, false) {
		if err := st.sendClaim(cl); err != nil {
			return err
		}
	}
	return nil
}

// sendClaim sends a claim, unless it was sent before as it is.
func (st *stream) sendClaim(cl report.Claim) error {
	var b bytes.Buffer
	if err := claimPage.ExecuteTemplate(&b, "claim", cl); err != nil {
		return err
	}
	if st.sent[string(cl.ID)] == b.String() {
		return nil
	}
	st.sent[string(cl.ID)] = b.String()
	return st.send("claim", map[string]any{"id": cl.ID, "word": cl.Mark.Word, "html": b.String()})
}

// advice is what follows for who wants to use the kernel, for the page.
type advice struct {
	Says     template.HTML `json:"says"`
	Commands string        `json:"commands"`
}

// sendDone sends what the page ends with; argument is the kernel as command lines name it.
func (st *stream) sendDone(verdict []prose.Advice, argument, masses string, files []string) error {
	var out []advice
	for _, a := range verdict {
		out = append(out, advice{report.Text(a.Says), strings.Join(a.For(argument), "\n")})
	}
	return st.send("done", map[string]any{"verdict": out, "masses": report.Text(masses), "files": files})
}

// formulaIn is the formula of a query, as it was typed.
func formulaIn(query url.Values) string { return strings.TrimSpace(query.Get("formula")) }
