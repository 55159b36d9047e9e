package input

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"krein/internal/atomicfile"
)

// MapBeside returns the file that 'krein features' writes the map to that it draws, phi.map.npz beside phi.npy; "" for other
// verbs, for a map that is applied, and for features that go to a device or to standard output.
func MapBeside(cmd *cobra.Command) string {
	if cmd.Name() != "features" || cmd.Flags().Lookup("signature") == nil { // not that of krein-beam
		return ""
	}
	out := cmd.Flags().Lookup("output").Value.String()
	if out == "-" || out == "" {
		return ""
	}
	if target, err := atomicfile.Resolve(out); err != nil || target.Device() {
		return ""
	}
	dir, name := filepath.Split(out)
	name = strings.TrimSuffix(name, ".gz")
	return filepath.Join(dir, strings.TrimSuffix(name, filepath.Ext(name))+".map.npz")
}

// replaceable returns an error if there is a file of the name of the map beside features that is no map.
func replaceable(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && isMap(path) {
		return nil
	}
	return fmt.Errorf("%s, the file of the map of --output, is there and no map: remove it, or give the output another name", path)
}

// Replaces returns an error if writing the map beside features would take another map from somebody: from features that are
// not replaced with it, or one that stands alone. The same map is no other: features in two formats have one file. What the
// file will have is written by encode.
func Replaces(cmd *cobra.Command, path string, encode func(io.Writer) error) error {
	have, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = have.Close() }()
	old, fresh := sha256.New(), sha256.New()
	if _, err := io.Copy(old, have); err != nil {
		return err
	}
	if err := encode(fresh); err != nil || bytes.Equal(old.Sum(nil), fresh.Sum(nil)) {
		return err
	}
	out := cmd.Flags().Lookup("output").Value.String()
	_, missing := os.Stat(out)
	others := besides(path, out)
	if missing == nil && len(others) == 0 { // both are replaced
		return nil
	}
	of := "whose features are not there"
	if len(others) > 0 {
		of = "that of " + others[0]
	}
	return fmt.Errorf("%s, the file of the map of --output, has another map, %s: remove it, or give the output another name",
		path, of)
}

// besides returns the files of features that have the map, but for the one that is written.
func besides(path, out string) (others []string) {
	stem := strings.TrimSuffix(path, ".map.npz")
	written, _ := os.Stat(out)
	for _, end := range []string{".npy", ".npz", ".csv", ".parquet", ".svm", ".libsvm", ".svmlight"} {
		for _, name := range []string{stem + end, stem + end + ".gz"} {
			if info, err := os.Stat(name); err == nil && !(written != nil && os.SameFile(info, written)) {
				others = append(others, name)
			}
		}
	}
	return others
}

// format is that of a map where a header has it.
var format = regexp.MustCompile(`"format"\s*:\s*"krein\.(map|columns|pair)/`)

// adapted is how the file of a map begins that was adapted to rows.
var adapted = regexp.MustCompile(`"format":"krein\.model/[0-9]+","task":"features"`)

// isMap reports whether a file begins as a NumPy archive of a map does.
func isMap(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	const most = 1 << 16
	head, err := io.ReadAll(io.LimitReader(f, most))
	return err == nil && bytes.HasPrefix(head, []byte("PK")) && (format.Match(head) || adapted.Match(head))
}
