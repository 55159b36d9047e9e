// Package docs holds the pages of the documentation with their pictures, which krein serve shows.
package docs

import "embed"

// Pages has the pages in Markdown, and img with their pictures.
//
//go:embed *.md img/*.svg
var Pages embed.FS
