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

	"krein/certify"
	"krein/certify/certificate"
	"krein/certify/prose"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/page"
	"krein/cmd/krein/internal/report"
	"krein/kernel"
	"krein/kernel/formula"
	"krein/kernel/notation"
)

// kernelOf reads the kernel that a query names, as the command does; nil if it is not a function of the distance.
func kernelOf(query url.Values) (k *kernel.Kernel, dim int, kf *input.KernelFlags, err error) {
	if _, err := (&verb{name: "certify", params: with()}).arguments(query); err != nil {
		return nil, 0, nil, err
	}
	if dim, err = strconv.Atoi(query.Get("dim")); err != nil || input.CheckDim(dim) != nil {
		return nil, 0, nil, &inputError{"dim: want 1 … 1000"}
	}
	kf = &input.KernelFlags{Params: query["param"], Beyond: query.Get("beyond"), Radius: query.Get("radius"), Dim: dim, Axes: query["axis"]}
	if l := query.Get("lengths"); l != "" {
		kf.Scales = strings.Split(l, ",")
	}
	f, err := formulaOf(query)
	if err != nil {
		return nil, 0, nil, err
	}
	k, err = kf.Kernel(nil, f)
	if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
		return nil, dim, kf, nil
	}
	return k, dim, kf, err
}

// parse says whether a formula is understood, and where not.
func (s *Server) parse(w http.ResponseWriter, r *http.Request) {
	k, _, _, err := kernelOf(r.URL.Query())
	var fe *formula.Error
	switch {
	case errors.As(err, &fe):
		first, _, _ := strings.Cut(err.Error(), "\n")
		writeJSON(w, http.StatusOK, map[string]any{"error": first, "column": fe.Column})
	case err != nil:
		writeJSON(w, http.StatusOK, map[string]any{"error": err.Error()})
	case k == nil:
		writeJSON(w, http.StatusOK, map[string]any{"delta": true})
	default:
		writeJSON(w, http.StatusOK, map[string]any{"html": page.KernelFormula(notation.KernelLaTeX(k), k.Formula()), "beyond": k.BeyondString()})
	}
}

var claimPage = page.Template("live", nil)

// stream writes server-sent events.
type stream struct {
	w http.ResponseWriter
	c *http.ResponseController
}

// send writes one event. Its data are JSON, which has no line breaks.
func (st *stream) send(event string, data any) error {
	b, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(st.w, "event: %s\ndata: %s\n\n", event, b); err != nil {
		return err
	}
	return st.c.Flush()
}

// events computes what the live page shows, and sends each thing when it is known.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	k, dim, kf, err := kernelOf(query)
	if err != nil {
		status := statusOf(err)
		if status == http.StatusInternalServerError {
			status = http.StatusUnprocessableEntity
		}
		fail(w, status, err.Error())
		return
	}
	begun := false
	st := &stream{w, http.NewResponseController(w)}
	begin := func() error {
		begun = true
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusOK)
		return st.c.Flush()
	}
	err = s.work(r, func(ctx context.Context) error {
		if err := begin(); err != nil {
			return err
		}
		if k == nil {
			return s.sendText(ctx, st, query)
		}
		return s.sendKernel(ctx, st, k, dim, kf, query)
	})
	switch {
	case r.Context().Err() != nil:
	case err != nil && !begun:
		fail(w, statusOf(err), words(err))
	case err != nil:
		_ = st.send("failed", map[string]string{"error": words(err)}) // who went away reads no error
	}
}

// sendText sends what the command says of kernels of x − y.
func (s *Server) sendText(ctx context.Context, st *stream, query url.Values) error {
	args, err := (&verb{name: "certify", params: with()}).arguments(query)
	if err != nil {
		return err
	}
	status, body := s.command(ctx, without(args, "--json"), nil)
	if status == 0 {
		return ctx.Err()
	}
	if status != http.StatusOK {
		var e struct{ Error string }
		if err := json.Unmarshal(body, &e); err != nil {
			return err
		}
		return st.send("failed", map[string]string{"error": e.Error})
	}
	if err := st.send("text", map[string]string{"text": string(body)}); err != nil {
		return err
	}
	return st.send("done", struct{}{})
}

// sendKernel certifies, and sends claims as they are decided; it ends with the certificate as a whole.
func (s *Server) sendKernel(ctx context.Context, st *stream, k *kernel.Kernel, dim int, kf *input.KernelFlags, query url.Values) error {
	ctx, cancel := context.WithCancelCause(input.WithEffort(ctx, s.set.Effort))
	defer cancel(nil)
	if p, ok := report.KernelPicture(k).HTML("k"); ok {
		if err := st.send("picture", map[string]any{"html": p}); err != nil {
			return err
		}
	}
	set := *input.CertifySettings(ctx)
	sent := map[certify.ID]string{}
	set.Decided = func(cl certify.Claim) {
		if err := sendClaims(st, dim, []certify.Claim{cl}, sent); err != nil {
			cancel(err) // nobody waits for the rest
		}
	}
	c, err := certify.Run(ctx, k, dim, &set)
	if err != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	if err := sendClaims(st, dim, c.Claims(), sent); err != nil {
		return err
	}
	if p, ok := report.SpectrumPicture(ctx, k, dim, c.Require(certify.FiniteMass, true) == nil); ok {
		if h, ok := p.HTML("m"); ok {
			if err := st.send("picture", map[string]any{"html": h}); err != nil {
				return err
			}
		}
	}
	return st.send("done", s.verdict(c, kf, query))
}

// sendClaims sends the claims that are not what was sent before.
func sendClaims(st *stream, dim int, claims []certify.Claim, sent map[certify.ID]string) error {
	for _, cl := range page.Claims(dim, claims, false) {
		var b bytes.Buffer
		if err := claimPage.ExecuteTemplate(&b, "claim", cl); err != nil {
			return err
		}
		if sent[cl.ID] == b.String() {
			continue
		}
		sent[cl.ID] = b.String()
		if err := st.send("claim", map[string]any{"id": cl.ID, "word": cl.Mark.Word, "html": b.String()}); err != nil {
			return err
		}
	}
	return nil
}

// verdict is what the page ends with.
func (s *Server) verdict(c *certificate.Certificate, kf *input.KernelFlags, query url.Values) any {
	type advice struct {
		Says     template.HTML `json:"says"`
		Commands string        `json:"commands"`
	}
	var out []advice
	argument := kf.Argument(strings.TrimSpace(query.Get("formula")), c.Formula())
	for _, a := range prose.Verdict(c) {
		out = append(out, advice{page.Text(a.Says), strings.ReplaceAll(strings.Join(a.Commands, "\n"), prose.Kernel, argument)})
	}
	mass := c.Mass()
	return map[string]any{"verdict": out, "masses": prose.Masses(&mass), "digest": c.Digest(), "finite": c.Require(certify.FiniteMass, true) == nil}
}
