package shards

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"krein/internal/atomicfile"
	"krein/internal/document"
)

// Format names the records and their version.
const Format = "krein.shard/1"

// Record is kept beside the result of a shard, in a file named like it with Suffix, once the result
// is whole. A result without one is not there, whatever the file has.
type Record struct {
	Format string `json:"format"`
	Job    string `json:"job"` // see Begin
	Shard
	Rows   int    `json:"rows"`
	Sum    string `json:"sha256"` // of the result
	Length int64  `json:"length"` // of the result, in bytes
}

// Suffix is that of the names of records.
const Suffix = ".done"

// Finished returns the record of a result that is whole: made for this job from the shard as it is,
// and with the bytes that it had then. Otherwise it returns nil, and the shard is to be done again.
func (s *Shard) Finished(output, job string) (*Record, error) {
	text, err := os.ReadFile(output + Suffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := new(Record)
	if document.Strict(text, r) != nil || r.Format != Format || r.Job != job || r.Shard != *s {
		return nil, nil
	}
	sum, n, err := sumOf(output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if sum != r.Sum || n != r.Length {
		return nil, nil
	}
	return r, nil
}

// Finish writes the record of a result that is in its place.
func (s *Shard) Finish(output, job string, rows int) (*Record, error) {
	sum, n, err := sumOf(output)
	if err != nil {
		return nil, err
	}
	r := &Record{Format: Format, Job: job, Shard: *s, Rows: rows, Sum: sum, Length: n}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return r, atomicfile.WriteBytes(output+Suffix, append(text, '\n'))
}

// Once returns what do makes of a shard, bytes that are kept in output with a record: those that
// are there are returned as they are. do returns the number of rows too.
func (s *Shard) Once(output, job string, do func() ([]byte, int, error)) ([]byte, error) {
	r, err := s.Finished(output, job)
	if err != nil {
		return nil, err
	}
	if r != nil {
		return os.ReadFile(output)
	}
	data, rows, err := do()
	if err != nil {
		return nil, s.Fault(err)
	}
	if err = atomicfile.WriteBytes(output, data); err == nil {
		_, err = s.Finish(output, job, rows)
	}
	return data, err
}

// sumOf returns the SHA-256 of a file, and its length.
func sumOf(path string) (string, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), n, err
}

// Begin makes the directory of results, and notes there what they are results of: a document from
// which all of them follow. It returns the document's checksum, the job's name. A directory that
// has results of another job is an error: old and new ones would be taken for one table.
func Begin(dir string, document []byte) (job string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	sum := sha256.Sum256(document)
	job = hex.EncodeToString(sum[:])
	path := filepath.Join(dir, jobName)
	have, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(have, document):
		return job, nil
	case err == nil:
		return "", fmt.Errorf("%s has results of another map, other options or other data (see %s): give "+
			"another directory, or remove it", dir, path)
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return job, atomicfile.WriteBytes(path, document)
}

// jobName is the document's.
const jobName = "job.json"

// Complete returns the records of all shards, which must have results, and removes what killed runs left.
func Complete(dir, ending, job string, all []Shard) ([]*Record, error) {
	var records []*Record
	for i := range all {
		output := all[i].Output(dir, ending)
		text, err := os.ReadFile(output + Suffix)
		if err != nil {
			return nil, fmt.Errorf("%s was not finished: %w", all[i].Path, err)
		}
		r := new(Record)
		if err := json.Unmarshal(text, r); err != nil || r.Job != job || r.Shard != all[i] {
			return nil, fmt.Errorf("%s%s is not of this run: another one writes to %s", output, Suffix, dir)
		}
		records = append(records, r)
	}
	for _, pattern := range []string{".krein-*.tmp", ".found-*"} {
		left, err := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range left {
			err = errors.Join(err, os.Remove(name))
		}
		if err != nil {
			return nil, err
		}
	}
	return records, nil
}
