package input

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// outputNouns are the nouns for what verbs write to --output.
var outputNouns = map[string]string{
	"certify": "certificate", "region": "region", "survey": "survey", "report": "report", "spectrum": "spectrum",
	"decompose": "decomposition", "sample": "radii", "map": "map", "features": "features", "convert": "table", "fit": "model",
	"predict": "predictions",
}

// otherNouns are the nouns for what other flags write.
var otherNouns = map[string]string{
	"plot": "picture", "proof": "proof", "right": "right features", "save-ranges": "preparation", "signature": "signature",
}

// endingNouns are the nouns for files whose ending says what they are.
var endingNouns = map[string]string{".svg": "picture", ".png": "picture", ".tex": "proofs", ".py": "program"}

// SayWritten says in one sentence each which files a verb has written since it began, whatever the verb: it goes by the flags
// and arguments that write. It is silent with --json, and beside data on standard output it goes to standard error.
func SayWritten(cmd *cobra.Command, args []string, began time.Time) {
	if asJSON, err := cmd.Flags().GetBool("json"); err == nil && asJSON {
		return
	}
	w := cmd.OutOrStdout()
	var lines []string
	say := func(what, path string) {
		if path == "-" {
			w = cmd.ErrOrStderr()
			return
		}
		info, err := os.Stat(path)
		if path == "" || err != nil || !info.Mode().IsRegular() || info.ModTime().Before(began.Add(-tick)) {
			return
		}
		lines = append(lines, fmt.Sprintf("%s written to %s\n", what, path))
	}
	noun := func(what, path string) string {
		if kind := endingNouns[filepath.Ext(path)]; kind != "" {
			return kind
		}
		return what
	}
	if f := cmd.Flags().Lookup("output"); f != nil {
		say(noun(outputNouns[cmd.Name()], f.Value.String()), f.Value.String())
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "output" && f.Changed && OfFlag(f) == Writes {
			say(otherNouns[f.Name], f.Value.String())
		}
	})
	for i, v := range args {
		if OfArgument(cmd, i) == Writes {
			say("table", v)
		}
	}
	if path := MapBeside(cmd); path != "" {
		say("map", path)
	}
	for _, line := range lines {
		_, _ = io.WriteString(w, line)
	}
}

// tick is how coarse the times of files are.
const tick = 20 * time.Millisecond
