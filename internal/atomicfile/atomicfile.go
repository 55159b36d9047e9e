// Package atomicfile replaces files all at once: a reader sees the old contents or the new, never a part.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// File is a file being written under a temporary name beside its destination.
// Commit makes it appear; Abort, also after a failed Commit, leaves no trace.
type File struct {
	f    *os.File
	w    *bufio.Writer // buffers f
	path string        // the destination
	tmp  string        // the temporary name
	done bool

	length, begun int64 // bytes written, and of which the system has been told
}

// writeAhead is after how many bytes the system is told to write them.
const writeAhead = 8 << 20

// begun holds the temporary files that are neither committed nor aborted.
var begun struct {
	sync.Mutex
	names map[string]bool
}

func begin(tmp string) {
	begun.Lock()
	defer begun.Unlock()
	if begun.names == nil {
		begun.names = map[string]bool{}
	}
	begun.names[tmp] = true
}

func end(tmp string) {
	begun.Lock()
	defer begun.Unlock()
	delete(begun.names, tmp)
}

// DiscardAll removes the temporary files of all files that are being written, for a process that is about to end in the
// middle of its work: nothing can be created or committed afterwards, because it does not return the lock.
func DiscardAll() {
	begun.Lock()
	for tmp := range begun.names {
		os.Remove(tmp)
	}
}

// Create opens a temporary file in path's directory, which must exist. If path is
// a symbolic link, the file it points to will be replaced.
func Create(path string) (*File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if fi, err := os.Stat(path); err == nil && !fi.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot replace %s: not a regular file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".tmp-*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	begin(f.Name())
	return &File{f: f, w: bufio.NewWriterSize(f, 1<<16), path: path, tmp: f.Name()}, nil
}

// Write buffers p. An error names the destination, not the temporary file.
func (a *File) Write(p []byte) (int, error) {
	n, err := a.w.Write(p)
	if a.length += int64(n); a.length-a.begun >= writeAhead {
		startWriting(a.f, a.begun, a.length-a.begun)
		a.begun = a.length
	}
	if err != nil {
		if e := (*os.PathError)(nil); errors.As(err, &e) {
			err = e.Err
		}
		err = fmt.Errorf("writing %s: %w", a.path, err)
	}
	return n, err
}

// Seek flushes the buffer and moves to an offset, for headers known only at the end.
func (a *File) Seek(offset int64, whence int) (int64, error) {
	if err := a.w.Flush(); err != nil {
		return 0, err
	}
	return a.f.Seek(offset, whence)
}

// Commit flushes the contents to disk and gives the file its name, keeping the
// permissions of the file it replaces (0644 for a new one).
func (a *File) Commit() error {
	if a.done {
		return errors.New("atomicfile: Commit after Commit or Abort")
	}
	mode := os.FileMode(0o644)
	if fi, err := os.Stat(a.path); err == nil {
		mode = fi.Mode().Perm()
	}
	a.done = true
	defer end(a.tmp)
	err := a.w.Flush()
	if err == nil {
		err = errors.Join(a.f.Chmod(mode), a.f.Sync())
	}
	if err = errors.Join(err, a.f.Close()); err == nil {
		begun.Lock()
		err = os.Rename(a.tmp, a.path)
		begun.Unlock()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w (the previous contents, if any, are unchanged)", a.path,
			errors.Join(err, os.Remove(a.tmp)))
	}
	return nil
}

// Abort removes the temporary file. After a Commit it does nothing, so that it can be deferred.
func (a *File) Abort() {
	if a.done {
		return
	}
	a.done = true
	a.f.Close()
	os.Remove(a.tmp)
	end(a.tmp)
}

// Write replaces path by what fill writes; if fill fails, path is left alone.
func Write(path string, fill func(io.Writer) error) error {
	a, err := Create(path)
	if err != nil {
		return err
	}
	defer a.Abort()
	if err := fill(a); err != nil {
		return err
	}
	return a.Commit()
}

// WriteBytes replaces path by data.
func WriteBytes(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
