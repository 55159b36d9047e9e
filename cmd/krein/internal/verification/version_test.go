package verification

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What different ways to build record, as 'go version -m' shows it.
func TestBuildOf(t *testing.T) {
	setting := func(pairs ...string) (out []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return out
	}
	const commit = "fad99065c52ab974054cf048b2ede4357d57095f"
	git := setting("vcs", "git", "vcs.revision", commit, "vcs.time", "2026-11-28T18:28:45Z", "vcs.modified", "false")
	for name, c := range map[string]struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		"go build in a clone": {"v0.0.0-20261128182845-fad99065c52a", git, "commit " + commit + " of 2026-11-28"},
		"with changes": {"v0.0.0-20261128182845-fad99065c52a+dirty", setting("vcs.revision", commit, "vcs.time",
			"2026-11-28T18:28:45Z", "vcs.modified", "true"),
			"commit " + commit + " of 2026-11-28, with changes that are not committed"},
		"go build before Go 1.24": {"(devel)", git, "commit " + commit + " of 2026-11-28"},
		"a tag":                   {"v1.2.3", git, "v1.2.3, commit " + commit + " of 2026-11-28"},
		"go install of a release": {"v1.2.3", nil, "v1.2.3"},
		"go install of a commit": {"v1.2.4-0.20261128182845-fad99065c52a", nil,
			"v1.2.4-0.20261128182845-fad99065c52a, commit fad99065c52a of 2026-11-28"},
		"go install before a release": {"v0.0.0-20261128182845-fad99065c52a", nil, "commit fad99065c52a of 2026-11-28"},
		"go run": {"(devel)", setting("-compiler", "gc"),
			"commit not recorded ('go build' in a clone records it)"},
		"another system": {"(devel)", setting("vcs.revision", "12"), "commit 12"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.99", Settings: c.settings}
		info.Main.Version = c.version
		b := buildOf(info, true)
		assert.Equal(t, c.want, b.Source(), name)
		assert.Equal(t, c.want+", built by go1.99", b.String(), name)
	}
	assert.Regexp(t, `^commit not recorded .*, built by \S`, buildOf(nil, false).String())
}
