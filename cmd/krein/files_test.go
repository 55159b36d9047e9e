package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/input"
	"krein/internal/testlong"
)

// verbs returns all commands that do something.
func verbs() (out []*cobra.Command) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Runnable() {
			out = append(out, c)
		}
		for _, s := range c.Commands() {
			walk(s)
		}
	}
	walk(newRoot())
	return out
}

// slot is where a verb takes the name of a file: a flag, or an argument.
type slot struct {
	role  input.FileRole
	flag  string
	index int    // of an argument
	said  string // how errors call it, before the name
}

// slotsOf returns all of a verb.
func slotsOf(c *cobra.Command) (out []slot) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if r := input.OfFlag(f); r > input.NoFile {
			out = append(out, slot{role: r, flag: f.Name, said: "--" + f.Name + " "})
			if f.Name == "param" { // names the parameter too
				out[len(out)-1].said += "t="
			}
		}
	})
	words := strings.Fields(c.Use)
	for i := 0; input.OfArgument(c, i) > input.NoFile; i++ {
		out = append(out, slot{role: input.OfArgument(c, i), index: i, said: words[i+1] + " "})
	}
	return out
}

// aFile are the words of usages that stand for a file.
var aFile = regexp.MustCompile(`^\[?(FORMULA\|)?(FILE|MODEL|CERTIFICATE|FROM|TO|TABLE|MAP)\b`)

// TestFilesAreKnown: whoever adds a flag whose values are texts, or an argument that names a file, has to say in
// package input what it is.
func TestFilesAreKnown(t *testing.T) {
	used := map[string]bool{}
	for _, c := range verbs() {
		c.InheritedFlags() // which are among Flags then
		c.Flags().VisitAll(func(f *pflag.Flag) {
			used[f.Name] = true
			assert.NotZero(t, input.OfFlag(f), "%s --%s: is it the name of a file? package input has to know", c.CommandPath(),
				f.Name)
		})
		for i, word := range strings.Fields(c.Use)[1:] {
			if strings.HasPrefix(word, "-") {
				break
			}
			assert.Equal(t, aFile.MatchString(word), input.OfArgument(c, i) > input.NoFile,
				"%s %s: is it the name of a file? package input has to know", c.CommandPath(), word)
		}
		if len(slotsOf(c)) > 0 { // what package input knows, it knows of a verb
			used[c.CommandPath()] = true
		}
	}
	for _, name := range input.FileFlags() {
		assert.True(t, used[name], "%s in internal/input is no flag or verb", name)
	}
}

// with returns the command line of a verb whose slots have these names.
func with(c *cobra.Command, formula bool, names map[slot]string) []string {
	args := strings.Fields(c.CommandPath())[1:]
	byIndex := map[int]string{}
	most := -1
	for s, name := range names {
		if s.flag == "" {
			byIndex[s.index] = name
		} else {
			args = append(args, strings.Replace(s.said, " ", "=", 1)+name)
		}
	}
	for i := 0; input.OfArgument(c, i) > input.NoFile; i++ {
		most = i
	}
	for i := range most + 1 {
		if name, ok := byIndex[i]; ok {
			args = append(args, name)
		} else {
			args = append(args, fmt.Sprintf("other%d", i))
		}
	}
	if most < 0 && formula {
		args = append(args, "gaussian(1)")
	}
	return args
}

