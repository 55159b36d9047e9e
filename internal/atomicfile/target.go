package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Target is where the contents of a file go that is written by some name.
type Target struct {
	// Path is the name with all links followed, also those to files that are not there yet.
	Path string
	// Info describes the file that is there; nil: there is none.
	Info fs.FileInfo
	// descriptor is the open file that a name such as /dev/stdout stands for, −1 for other names.
	descriptor int
}

// Device reports whether bytes written there are gone at once, as they are for /dev/null, a terminal, a pipe or an open
// file under its name in /dev: nothing is replaced there, and nothing can be taken back.
func (t *Target) Device() bool {
	return t.descriptor >= 0 || t.Info != nil && !t.Info.Mode().IsRegular() && !t.Info.IsDir()
}

// descriptors are the names of open files of this process.
var descriptors = regexp.MustCompile(`^/(?:proc/(?:self|thread-self|[0-9]+)/fd|dev/fd)/([0-9]+)$`)

// Resolve follows the links of a name. Links that lead to each other are an error.
func Resolve(path string) (*Target, error) {
	const most = 40 // as Linux has it
	for range most {
		// The links of directories first: ".." after one is the parent of what it leads to.
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("cannot write %s: directory %s: %w; make it first", path, filepath.Dir(path), cause(err))
		}
		if err != nil {
			return nil, fmt.Errorf("cannot write %s: %w", path, err)
		}
		if dir, err = filepath.Abs(dir); err != nil {
			return nil, err
		}
		full := filepath.Join(dir, filepath.Base(path))
		if m := descriptors.FindStringSubmatch(full); m != nil {
			info, err := os.Stat(full)
			if err != nil {
				return nil, fmt.Errorf("cannot write %s: %w", path, err)
			}
			n, err := strconv.Atoi(m[1])
			return &Target{full, info, n}, err
		}
		info, err := os.Lstat(full)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return &Target{full, nil, -1}, nil
		case err != nil:
			return nil, fmt.Errorf("cannot write %s: %w", path, err)
		case info.Mode()&fs.ModeSymlink == 0:
			return &Target{full, info, -1}, nil
		}
		if path, err = os.Readlink(full); err != nil {
			return nil, err
		}
		if !filepath.IsAbs(path) {
			path = dir + string(filepath.Separator) + path // not Join, which would resolve ".." by name
		}
	}
	return nil, fmt.Errorf("cannot write %s: more than %d symbolic links", path, most)
}

// Ending returns the ending of a file's name in small letters, which says the format; if a device's name has none, as
// that of /dev/null, it is the one given.
func Ending(path, device string) string {
	e := strings.ToLower(filepath.Ext(path))
	if e == "" && path != "" {
		if t, err := Resolve(path); err == nil && t.Device() {
			return device
		}
	}
	return e
}

// open opens a device for writing.
func (t *Target) open() (*os.File, error) {
	if t.descriptor >= 0 {
		return duplicate(t.descriptor, t.Path)
	}
	return os.OpenFile(t.Path, os.O_WRONLY, 0)
}
