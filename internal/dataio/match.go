package dataio

import (
	"fmt"
	"strings"
)

// Wanted are the columns that something was fitted with: a table that names its columns is read in their order.
type Wanted struct {
	// Names are those of the columns, distinct; nil: they are not known, and columns are read as they come.
	Names []string
	// Label is the name of the column that was dropped as the label. It is dropped without being asked for.
	Label string
	// Width is the number of columns; 0: it is not known.
	Width int
	// FirstIndex is that of the first column where they came from svmlight rows, 0 or 1; nil: they did not.
	FirstIndex *int
	// What says whose columns they are, for messages.
	What string
}

// match returns the index of each wanted column in a table, and that of the label: the given one, or −1 for none, in
// which case it is found by its name. unread reports that it was. An error lists all names that are missing, and those
// that are not wanted.
func (w *Wanted) match(names []string, label int) (order []int, at int, unread bool, err error) {
	index, all := make(map[string]int, len(names)), make(map[string]bool, len(w.Names))
	for _, name := range w.Names {
		all[name] = true
	}
	var twice, extra, missing []string
	for j, name := range names {
		name = cleaned(name)
		_, known := index[name]
		switch wanted := all[name]; {
		case j == label:
		case known && wanted:
			twice = append(twice, name)
		case wanted:
			index[name] = j
		case label < 0 && name == w.Label && w.Label != "" && !unread:
			label, unread = j, true
		default:
			extra = append(extra, name)
		}
	}
	for _, name := range w.Names {
		j, ok := index[name]
		if !ok {
			missing = append(missing, name)
		}
		order = append(order, j)
	}
	if faults := faultsOf(missing, extra, twice); faults != "" {
		return nil, 0, false, fmt.Errorf("%s\n(the columns of %s are %s, in any order; rename or remove columns, or drop the label "+
			"with --label)", faults, w.What, listed(w.Names))
	}
	return order, label, unread, nil
}

// faultsOf says which columns are wrong; "" if none is.
func faultsOf(missing, extra, twice []string) string {
	var faults []string
	for _, f := range []struct {
		what  string
		names []string
	}{{"missing: ", missing}, {"unknown: ", extra}, {"there twice: ", twice}} {
		if len(f.names) > 0 {
			var quoted []string
			for _, name := range f.names {
				quoted = append(quoted, quote(name))
			}
			faults = append(faults, f.what+strings.Join(quoted, ", "))
		}
	}
	if faults == nil {
		return ""
	}
	return "columns do not match: " + strings.Join(faults, "; ")
}

// cleaned is a name as files of JSON have it.
func cleaned(name string) string { return strings.ToValidUTF8(name, "\ufffd") }

// FirstIndex returns the index of the first column of svmlight rows, 0 or 1, nil for other tables: that of what the columns are
// wanted for, or 0 where some row has the index 0.
func (r *Reader) FirstIndex() *int {
	s, sparse := r.source.(*svmSource)
	if !sparse {
		return nil
	}
	first := int(s.least)
	return &first
}

// Distinct returns the names of the columns, the label's not among them, and the label's, as something that is fitted
// to the table keeps them. They are nil and "" for a table without names, and for one where a name is repeated: that one
// is returned then.
func (r *Reader) Distinct() (names []string, label, repeated string) {
	seen := map[string]bool{}
	for _, name := range r.Names() {
		name = cleaned(name)
		if seen[name] {
			return nil, "", name
		}
		seen[name] = true
		names = append(names, name)
	}
	if _, label = r.Label(); names == nil || seen[cleaned(label)] {
		label = ""
	}
	return names, cleaned(label), ""
}
