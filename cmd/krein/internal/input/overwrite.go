package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"krein/internal/atomicfile"
)

// NamedFile is a file or directory with the flag that names it, for programs whose flags are not those of krein.
type NamedFile struct{ Flag, Path string }

func (n NamedFile) said() string { return n.Flag + " " + n.Path }

// CheckOutput returns an error if a file that is written is one of those that are read, as Check does.
func CheckOutput(reads []NamedFile, writes NamedFile) error {
	target, err := atomicfile.Resolve(writes.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", writes.Flag, err)
	}
	to := file{said: writes.said(), path: target.Path, info: target.Info, writes: true}
	if target.Device() || to.info == nil { // a file that is not there yet is not read
		return nil
	}
	for _, r := range reads {
		info, err := os.Stat(r.Path)
		if err == nil && same(&to, &file{path: r.Path, info: info}) {
			return lost(to.said, r.said())
		}
	}
	return nil
}

// lost says that an output would replace an input.
func lost(output, input string) error {
	return fmt.Errorf("%s is the file of %s, which would be lost; give the output another name", output, input)
}

// Outside returns an error if a file that is read or written lies in a directory whose files are made and removed, or if a
// link there leads to it. Neither need be there.
func Outside(others []NamedFile, dir NamedFile) error {
	top, err := resolved(dir.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", dir.Flag, err)
	}
	for _, r := range others {
		parent, err := resolved(filepath.Dir(r.Path))
		if err != nil {
			return fmt.Errorf("%s: %w", r.Flag, err)
		}
		real, err := resolved(r.Path)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Flag, err)
		}
		if within(top, filepath.Join(parent, filepath.Base(r.Path))) || within(top, real) {
			return fmt.Errorf("%s lies in the directory of %s, whose files are made and removed: it could be lost; take another "+
				"directory", r.said(), dir.said())
		}
	}
	if _, err := os.Stat(top); err != nil {
		return nil
	}
	return links(others, top, dir)
}

// resolved returns a path without links from the root; of what is not there yet the links of the directories above.
func resolved(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	for above, rest := full, ""; ; above, rest = filepath.Dir(above), filepath.Join(filepath.Base(above), rest) {
		real, err := filepath.EvalSymlinks(above)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(above) == above {
			return "", err
		}
	}
}

// within reports whether a path is below a directory, both without links.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// links returns an error if a link in a directory leads to one of the files: writing follows links.
func links(reads []NamedFile, top string, dir NamedFile) error {
	type like struct{ size, modified int64 } // the same for the same file
	key := func(info fs.FileInfo) like { return like{info.Size(), info.ModTime().UnixNano()} }
	var known map[like][]int
	infos := make([]fs.FileInfo, len(reads))
	return filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Type()&fs.ModeSymlink == 0 {
			return err
		}
		to, err := os.Stat(path)
		if err != nil {
			return nil // it dangles
		}
		if known == nil {
			known = map[like][]int{}
			for i, r := range reads {
				if infos[i], err = os.Stat(r.Path); err == nil {
					known[key(infos[i])] = append(known[key(infos[i])], i)
				}
			}
		}
		for _, i := range known[key(to)] {
			if os.SameFile(to, infos[i]) {
				return fmt.Errorf("%s in the directory of %s is a link to %s, which would be lost; remove the link", path, dir.said(),
					reads[i].said())
			}
		}
		return nil
	})
}
