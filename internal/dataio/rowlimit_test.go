package dataio

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/npy"
)

// TestRowLimit: a row without end is refused, in every format of text; rows of usual length are read, however many.
func TestRowLimit(t *testing.T) {
	defer func(most int) { mostRow = most }(mostRow)
	mostRow = 3 << 20 // more than the buffers hold
	const rows = 1 << 20
	read := func(name, text string) error {
		r, err := Open("-", &Options{Stdin: strings.NewReader(text)})
		if err == nil {
			_, err = ReadAll(context.Background(), r)
			r.Close()
		}
		return err
	}
	endless := strings.Repeat("1", 2*mostRow)
	for name, text := range map[string]string{
		"zeros": strings.Repeat("\x00", 2*mostRow), "one number": endless, "a later row": "1,2\n3,4\n5," + endless, "spaces": "1 2\n3 4\n" + endless,
		"svmlight": "1 1:2\n1 1:" + endless, "a quote": "1,2\n\"3,4\n" + strings.Repeat("5,6\n", mostRow/2), "a first quote": "\"a,b\n" +
			strings.Repeat("5,6\n", mostRow/2), "semicolons": "1;2\n" + strings.Repeat(";", 2*mostRow),
	} {
		require.ErrorContains(t, read(name, text), "a row is longer than 3145728 bytes", name)
	}
	wide := npy.Header{Descr: "|u1", Shape: []int{1, mostColumns + 1}}
	require.ErrorContains(t, read("wide", string(wide.Append(nil))), "16777217 columns: rows are held with all their columns")
	for name, text := range map[string]string{
		"commas": strings.Repeat("1,2,3\n", rows), "quotes": strings.Repeat("\"1\",\"2\"\n", rows), "spaces": strings.Repeat("1 2 3\n", rows),
		"svmlight": strings.Repeat("1 1:2 2:3\n", rows), "returns": strings.Repeat("1,2,3\r", rows),
		"late quotes": strings.Repeat("1,2,3\n", rows) + strings.Repeat("\"1\",2,3\n", rows), "a long row": strings.Repeat("1,", mostRow/4) + "1\n",
	} {
		require.NoError(t, read(name, text), name)
	}
}
