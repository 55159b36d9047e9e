// Package examples holds the small tables on which the documentation's commands run. Its test makes them:
//
//	go test ./examples -update
package examples

import "embed"

// Tables holds the tables, by their names.
//
//go:embed *.csv
var Tables embed.FS
