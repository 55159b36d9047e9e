// Package docs holds the pages of the documentation with their pictures, which krein serve shows.
package docs

import "embed"

// Pages has the pages in Markdown, and img with their pictures.
//
//go:embed *.md img/*.svg
var Pages embed.FS

// A Task is what a reader wants to do, with the pages about it.
type Task struct {
	Title string
	Pages []string
}

// Tasks lists every page once, in the order of README.md.
var Tasks = []Task{
	{"Is my kernel valid?", []string{"tutorial.md", "claims.md", "formulas.md", "stationary.md", "catalogue.md", "single-points.md"}},
	{"Draw features", []string{"maps.md", "map-files.md", "minimal.md", "zonal.md", "asymmetric.md", "tables.md", "tensors.md"}},
	{"Classify, regress, cluster", []string{"learning.md"}},
	{"For which parameters?", []string{"region.md"}},
	{"Believe a proof, and cite it", []string{"second-checker.md", "seeds.md", "theory.md", "spectrum.md", "normal-forms.md", "taxicab.md"}},
	{"From Go, over HTTP, on a cluster", []string{"go.md", "serve.md", "beam.md"}},
	{"How it is built, and how it compares", []string{"architecture.md", "budgets.md", "compares.md", "results.md", "experiments.md", "audit.md"}},
}
