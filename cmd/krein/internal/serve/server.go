// Package serve answers over HTTP: a live page, and the commands as an interface for programs. It computes nothing itself.
package serve

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"
	"time"

	"krein/cmd/krein/internal/page"
	"krein/cmd/krein/internal/terminal"
)

// Run executes a command line and returns its exit status: 0 done, 1 a claim is not met, 2 bad input or failure.
type Run func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Settings bound the work of a server. Zero values stand for defaults.
type Settings struct {
	// Workers is the number of commands that run at a time; default: one a processor.
	Workers int
	// Waiting is the number of requests that wait for a worker, in all, and Each for one address;
	// defaults 64 and 16.
	Waiting, Each int
	// Time is how long a command may take; default 30 s.
	Time time.Duration
	// Effort is that of certificates, as in --effort; default 1/2.
	Effort float64
}

const (
	mostBody  = 4 << 20  // a certificate
	mostBytes = 16 << 20 // what a command may write
	cacheRoom = 32 << 20
	retry     = 2 // seconds after which who was sent away may come again
)

//go:embed static
var static embed.FS

// Server answers requests.
type Server struct {
	run   Run
	set   Settings
	queue *queue
	cache *cache
	mux   *http.ServeMux
}

// New returns a server that runs commands by run.
func New(run Run, set Settings) *Server {
	if set.Workers == 0 {
		set.Workers = runtime.GOMAXPROCS(0)
	}
	if set.Waiting == 0 {
		set.Waiting = 64
	}
	if set.Each == 0 {
		set.Each = 16
	}
	if set.Time == 0 {
		set.Time = 30 * time.Second
	}
	if set.Effort == 0 {
		set.Effort = 0.5
	}
	s := &Server{run: run, set: set, queue: newQueue(set.Workers, set.Waiting, set.Each), cache: newCache(cacheRoom), mux: http.NewServeMux()}
	for i := range verbs {
		v := &verbs[i]
		method := http.MethodGet
		if v.body {
			method = http.MethodPost
		}
		s.mux.HandleFunc(method+" /api/v1/"+v.name, func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, v) })
	}
	s.mux.HandleFunc("GET /api/v1/openapi.json", s.describe)
	s.mux.HandleFunc("GET /api/v1/parse", s.parse)
	s.mux.HandleFunc("GET /api/v1/events", s.events)
	s.mux.HandleFunc("GET /files/{name}", s.file)
	s.mux.HandleFunc("GET /{$}", s.asset("index.html"))
	s.mux.HandleFunc("GET /app.js", s.asset("app.js"))
	s.mux.HandleFunc("GET /style.css", s.style)
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler { //nolint:errorlint // a panic's value
			log.Printf("%s: %v", r.URL.Path, p)
			fail(w, http.StatusInternalServerError, "something went wrong in the server")
		}
	}()
	s.mux.ServeHTTP(w, r)
}

// Serve listens until ctx ends, and then lets what runs come to its end for a moment.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 20 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
		WriteTimeout: s.set.Time + time.Minute, // waiting, working and writing
		BaseContext:  func(net.Listener) context.Context { return ctx },
		ErrorLog:     log.New(io.Discard, "", 0),
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 100*time.Millisecond)
	defer cancel()
	if server.Shutdown(end) != nil {
		return server.Close()
	}
	return nil
}

// fail writes an error as JSON.
func fail(w http.ResponseWriter, status int, why string) {
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.Itoa(retry))
	}
	writeJSON(w, status, map[string]string{"error": why})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = terminal.WriteJSON(w, v) // who went away reads no error
}

// statusOf is the status for an error.
func statusOf(err error) int {
	var input *inputError
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, &input):
		return http.StatusBadRequest
	case errors.Is(err, errFull):
		return http.StatusTooManyRequests
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// words says an error to people.
func words(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "this takes longer than the server allows; the command 'krein' has no such limit"
	}
	return err.Error()
}

// visitor is whose turn a request takes: the address it comes from.
func visitor(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// work waits for a worker and calls do, which has a limited time.
func (s *Server) work(r *http.Request, do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), s.set.Time)
	defer cancel()
	leave, err := s.queue.enter(ctx, visitor(r))
	if err != nil {
		return err
	}
	defer leave()
	return do(ctx)
}

// limited is a buffer that takes no more than a number of bytes.
type limited struct {
	bytes.Buffer
	room int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.room -= len(p); l.room < 0 {
		return 0, errors.New("the answer is too long")
	}
	return l.Buffer.Write(p)
}

// command runs a command line and returns its answer.
func (s *Server) command(ctx context.Context, args []string, stdin []byte) (status int, body []byte) {
	out, errs := &limited{room: mostBytes}, &limited{room: 1 << 16}
	args = append([]string{args[0], "--effort=" + strconv.FormatFloat(s.set.Effort, 'g', -1, 64)}, args[1:]...)
	code := s.run(ctx, args, bytes.NewReader(stdin), out, errs)
	if ctx.Err() != nil {
		return 0, nil
	}
	if code <= 1 && out.room >= 0 && out.Len() > 0 {
		return http.StatusOK, out.Bytes()
	}
	why := strings.TrimPrefix(strings.TrimSpace(errs.String()), "krein: ")
	if out.room < 0 {
		why = "the answer is too long"
	}
	b, err := json.Marshal(map[string]string{"error": why})
	if err != nil {
		panic(err) // strings encode
	}
	return http.StatusUnprocessableEntity, append(b, '\n')
}

