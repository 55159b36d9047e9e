package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krein/internal/atomicfile"
	"krein/internal/dataio"
	"krein/internal/suggest"
)

// FileRole says whether a verb reads or writes the file that a flag or an argument names.
type FileRole int8

const (
	// NoFile: no file is named.
	NoFile FileRole = iota + 1
	// Reads: the file is read; "-" is standard input.
	Reads
	// MayRead: a file is read unless the value is a list of numbers or one of the words that stand for one.
	MayRead
	// Writes: the file is replaced; "-" is standard output.
	Writes
)

// roles are those of all flags whose values are texts, which have one meaning in every verb. A test wants a flag that
// is new to be added here.
var roles = map[string]FileRole{
	"output": Writes, "plot": Writes, "proof": Writes, "right": Writes, "save-ranges": Writes, "signature": Writes,

	"data": Reads,

	"lengths": MayRead, "scale": MayRead, "param": MayRead, // the axis of t

	"address": NoFile, "at": NoFile, "bias": NoFile, "claim": NoFile, "coupling": NoFile,
	"dims": NoFile, "error": NoFile, "exact": NoFile,
	"kernel": NoFile, "label": NoFile, "landmarks": NoFile,
	"method": NoFile, "part": NoFile,
	"radius": NoFile, "representation": NoFile, "require": NoFile, "side": NoFile, "strength": NoFile,
	"task": NoFile,
}

// words are values of flags that may name a file, but do not.
var words = []string{"median", "unit", "standard", "sphere", "none", "auto", "ard"}

// arguments are the roles of the arguments of verbs that take files; arguments of other verbs are formulas and names.
var arguments = map[string][]FileRole{
	"krein convert":       {Reads},
	"krein evaluate":      {MayRead},
	"krein features":      {MayRead},
	"krein map":           {MayRead},
	"krein predict":       {Reads},
	"krein table check":   {Reads, Reads},
	"krein table convert": {Reads, Writes},
	"krein table inspect": {Reads},
	"krein table sample":  {Reads},
	"krein verify":        {Reads},
}

// OfFlag returns the role of a flag, 0 for one whose values are texts and that nobody has given a role.
func OfFlag(f *pflag.Flag) FileRole {
	switch f.Value.Type() {
	case "string", "stringSlice", "stringArray":
		return roles[f.Name]
	}
	return NoFile
}

// OfArgument returns the role of the argument of a verb with this index.
func OfArgument(cmd *cobra.Command, i int) FileRole {
	if all := arguments[cmd.CommandPath()]; i < len(all) {
		return all[i]
	}
	return NoFile
}

// file is one that a command line names.
type file struct {
	said   string // the flag or argument, with the name
	path   string // with links followed; empty for a stream that is open
	info   fs.FileInfo
	writes bool
	open   bool // written where it stands, through a name of an open file or a stream
}

// CheckFiles returns an error if what a verb writes would destroy what it reads, or something else that it writes. It goes
// by the files, not by their names: links of both kinds are followed, and names of open files, such as /dev/fd/3, are what
// was opened. Devices and pipes are left alone, for nothing is lost there, and so are two outputs that are written one
// after the other to what is open. It looks at files and changes none.
func CheckFiles(cmd *cobra.Command, args []string) error {
	all, err := filesOf(cmd, args)
	if err != nil {
		return err
	}
	for i := range all {
		for j := range all[:i] {
			a, b := &all[j], &all[i]
			if b.writes && !a.writes {
				a, b = b, a
			}
			if !a.writes || b.writes && a.open && b.open || !same(a, b) {
				continue
			}
			if b.writes {
				return fmt.Errorf("%s and %s are the same file: one output would replace the other; give them different names",
					a.said, b.said)
			}
			return lost(a.said, b.said)
		}
	}
	return checkEndings(cmd, args)
}

// filesOf returns the regular files that a command line names, and those that its standard streams are.
func filesOf(cmd *cobra.Command, args []string) (all []file, err error) {
	stdin := false
	add := func(role FileRole, name, value string) {
		if role == MayRead && (slices.Contains(words, value) || isNumbers(value)) {
			role = NoFile
		}
		if value == "-" {
			stdin = stdin || role != Writes // a formula, too
			return
		}
		if value == "" || role <= NoFile || err != nil {
			return
		}
		f := file{said: name + value, writes: role == Writes}
		if !f.writes {
			value, _ = dataio.SplitName(value)             // an argument may say how the file is read
			if f.info, _ = os.Stat(value); f.info == nil { // whoever reads it says what is missing
				return
			}
			f.path = value
		} else {
			target, failed := atomicfile.Resolve(value)
			if failed != nil {
				err = fmt.Errorf("%s: %w", strings.TrimSpace(name), failed)
				return
			}
			f.path, f.info, f.open = target.Path, target.Info, target.Device()
		}
		if f.info == nil || f.info.Mode().IsRegular() {
			all = append(all, f)
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if params, is := f.Value.(paramValue); is {
			for _, p := range params.to.Params {
				if name, value, _ := strings.Cut(p, "="); axisOf(p) > 0 && strings.TrimSpace(value) != "ones" {
					add(MayRead, "--param "+name+"=", strings.TrimSpace(value))
				}
			}
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			add(OfFlag(f), "--"+f.Name+" ", v)
		}
	})
	for i, v := range args {
		add(OfArgument(cmd, i), argumentName(cmd, i)+" ", v)
	}
	if path := MapBeside(cmd); path != "" && err == nil {
		err = replaceable(path)
		add(Writes, "the map of --output, ", path)
	}
	if stdin {
		all = appendStream(all, cmd.InOrStdin(), "standard input", false)
	}
	return appendStream(all, cmd.OutOrStdout(), "standard output", true), err
}

