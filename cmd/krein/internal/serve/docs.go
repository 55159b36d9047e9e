package serve

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	"krein/cmd/krein/internal/report"
	"krein/docs"
)

// docPage is a page of the documentation, or the list of them.
var docPage = template.Must(template.New("doc").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{{.Title}} – krein</title>
<link rel="stylesheet" href="/style.css">
</head>
<body class="doc">
<nav aria-label="krein" class="small"><a href="/">krein</a> · <a href="/docs/">Documentation</a></nav>
<main>
{{if .Tasks}}<h1>Documentation</h1>
{{range .Tasks}}<h2>{{.Title}}</h2>
<ul>{{range .List}}<li><a href="/docs/{{.Name}}">{{.Title}}</a></li>
{{end}}</ul>
{{end}}{{else}}{{.Body}}{{end}}
</main>
</body>
</html>
`))

// listed is a page in the list, and task what its pages are for.
type (
	listed struct{ Name, Title string }
	task   struct {
		Title string
		List  []listed
	}
)

// docs answers with a page of the documentation, a picture of one, or the list of pages.
func (s *Server) docs(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if strings.HasPrefix(name, "img/") {
		b, err := docs.Pages.ReadFile(name)
		if err != nil {
			fail(w, http.StatusNotFound, "there is no such picture")
			return
		}
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write(b)
		return
	}
	var data struct {
		Title string
		Body  template.HTML
		Tasks []task
	}
	if name == "" {
		data.Title = "Documentation"
		for _, t := range docs.Tasks {
			shown := task{Title: t.Title}
			for _, name := range t.Pages {
				title, _ := report.DocTitle(name)
				shown.List = append(shown.List, listed{name, title})
			}
			data.Tasks = append(data.Tasks, shown)
		}
	} else {
		var ok bool
		if data.Title, data.Body, ok = report.Doc(name); !ok {
			fail(w, http.StatusNotFound, "there is no such page; /docs/ lists them")
			return
		}
	}
	var b bytes.Buffer
	if err := docPage.Execute(&b, data); err != nil {
		panic(err) // a buffer takes all
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes())
}
