package dataio

import (
	"fmt"
	"strconv"
	"strings"

	"krein/internal/suggest"
)

// findLabel returns the index of the column that Options.Label means, −1 for none, in a
// table of so many columns. names are those of the header, nil if there is none.
func findLabel(label string, columns int, names []string) (int, error) {
	switch label {
	case "", "none":
		return -1, nil
	case "first":
		return 0, nil
	case "last":
		return columns - 1, nil
	}
	if n, err := strconv.Atoi(label); err == nil {
		if n < 1 || n > columns {
			return 0, fmt.Errorf("label column %d of a table with %d columns; columns count from 1", n, columns)
		}
		return n - 1, nil
	}
	if names == nil {
		return 0, fmt.Errorf("no column is called %q: the table has no header; give first, last, none or the "+
			"number of the label column", label)
	}
	found := -1
	for j, name := range names {
		switch {
		case name != label:
		case found >= 0:
			return 0, fmt.Errorf("columns %d and %d are both called %q; give the number of the label column",
				found+1, j+1, label)
		default:
			found = j
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("no column is called %q%s; there are %s", label, suggest.Hint(label, names), listed(names))
	}
	return found, nil
}

// listed lists names for a message, the first of many.
func listed(names []string) string {
	const most = 12
	var quoted []string
	for _, name := range names[:min(len(names), most)] {
		quoted = append(quoted, quote(name))
	}
	if more := len(names) - most; more > 0 {
		quoted = append(quoted, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(quoted, ", ")
}

// Label returns the number of the column that is dropped, from 1, and its name if the
// table has a header; 0 if none is dropped.
func (r *Reader) Label() (number int, name string) {
	if names := r.source.names(); r.label >= 0 && names != nil {
		name = names[r.label]
	}
	return r.label + 1, name
}

// Used says which columns are features, as in "16 columns (2–17; column 1 is the label)".
func (r *Reader) Used() string {
	all := r.columns
	var runs []string
	run := func(from, to int) {
		switch {
		case from == to:
			runs = append(runs, strconv.Itoa(from))
		case from < to:
			runs = append(runs, fmt.Sprintf("%d–%d", from, to))
		}
	}
	about := "no label"
	if number, name := r.Label(); number > 0 {
		all++
		run(1, number-1)
		run(number+1, all)
		if name != "" {
			name = fmt.Sprintf(", %s,", quote(name))
		}
		about = fmt.Sprintf("column %d%s is the label", number, name)
	} else {
		run(1, all)
	}
	if r.unread {
		about += " and not used"
	}
	if r.apart {
		about = "the labels apart"
	}
	return fmt.Sprintf("%s (%s; %s)", columns(r.columns), strings.Join(runs, ", "), about)
}

// columns says how many there are.
func columns(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

// Suspect returns the word for --label that would drop what looks like labels: the first
// or the last column if it alone has whole numbers in every row read; else "".
func (r *Reader) Suspect() string {
	whole := 0
	for _, w := range r.whole {
		if w {
			whole++
		}
	}
	last := len(r.whole) - 1
	_, apart := r.source.(*svmSource) // its labels are no columns
	switch {
	case apart || r.label >= 0 || r.row == 0 || whole != 1 || last == 0:
		return ""
	case r.whole[0]:
		return "first"
	case r.whole[last]:
		return "last"
	}
	return ""
}
