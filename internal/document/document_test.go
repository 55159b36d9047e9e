package document

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Nothing follows a document, closing brackets included.
func TestStrict(t *testing.T) {
	var v struct{ A int }
	for _, after := range []string{"", " \n"} {
		assert.NoError(t, Strict([]byte(`{"A":1}`+after), &v), after)
	}
	for _, after := range []string{"}", "]", " 2", "x"} {
		assert.EqualError(t, Strict([]byte(`{"A":1}`+after), &v), "something follows after 7 bytes", after)
	}
	for _, text := range []string{`{"B":1}`, `{"A":1`, ""} {
		assert.Error(t, Strict([]byte(text), &v), text)
	}
}
