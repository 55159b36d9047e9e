package report

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// luminance is the relative luminance of #rgb or #rrggbb (WCAG 2.2).
func luminance(t *testing.T, hex string) float64 {
	if len(hex) == 3 {
		hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
	}
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		require.NoError(t, err)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// Text stands out by 4.5 at least, graphics by 3, in the light, the dark and the printed style (WCAG 2.2, 1.4.3 and
// 1.4.11).
func TestContrast(t *testing.T) {
	text := map[string][]string{
		"paper": {"ink", "faint", "link", "good", "bad", "open"}, "wash": {"ink", "faint", "link"},
		"goodwash": {"good"}, "badwash": {"bad"}, "openwash": {"open"},
		"good": {"paper"}, "bad": {"paper"}, // the signs in the squares
	}
	graphics := map[string][]string{"paper": {"plus", "minus", "ink", "faint", "good", "bad", "open", "link"}}
	colour := regexp.MustCompile(`--(\w+):#([0-9a-f]+)`)
	styles := regexp.MustCompile(`:root\{([^}]*)\}`).FindAllStringSubmatch(Style, -1)
	require.Len(t, styles, 3)
	of := map[string]string{}
	for i, style := range styles {
		for _, m := range colour.FindAllStringSubmatch(style[1], -1) {
			of[m[1]] = m[2]
		}
		look := func(pairs map[string][]string, least float64) {
			for ground, inks := range pairs {
				for _, ink := range inks {
					require.Contains(t, of, ink)
					a, b := luminance(t, of[ground]), luminance(t, of[ink])
					assert.GreaterOrEqual(t, (max(a, b)+0.05)/(min(a, b)+0.05), least, "style %d: %s on %s", i, ink, ground)
				}
			}
		}
		if i == 2 {
			of["link"] = of["ink"] // printed links have the colour of the text
		}
		look(text, 4.5)
		look(graphics, 3)
	}
}
