package files

import (
	"bytes"
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

// NoMap is the flag of 'krein features' by which a map that it draws is not written.
const NoMap = "no-map"

// MapBeside returns the file that 'krein features' writes the map to that it draws, phi.map.npz beside phi.npy; "" for other
// verbs, for a map that is applied, for features that go to a device or to standard output, and where a flag says so.
func MapBeside(cmd *cobra.Command) string {
	fl := cmd.Flags()
	off := fl.Lookup(NoMap)
	if off == nil || off.Value.String() == "true" || fl.Changed("map") || fl.Changed("activation") || fl.Changed("activation-minus") {
		return ""
	}
	out := fl.Lookup("output").Value.String()
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

// replaceable returns an error if there is a file of the name of the map beside features, unless it is that of features
// that are replaced, too: a map, and the features are there.
func replaceable(cmd *cobra.Command, path string) error {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && isMap(path) {
		if _, err := os.Stat(cmd.Flags().Lookup("output").Value.String()); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s, the file of the map beside --output, is there and not of features that are replaced: remove it, give "+
		"the output another name, or leave the map out by --%s", path, NoMap)
}

// format is that of a map where a header has it.
var format = regexp.MustCompile(`"format"\s*:\s*"krein\.(map|columns|pair)/`)

// isMap reports whether a file begins as a NumPy archive of a map does.
func isMap(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	const most = 1 << 16
	head, err := io.ReadAll(io.LimitReader(f, most))
	return err == nil && bytes.HasPrefix(head, []byte("PK")) && format.Match(head)
}
