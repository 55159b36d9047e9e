// Package shards names the files that a pipeline reads and writes, and keeps the books of what is
// finished, so that a run that was killed goes on where it ended.
package shards

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Shard is one file of a table. The rows of the table are those of its shards, in their order.
type Shard struct {
	Index int    `json:"index"`
	Of    int    `json:"of"`
	Path  string `json:"path"`
	// Size and Modified (nanoseconds since 1970) tell whether the file is still the one that was read.
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"`
}

// List returns the files that the patterns match, those of a pattern in the order of their names. It returns an error
// for a pattern that matches nothing, for what is no file, and for a file that is matched twice.
func List(patterns []string) ([]Shard, error) {
	var all []Shard
	seen := map[string]bool{}
	for _, p := range patterns {
		names, err := filepath.Glob(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w: want a name with *, ? or […]", p, err)
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: no such file: give a name, or a pattern in quotes, that matches files", p)
		}
		slices.Sort(names)
		for _, name := range names {
			path, err := filepath.Abs(name)
			if err != nil {
				return nil, err
			}
			if seen[path] {
				return nil, fmt.Errorf("%s is matched twice: its rows would count twice", name)
			}
			seen[path] = true
			s, err := at(path)
			if err != nil {
				return nil, err
			}
			all = append(all, *s)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("no data: give a file, or a pattern in quotes")
	}
	for i := range all {
		all[i].Index, all[i].Of = i, len(all)
	}
	return all, nil
}

// at describes a file.
func at(path string) (*Shard, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file: shards are files", path)
	}
	return &Shard{Path: path, Size: info.Size(), Modified: info.ModTime().UnixNano()}, nil
}

// Unchanged returns an error if the file is no longer the one that was listed.
func (s *Shard) Unchanged() error {
	now, err := at(s.Path)
	if err != nil {
		return err
	}
	if now.Size != s.Size || now.Modified != s.Modified {
		return fmt.Errorf("%s has changed since the run began: start again", s.Path)
	}
	return nil
}

// Fault says in which shard an error is.
func (s *Shard) Fault(err error) error {
	if strings.Contains(err.Error(), s.Path) {
		return fmt.Errorf("shard %d of %d: %w", s.Index+1, s.Of, err)
	}
	return fmt.Errorf("shard %d of %d: %s: %w", s.Index+1, s.Of, s.Path, err)
}

// Output is where the result of a shard goes, in a directory, with an ending such as ".parquet".
func (s *Shard) Output(dir, ending string) string {
	return filepath.Join(dir, fmt.Sprintf("part-%05d-of-%05d%s", s.Index, s.Of, ending))
}
