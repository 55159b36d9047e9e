package serve

// openAPI returns the description of the interface, made from the table of verbs.
func openAPI() map[string]any {
	paths := map[string]any{}
	text := map[string]any{"type": "string"}
	failure := func(what string) map[string]any {
		return map[string]any{"description": what, "content": map[string]any{"application/json": map[string]any{
			"schema": map[string]any{"type": "object", "properties": map[string]any{"error": text}, "required": []string{"error"}}}}}
	}
	for i := range verbs {
		v := &verbs[i]
		var ps []any
		for _, p := range v.params {
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
			ps = append(ps, entry)
		}
		operation := map[string]any{
			"operationId": v.name, "summary": v.summary, "parameters": ps,
			"responses": map[string]any{
				"200": map[string]any{"description": "what 'krein " + v.name + " --json' prints", "content": map[string]any{"application/json": map[string]any{"schema": map[string]any{"type": "object"}}}},
				"400": failure("the request is not understood"),
				"413": failure("the formula or the body is too long"),
				"422": failure("the kernel has no answer, and why; formulas with errors name the column"),
				"429": failure("too much work is waiting; Retry-After says when to come again"),
				"503": failure("the work took longer than the server allows"),
			},
		}
		method := "get"
		if v.body {
			method = "post"
			operation["requestBody"] = map[string]any{"required": true, "description": "a certificate, as certify writes it",
				"content": map[string]any{"application/json": map[string]any{"schema": map[string]any{"type": "object"}}}}
		}
		paths["/api/v1/"+v.name] = map[string]any{method: operation}
	}
	return map[string]any{
		"openapi": "3.1.0",
		"info": map[string]any{"title": "krein", "version": "1", "description": "Does a stationary kernel have a positive decomposition? The same JSON as the command's.",
			"license": map[string]any{"name": "BSD-3-Clause", "identifier": "BSD-3-Clause"}},
		"paths": paths,
	}
}
