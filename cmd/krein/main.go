// Command krein answers, for a stationary kernel given as a formula, whether it has a positive decomposition k = k₊ −
// k₋ in R^d, and turns the answer into samplers and unbiased random features.
//
// Exit status: 0 done, 1 a --require claim is not met, 2 bad input or failure, 3 internal error, 130 interrupted.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
	"krein/internal/atomicfile"
	"krein/internal/suggest"
)

//go:generate go test ./internal/verification -run TestTrustedBase -update

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	done := make(chan int, 1)
	go func() {
		done <- guarded(os.Args[1:], os.Stderr, func() int {
			return run(input.Alone(ctx), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		})
	}()
	select {
	case code := <-done:
		stop()
		os.Exit(code)
	case <-ctx.Done():
	}
	// Most work ends by itself when it is interrupted; what does not is ended.
	select {
	case code := <-done:
		os.Exit(code)
	case <-time.After(patience):
		atomicfile.DiscardAll()
		terminal.ClearLine(os.Stderr)
		fmt.Fprintf(os.Stderr, "krein: %v\n", errInterrupted)
		os.Exit(exitInterrupted)
	}
}

// patience is how long an interrupted verb may take to end by itself.
const patience = 150 * time.Millisecond

var errInterrupted = errors.New("interrupted; no partial file was left behind")

// Exit statuses.
const (
	exitDone   = 0
	exitNotMet = 1
	exitFailed = 2
	// a panic: a mistake in krein
	exitInternal = 3
	// as shells have it: 128 and the number of the signal
	exitInterrupted = 130
)

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	args, full := wantsAll(args)
	if full {
		setHelp(root, true)
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &terminal.Output{Writer: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	refuseUnknown(root, args)
	began := time.Now()
	err := unknownVerb(root, args)
	if err == nil {
		var cmd *cobra.Command
		if cmd, err = root.ExecuteContextC(ctx); err != nil {
			err = missingFlags(cmd, err)
		}
		if notMet := (*terminal.NotMetError)(nil); err == nil || errors.As(err, &notMet) {
			input.SayWritten(cmd, cmd.Flags().Args(), began)
		}
	}
	if err == nil {
		err = out.Err // of texts whose writers look at no error
	}
	if err == nil {
		return exitDone
	}
	kept := (*terminal.KeptError)(nil)
	if !errors.As(err, &kept) && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if why := terminal.Plain(err.Error()); why != "" {
		terminal.ClearLine(stderr)
		fmt.Fprintf(stderr, "krein: %s%s\n", why, input.Near(err))
	}
	if errors.Is(err, errInterrupted) || kept != nil && ctx.Err() != nil {
		return exitInterrupted
	}
	if notMet := (*terminal.NotMetError)(nil); errors.As(err, &notMet) {
		return exitNotMet
	}
	return exitFailed
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "krein",
		Short: "Positive decompositions of stationary kernels, and their random features",
		Long: `krein takes a stationary kernel k(z), z = ‖x−y‖, as a formula. It proves or refutes that
the kernel is positive definite on R^d, or a difference k₊ − k₋ of two such kernels, and
draws random features that estimate it without bias.

A formula uses z (or u = ⟨x,y⟩ on the unit sphere), exact decimals and fractions,
+ − * / ^, comparisons, cond ? a : b, elementary and Bessel functions, and the named
kernels that 'krein kernels' lists. '-' reads the formula from standard input; a
formula that begins with a minus goes after '--'.

Tables wrap to the width of the terminal, or to $COLUMNS. Files are written whole or not
at all, and never over a file that the command reads.

Exit status: 0 done, 1 a --require claim is not met, 2 bad input or failure,
3 internal error (a mistake in krein: please report it), 130 interrupted.`,
		Version:       verification.Version().String(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if strings.Contains(err.Error(), "shorthand") {
			err = fmt.Errorf("%w%s", err, shorthandHint(cmd, err))
		}
		if name, is := strings.CutPrefix(err.Error(), "unknown flag: --"); is {
			err = fmt.Errorf("%w%s", err, flagHint(cmd, name))
		}
		return fmt.Errorf("%w\n(see '%s --help')", err, cmd.CommandPath())
	})
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(input.CheckGlobal(cmd), input.CheckFiles(cmd, args)); err != nil { // before any work
			return err
		}
		return input.SetEffort(cmd)
	}
	input.AddGlobal(root)
	addVerbs(root)
	return root
}