// appendStream appends the file that a standard stream is, if it is a regular one.
func appendStream(all []file, stream any, name string, writes bool) []file {
	if w, ok := stream.(interface{ Unwrap() io.Writer }); ok {
		stream = w.Unwrap()
	}
	f, ok := stream.(*os.File)
	if !ok {
		return all
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return all
	}
	return append(all, file{said: name, info: info, writes: writes, open: true})
}

// argumentName is how the usage of a verb calls an argument.
func argumentName(cmd *cobra.Command, i int) string {
	if fields := strings.Fields(cmd.Use); i+1 < len(fields) {
		return fields[i+1]
	}
	return "the argument"
}

func isNumbers(text string) bool {
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		a, b, isRatio := strings.Cut(field, "/")
		_, err := strconv.ParseFloat(a, 64)
		if isRatio && err == nil {
			_, err = strconv.ParseFloat(b, 64)
		}
		if err != nil {
			return false
		}
	}
	return true
}

// same reports whether two names are of one file: there, or to be.
func same(a, b *file) bool {
	switch {
	case a.info != nil && b.info != nil:
		return os.SameFile(a.info, b.info)
	case a.info != nil || b.info != nil: // one is there and the other is not
		return false
	case a.path == b.path:
		return true
	}
	return filepath.Dir(a.path) == filepath.Dir(b.path) && strings.EqualFold(a.path, b.path) &&
		foldsCase(filepath.Dir(a.path))
}

// foldsCase reports whether the directory is found under its name in other letters.
func foldsCase(dir string) bool {
	other := strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, filepath.Base(dir))
	a, err := os.Stat(dir)
	b, failed := os.Stat(filepath.Join(filepath.Dir(dir), other))
	return err == nil && failed == nil && other != filepath.Base(dir) && os.SameFile(a, b)
}

// Near returns " (did you mean FILE?)" for an error that a file is missing, if the directory has a file with a name like it.
func Near(err error) string {
	var path *fs.PathError
	if !errors.As(err, &path) || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	entries, failed := os.ReadDir(filepath.Dir(path.Path))
	if failed != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	near := suggest.Nearest(filepath.Base(path.Path), names)
	if near == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", filepath.Join(filepath.Dir(path.Path), near))
}

// endings are those that the files of a verb may have, by the verb and the flag, where nothing else looks at them. A name
// without an ending is taken as it is: it may be a device.
var endings = map[string][]string{
	"krein certify output": {".json", ".tex", ".py"}, "krein region output": {".json"}, "krein spectrum output": {".csv", ".svg", ".png"}, "krein decompose output": {".json", ".npz"},
	"krein decompose proof": {".json"}, "krein fit output": {".npz"}, "krein predict output": {".csv", ".txt"},
	"krein table convert TO": {".json", ".npz"},
}

// checkEndings refuses a file whose name says that it is of another kind than what is written.
func checkEndings(cmd *cobra.Command, args []string) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if err == nil && f.Changed {
			err = checkEnding(cmd, "--"+f.Name, f.Value.String())
		}
	})
	for i, value := range args {
		if err == nil {
			err = checkEnding(cmd, argumentName(cmd, i), value)
		}
	}
	return err
}

// checkEnding refuses a name whose ending says that the file is of another kind than what is written.
func checkEnding(cmd *cobra.Command, name, value string) error {
	want := endings[cmd.CommandPath()+" "+strings.TrimLeft(name, "-")]
	got := filepath.Ext(value)
	if want == nil || got == "" || value == "-" || slices.Contains(want, got) {
		return nil
	}
	return fmt.Errorf("%s %s: want a name ending in %s", name, value, strings.Join(want, " or "))
}

// FileFlags returns the names of the flags and verbs that have roles.
func FileFlags() (names []string) {
	for name := range roles {
		names = append(names, name)
	}
	for name := range arguments {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
