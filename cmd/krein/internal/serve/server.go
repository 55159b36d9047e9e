// Package serve answers over HTTP: a live page, and the commands as an interface for programs. It computes nothing
// itself.
package serve

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/terminal"
)

// Run executes a command line and returns its exit status: 0 done, 1 a claim is not met, 2 bad input or failure.
type Run func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Settings bound the work of a server. Zero values stand for defaults.
type Settings struct {
	// Workers is the number of commands that run at a time in the first and in the last lane, and half of it in the middle
	// one; default: one a processor. One address has all but one of them at most, if there are two or more.
	Workers int
	// Waiting is the number of requests that wait for a worker of a lane, in all, and Each for one
	// address; defaults 64 and 16.
	Waiting, Each int
	// Time is how long a request may wait, and then how long its command may take; default 1 min.
	Time time.Duration
	// Effort is that of certificates, as in --effort; default 1.
	Effort float64
	// Memory is the number of bytes that the process may use for each of Workers, besides 128 MiB; default 512 MiB. Work
	// that began last waits while there is more, and who takes more alone gets an error.
	Memory uint64
	// Hosts are names of this server besides its IP address, as ParseHost returns them. Requests for others are refused.
	Hosts []string
}

const (
	mostBody  = 4 << 20  // a certificate
	mostBytes = 16 << 20 // what a command may write
	cacheRoom = 32 << 20
	retry     = 2 // seconds after which who was sent away may come again

	mostOpen, mostOpenEach     = 512, 128 // connections, in all and for one address
	mostBodies, mostBodiesEach = 16, 4    // certificates in memory

	headTime  = 5 * time.Second  // for a client to say what it wants
	bodyTime  = 20 * time.Second // to send a body
	writeTime = 20 * time.Second // to take an answer
	eventTime = 5 * time.Second  // to take an event, while a worker waits
)

// laneSlices are those of the lanes for workers.
var laneSlices = []time.Duration{time.Second, 8 * time.Second}

//go:embed static
var static embed.FS

// Server answers requests.
type Server struct {
	run     Run
	set     Settings
	lanes   *lanes
	flights flights
	readers *queue // of formulas: that takes no more than a second, and is asked for at every key
	bodies  *queue
	cache   *cache
	memory  *memory
	live    live
	mux     *http.ServeMux
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
		set.Time = time.Minute
	}
	if set.Effort == 0 {
		set.Effort = 1
	}
	if set.Memory == 0 {
		set.Memory = workerMemory
	}
	places := bounds{set.Workers, max(1, set.Workers-1), set.Waiting, set.Each}
	ledger := newLedger()
	store := newMemory(baseMemory + uint64(set.Workers)*set.Memory)
	s := &Server{
		run: run, set: set, flights: flights{at: map[string]*flight{}},
		lanes:   newLanes(places, ledger, &share{used: input.ProcessorTime}, store, set.Time, laneSlices...),
		readers: newQueue(places, ledger),
		bodies:  newQueue(bounds{places: mostBodies, hold: mostBodiesEach}, nil),
		cache:   newCache(cacheRoom),
		memory:  store,
		live:    live{kernel: sendKernel, delta: sendDelta, region: sendRegion},
		mux:     http.NewServeMux(),
	}
	for i := range verbs {
		v := &verbs[i]
		method := http.MethodGet
		if v.body {
			method = http.MethodPost
		}
		s.mux.HandleFunc(method+" /api/v1/"+v.name,
			computing(func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, v) }))
	}
	s.mux.HandleFunc("GET /api/v1/openapi.json", s.describe)
	s.mux.HandleFunc("GET /api/v1/parse", computing(s.parse))
	s.mux.HandleFunc("GET /api/v1/events", computing(s.events))
	s.mux.HandleFunc("GET /files/{name}", computing(s.file))
	s.mux.HandleFunc("GET /{$}", index())
	s.mux.HandleFunc("GET /docs/{name...}", s.docs)
	s.mux.HandleFunc("GET /app.js", asset("app.js", "javascript", "", ""))
	// that of all pages, and what the live one has besides
	s.mux.HandleFunc("GET /style.css", asset("live.css", "css", report.Style+report.DragStyle, ""))
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "+
		"img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if !s.served(r) {
		fail(w, http.StatusMisdirectedRequest, notServed(r))
		return
	}
	if r.ContentLength != 0 { // a body has its time, whoever reads it
		deadline((*http.ResponseController).SetReadDeadline, w, bodyTime)
	}
	begun := &begun{ResponseWriter: w}
	err := caught(func() error {
		s.mux.ServeHTTP(begun, r)
		return nil
	})
	switch {
	case err == nil:
	case begun.wrote: // an error would be read as a part of the answer
		panic(http.ErrAbortHandler)
	default:
		fail(w, statusOf(err), words(err))
	}
}