// TestNoFileIsLost goes over every verb and every pair of places that name files: where an output would replace an input,
// or another output, the verb refuses before it does anything, and names both. The names are spelt in different ways.
func TestNoFileIsLost(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	const content = "0.5,0.25\n0.125,1\n"
	write := func(name string) { require.NoError(t, os.WriteFile(name, []byte(content), 0o600)) }
	write("x.npy")
	require.NoError(t, os.Mkdir("d", 0o700))
	require.NoError(t, os.Symlink("../x.npy", "d/up"))
	require.NoError(t, os.Symlink("d", "linked"))
	require.NoError(t, os.Symlink("absent.npy", "dangling"))
	require.NoError(t, os.Link("x.npy", filepath.Join(other, "hard")))
	// Ways to say the same file, those of one that is there first.
	there := []string{"x.npy", "./x.npy", "d/../x.npy", filepath.Join(dir, "x.npy"), "d/up", "linked/up",
		filepath.Join(other, "hard")}
	if opened, err := os.OpenFile("x.npy", os.O_RDWR|os.O_APPEND, 0); assert.NoError(t, err) {
		defer func() { _ = opened.Close() }()
		for _, name := range []string{"/dev/fd/%d", "/proc/self/fd/%d"} {
			if name = fmt.Sprintf(name, opened.Fd()); strings.HasPrefix(name, "/dev") || runtime.GOOS == "linux" {
				there = append(there, name)
			}
		}
	}
	absent := []string{"absent.npy", "./absent.npy", "dangling", filepath.Join(dir, "d", "..", "absent.npy"), "linked/../absent.npy"}
	before := treeOf(t, dir)
	pairs, verbsWith := 0, 0
	for _, c := range verbs() {
		slots := slotsOf(c)
		found := false
		for i, out := range slots {
			for _, in := range slots[i+1:] {
				if out.role != input.Writes && in.role != input.Writes {
					continue
				}
				pairs++
				found = true
				for k := range there {
					refused(t, c, map[slot]string{out: there[0], in: there[k]})
					refused(t, c, map[slot]string{out: there[k], in: there[0]})
				}
				if out.role == input.Writes && in.role == input.Writes {
					for k := range absent {
						refused(t, c, map[slot]string{out: absent[0], in: absent[k]})
						refused(t, c, map[slot]string{out: absent[k], in: absent[0]})
					}
				}
			}
		}
		if found {
			verbsWith++
		}
	}
	assert.Equal(t, before, treeOf(t, dir))
	t.Logf("%d pairs of %d verbs", pairs, verbsWith)
	require.NoError(t, os.WriteFile("axis.json", []byte("1,2"), 0o600))
	assert.Contains(t, bad(t, "", "certify", "exp(-z^2)*(1+t)", "--dim", "2", "--param", "t=axis.json", "-o", "./axis.json"),
		"--output ./axis.json is the file of --param t=axis.json, which would be lost")
	assert.Greater(t, pairs, 50)
	assert.Greater(t, verbsWith, 10)
}

// refused runs a verb and wants it to name both places of a file. Some verbs take no formula beside a file.
func refused(t *testing.T, c *cobra.Command, names map[slot]string) {
	t.Helper()
	args := with(c, true, names)
	code, out, errs := krein(t, "", args...)
	if !strings.Contains(errs, "the same file") && !strings.Contains(errs, "is the file of") {
		args = with(c, false, names)
		code, out, errs = krein(t, "", args...)
	}
	require.Equal(t, exitFailed, code, args)
	require.Empty(t, out, args)
	for s, name := range names {
		require.Contains(t, errs, s.said+name, args)
	}
}

// treeOf returns the names and contents below a directory.
func treeOf(t *testing.T, dir string) (out []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var b []byte
			b, err = os.ReadFile(path)
			path += ": " + string(b)
		}
		out = append(out, path)
		return err
	}))
	return out
}

// What is no loss is done: the same input twice, devices, words that are also names of files; standard streams that are
// files count.
func TestFilesThatAreAllowed(t *testing.T) {
	testlong.Slow(t)
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"ones", "1,0", "x.csv"} {
		require.NoError(t, os.WriteFile(name, []byte("0.5,0.25\n0.125,1\n"), 0o600))
	}
	ok(t, "", "certify", "exp(-z^2)*(1+t)", "--dim", "2", "--param", "t=ones", "-o", "ones")
	ok(t, "", "certify", "exp(-z^2)*(1+t)", "--dim", "2", "--param", "t=1,0", "-o", "1,0")
	ok(t, "", "features", "gaussian(1)", "--data", "x.csv,header=no", "--columns", "8", coupling, "--signature", os.DevNull,
		"-o", os.DevNull)
	opened := func(flag int) *os.File {
		f, err := os.OpenFile("x.csv", flag, 0)
		require.NoError(t, err)
		return f
	}
	in, out := opened(os.O_RDONLY), opened(os.O_WRONLY|os.O_APPEND)
	defer func() { _, _ = in.Close(), out.Close() }()
	for _, c := range []struct {
		args    []string
		in, out *os.File
		want    string
	}{
		{[]string{"convert", "-", "-o", "x.csv"}, in, nil, "--output x.csv is the file of standard input"},
		{[]string{"convert", "x.csv", "-o", "-"}, nil, out, "standard output is the file of FILE x.csv"},
		{[]string{"certify", "gaussian(1)", "--dim", "1", "-o", "x.csv"}, nil, out,
			"--output x.csv and standard output are the same file"},
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], c.args...) //nolint:gosec // this test
		cmd.Env = append(os.Environ(), asKrein+"=1")
		if c.in != nil {
			cmd.Stdin = c.in
		}
		if c.out != nil {
			cmd.Stdout = c.out
		}
		var errs strings.Builder
		cmd.Stderr = &errs
		require.Error(t, cmd.Run())
		require.Contains(t, errs.String(), c.want)
	}
	b, err := os.ReadFile("x.csv")
	require.NoError(t, err)
	require.Equal(t, "0.5,0.25\n0.125,1\n", string(b))
	// What goes to an open file one after the other is all there.
	all, err := os.Create("all.txt")
	require.NoError(t, err)
	defer func() { _ = all.Close() }()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "certify", "gaussian(1)", "--dim", "1", "--claim", "pd", "-o", "/dev/stdout")
	cmd.Env, cmd.Stdout = append(os.Environ(), asKrein+"=1"), all
	require.NoError(t, cmd.Run())
	b, err = os.ReadFile("all.txt")
	require.NoError(t, err)
	require.Contains(t, string(b), `"id":"pd"`)
	require.Contains(t, string(b), "proved")
}

