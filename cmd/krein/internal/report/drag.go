package report

import (
	"fmt"
	"strings"
)

// How many values of a parameter can be chosen on a page: of one, and of each of two.
const (
	ValuesOfOne = 25
	ValuesOfTwo = 9
)

// How values look for which the kernel is proved to be positive definite, and not to be.
const (
	dragProved  = `{background:var(--plus);border-color:var(--plus)}`
	dragRefuted = `{background:repeating-linear-gradient(45deg,var(--minus) 0 2px,var(--paper) 2px 6px);border-color:var(--minus)}`
)

// DragClass is the class of what a page shows when the values with these numbers, of one or two parameters, are chosen.
func DragClass(at ...int) string {
	if len(at) == 1 {
		return fmt.Sprintf("f%d", at[0])
	}
	return fmt.Sprintf("f%d-%d", at[0], at[1])
}

// DragStyle is the style sheet by which radio buttons of the classes a0, a1, … of one parameter and b0, b1, … of another
// one choose what a page shows, without a script. A value of the class aproved3 looks proved while b3 is chosen.
var DragStyle = func() string {
	b := new(strings.Builder)
	b.WriteString(`.drag .f{display:none}
.values{border:0;min-width:0;margin:.6rem 0;padding:0}
.values legend{font-weight:600;padding:0}
.values>div{display:flex;gap:1px}
.values input[type=radio]{appearance:none;flex:1 1 0;min-width:0;height:2rem;margin:0;padding:0;border:1px solid var(--faint);border-radius:3px;cursor:pointer;background:var(--wash)}
.values input.proved` + dragProved + `
.values input.refuted` + dragRefuted + `
.values input[type=radio]:checked{outline:3px solid var(--ink);outline-offset:1px;z-index:1}
.values input[type=radio]:focus-visible{outline:3px solid var(--link);outline-offset:3px}
.values input[type=range]{display:block;width:100%;margin:.4rem 0;accent-color:var(--link)}
.says{min-height:3.4em}
`)
	for i := range ValuesOfOne {
		fmt.Fprintf(b, ".drag:has(.a%d:checked) .f%d", i, i)
		if i+1 < ValuesOfOne {
			b.WriteString(",")
		}
	}
	for i := range ValuesOfTwo {
		for j := range ValuesOfTwo {
			fmt.Fprintf(b, ",.drag:has(.a%d:checked):has(.b%d:checked) .%s", i, j, DragClass(i, j))
		}
	}
	b.WriteString("{display:revert}\n")
	for _, look := range []struct{ class, rule string }{{"proved", dragProved}, {"refuted", dragRefuted}} {
		for i := range ValuesOfTwo {
			fmt.Fprintf(b, ".drag:has(.b%d:checked) .a%s%d,.drag:has(.a%d:checked) .b%s%d", i, look.class, i, i, look.class, i)
			if i+1 < ValuesOfTwo {
				b.WriteString(",")
			}
		}
		b.WriteString(look.rule + "\n")
	}
	return b.String()
}()
