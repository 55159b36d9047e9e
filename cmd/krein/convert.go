package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
)

func newConvertCmd() *cobra.Command {
	var data dataset.Flags
	var out string
	var asJSON, single bool
	cmd := &cobra.Command{
		Use:   "convert FILE -o FILE",
		Short: "Convert a table of data to another format",
		Long: `convert reads a table in any format that krein reads (CSV, text between spaces, svmlight, npy or
npz, gzipped or not, or Parquet) and writes it as the new name ends: .csv, .npy, .svm (.libsvm, .svmlight), each with
.gz or without, or .parquet. Numbers stay what they are, to the last bit, and columns keep their names where both
formats have room for them.

--label says which column is the label, which may then be any text: it goes before the other columns, or before the
pairs index:value of svmlight, where it must be a number. Labels of an svmlight file become the first column; '--label
none' leaves them out.`,
		Example: `  krein convert letter.csv.gz --label first -o letter.svm
  krein convert letter.svm -o letter.parquet
  krein convert x.parquet -o x.npy,dtype=float32
  cat x.csv | krein convert - --label class -o x.svm.gz`,
		Args: input.One("the file of a table ('-': standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON && out == "-" {
				return errors.New("--json and '-o -' would both write to standard output; write the table to a file")
			}
			data.SetSource(args[0])
			c, err := data.Convert(cmd, out, single)
			if err != nil {
				return err
			}
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), c)
			}
			w := cmd.OutOrStdout()
			if out == "-" {
				w = cmd.ErrOrStderr()
			}
			fmt.Fprintln(w, c)
			return nil
		},
	}
	data.AddColumns(cmd)
	input.AddOutput(cmd, &out, &single, "the file to write, '-' for CSV on standard output (required);\nafter a comma the numbers written, as in x.npy,dtype=float32")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err)
	}
	input.TakeJSON(cmd, &asJSON)
	return cmd
}