// writers are command lines that write a file, by the verb and the place that names it: OUT stands for the name.
var writers = map[string]string{
	"krein certify --output":   "certify gaussian(1) --dim 1 -o OUT",
	"krein compare --plot":     "compare gaussian(1) --dim 1 --plot OUT",
	"krein convert --output":   "convert x.csv -o OUT",
	"krein decompose --output": "decompose gaussian(1) --dim 1 -o OUT",
	"krein decompose --plot":   "decompose gaussian(1) --dim 1 --plot OUT",
	"krein decompose --proof":  "decompose 1-z^2/4 --dim 2 --minimal --radius 1 --bias 1e-1 --proof OUT",
	"krein features --output":  "features gaussian(1) --data x.csv --columns 8 -o OUT",
	"krein features --right": "features shift_gaussian(1/8,2) --data x.csv --columns 8 --coupling joint,auto,equal " +
		"--representation jordan --exact none -o phi.npy --right OUT",
	"krein features --save-ranges": "features gaussian(1) --data x.csv --columns 8 -o phi.npy --save-ranges OUT",
	"krein features --signature":   "features gaussian(1) --data x.csv --columns 8 -o phi.npy --signature OUT",
	"krein fit --output": "fit --task regress --kernel linear --data x.csv,header=no --label first --holdout 0 " +
		"--strength 1 -o OUT",
	"krein map --output":          "map gaussian(1) --dim 2 --columns 8 -o OUT",
	"krein region --output":       "region b*exp(-z) --param b=0..1 --dim 1 --tolerance 0.1 -o OUT",
	"krein region --plot":         "region b*exp(-z) --param b=0..1 --dim 1 --tolerance 0.1 --plot OUT",
	"krein predict --output":      "predict model.npz --data x.csv,header=no --label first -o OUT",
	"krein report --output":       "report gaussian(1) --dim 1 -o OUT",
	"krein spectrum --output":     "spectrum gaussian(1) --dim 1 --points 3 -o OUT",
	"krein table convert TO":      "table convert table.json OUT",
	"krein table inspect --plot":  "table inspect table.json --plot OUT",
	"krein survey --output":       "survey exp(-z) --dims 1 -o OUT",
	"krein table sample --output": "table sample table.json -n 5 -o OUT",
}

// slow take a second or so: a plain run takes one of them.
var slow = []string{"krein compare --plot", "krein decompose --plot", "krein features --output", "krein features --right",
	"krein features --save-ranges", "krein features --signature", "krein report --output"}

// endings are those of files that have to have one.
var endings = map[string]string{"--plot": ".svg", "krein report --output": ".html", "krein map --output": ".npz",
	"krein spectrum --output": ".csv", "krein survey --output": ".md"}

