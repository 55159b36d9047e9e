package report

import (
	"html/template"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/certify"
)

// Dimensions of one status are listed together, though others between them were not computed.
func TestInWords(t *testing.T) {
	t.Parallel()
	const none = certify.Status(-1)
	cells := func(statuses ...certify.Status) (all []SurveyCell) {
		for i, s := range statuses {
			c := SurveyCell{Status: s, From: i + 1}
			if s == none {
				c = SurveyCell{}
			}
			all = append(all, c)
		}
		return all
	}
	p, r := certify.Proved, certify.Refuted
	assert.Equal(t, "proved in dimension 1; refuted in dimensions 2 to 4", inWords(cells(p, r, r, r), 1))
	assert.Equal(t, "refuted in dimensions 1, 3 and 5; not computed elsewhere", inWords(cells(r, none, r, none, r), 1))
	assert.Equal(t, "proved in dimensions 2 to 3 and 5; refuted in dimension 6; proved in dimension 7; not computed elsewhere",
		inWords(cells(none, p, p, none, p, r, p, none), 2))
	assert.Equal(t, "", inWords(nil, 1))
}

// Lines of commands do not break after the hyphens of a flag; those of a formula are not flags.
func TestCommand(t *testing.T) {
	t.Parallel()
	assert.Equal(t, template.HTML("krein region &#39;exp(-z)&#39; <span class=\"flag\">--dim</span> 3 <span class=\"flag\">-o</span> r.json\nkrein rules"),
		command("krein region 'exp(-z)' --dim 3 -o r.json\nkrein rules"))
}
