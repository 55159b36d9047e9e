package serve

import (
	"maps"
	"slices"
)

// openAPI returns the description of the interface, made from the tables of verbs, files and answers.
func openAPI() map[string]any {
	paths := map[string]any{}
	for i := range verbs {
		v := &verbs[i]
		operation := map[string]any{
			"operationId": v.name, "summary": v.summary, "parameters": parameters(v.params),
			"responses": responses("what 'krein "+v.name+" --json' prints", jsonContent(schemaOf(answers[v.name]))),
		}
		method := "get"
		if v.body {
			method = "post"
			operation["requestBody"] = map[string]any{
				"required": true, "description": "a certificate, as certify writes it, or another file with a proof",
				"content": jsonContent(map[string]any{"type": "object"}),
			}
		}
		paths["/api/v1/"+v.name] = map[string]any{method: operation}
	}
	get := func(id, summary string, params []param, what string, content map[string]any) map[string]any {
		return map[string]any{"get": map[string]any{
			"operationId": id, "summary": summary, "parameters": parameters(params), "responses": responses(what, content),
		}}
	}
	paths["/api/v1/parse"] = get("parse", "Whether a formula is understood, and where not", with(),
		"the formula in MathML, the normal form of a kernel of x − y, or the error with its column",
		jsonContent(schemaOf(answers["parse"])))
	text := map[string]any{"type": "string"}
	paths["/api/v1/events"] = get("events", "What the live page shows, as it is known", with(),
		"server-sent events, their data JSON: claim (id, word, html), picture (html), progress (says), done (verdict, "+
			"masses, files), failed (error)",
		map[string]any{"text/event-stream": map[string]any{"schema": text}})
	paths["/api/v1/openapi.json"] = map[string]any{"get": map[string]any{
		"operationId": "openapi", "summary": "This description", "responses": map[string]any{
			"200": map[string]any{"description": "this description", "content": jsonContent(map[string]any{"type": "object"})}},
	}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		paths["/files/"+name] = get(name, "The file that 'krein "+f.verb+"' writes", f.params(), "the file",
			map[string]any{f.kind: map[string]any{}})
	}
	return map[string]any{
		"openapi": "3.1.0",
		"info": map[string]any{"title": "krein", "version": "1",
			"description": "Does a stationary kernel have a positive decomposition? The same JSON as the command's.",
			"license":     map[string]any{"name": "BSD-3-Clause", "identifier": "BSD-3-Clause"}},
		"paths":      paths,
		"components": map[string]any{"schemas": components()},
	}
}

func jsonContent(schema map[string]any) map[string]any {
	return map[string]any{"application/json": map[string]any{"schema": schema}}
}

// parameters describes what a query may say.
func parameters(params []param) []any {
	var out []any
	for _, p := range params {
		schema := map[string]any{"type": "string"}
		if p.pattern != nil {
			schema["pattern"] = p.pattern.String()
		} else {
			schema["maxLength"] = mostFormula
		}
		entry := map[string]any{"name": p.name, "in": "query", "description": p.doc, "required": p.required, "schema": schema}
		if p.repeated {
			entry["schema"] = map[string]any{"type": "array", "maxItems": mostRepeats, "items": schema}
			entry["style"], entry["explode"] = "form", true
		}
		if p.example != "" {
			entry["example"] = p.example
		}
		out = append(out, entry)
	}
	return out
}

// responses are an answer and the errors that all requests have.
func responses(what string, content map[string]any) map[string]any {
	out := map[string]any{"200": map[string]any{"description": what, "content": content}}
	for status, why := range map[string]string{
		"400": "the request is not understood",
		"403": "a page of another site asks, or may do so",
		"413": "the body is too long",
		"422": "the kernel has no answer, and why; formulas with errors name the column",
		"429": "too much work is waiting; Retry-After says when to come again",
		"421": "the Host header is not a name of this server",
		"500": "krein failed, which is a mistake in krein",
		"503": "the work took longer, or more memory, than the server allows",
	} {
		out[status] = map[string]any{"description": why, "content": jsonContent(schemaOf("Failure"))}
	}
	out["429"].(map[string]any)["headers"] = map[string]any{
		"Retry-After": map[string]any{"description": "seconds", "schema": map[string]any{"type": "integer"}}}
	return out
}
