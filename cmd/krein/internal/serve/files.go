package serve

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// download is a file that can be downloaded: the command that makes it, what it is told, the type.
type download struct {
	verb, kind string
	flags      []string
	named      bool // see job
}

const bytesType = "application/octet-stream"

// files are what can be downloaded.
var files = map[string]download{
	"certificate.json": {verb: "certify", kind: jsonType, flags: []string{"--json"}},
	"region.json":      {verb: "region", kind: jsonType, flags: []string{"--output=-"}},
	"table.json":       {verb: "decompose", kind: jsonType, flags: []string{"--output=-"}},
	"table.npz":        {verb: "decompose", kind: bytesType, named: true},
	"zonal.json":       {verb: "decompose", kind: jsonType, flags: []string{"--sphere", "--output=-"}},
	"report.html":      {verb: "report", kind: "text/html; charset=utf-8", flags: []string{"--output=-"}},
	"map.npz":          {verb: "map", kind: bytesType, named: true},
	"map.safetensors":  {verb: "map", kind: bytesType, named: true},
	"map.onnx":         {verb: "map", kind: bytesType, named: true},

	"sphere.npz":         {verb: "map", kind: bytesType, flags: onSphere, named: true},
	"sphere.safetensors": {verb: "map", kind: bytesType, flags: onSphere, named: true},
	"sphere.onnx":        {verb: "map", kind: bytesType, flags: onSphere, named: true},
}

// onSphere are the flags of maps on the unit sphere, on which they put rows themselves.
var onSphere = []string{"--representation=sphere", "--scale=sphere"}

// filesOf names the files of a kernel: one of x − y, whose mass is finite, which has a domain.
func filesOf(delta, finite, sphere bool) []string {
	names := []string{"certificate.json", "report.html"}
	if finite {
		names = append(names, "table.json", "map.npz")
	}
	if finite && !delta {
		names = append(names, "table.npz", "map.safetensors", "map.onnx")
	}
	if sphere {
		names = append(names, "zonal.json", "sphere.npz", "sphere.safetensors", "sphere.onnx")
	}
	return names
}

// file makes a file for download.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	f, ok := files[name]
	if !ok {
		names := strings.Join(slices.Sorted(maps.Keys(files)), ", ")
		fail(w, http.StatusNotFound, "there is no such file; there are "+names)
		return
	}
	query := r.URL.Query()
	args, err := f.arguments(query)
	if err != nil {
		fail(w, statusOf(err), err.Error())
		return
	}
	s.reply(w, r, &job{args: args, kind: f.kind, file: name, named: f.named})
}

// params are what a query may say of a file.
func (f *download) params() []param {
	switch {
	case f.verb == "map" && f.flags == nil:
		return with(columns, accept, param{name: "exact",
			doc: "what is exact besides the frequencies: plus, minus, sphere or none", pattern: exact})
	case f.verb == "map":
		return with(columns)
	}
	return with()
}

// mostNumbers is how many frequencies times coordinates a map may have over HTTP: 16 MB of them.
const mostNumbers = mostBytes / 8

// arguments returns the command line that makes a file.
func (f *download) arguments(query url.Values) ([]string, error) {
	v := &verb{name: f.verb, params: f.params()}
	if f.verb == "map" {
		n, _ := strconv.Atoi(query.Get("columns")) // what is no number is refused below
		d, _ := strconv.Atoi(query.Get("dim"))
		if n*d/2 > mostNumbers {
			why := fmt.Sprintf("%d columns in dimension %d are too many for a download; 'krein map' writes them", n, d)
			return nil, &inputError{why}
		}
	}
	args, err := v.flags(query)
	if err != nil {
		return nil, err
	}
	formula, err := formulaOf(query)
	if err != nil {
		return nil, err
	}
	return append(append(args, f.flags...), "--", formula), nil
}
