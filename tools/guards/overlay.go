package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Environment of the instrumented package: the number of the guard that is dropped, and the file to
// which the numbers of the guards that say no are written.
const (
	dropVariable  = "GUARDS_DROP"
	traceVariable = "GUARDS_TRACE"
)

// support is the file that the package gets besides.
const support = `package %s

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

var guardDropped = func() int {
	if n, err := strconv.Atoi(os.Getenv("` + dropVariable + `")); err == nil {
		return n
	}
	return -1
}()

var (
	guardTrace = os.Getenv("` + traceVariable + `")
	guardLock  sync.Mutex
	guardSeen  [%d]bool
)

func guardFires(i int) bool {
	if guardTrace != "" {
		guardLock.Lock()
		defer guardLock.Unlock()
		if !guardSeen[i] {
			guardSeen[i] = true
			f, err := os.OpenFile(guardTrace, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			if err == nil {
				fmt.Fprintln(f, i)
				err = f.Close()
			}
			if err != nil {
				panic(err)
			}
		}
	}
	return i != guardDropped
}

func guardCondition(i int, c bool) bool { return c && guardFires(i) }

func guardFailure(i int, err error) error {
	if err == nil || guardFires(i) {
		return err
	}
	return nil
}

func guardDeclared[T any](i int, supposed, weakest T) T {
	if guardFires(i) {
		return supposed
	}
	return weakest
}

func guardClause(i int) (dropped bool) { return !guardFires(i) }
`

// write writes the instrumented files to dir and returns the path of the overlay file for the go command.
func write(dir string, guards []guard, packages []pkg) (string, error) {
	replace := make(map[string]string)
	for i, p := range packages {
		if err := instrument(filepath.Join(dir, fmt.Sprintf("package%d", i)), guards, p, replace); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o644)
}

// instrument writes the files of one package to dir, with switches, and notes which they replace.
func instrument(dir string, guards []guard, p pkg, replace map[string]string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	type insertion struct {
		at    int
		order int // before others at the same place
		text  string
	}
	for _, f := range p.files {
		var in []insertion
		for i, g := range guards {
			if g.file != filepath.ToSlash(f.name) {
				continue
			}
			switch g.kind {
			case condition:
				in = append(in, insertion{g.at[0], i, fmt.Sprintf("guardCondition(%d, ", i)}, insertion{g.at[1], -i, ")"})
			case failure:
				in = append(in, insertion{g.at[0], i, fmt.Sprintf("guardFailure(%d, ", i)}, insertion{g.at[1], -i, ")"})
			case declared:
				in = append(in, insertion{g.at[0], i, fmt.Sprintf("guardDeclared(%d, ", i)},
					insertion{g.at[1], -i, ", " + g.zero + ")"})
			case clause:
				in = append(in, insertion{g.at[0], i, fmt.Sprintf(" if guardClause(%d) { break };", i)},
					insertion{g.at[1], i, g.zero})
			}
		}
		slices.SortStableFunc(in, func(a, b insertion) int {
			if a.at != b.at {
				return a.at - b.at
			}
			return a.order - b.order
		})
		var out bytes.Buffer
		last := 0
		for _, x := range in {
			out.Write(f.text[last:x.at])
			out.WriteString(x.text)
			last = x.at
		}
		out.Write(f.text[last:])
		path := filepath.Join(dir, filepath.Base(f.path))
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			return err
		}
		replace[f.path] = path
	}
	path := filepath.Join(dir, "guards_support.go")
	if err := os.WriteFile(path, fmt.Appendf(nil, support, p.name, len(guards)), 0o644); err != nil {
		return err
	}
	replace[filepath.Join(p.dir, "guards_support.go")] = path
	return nil
}