// TestWriters: everything that is written can be written to a device, fails with a full disk, and follows a link to a
// file that is not there yet.
func TestWriters(t *testing.T) {
	testlong.Slow(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("x.csv", []byte(strings.Repeat("0.5,0.25\n0.125,1\n0.75,0.5\n", 3)), 0o600))
	ok(t, "", "decompose", "gaussian(1)", "--dim", "1", "-o", "table.json")
	ok(t, "", strings.Fields(strings.ReplaceAll(writers["krein fit --output"], "OUT", "model.npz"))...)
	known := map[string]bool{}
	for _, c := range verbs() {
		for _, s := range slotsOf(c) {
			name := c.CommandPath() + " " + strings.TrimSpace(s.said)
			if s.role != input.Writes {
				continue
			}
			known[name] = true
			line, ok := writers[name]
			if !assert.True(t, ok, "%s writes a file and is not tried here", name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				if i := slices.Index(slow, name); i >= 0 {
					testlong.Await(t, i, len(slow))
				}
				said := ""
				run := func(out string) (int, string) {
					args := strings.Fields(line)
					args[slices.Index(args, "OUT")] = out
					code, text, errs := krein(t, "", args...)
					said = text + errs
					return code, errs
				}
				for _, device := range []string{os.DevNull, "/dev/full"} {
					if _, err := os.Stat(device); err != nil {
						t.Skip("no ", device, " on this system")
					}
				}
				code, errs := run(os.DevNull)
				require.Equal(t, exitDone, code, errs)
				code, errs = run("/dev/full")
				require.Equal(t, exitFailed, code)
				require.Contains(t, errs, "no space left on device")
				dir := t.TempDir()
				end := endings[strings.TrimSpace(s.said)] + endings[name]
				link, target := filepath.Join(dir, "link"+end), filepath.Join(dir, "target"+end)
				require.NoError(t, os.Symlink(filepath.Base(target), link))
				code, errs = run(link)
				require.Equal(t, exitDone, code, errs)
				require.Contains(t, said, " written to "+link+"\n")
				info, err := os.Lstat(link)
				require.NoError(t, err)
				require.NotZero(t, info.Mode()&os.ModeSymlink)
				info, err = os.Lstat(target)
				require.NoError(t, err)
				require.True(t, info.Mode().IsRegular())
				require.NotZero(t, info.Size())
				want := 3
				if name == "krein features --output" { // the map stands beside the features
					want++
				}
				require.Len(t, treeOf(t, dir), want)
			})
		}
	}
	for name := range writers {
		assert.True(t, known[name], "%s is no verb that writes a file", name)
	}
}

// A pipe under a name is written as standard output is, npy with its header before the rows.
func TestNamedPipe(t *testing.T) {
	dir := t.TempDir()
	data, pipe := dataFile(t, 50, 3), filepath.Join(dir, "phi.npy")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	read := make(chan []byte, 1)
	go func() {
		b, _ := os.ReadFile(pipe)
		read <- b
	}()
	args := []string{"features", "gaussian(1)", "--data", data, "--label", "first", "--columns", "8", "-o"}
	ok(t, "", append(args, pipe)...)
	ok(t, "", append(args, filepath.Join(dir, "file.npy"))...)
	want, err := os.ReadFile(filepath.Join(dir, "file.npy"))
	require.NoError(t, err)
	require.Equal(t, want, <-read)
}

// TestEndlessInputs: what never ends is refused, whatever reads it, before it fills the memory: a device without line
// breaks is a file of any kind here.
func TestEndlessInputs(t *testing.T) {
	testlong.Slow(t)
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no /dev/zero on this system")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("x.csv", []byte("0.5,0.25\n0.125,1\n"), 0o600))
	ok(t, "", strings.Fields(strings.ReplaceAll(writers["krein fit --output"], "OUT", "model.npz"))...)
	ok(t, "", "decompose", "gaussian(1)", "--dim", "2", "-o", "table.json")
	lines := []string{
		"certify exp(-z^2)*(1+t) --dim 2 --param t=ZERO", "certify exp(-l1) --dim 2 --lengths ZERO", "verify ZERO --kernel gaussian(1) --dim 2",
		"features gaussian(1) --data ZERO -o phi.npy", "features gaussian(1) --data x.csv --scale ZERO -o phi.npy",
		"features gaussian(1) --data x.csv --lengths ZERO -o phi.npy", "convert ZERO -o x.npy", "evaluate ZERO --data x.csv",
		"evaluate gaussian(1) --data ZERO", "map ZERO -o m.npz", "predict ZERO --data x.csv -o y.csv", "predict model.npz --data ZERO -o y.csv",
		"table check table.json ZERO", "table check ZERO certificate.json", "table convert ZERO t.npz", "table inspect ZERO", "table sample ZERO -n 5",
		"fit --task regress --kernel gaussian(1) --data ZERO --label first -o m.npz", "plan gaussian(1) --data ZERO", "certify - --dim 2",
	}
	for _, line := range lines {
		before := treeOf(t, ".")
		args := strings.Fields(strings.ReplaceAll(line, "ZERO", "/dev/zero"))
		cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
		cmd.Env = append(os.Environ(), asKrein+"=1")
		if slices.Contains(args, "-") {
			zero, err := os.Open("/dev/zero")
			require.NoError(t, err)
			defer func() { _ = zero.Close() }()
			cmd.Stdin = zero
		}
		var errs strings.Builder
		cmd.Stderr = &errs
		require.NoError(t, cmd.Start())
		late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		late.Stop()
		assert.Equal(t, exitFailed, cmd.ProcessState.ExitCode(), "%s: %s", line, errs.String())
		assert.Regexp(t, "^krein: ", errs.String(), line)
		most := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
		assert.Less(t, most, int64(600), "MiB: %s", line)
		assert.Equal(t, before, treeOf(t, "."), line)
	}
}
