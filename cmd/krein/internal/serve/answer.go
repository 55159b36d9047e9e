package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"krein/cmd/krein/internal/input"
)

const jsonType = "application/json; charset=utf-8"

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

// job is a command line, and what becomes of its answer.
type job struct {
	args []string
	body []byte // what the command reads
	kind string // the content type of the answer
	file string // the name under which it is downloaded; empty if it is not
	// named says that the command writes its answer into a file, of which only the ending counts.
	named bool
}

// command runs a command line and returns its answer; status 0 says that ctx is done.
func (s *Server) command(ctx context.Context, j *job) (status int, body []byte) {
	args := []string{j.args[0]}
	if input.Searches(args[0]) {
		args = append(args, "--effort="+strconv.FormatFloat(s.set.Effort, 'g', -1, 64))
	}
	path := ""
	if j.named {
		dir, err := os.MkdirTemp("", "krein-serve-")
		if err != nil {
			return http.StatusInternalServerError, failure("there is no room for a temporary file")
		}
		defer func() { _ = os.RemoveAll(dir) }()
		path = filepath.Join(dir, j.file)
		args = append(args, "--output="+path)
	}
	out, errs := &limited{room: mostBytes}, &limited{room: 1 << 16}
	code := s.run(ctx, append(args, j.args[1:]...), bytes.NewReader(j.body), out, errs)
	switch {
	case ctx.Err() != nil:
		return 0, nil
	case out.room < 0:
		return http.StatusUnprocessableEntity, failure("the answer is too long")
	case code <= 1 && j.named:
		return written(path)
	case code <= 1 && out.Len() > 0:
		return http.StatusOK, out.Bytes()
	}
	return http.StatusUnprocessableEntity, failure(strings.TrimPrefix(strings.TrimSpace(errs.String()), "krein: "))
}

// written reads the file that a command wrote.
func written(path string) (status int, body []byte) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > mostBytes {
		return http.StatusUnprocessableEntity, failure("the answer is too long")
	}
	if err == nil {
		body, err = os.ReadFile(path)
	}
	if err != nil {
		return http.StatusInternalServerError, failure("the file was not written")
	}
	return http.StatusOK, body
}

// failure is an error as JSON.
func failure(why string) []byte {
	b, err := json.Marshal(map[string]string{"error": why})
	if err != nil {
		panic(err) // strings encode
	}
	return append(b, '\n')
}

// answer is a request of the interface for programs.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, v *verb) {
	args, err := v.arguments(r.URL.Query())
	if err != nil {
		fail(w, statusOf(err), err.Error())
		return
	}
	j := &job{args: args, kind: jsonType}
	if v.body {
		leave, err := s.bodies.enter(r.Context(), visitor(r))
		if err != nil {
			fail(w, statusOf(err), err.Error())
			return
		}
		defer leave()
		if j.body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody)); err != nil {
			status := statusOf(err)
			if status == http.StatusInternalServerError {
				status = http.StatusBadRequest
			}
			fail(w, status, words(err))
			return
		}
		deadline((*http.ResponseController).SetReadDeadline, w, 0)
	}
	s.reply(w, r, j)
}

// key is what is asked.
func (j *job) key() string { return fmt.Sprintf("%s\x00%s", j.file, strings.Join(j.args, "\x00")) }

// reply writes the answer to a job.
func (s *Server) reply(w http.ResponseWriter, r *http.Request, j *job) {
	a, err := s.answerTo(r, j)
	if err != nil {
		fail(w, statusOf(err), words(err)) // who went away reads no error
		return
	}
	s.write(w, a)
}

func (s *Server) write(w http.ResponseWriter, a *answer) {
	deadline((*http.ResponseController).SetWriteDeadline, w, writeTime)
	w.Header().Set("Content-Type", a.kind)
	if a.file != "" {
		w.Header().Set("Content-Disposition", `attachment; filename="`+a.file+`"`)
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // who went away reads no error
}