// answer is a request of the interface for programs.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, v *verb) {
	args, err := v.arguments(r.URL.Query())
	if err != nil {
		fail(w, statusOf(err), err.Error())
		return
	}
	var body []byte
	if v.body {
		if body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody)); err != nil {
			status := statusOf(err)
			if status == http.StatusInternalServerError {
				status = http.StatusBadRequest
			}
			fail(w, status, err.Error())
			return
		}
	}
	s.reply(w, r, args, body, "application/json; charset=utf-8")
}

// reply runs a command, unless its answer is at hand, and writes the answer.
func (s *Server) reply(w http.ResponseWriter, r *http.Request, args []string, body []byte, kind string) {
	key := strings.Join(args, "\x00")
	if a, ok := s.cache.get(key); ok && body == nil {
		s.write(w, a)
		return
	}
	var a *answer
	err := s.work(r, func(ctx context.Context) error {
		status, out := s.command(ctx, args, body)
		if status == 0 {
			return ctx.Err()
		}
		a = &answer{key: key, status: status, kind: kind, body: out}
		return nil
	})
	if err != nil {
		if r.Context().Err() == nil {
			fail(w, statusOf(err), words(err))
		}
		return
	}
	if a.status != http.StatusOK {
		a.kind = "application/json; charset=utf-8"
	}
	if body == nil {
		s.cache.put(a)
	}
	s.write(w, a)
}

func (s *Server) write(w http.ResponseWriter, a *answer) {
	w.Header().Set("Content-Type", a.kind)
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // who went away reads no error
}

// describe writes the description of the interface.
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, openAPI())
}

// asset writes a file of the page.
func (s *Server) asset(name string) http.HandlerFunc {
	b, err := static.ReadFile("static/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	kind := mime.TypeByExtension(path.Ext(name))
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(b)
	}
}

// style writes the style sheet: that of all pages, and what the live page has besides.
func (s *Server) style(w http.ResponseWriter, _ *http.Request) {
	b, err := static.ReadFile("static/live.css")
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = io.WriteString(w, page.Style)
	_, _ = w.Write(b)
}

// files are what can be downloaded: the command that makes it, what the query may say, the type.
var files = map[string]struct {
	verb, kind string
	flags      []string
}{
	"certificate.json": {"certify", "application/json; charset=utf-8", nil},
	"table.json":       {"decompose", "application/json; charset=utf-8", []string{"--output=-"}},
	"report.html":      {"report", "text/html; charset=utf-8", []string{"--output=-"}},
	"map.npz":          {"map", "application/octet-stream", nil},
}

// file makes a file for download.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	f, ok := files[name]
	if !ok {
		fail(w, http.StatusNotFound, "there is no such file; there are certificate.json, table.json, report.html, map.npz")
		return
	}
	v := &verb{name: f.verb, params: with()}
	if f.verb == "map" {
		v.params = with(columns, accept)
	}
	args, err := v.arguments(r.URL.Query())
	if err != nil {
		fail(w, statusOf(err), err.Error())
		return
	}
	if f.verb != "certify" { // --json is not for files
		args = without(args, "--json")
	}
	args = append(args[:1:1], append(f.flags, args[1:]...)...)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	if f.verb == "map" {
		s.npz(w, r, args, f.kind)
		return
	}
	s.reply(w, r, args, nil, f.kind)
}

func without(args []string, flag string) []string {
	var out []string
	formula := false
	for _, a := range args {
		if a != flag || formula {
			out = append(out, a)
		}
		formula = formula || a == "--"
	}
	return out
}

// npz makes a map in a directory of its own, as its format needs a file.
func (s *Server) npz(w http.ResponseWriter, r *http.Request, args []string, kind string) {
	dir, err := os.MkdirTemp("", "krein-serve-")
	if err != nil {
		fail(w, http.StatusInternalServerError, "there is no room for a temporary file")
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out := path.Join(dir, "map.npz")
	var a answer
	err = s.work(r, func(ctx context.Context) error {
		a.status, a.body = s.command(ctx, append(args[:1:1], append([]string{"--output=" + out}, args[1:]...)...), nil)
		return ctx.Err()
	})
	switch {
	case err != nil:
		fail(w, statusOf(err), words(err))
		return
	case a.status != http.StatusOK:
		a.kind = "application/json; charset=utf-8"
	default:
		a.kind = kind
		if a.body, err = os.ReadFile(out); err != nil {
			fail(w, http.StatusInternalServerError, "the map was not written")
			return
		}
	}
	s.write(w, &a)
}
