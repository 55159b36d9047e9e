package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// kind is a kind of file that krein writes: how its format is called, what it is, and who takes it.
type kind struct{ format, is, takes string }

var kinds = []kind{
	{"krein.map/", "a feature map", "'krein features'"},
	{"krein.columns/", "a feature map", "'krein features'"},
	{"krein.pair/", "a pair of feature maps", "package krein in python/"},
	{"krein.model/", "a fitted model", "'krein predict'"},
	{"krein.table/", "a sampler table", "'krein features', 'krein table' and 'krein verify'"},
	{"krein.tensor/", "the measure of a kernel of x − y", "'krein features'"},
	{"krein.zonal/", "an expansion on the sphere", "'krein features' and 'krein verify'"},
	{"krein.minimum/", "the proof of a least measure", "'krein verify'"},
	{"krein.certificate.stationary/", "a certificate of a kernel of x − y",
		"'krein verify', with the flags of the kernel,"},
	{"krein.certificate/", "a certificate", "'krein verify'"},
	{"krein.region/", "a region, certificates of a family of kernels",
		"'krein verify', with the range of the parameter as in --param b=0..3,"},
}

// model is what ONNX models are: the name of no format of krein's is in them.
var model = kind{"", "an ONNX model", "programs like onnxruntime"}

// What verbs want, as [Misplaced] says it.
const (
	ModelFile       = "a model, a file that 'krein fit -o' wrote"
	MapFile         = "a map, a file that 'krein map -o' wrote"
	TableFile       = "a table, a file that 'krein decompose -o' wrote"
	CertificateFile = "a certificate, a file that 'krein certify -o' wrote"
	RegionFile      = "a region, a file that 'krein region -o' wrote"
	DeltaFile       = "a certificate of a kernel of x − y, a file that 'krein certify -o' wrote"
)

// Misplaced turns the error with which a file was not read, nil if there is none, into one that says what the file is
// and who takes it, or that it is not what is wanted: wants says what that is, and formats begin with which names.
func Misplaced(path, wants string, err error, formats ...string) error {
	if err == nil || path == "-" || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return err
	}
	k, ok := kindOf(path)
	switch {
	case !ok:
		return fmt.Errorf("%s is not %s: %w", path, wants, unnamed(err, path))
	case k == model && wants == MapFile:
		return fmt.Errorf("%s is %s, for %s; 'krein map -o' with a name in .npz or .safetensors "+
			"writes the same map for krein", path, k.is, k.takes)
	case slices.Contains(formats, strings.TrimSuffix(k.format, "/")):
		return err
	}
	return fmt.Errorf("%s is %s, for %s; here it should be %s", path, k.is, strings.TrimSuffix(k.takes, ","), wants)
}

// NotData returns the error with which a table of numbers was not read; for a file that krein wrote it says what the
// file is.
func NotData(path string, err error) error {
	if err == nil || path == "-" {
		return err
	}
	info, failed := os.Stat(path)
	if failed == nil && info.IsDir() {
		return fmt.Errorf("--data %s is a directory: give the name of a file in it", path)
	}
	if k, ok := kindOf(path); ok && k.format != "" {
		return fmt.Errorf("--data %s is %s, for %s; here it should be a table of numbers, one row a line", path, k.is,
			strings.TrimSuffix(k.takes, ","))
	}
	return err
}

// unnamed is an error without the name of its file in front.
func unnamed(err error, path string) error {
	if text, ok := strings.CutPrefix(err.Error(), path+": "); ok {
		return errors.New(text)
	}
	return err
}

// mostLooked is how much of a file is looked at for the name of its format.
const mostLooked = 1 << 20

// kindOf finds out of which kind a file is: by the name of a format that it has first.
func kindOf(path string) (found kind, ok bool) {
	f, err := os.Open(path) //nolint:gosec // the file that the user names
	if err != nil {
		return found, false
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, mostLooked))
	if err != nil {
		return found, false
	}
	if isModel(data) {
		return model, true
	}
	first := len(data)
	for _, k := range kinds {
		if at := bytes.Index(data[:first], []byte(k.format)); at >= 0 {
			found, first, ok = k, at, true
		}
	}
	return found, ok
}

// isModel reports whether a file begins as ONNX models do: a ModelProto with the version of the format, then the
// producer's name or the graph.
func isModel(data []byte) bool {
	field, kind, n := protowire.ConsumeTag(data)
	if n < 0 || field != 1 || kind != protowire.VarintType {
		return false
	}
	version, m := protowire.ConsumeVarint(data[n:])
	if m < 0 || version < 1 || version > 1000 {
		return false
	}
	field, kind, k := protowire.ConsumeTag(data[n+m:])
	if k < 0 || kind != protowire.BytesType {
		return false
	}
	const producer, graph, opset = 2, 7, 8
	size, _ := protowire.ConsumeVarint(data[n+m+k:])
	return field == producer && size < 1000 || field == graph || field == opset
}
