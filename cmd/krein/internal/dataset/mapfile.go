package dataset

import (
	"fmt"
	"io"

	"krein/cmd/krein/internal/input"
)

// MapFile is the file that a map was written to beside its features, "" for none.
type MapFile string

// Say says how other rows get the map; pairs have two outputs.
func (f MapFile) Say(w io.Writer, two bool) {
	if f == "" {
		return
	}
	more := ""
	if two {
		more = " --right RIGHT"
	}
	fmt.Fprintf(w, "other rows get the same map by: krein features %s --data FILE -o OUTPUT%s\n",
		input.Quoted(string(f)), more)
}
