package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/npy"
	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

// bothApply are the kinds of files that both the command and package krein in Python apply.
var bothApply = []struct{ file, line string }{
	{"map.npz", "map gaussian(1)-1/2*gaussian(3) --data x.csv,header=no --columns 12 -o FILE"},
	{"map.safetensors", "map gaussian(1)-1/2*gaussian(3) --data x.csv,header=no --columns 12 -o FILE"},
	{"columns.npz", "map ntk --dim 3 --columns 12 -o FILE"},
	{"columns.safetensors", "map ntk --dim 3 --columns 12 -o FILE"},
	{"pair.npz", "map shift_gaussian(1/8,2) --dim 3 --columns 12 -o FILE"},
	{"model.npz", "fit --task regress --kernel gaussian(1) --data y.csv,header=no --label first --holdout 0 --strength 1 " +
		"--columns 12 --landmarks=none -o FILE"},
	{"landmarks.npz", "fit --task regress --kernel gaussian(1) --data y.csv,header=no --label first --holdout 0 --strength 1 " +
		"--columns 12 --landmarks=uniform -o FILE"},
	{"adapted.npz", "features gaussian(1) --data x.csv,header=no --adapt --columns 8 -o phi.npy FILE"},
}

// damaged is a file that something happened to.
type damaged struct {
	what string
	data []byte
	edit bool // it says something else, and says so rightly: both readers have to agree
}

// TestDamagedFilesForBoth: a file that was damaged is refused by the command and by package krein, or has the features of
// before, bit for bit; one that was edited and sealed again has the same features for both, or they refuse it. Neither takes
// twice the memory of the file as it was, whatever sizes it claims.
func TestDamagedFilesForBoth(t *testing.T) {
	testlong.Slow(t)
	python := testnumpy.Path(t)
	package_, err := filepath.Abs("../../python")
	require.NoError(t, err)
	program, err := os.ReadFile("testdata/damaged.py")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("y.csv", []byte(points(40, 3)), 0o600))
	require.NoError(t, os.WriteFile("x.csv", []byte(regexp.MustCompile(`(?m)^\d,`).ReplaceAllString(points(5, 3), "")), 0o600))
	each := testlong.RoundsTo(8, 150)
	tried, accepted, one := 0, 0, 0
	for i, f := range bothApply {
		t.Run(f.file, func(t *testing.T) {
			args := strings.Fields(f.line)
			for i := range args {
				if args[i] == "FILE" {
					args[i] = f.file
				}
			}
			if f.file == "adapted.npz" {
				args = args[:len(args)-1]
			}
			ok(t, "", args...)
			if f.file == "adapted.npz" {
				require.NoError(t, os.Rename("phi.map.npz", f.file))
			}
			data, err := os.ReadFile(f.file)
			require.NoError(t, err)
			r := rand.New(rand.NewPCG(uint64(i), 11))
			list := []damaged{{"nothing", data, false}}
			list = append(list, anyDamage(r, data, each)...)
			if strings.HasSuffix(f.file, ".npz") {
				list = append(list, archiveDamage(t, r, data, each)...)
			} else {
				list = append(list, tensorDamage(t, r, data, each)...)
			}
			kind := "map"
			switch {
			case strings.HasPrefix(f.line, "fit"):
				kind = "model"
			case f.file == "adapted.npz":
				kind = "adapted"
			}
			dir := t.TempDir()
			var names strings.Builder
			var paths []string
			for i, d := range list {
				path := filepath.Join(dir, fmt.Sprintf("%d%s", i, filepath.Ext(f.file)))
				require.NoError(t, os.WriteFile(path, d.data, 0o600))
				paths = append(paths, path)
				fmt.Fprintf(&names, "%s %s x.csv\n", kind, path)
			}
			cmd := exec.CommandContext(t.Context(), python, "-c", string(program))
			cmd.Env = append(os.Environ(), "PYTHONPATH="+package_, "PYTHONDONTWRITEBYTECODE=1")
			cmd.Stdin = strings.NewReader(names.String())
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			require.NoError(t, err, errs.String())
			said := strings.Split(strings.TrimSpace(string(out)), "\n")
			require.Len(t, said, len(list))
			var ours, theirs [][]float64
			most, first := 0, uint64(0)
			for i, d := range list {
				var took uint64
				a := byCommand(t, kind, paths[i], &took)
				var b [][]float64
				var verdict string
				var peak int
				_, err := fmt.Sscan(said[i], &verdict, &peak)
				require.NoError(t, err)
				if verdict == "accepted" {
					for _, name := range []string{"phi", "psi"} {
						if raw, err := os.ReadFile(paths[i] + "." + name); err == nil {
							b = append(b, float64sOf(raw))
						}
					}
				}
				if i == 0 {
					ours, theirs, most, first = a, b, peak, took
					require.NotNil(t, a)
					require.NotNil(t, b)
					near(t, a, b, d.what)
					continue
				}
				tried++
				assert.Less(t, took, 2*first+4<<20, "%d, %s: allocations of the command", i, d.what)
				assert.Less(t, peak, 2*most+256, "%d, %s: KiB of Python", i, d.what)
				if !d.edit {
					if a != nil {
						assert.Equal(t, ours, a, "%d, %s: the command does not see it", i, d.what)
					}
					if b != nil {
						assert.Equal(t, theirs, b, "%d, %s: Python does not see it", i, d.what)
					}
					continue
				}
				if a != nil && b != nil {
					accepted++
					near(t, a, b, fmt.Sprint(i, ", ", d.what))
				} else if (a == nil) != (b == nil) {
					one++ // which is no loss
					t.Logf("%d, %s: accepted by one only: command %t, Python %t", i, d.what, a != nil, b != nil)
				}
			}
		})
	}
	t.Logf("%d files; of those that were edited and sealed %d are accepted by both, %d by one", tried, accepted, one)
}

