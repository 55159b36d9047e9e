package serve

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// object is a JSON object.
type object = map[string]any

// described is the description, as a client reads it.
func described(t *testing.T) object {
	t.Helper()
	var doc object
	require.NoError(t, json.Unmarshal(get(t, New(echo, Settings{}), "/api/v1/openapi.json").Body.Bytes(), &doc))
	return doc
}

// structure collects what in a description is not as OpenAPI 3.1.0 wants it.
type structure struct {
	doc    object
	wrong  []string
	ids    map[string]bool
	quoted map[string]bool // schemas that are referred to
}

func (s *structure) want(ok bool, where, what string) {
	if !ok {
		s.wrong = append(s.wrong, where+": "+what)
	}
}

// keys wants some members, and no others but those allowed.
func (s *structure) keys(where string, o object, required, allowed string) {
	for _, k := range strings.Fields(required) {
		s.want(o[k] != nil, where, "no "+k)
	}
	for k := range o {
		s.want(slices.Contains(strings.Fields(required+" "+allowed), k), where, "there is no field "+k)
	}
}

func (s *structure) schema(where string, v any) {
	if ref, ok := v.(object)["$ref"].(string); ok {
		name, found := strings.CutPrefix(ref, "#/components/schemas/")
		schemas := s.doc["components"].(object)["schemas"].(object)
		s.want(found && schemas[name] != nil, where, "no "+ref)
		s.quoted[name] = true
		return
	}
	o := v.(object)
	s.keys(where, o, "", "type properties required additionalProperties items oneOf enum pattern maxLength maxItems")
	if kind, ok := o["type"]; ok {
		s.want(slices.Contains([]any{"object", "array", "string", "number", "integer", "boolean", "null"}, kind), where,
			fmt.Sprint("type ", kind))
	}
	if p, ok := o["pattern"].(string); ok {
		_, err := regexp.Compile(p)
		s.want(err == nil && !strings.Contains(p, "(?"), where, "pattern "+p)
	}
	properties, _ := o["properties"].(object)
	for name, p := range properties {
		s.schema(where+"."+name, p)
	}
	required, _ := o["required"].([]any)
	for _, name := range required {
		s.want(properties[name.(string)] != nil, where, fmt.Sprint("requires ", name))
	}
	s.want(o["type"] != "array" || o["items"] != nil, where, "an array of what?")
	for _, k := range []string{"items", "additionalProperties"} {
		if part, ok := o[k].(object); ok {
			s.schema(where+"[]", part)
		}
	}
	if of, ok := o["oneOf"].([]any); ok {
		s.want(len(of) > 1, where, "one of one")
		for i, part := range of {
			s.schema(fmt.Sprintf("%s/%d", where, i), part)
		}
	}
}

func (s *structure) content(where string, v any) {
	for kind, media := range v.(object) {
		s.want(strings.Contains(kind, "/"), where, "media type "+kind)
		s.keys(where, media.(object), "", "schema")
		if schema, ok := media.(object)["schema"]; ok {
			s.schema(where, schema)
		}
	}
}

func (s *structure) operation(where string, o object) {
	s.keys(where, o, "operationId summary responses", "parameters requestBody description")
	id := o["operationId"].(string)
	s.want(!s.ids[id], where, id+" twice")
	s.ids[id] = true
	names := map[string]bool{}
	parameters, _ := o["parameters"].([]any)
	for _, v := range parameters {
		p := v.(object)
		at := where + " " + fmt.Sprint(p["name"])
		s.keys(at, p, "name in schema", "description required example style explode")
		s.want(p["in"] == "query" && !names[p["name"].(string)], at, "twice, or not in the query")
		names[p["name"].(string)] = true
		s.schema(at, p["schema"])
	}
	if body, ok := o["requestBody"].(object); ok {
		s.keys(where, body, "content", "description required")
		s.content(where, body["content"])
	}
	responses := o["responses"].(object)
	s.want(responses["200"] != nil, where, "no answer")
	for status, v := range responses {
		r := v.(object)
		s.want(regexp.MustCompile(`^[1-5][0-9][0-9]$`).MatchString(status), where, status)
		s.keys(where+" "+status, r, "description content", "headers")
		s.content(where+" "+status, r["content"])
		headers, _ := r["headers"].(object)
		for name, h := range headers {
			s.keys(where+" "+name, h.(object), "schema", "description")
		}
	}
}

// The description is one of OpenAPI 3.1.0: fields that there are, schemas that are found, names that differ.
func TestOpenAPI(t *testing.T) {
	doc := described(t)
	s := &structure{doc: doc, ids: map[string]bool{}, quoted: map[string]bool{}}
	s.keys("", doc, "openapi info paths components", "")
	assert.Equal(t, "3.1.0", doc["openapi"])
	s.keys("info", doc["info"].(object), "title version", "description license")
	for path, v := range doc["paths"].(object) {
		s.want(strings.HasPrefix(path, "/"), path, "a path begins with /")
		for method, o := range v.(object) {
			s.want(method == "get" || method == "post", path, method)
			s.operation(path, o.(object))
		}
	}
	schemas := doc["components"].(object)["schemas"].(object)
	for name, v := range schemas {
		s.schema(name, v)
	}
	assert.Empty(t, s.wrong)
	assert.Equal(t, slices.Sorted(maps.Keys(schemas)), slices.Sorted(maps.Keys(s.quoted)), "all schemas are used")
	for i := range verbs {
		assert.Contains(t, doc["paths"], "/api/v1/"+verbs[i].name)
	}
	assert.Len(t, doc["paths"], len(verbs)+3+len(files))
}

// A mistake in the table of schemas is no description.
func TestNoSchema(t *testing.T) {
	for _, kind := range []string{"", "strin", "[x]", "Upper1", "str / "} {
		assert.Panics(t, func() { schemaOf(kind) }, kind)
	}
}
