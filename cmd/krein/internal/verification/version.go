package verification

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// Build says which sources a program was built from, and by which Go.
type Build struct {
	Module  string // the version of the main module, empty for a checkout without one
	Commit  string // empty if it is not recorded
	Time    string // of the commit, empty if it is not recorded
	Changed bool   // the sources had changes that are in no commit
	Go      string
}

// Version reads how this program was built.
func Version() *Build {
	info, ok := debug.ReadBuildInfo()
	return buildOf(info, ok)
}

// pseudo is the end of a version that Go makes of a commit: its time and the first digits of its hash.
var pseudo = regexp.MustCompile(`[-.](\d{14})-([0-9a-f]{12})$`)

// buildOf reads a record. A program that 'go install MODULE@VERSION' built has no word of git; the version of its module
// has the commit if it is not a release.
func buildOf(info *debug.BuildInfo, ok bool) *Build {
	b := &Build{Go: runtime.Version()}
	if !ok {
		return b
	}
	if info.GoVersion != "" {
		b.Go = info.GoVersion
	}
	version, dirty := strings.CutSuffix(info.Main.Version, "+dirty")
	if b.Changed = dirty; version != "(devel)" {
		b.Module = version
	}
	if m := pseudo.FindStringSubmatch(version); m != nil {
		b.Commit, b.Time = m[2], fmt.Sprintf("%s-%s-%sT%s:%s:%sZ", m[1][:4], m[1][4:6], m[1][6:8], m[1][8:10], m[1][10:12],
			m[1][12:])
		if strings.HasPrefix(version, "v0.0.0-") { // after no release: the version says nothing else
			b.Module = ""
		}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Changed = b.Changed || s.Value == "true"
		}
	}
	return b
}

// Source names the sources: a release, a commit with its day, changes that are in none, or that nothing is known.
func (b *Build) Source() string {
	var parts []string
	if b.Module != "" {
		parts = append(parts, b.Module)
	}
	switch {
	case b.Commit != "" && len(b.Time) >= 10:
		parts = append(parts, fmt.Sprintf("commit %s of %s", b.Commit, b.Time[:10]))
	case b.Commit != "":
		parts = append(parts, "commit "+b.Commit)
	case b.Module == "":
		parts = append(parts, "commit not recorded ('go build' in a clone records it)")
	}
	if b.Changed {
		parts = append(parts, "with changes that are not committed")
	}
	return strings.Join(parts, ", ")
}

// String names the sources and the Go that built them.
func (b *Build) String() string { return b.Source() + ", built by " + b.Go }