// begun is an answer of which something may have been written.
type begun struct {
	http.ResponseWriter
	wrote bool
}

// WriteHeader writes the head.
func (b *begun) WriteHeader(status int) {
	b.wrote = true
	b.ResponseWriter.WriteHeader(status)
}

// Write writes a part of the body.
func (b *begun) Write(p []byte) (int, error) {
	b.wrote = true
	return b.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// panicError is a panic of what answers a request: a mistake in krein.
type panicError struct{ value any }

func (p *panicError) Error() string {
	return "krein failed at this request, which is a mistake in krein; the server's log says where. Please report the formula"
}

// caught calls do and returns its panic, which is logged with the stack, as an error.
func caught(do func() error) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if p == http.ErrAbortHandler { //nolint:errorlint // a panic's value
			panic(p)
		}
		log.Printf("krein: panic: %v\n%s", p, debug.Stack())
		err = &panicError{p}
	}()
	return do()
}

// deadline sets how long reading or writing may still take; what has no deadlines needs none.
func deadline(set func(*http.ResponseController, time.Time) error, w http.ResponseWriter, d time.Duration) {
	at := time.Time{} // none
	if d > 0 {
		at = time.Now().Add(d)
	}
	_ = set(http.NewResponseController(w), at)
}

// Serve listens until ctx ends, and then lets what runs come to its end for a moment.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headTime, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
		WriteTimeout: 2*s.set.Time + laneSlices[len(laneSlices)-1] + writeTime, // waiting, working and writing
		BaseContext:  func(net.Listener) context.Context { return ctx },
		ErrorLog:     log.New(io.Discard, "", 0),
	}
	defer s.memory.collect()()
	done := make(chan error, 1)
	go func() { done <- server.Serve(newDoors(l, mostOpen, mostOpenEach)) }()
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
	w.Header().Set("Content-Type", jsonType)
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
	case errors.Is(err, os.ErrDeadlineExceeded): // of a connection
		return http.StatusRequestTimeout
	case errors.Is(err, errFull):
		return http.StatusTooManyRequests
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errMemory), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// words says an error to people.
func words(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "this takes longer than the server allows; the command 'krein' has no such limit"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Sprintf("the body of the request did not arrive within %v", bodyTime)
	case errors.Is(err, context.Canceled):
		return "the server stops"
	}
	return err.Error()
}

// visitor is whose turn a request takes.
func visitor(r *http.Request) string { return visitorAt(r.RemoteAddr) }

// describe writes the description of the interface.
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, openAPI())
}

// asset answers with a file of the page, a text of that kind, after what stands before it; body, if there is one, replaces
// the page's tag.
func asset(name, kind, before, body string) http.HandlerFunc {
	b, err := static.ReadFile("static/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	if body != "" {
		b = bytes.Replace(b, []byte(ownMark), []byte(body), 1)
	}
	b = append([]byte(before), b...)
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/"+kind+"; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(b)
	}
}
