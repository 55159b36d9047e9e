// Package testfile damages files, for tests of those who read and check them.
package testfile

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
)

// hostile are values that no prover writes.
var hostile = []string{`null`, `""`, `"0"`, `"-1"`, `"-1/3"`, `"1e999999999"`, `"1e-999999999"`, `"inf"`, `"NaN"`, `"1/0"`,
	`"1` + strings.Repeat("0", 4000) + `"`, `0`, `-1`, `1`, `64`, `2147483648`, `9223372036854775807`, `1e300`, `[]`, `{}`, `[[]]`,
	`[null]`, `true`, `"natural"`, `"z"`, `"exp(-z)"`, `["0"]`, `[0,-1]`}

// Edited returns a file with one to three of its values replaced: by a hostile one, by another value of the file, with
// a digit changed, or with members of an array left out or repeated. All members stay where they are, so that the files
// of strict readers are often read.
func Edited(rng *rand.Rand, file []byte) []byte {
	for range 1 + rng.IntN(3) {
		at := values(file)
		if len(at) == 0 {
			return file
		}
		i := rng.IntN(len(at))
		old, with := file[at[i][0]:at[i][1]], []byte(nil)
		switch rng.IntN(4) {
		case 0:
			with = []byte(hostile[rng.IntN(len(hostile))])
			for n := 0; n < 4 && with[0] != old[0]; n++ { // most of them of the same type, which readers let pass
				with = []byte(hostile[rng.IntN(len(hostile))])
			}
		case 1:
			with = old
			for n := 0; n < 16 && (n == 0 || with[0] != old[0]); n++ {
				j := rng.IntN(len(at))
				with = file[at[j][0]:at[j][1]]
			}
		case 2:
			with = bytes.Clone(old)
			if k := bytes.IndexAny(with, "0123456789"); k >= 0 {
				with[k] = "0123456789-"[rng.IntN(11)]
			}
		default:
			with = old
			if old[0] == '[' {
				with = []byte("[" + strings.Trim(strings.Repeat(string(old[1:len(old)-1])+",", rng.IntN(3)), ",") + "]")
			}
		}
		file = bytes.Join([][]byte{file[:at[i][0]], with, file[at[i][1]:]}, nil)
	}
	return file
}

// values returns where the values of a file begin and end, those within others too, but no names of members.
func values(file []byte) (at [][2]int) {
	dec := json.NewDecoder(bytes.NewReader(file))
	var open []int      // where arrays and objects begin
	var isObject []bool // which they are
	name := false       // the next string names a member
	for {
		from := int(dec.InputOffset())
		tok, err := dec.Token()
		if err != nil {
			if err != io.EOF {
				return nil
			}
			return at
		}
		to := int(dec.InputOffset())
		for from < to && strings.ContainsRune(" \t\r\n,:", rune(file[from])) {
			from++
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			open, isObject = append(open, from), append(isObject, tok == json.Delim('{'))
			name = tok == json.Delim('{')
			continue
		case json.Delim('}'), json.Delim(']'):
			at = append(at, [2]int{open[len(open)-1], to})
			open, isObject = open[:len(open)-1], isObject[:len(isObject)-1]
		default:
			if name {
				name = false
				continue
			}
			at = append(at, [2]int{from, to})
		}
		name = len(isObject) > 0 && isObject[len(isObject)-1]
	}
}