// shorthandHint says what a flag of one letter may have been: one that begins with it, or a part of a formula.
func shorthandHint(cmd *cobra.Command, err error) string {
	const formula = "a formula stands in quotes, and one that begins with a minus goes after '--'"
	_, letter, _ := strings.Cut(err.Error(), " in -")
	var near []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if len(letter) == 1 && !f.Hidden && strings.HasPrefix(f.Name, letter) {
			near = append(near, "--"+f.Name)
		}
	})
	if len(near) == 0 {
		return " (" + formula + ")"
	}
	return fmt.Sprintf(" (did you mean %s? %s)", strings.Join(near, " or "), formula)
}

// refuseUnknown makes the commands that have commands refuse what is none of them, of which cobra
// lets only the root do so: those of krein, and 'completion' and 'help', which are cobra's.
func refuseUnknown(root *cobra.Command, args []string) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	for _, cmd := range root.Commands() {
		switch {
		case cmd.Name() == "help":
			cmd.Args = func(_ *cobra.Command, args []string) error { return known(root, args) }
		case cmd.HasSubCommands():
			cmd.Args, cmd.RunE = known, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// known is an error unless the arguments lead from a command to one of its own.
func known(cmd *cobra.Command, args []string) error {
	for _, name := range args {
		i := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
		if i < 0 {
			return noCommand(cmd, name)
		}
		cmd = cmd.Commands()[i]
	}
	return nil
}

// unknownVerb returns an error if the command line begins with a word that is no verb.
func unknownVerb(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err == nil || strings.HasPrefix(args[0], "__") { // what shells call is added later
		return nil
	}
	for _, word := range rest {
		if !strings.HasPrefix(word, "-") {
			if strings.ContainsAny(word, "()^*/") {
				return fmt.Errorf("%q is no verb: a formula goes after one, as in krein certify %s --dim 3", word, input.Quoted(word))
			}
			return noCommand(cmd, word)
		}
	}
	return err
}

// missingFlags says what the flags are that a verb needs and that are not given, with an example.
func missingFlags(cmd *cobra.Command, err error) error {
	list, is := strings.CutPrefix(err.Error(), "required flag(s) ")
	if !is {
		return err
	}
	var said []string
	for _, name := range strings.Split(strings.TrimSuffix(list, " not set"), ", ") {
		f := cmd.Flags().Lookup(strings.Trim(name, `"`))
		if f == nil {
			return err
		}
		usage, _, _ := strings.Cut(f.Usage, "\n")
		usage, _, _ = strings.Cut(usage, " (")
		said = append(said, fmt.Sprintf("--%s (%s)", f.Name, strings.TrimRight(usage, ";,")))
	}
	example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	return fmt.Errorf("missing: %s, as in\n  %s", strings.Join(said, ", "), example)
}

// flagsElsewhere are names that other programs, or former versions of krein, have for flags.
var flagsElsewhere = map[string]string{
	"dimension": "dim", "d": "dim", "distances": "data", "csv": "data", "input": "data", "file": "data",
	"out": "output", "n-components": "columns", "components": "columns", "features": "columns", "target": "label",
	"y": "label", "random-state": "seed", "length-scale": "lengths", "gamma": "lengths", "C": "strength", "alpha": "strength",
	"k": "clusters", "n-clusters": "clusters", "test-size": "holdout", "port": "address", "verbose": "explain",
	"radii": "coupling", "budget": "coupling",
	"outside": "accept-estimate", "diameter": "radius",
}

// formerFlags say how what former versions had a flag for is written now.
var formerFlags = map[string]string{
	"csv":         "the ending says so: -o m.csv",
	"plot":        "the ending says so: -o picture.svg",
	"prove":       "krein verify t.json --kernel FORMULA proves a table's bias",
	"frontier":    "several biases show the frontier: --bias 1e-1,1e-2",
	"all":         "it is a value: --coupling all",
	"baselines":   "it is a value: --coupling published",
	"concatenate": "it is a side: --side concatenated",
	"points":      "the number goes to --adapt: --adapt=512",
	"padding":     "it is a coupling: --coupling padded",
	"axis":        "the axis of t is a parameter: --param t=ones",
	"format":      "how a file is read stands after its name: --data x.csv,header=no",
	"header":      "how a file is read stands after its name: --data x.csv,header=no",
	"width":       "how a file is read stands after its name: --data x.svm,width=16",
	"array":       "how a file is read stands after its name: --data x.npz,array=train",
	"ranges":      "the file goes to --scale: --scale ranges.json",
	"table":       "the file goes in the place of the formula: krein features table.json",
	"map":         "the file goes in the place of the formula: krein features phi.map.npz",
	"from":        "the file goes in the place of the formula: krein features phi.map.npz",
	"model":       "the file goes in the place of the formula: krein map model.npz",
	"activation":  "the function goes in the place of the formula: 'activation(tanh(t))'",
	"latex":       "the ending says so: -o proofs.tex",
	"numpy":       "the ending says so: -o refuted.py",
	"beyond":      "it is a value of --param: --param beyond=2",
	"dtype":       "it stands after the name of the output: -o phi.npy,dtype=float32",
	"steps":       "--effort 4 allows four times as many",
	"html":        "the ending says so: -o survey.html",
	"markdown":    "the ending says so: -o survey.md",
	"certificate": "the file goes after the table: krein table check t.json c.json",
	"vectors":     "'krein map t.json -o m.npz' writes frequency vectors",
	"degrees":     "there are as many degrees as leave 1e-10 of the mass",
	"no-map":      "the map of the features may be deleted",
	"norms":       "the lengths are those of the rows; 'krein map' takes --norms",
	"host":        "names go to --address: --address 0.0.0.0:8080,krein.example.org",
	"intercept":   "it is a setting of the method: --method svm,intercept=penalised",
	"epsilon":     "it is a setting of the method: --method svr,epsilon=0.01",
	"folds":       "it is a setting of the method: --method svm,folds=10",
	"by-labels":   "it is a setting of the method: --method svm,by-labels --compress 2",

	"compare target":      "it is --error here, as in plan",
	"decompose distances": "the rows go to --data",
	"features distances":  "they are those between the rows; 'krein map' takes --distances",
	"fit exact":           "it is a method: --method kernel-kmeans",
	"kernels latex":       "krein kernels NAME --json has it",

	"radius": "a kernel that is zero beyond 2 has --param beyond=2",
}

// flagHint returns what to write in place of a flag that a verb does not have.
func flagHint(cmd *cobra.Command, name string) string {
	if now, is := formerFlags[cmd.Name()+" "+name]; is {
		return " (" + now + ")"
	}
	if now, is := formerFlags[name]; is && (name != "plot" && name != "csv" || cmd.Name() == "spectrum") {
		return " (" + now + ")"
	}
	if other, is := flagsElsewhere[name]; is && cmd.Flags().Lookup(other) != nil {
		return fmt.Sprintf(" (did you mean --%s?)", other)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := suggest.Nearest(name, names); near != "" {
		return fmt.Sprintf(" (did you mean --%s?)", near)
	}
	return ""
}

// noCommand is the error for a name that a command does not have.
func noCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if names == nil {
		return fmt.Errorf("%s has no verbs, and %q is none", cmd.CommandPath(), name)
	}
	if hint := suggest.Hint(name, names); hint != "" {
		return fmt.Errorf("%s has no verb %q%s", cmd.CommandPath(), name, hint)
	}
	return fmt.Errorf("%s has no verb %q: want %s", cmd.CommandPath(), name, strings.Join(names, ", "))
}