// byCommand returns the features that a file gives, nil if it is refused.
func byCommand(t *testing.T, kind, path string, took *uint64) (out [][]float64) {
	t.Helper()
	args := []string{"features", path, "--data", "x.csv,header=no", "-o", path + ".npy"}
	if kind == "model" {
		args = []string{"predict", path, "--data", "x.csv,header=no", "-o", path + ".csv"}
	}
	if kind == "map" && isPair(path) {
		args = append(args, "--right", path+".right.npy")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	code, _, errs := krein(t, "", args...)
	runtime.ReadMemStats(&after)
	*took = after.TotalAlloc - before.TotalAlloc
	if code != exitDone {
		require.Equal(t, exitFailed, code, "%s: %s", path, errs)
		return nil
	}
	if kind == "model" {
		text, err := os.ReadFile(path + ".csv")
		require.NoError(t, err)
		var values []float64
		for line := range strings.Lines(string(text)) {
			var v float64
			if _, err := fmt.Sscan(line, &v); err == nil {
				values = append(values, v)
			}
		}
		return [][]float64{values}
	}
	for _, name := range []string{path + ".npy", path + ".right.npy"} {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		_, err = npy.Read(f)
		require.NoError(t, err)
		raw, err := io.ReadAll(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		out = append(out, float64sOf(raw))
	}
	return out
}

// isPair reports whether a file says that it has two maps.
func isPair(path string) bool {
	data, err := os.ReadFile(path)
	return err == nil && bytes.Contains(data, []byte("krein.pair/"))
}

func float64sOf(raw []byte) []float64 {
	out := make([]float64, len(raw)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return out
}

// near wants the same numbers but for rounding.
func near(t *testing.T, a, b [][]float64, what string) {
	t.Helper()
	require.Len(t, a, len(b), what)
	for i := range a {
		require.Len(t, a[i], len(b[i]), what)
		for j, v := range a[i] {
			if math.IsNaN(v) && math.IsNaN(b[i][j]) {
				continue
			}
			require.InDelta(t, v, b[i][j], 1e-9*(1+math.Abs(v)), what)
		}
	}
}

// anyDamage is what may happen to any file.
func anyDamage(r *rand.Rand, data []byte, n int) (out []damaged) {
	for range n {
		at := r.IntN(len(data))
		c := bytes.Clone(data)
		c[at] ^= 1 << r.IntN(8)
		out = append(out, damaged{fmt.Sprintf("a bit of byte %d", at), c, false})
		c = bytes.Clone(data)
		for range 3 {
			c[r.IntN(len(c))] = byte(r.IntN(256))
		}
		out = append(out, damaged{"three bytes", c, false}, damaged{fmt.Sprintf("an end at %d", at), data[:at], false})
		c = bytes.Clone(data)
		b := r.IntN(len(data))
		n := r.IntN(min(len(c)-max(at, b), 64) + 1)
		copy(c[at:at+n], data[b:b+n])
		out = append(out, damaged{fmt.Sprintf("%d bytes of %d at %d", n, b, at), c, false})
	}
	return append(out, damaged{"twice", append(bytes.Clone(data), data...), false},
		damaged{"zeros behind", append(bytes.Clone(data), 0, 0, 0), false},
		damaged{"text before", append([]byte("x"), data...), false})
}

// member is one of an archive.
type member struct {
	name string
	data []byte
	pack bool
}

func membersOf(t *testing.T, data []byte) (out []member) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	for _, f := range z.File {
		e, err := f.Open()
		require.NoError(t, err)
		b, err := io.ReadAll(e)
		require.NoError(t, err)
		out = append(out, member{f.Name, b, false})
	}
	return out
}

func archive(t *testing.T, all []member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range all {
		h := &zip.FileHeader{Name: m.name, Method: zip.Store}
		if m.pack {
			h.Method = zip.Deflate
		}
		w, err := z.CreateHeader(h)
		require.NoError(t, err)
		_, err = w.Write(m.data)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

// array splits a member into its header and its numbers.
func array(m member) (npy.Header, []byte) {
	r := bytes.NewReader(m.data)
	h, err := npy.Read(r)
	if err != nil {
		panic(err)
	}
	return h, m.data[len(m.data)-r.Len():]
}

// archiveDamage is what may happen to an archive of arrays whose checksums of zip are right.
func archiveDamage(t *testing.T, r *rand.Rand, data []byte, n int) (out []damaged) {
	t.Helper()
	all := membersOf(t, data)
	add := func(what string, edit bool, change func(c []member) []member) {
		out = append(out, damaged{what, archive(t, change(slices.Clone(all))), edit})
	}
	add("packed", false, func(c []member) []member {
		for i := range c {
			c[i].pack = true
		}
		return c
	})
	add("other order", false, func(c []member) []member { slices.Reverse(c); return c })
	for i, m := range all {
		h, numbers := array(m)
		add("without "+m.name, true, func(c []member) []member { return slices.Delete(c, i, i+1) })
		add("twice "+m.name, false, func(c []member) []member { return append(c, m) })
		other := bytes.Clone(numbers)
		if len(other) > 0 {
			other[r.IntN(len(other))] ^= byte(1 + r.IntN(255))
		}
		add("twice, and another, "+m.name, false, func(c []member) []member { return append(c, member{m.name, append(h.Append(nil), other...), false}) })
		add("twice, and another before, "+m.name, false, func(c []member) []member {
			return append([]member{{m.name, append(h.Append(nil), other...), false}}, c...)
		})
		add("more than "+m.name, false, func(c []member) []member { return append(c, member{"more.npy", m.data, false}) })
		add("no .npy "+m.name, true, func(c []member) []member { c[i].name = strings.TrimSuffix(m.name, ".npy"); return c })
		for _, shape := range [][]int{{1 << 40}, {1 << 62, 4}, {0}, {1, max(1, len(numbers)/8)}, {len(numbers)}, {1 << 20, 1 << 20}, {}} {
			add(fmt.Sprintf("shape %v of %s", shape, m.name), true, func(c []member) []member {
				c[i].data = append(npy.Header{Descr: h.Descr, Shape: shape}.Append(nil), numbers...)
				return c
			})
		}
		for _, descr := range []string{"<f4", ">f8", "<i8", "<c16", "|O", "<U1", "<f8,<f8", "|u1", "<M8[s]", "|b1"} {
			if descr != h.Descr {
				add("type "+descr+" of "+m.name, true, func(c []member) []member {
					c[i].data = append(npy.Header{Descr: descr, Shape: h.Shape}.Append(nil), numbers...)
					return c
				})
			}
		}
		add("by columns "+m.name, true, func(c []member) []member {
			c[i].data = append(npy.Header{Descr: h.Descr, Shape: h.Shape, Fortran: true}.Append(nil), numbers...)
			return c
		})
		add("bytes behind "+m.name, false, func(c []member) []member { c[i].data = append(bytes.Clone(m.data), 1, 2, 3, 4, 5, 6, 7, 8); return c })
		add("cut off "+m.name, true, func(c []member) []member { c[i].data = m.data[:len(m.data)-min(len(m.data), 1+r.IntN(16))]; return c })
		if h.Descr == "|u1" && i == 0 {
			for range n {
				add("header", true, func(c []member) []member {
					text := editedJSON(r, numbers)
					c[i].data = append(npy.Header{Descr: "|u1", Shape: []int{len(text)}}.Append(nil), text...)
					return sealed(c)
				})
			}
			text := twiceJSON(numbers)
			add("header with a member twice", true, func(c []member) []member {
				c[i].data = append(npy.Header{Descr: "|u1", Shape: []int{len(text)}}.Append(nil), text...)
				return sealed(c)
			})
			continue
		}
		if h.Descr == "<f8" && len(numbers) > 0 {
			for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, 2, 1e4, 5e-324, 1.5} {
				add(fmt.Sprintf("%v in %s", v, m.name), true, func(c []member) []member {
					b := bytes.Clone(numbers)
					binary.LittleEndian.PutUint64(b[8*r.IntN(len(b)/8):], math.Float64bits(v))
					c[i].data = append(h.Append(nil), b...)
					return sealed(c)
				})
			}
		}
	}
	return out
}

var (
	seal = regexp.MustCompile(`"checksum":"([0-9a-f]{64})"`)
	word = regexp.MustCompile(`"[a-z_]+":(-?[0-9.]+|true|false|"[^"]*"|\[[^\]]*\]|null)`)
)

// sealed puts the checksum right, if the header has one: of the header without it and of the arrays behind.
func sealed(c []member) []member {
	_, text := array(c[0])
	m := seal.FindSubmatchIndex(text)
	if m == nil {
		return c
	}
	empty := append(bytes.Clone(text[:m[2]]), text[m[3]:]...)
	sha := sha256.New()
	sha.Write(empty)
	for _, e := range c[1:] {
		_, numbers := array(e)
		sha.Write(numbers)
	}
	full := slices.Concat(text[:m[2]], []byte(hex.EncodeToString(sha.Sum(nil))), text[m[3]:])
	c[0].data = append(npy.Header{Descr: "|u1", Shape: []int{len(full)}}.Append(nil), full...)
	return c
}

// editedJSON changes a member of a document.
func editedJSON(r *rand.Rand, text []byte) []byte {
	all := word.FindAllSubmatchIndex(text, -1)
	at := all[r.IntN(len(all))]
	values := []string{"0", "1", "-1", "2", "3", "1e400", "9007199254740993", "1e9", "true", "false", "null", `""`, `"x"`, "[]", "{}", `[1]`, "0.5", `"krein.map/2"`}
	return slices.Concat(text[:at[2]], []byte(values[r.IntN(len(values))]), text[at[3]:])
}

// twiceJSON gives a member twice, the first time with another value.
func twiceJSON(text []byte) []byte {
	at := bytes.Index(text, []byte(`"dim":`))
	return slices.Concat(text[:at], []byte(`"dim":7,`), text[at:])
}

// tensorDamage is what may happen to a safetensors file whose checksum is right.
func tensorDamage(t *testing.T, r *rand.Rand, data []byte, n int) (out []damaged) {
	t.Helper()
	size := binary.LittleEndian.Uint64(data)
	head, body := data[8:8+size], data[8+size:]
	write := func(what string, head, body []byte, edit bool) {
		b := binary.LittleEndian.AppendUint64(nil, uint64(len(head)))
		b = append(append(b, head...), body...)
		if m := seal.FindSubmatchIndex(b); m != nil {
			zero := slices.Concat(b[:m[2]], bytes.Repeat([]byte("0"), 64), b[m[3]:])
			sum := sha256.Sum256(zero)
			copy(b[m[2]:], hex.EncodeToString(sum[:]))
		}
		out = append(out, damaged{what, b, edit})
	}
	write("sealed as it was", head, body, false)
	for range 3 * n {
		write("head", editedTensors(r, head), body, true)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, 2, 1e4, 5e-324, 1.5} {
		for range n/4 + 1 {
			b := bytes.Clone(body)
			binary.LittleEndian.PutUint64(b[8*r.IntN(len(b)/8):], math.Float64bits(v))
			write(fmt.Sprint(v), head, b, true)
		}
	}
	write("bytes behind", head, append(bytes.Clone(body), make([]byte, 8)...), true)
	write("cut off", head, body[:len(body)-8], true)
	var doc map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(head, &doc))
	for _, name := range slices.Sorted(maps.Keys(doc)) {
		at := bytes.Index(head, []byte(`"`+name+`":`))
		require.GreaterOrEqual(t, at, 0)
		write("twice "+name, slices.Concat(head[:at], []byte(`"`+name+`":`), doc[name], []byte(","), head[at:]), body, true)
		write("other name of "+name, bytes.Replace(head, []byte(`"`+name+`":`), []byte(`"other":`), 1), body, true)
	}
	write("more", slices.Concat(head[:1], []byte(`"more":{"dtype":"F64","shape":[0],"data_offsets":[0,0]},`), head[1:]), body, true)
	return out
}

// editedTensors changes the head of a safetensors file: a member, a type, a size or an offset.
func editedTensors(r *rand.Rand, head []byte) []byte {
	switch r.IntN(4) {
	case 0:
		return editedJSON(r, head)
	case 1:
		types := []string{"F32", "I64", "F16", "BF16", "U8", "BOOL", "f64"}
		return replaceAny(r, head, regexp.MustCompile(`F64`), types[r.IntN(len(types))])
	case 2:
		sizes := []string{"0", "1", "-1", "1099511627776", "4611686018427387904", "7", "1.0", "null"}
		return replaceAny(r, head, regexp.MustCompile(`[\[,][0-9]+`), "["+sizes[r.IntN(len(sizes))])
	}
	sizes := []string{"0", "1", "-1", "1099511627776", "8", "16"}
	return replaceAny(r, head, regexp.MustCompile(`,[0-9]+`), ","+sizes[r.IntN(len(sizes))])
}

func replaceAny(r *rand.Rand, text []byte, what *regexp.Regexp, by string) []byte {
	all := what.FindAllIndex(text, -1)
	at := all[r.IntN(len(all))]
	return slices.Concat(text[:at[0]], []byte(by), text[at[1]:])
}
