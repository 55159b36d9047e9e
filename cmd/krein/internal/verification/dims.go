package verification

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"krein/certify/region"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/proof"
)

// Documents are what is known of one family in one dimension or in several, at least one.
type Documents []*region.Document

// Encode writes the document, or an array of those of several dimensions. Each of them is sealed by its own checksum.
func (all Documents) Encode(w io.Writer) error {
	b, err := all.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// MarshalJSON implements json.Marshaler. Documents stay as they are, letter by letter, as their checksums want it.
func (all Documents) MarshalJSON() ([]byte, error) {
	var parts [][]byte
	for _, d := range all {
		b, err := d.MarshalJSON()
		if err != nil {
			return nil, err
		}
		parts = append(parts, b)
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return slices.Concat([]byte("["), bytes.Join(parts, []byte(",\n")), []byte("]")), nil
}

// Decode reads a file of Encode.
func Decode(data []byte) (Documents, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		d, err := region.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return Documents{d}, nil
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return nil, err
	}
	var all Documents
	for i, p := range parts {
		d, err := region.Decode(bytes.NewReader(p))
		if err != nil {
			return nil, fmt.Errorf("document %d: %w", i+1, err)
		}
		all = append(all, d)
	}
	if all == nil {
		return nil, errors.New("an array without a document")
	}
	return all, nil
}

// In returns the document of a dimension; the error says which dimensions there are.
func (all Documents) In(dim int) (*region.Document, error) {
	var there []string
	for _, d := range all {
		if d.Dim == dim {
			return d, nil
		}
		there = append(there, fmt.Sprintf("R^%d", d.Dim))
	}
	return nil, &terminal.NotMetError{Why: fmt.Sprintf("rejected: the file is about %s, not R^%d", strings.Join(there, ", "), dim)}
}

// WriteDims writes a table with a row for each dimension, and a sentence for each.
func WriteDims(w io.Writer, views []*RegionView) error {
	first := views[0]
	t := terminal.NewTable("", "proved", "refuted", "open")
	var said strings.Builder
	single := false
	certified := RegionView{Document: first.Document}
	for _, v := range views {
		columns := map[proof.Status][]string{}
		for _, r := range runs(v.Claims[0].Cells) {
			columns[r.Status] = append(columns[r.Status], v.where(r))
			single = single || r.values > 1
		}
		t.AppendRow([]any{fmt.Sprintf("R^%d", v.Dim), strings.Join(columns[proof.Proved], ", "),
			strings.Join(columns[proof.Refuted], ", "), strings.Join(columns[proof.Undecided], ", ")})
		fmt.Fprintf(&said, "\n%s\n", terminal.Wrap(v.Sentence(&v.Claims[0]), ""))
		certified.Looked, certified.Tried = certified.Looked+v.Looked, certified.Tried+v.Tried
	}
	if single {
		said.WriteString(first.alone())
	}
	_, err := fmt.Fprintf(w, "k(z) = %s, %s: %s\n\n%s\n%s\n%s certified.\n", first.Formula, first.interval(), first.Claims[0].ID,
		t.For(w), said.String(), certified.looked())
	return err
}
