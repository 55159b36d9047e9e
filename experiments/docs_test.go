package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The committed pages have nothing that a format left over.
func TestCommittedPages(t *testing.T) {
	pages, err := filepath.Glob("../docs/experiments/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, path := range append(pages, "../docs/results.md", "../docs/experiments.md") {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i := strings.Index(string(b), "%!"); i >= 0 {
			t.Errorf("%s: %q", path, string(b[i:min(len(b), i+40)]))
		}
	}
}

// Pictures that pages show are there, under names that links can have.
func TestPictures(t *testing.T) {
	pages, err := filepath.Glob("../docs/experiments/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pages {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(b), "](")[1:] {
			target, _, _ := strings.Cut(part, ")")
			if !strings.HasSuffix(target, ".svg") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), target)); err != nil || strings.Contains(target, " ") {
				t.Errorf("%s: %q: %v", path, target, err)
			}
		}
	}
}
