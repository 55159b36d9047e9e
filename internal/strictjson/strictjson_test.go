package strictjson

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // a fixed seed
)

type inner struct {
	X float64 `json:"x"`
	Y []inner `json:"y,omitempty"`
}

type Embedded struct {
	Also string `json:"also"`
}

type document struct {
	Embedded
	A    int                      `json:"a"`
	B    *inner                   `json:"b"`
	M    map[string]inner         `json:"m"`
	Raw  json.RawMessage          `json:"raw"`
	Any  any                      `json:"any"`
	Deep map[string][]map[int]int `json:"deep"`
	Bare int
}

func TestDecode(t *testing.T) {
	for _, good := range []string{
		`{}`, ` { "a" : 1 , "b" : null } `, `{"b":{"x":1,"y":[{"x":2},{"x":3}]}}`, `{"m":{"k":{"x":1},"K":{"x":1}}}`,
		`{"raw":[{"z":1},{"z":2}],"any":{"a":{"a":1}},"also":"\"}"}`, `{"deep":{"a":[{"1":1,"2":2},{}],"b":[]},"Bare":1000}`,
		`{"also":"a\\","a":-1}`, "{\"also\":\"\xff\"}",
	} {
		assert.NoError(t, Decode([]byte(good), new(document)), good)
	}
	for _, bad := range []struct{ text, want string }{
		{`{"a":1,"a":1}`, `"a" is given twice, at byte 7`},
		{`{"a":1,"A":1}`, `unknown member "A" at byte 7`},
		{`{"A":1}`, `unknown member "A"`},
		{`{"bare":1}`, `unknown member "bare"`},
		{`{"aLso":""}`, `unknown member "aLso"`},
		{`{"a":1,"\u0061":2}`, `"a" is given twice`},
		{`{"c":1}`, `unknown field "c"`},
		{`{"b":{"x":1,"x":2}}`, `"x" is given twice`},
		{`{"b":{"y":[{},{"X":2}]}}`, `unknown member "X"`},
		{`{"m":{"k":{},"k":{}}}`, `"k" is given twice`},
		{`{"m":{"k":{"X":1}}}`, `unknown member "X"`},
		{`{"raw":[[{"z":1,"z":2}]]}`, `"z" is given twice`},
		{`{"any":{"a":{"b":1,"b":2}}}`, `"b" is given twice`},
		{`{"deep":{"a":[{"1":1},{"2":1,"2":1}]}}`, `"2" is given twice`},
		{"{\"any\":{\"\xff\":1,\"\xfe\":1}}", `is given twice`}, // both are read as U+FFFD
		{`{"a":1} x`, "something follows"}, {`{"a":1}]`, "something follows"}, {`{"a":1}{}`, "something follows"},
		{`{"a":1`, "unexpected EOF"}, {``, "EOF"},
	} {
		assert.ErrorContains(t, Decode([]byte(bad.text), new(document)), bad.want, bad.text)
	}
	require.NoError(t, Unique([]byte(`[{"a":1},{"a":1},"x",null,1e5,true]`)))
	require.ErrorContains(t, Unique([]byte(`[{"a":1},{"a":{"b":[],"b":{}}}]`)), `"b" is given twice`)
	require.Error(t, Unique([]byte(`{"a":`)))
}

// Any document is unique until a member of any of its objects is repeated, with any white space.
func TestRepeated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		objects := 0
		target := -1
		var write func(depth int) string
		space := rapid.SampledFrom([]string{"", " ", "\n\t"})
		shape := rapid.IntRange(0, 5)
		var choices []int
		choose := func(at *int) int {
			if *at == len(choices) {
				choices = append(choices, shape.Draw(t, "shape"))
			}
			*at++
			return choices[*at-1]
		}
		at := 0
		write = func(depth int) string {
			switch k := choose(&at); {
			case depth > 3 || k < 2:
				return []string{`"a\"}{[,"`, "-1.5e3"}[k%2]
			case k == 2:
				return "[" + write(depth+1) + space.Draw(t, "s") + "," + write(depth+1) + "]"
			}
			n := objects
			objects++
			s := fmt.Sprintf(`{%s"a":%s,"b"%s:%s`, space.Draw(t, "s"), write(depth+1), space.Draw(t, "s"), write(depth+1))
			if n == target {
				s += `,"a":0`
			}
			return s + space.Draw(t, "s") + "}"
		}
		text := write(0)
		require.NoError(t, Unique([]byte(text)), text)
		if n := objects; n > 0 {
			objects, at, target = 0, 0, rapid.IntRange(0, n-1).Draw(t, "which")
			text = write(0)
			require.ErrorContains(t, Unique([]byte(text)), "given twice", text)
		}
	})
}

func FuzzUnique(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"\u00e9"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		err := Unique(data)
		if valid := json.Valid(data); err == nil != valid && !(valid && strings.Contains(err.Error(), "given twice")) {
			t.Fatalf("%q: valid %v, %v", data, valid, err)
		}
	})
}
