package dataio

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSplitName(t *testing.T) {
	t.Parallel()
	odd := filepath.Join(t.TempDir(), "a,header=no")
	require.NoError(t, os.WriteFile(odd, nil, 0o600))
	for _, c := range []struct {
		text, path string
		set        map[string]string
	}{
		{"x.csv", "x.csv", nil},
		{"-", "-", nil},
		{"a,b.csv", "a,b.csv", nil},
		{"x.csv,header=no", "x.csv", map[string]string{"header": "no"}},
		{"-,header=no", "-", map[string]string{"header": "no"}},
		{"d/x.npz,array=train", "d/x.npz", map[string]string{"array": "train"}},
		{"a,b.svm,width=16,header=yes", "a,b.svm", map[string]string{"width": "16", "header": "yes"}},
		{"x.csv,hedaer=no", "x.csv", map[string]string{"hedaer": "no"}},
		{odd, odd, nil},
	} {
		path, set := SplitName(c.text)
		assert.Equal(t, c.path, path, c.text)
		assert.Equal(t, c.set, set, c.text)
	}
}
