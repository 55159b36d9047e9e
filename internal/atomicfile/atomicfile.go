// Package atomicfile replaces files all at once: a reader sees the old contents or the new, never a part.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

// File is a file being written: without a name where the system has that, else under a temporary name beside its
// destination. Commit makes it appear; Abort, also after a failed Commit, leaves no trace. A device is written as it is.
type File struct {
	f      *os.File
	w      *bufio.Writer // buffers f
	path   string        // the destination
	tmp    string        // the temporary name, empty if there is none
	device bool          // f is the destination
	done   bool

	length, begun int64 // bytes written, and of which the system has been told
}

// anonymous is nameless, but in tests of systems without it.
var anonymous = nameless

// writeAhead is after how many bytes the system is told to write them.
const writeAhead = 8 << 20

// begun holds the temporary names of files that are neither committed nor aborted.
var begun = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

func begin(tmp string) {
	begun.Lock()
	defer begun.Unlock()
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

// Create begins to write a file, in a directory that must exist. If path is a symbolic link, the file that it leads to
// will be replaced or created. What is no regular file, such as /dev/null, a pipe or an open file's name in /dev, is
// written as it is; a directory is an error, and so is a name that can only be one's, with a separator at its end. A file
// that must not be written is not replaced either, although its directory permits that.
func Create(path string) (*File, error) {
	t, err := Resolve(path)
	if err != nil {
		return nil, err
	}
	if t.Device() {
		f, err := t.open()
		if err != nil {
			return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
		}
		return &File{f: f, w: bufio.NewWriterSize(f, 1<<16), path: path, device: true}, nil
	}
	if path != "" && os.IsPathSeparator(path[len(path)-1]) || t.Info != nil && !t.Info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot write %s: it is a directory; give the name of a file", path)
	}
	if t.Info != nil {
		f, err := os.OpenFile(t.Path, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
		}
		_ = f.Close() // nothing was written
	}
	a := &File{path: t.Path}
	if a.f, err = anonymous(filepath.Dir(t.Path)); err != nil {
		if a.f, err = a.named(); err != nil {
			return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
		}
	}
	a.w = bufio.NewWriterSize(a.f, 1<<16)
	return a, nil
}

// cause is an error without the name of a file that the caller has not heard of.
func cause(err error) error {
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// named opens a file under a temporary name, which no program takes for a result: it is hidden and ends in .tmp.
func (a *File) named() (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(a.path), ".krein-*.tmp")
	if err == nil {
		a.tmp = f.Name()
		begin(a.tmp)
	}
	return f, err
}

// Scratch opens a file for reading and writing that is gone when it is closed, or the process ends.
func Scratch() (*os.File, error) {
	if f, err := nameless(os.TempDir()); err == nil {
		return f, nil
	}
	f, err := os.CreateTemp("", "krein-*.tmp")
	if err == nil {
		_ = os.Remove(f.Name()) // a system that does not let it go while it is open cleans its directory itself
	}
	return f, err
}

// Device reports whether bytes are gone as they are written, so that Seek fails.
func (a *File) Device() bool { return a.device }

// Write buffers p. An error names the destination, not the temporary file.
func (a *File) Write(p []byte) (int, error) {
	n, err := a.w.Write(p)
	if a.length += int64(n); !a.device && a.length-a.begun >= writeAhead {
		startWriting(a.f, a.begun, a.length-a.begun)
		a.begun = a.length
	}
	if err != nil {
		err = fmt.Errorf("writing %s: %w", a.path, cause(err))
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
	a.done = true
	err := a.w.Flush()
	if a.device {
		if err = errors.Join(cause(err), a.f.Close()); err != nil {
			return fmt.Errorf("writing %s: %w", a.path, err)
		}
		return nil
	}
	mode := os.FileMode(0o644)
	fi, missing := os.Stat(a.path)
	if missing == nil {
		mode = fi.Mode().Perm()
	}
	if err == nil {
		err = errors.Join(a.f.Chmod(mode), a.f.Sync())
	}
	if err == nil {
		err = a.appear(missing != nil)
	}
	if err = errors.Join(cause(err), a.f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w (the previous contents, if any, are unchanged)", a.path,
			errors.Join(err, a.drop()))
	}
	return nil
}

// appear gives the file its name. No file gets one after DiscardAll, which keeps the lock.
func (a *File) appear(fresh bool) error {
	if a.tmp == "" {
		begun.Lock()
		done := fresh && link(a.f, a.path) == nil
		begun.Unlock()
		if done {
			return nil
		}
		if err := a.nameIt(); err != nil { // no link replaces a file, but a temporary name does
			return err
		}
	}
	begun.Lock()
	defer begun.Unlock()
	if err := os.Rename(a.tmp, a.path); err != nil {
		return err
	}
	delete(begun.names, a.tmp)
	a.tmp = ""
	return nil
}

// nameIt gives a file without a name a temporary one; where the system refuses, to a copy of it.
func (a *File) nameIt() error {
	err := fs.ErrExist
	for tries := 0; errors.Is(err, fs.ErrExist) && tries < 100; tries++ {
		tmp := filepath.Join(filepath.Dir(a.path), fmt.Sprintf(".krein-%d.tmp", rand.Uint64()))
		begun.Lock()
		if err = link(a.f, tmp); err == nil {
			a.tmp = tmp
			begun.names[tmp] = true
		}
		begun.Unlock()
	}
	if err == nil {
		return nil
	}
	f, err := a.named()
	if err != nil {
		return err
	}
	info, err := a.f.Stat()
	if err == nil {
		_, err = a.f.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(f, a.f)
	}
	if err == nil {
		err = errors.Join(f.Chmod(info.Mode().Perm()), f.Sync())
	}
	return errors.Join(err, f.Close())
}

// drop removes the temporary name, if there is one.
func (a *File) drop() error {
	if a.tmp == "" {
		return nil
	}
	defer end(a.tmp)
	return os.Remove(a.tmp)
}

// Abort gives the file up. After a Commit it does nothing, so that it can be deferred.
func (a *File) Abort() {
	if a.done {
		return
	}
	a.done = true
	a.f.Close()
	_ = a.drop()
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
