package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"acies/cases"
	"acies/pack"
)

// caseResult is one case in the output of --json.
type caseResult struct {
	File  string   `json:"file"`
	Line  int      `json:"line"`
	Case  string   `json:"case"`
	Cites []string `json:"cites"`
	Pass  bool     `json:"pass"`
	Error string   `json:"error,omitempty"`
}

func (c *cli) cases() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "cases FILE…",
		Short: "Run rule tests written as case files",
		Long: `Cases runs rule tests that players can read and write. A case is a position,
actions with chosen dice, and what must be true afterwards; it cites the clauses
it proves. The format is described in docs/cases.md.

Failures are reported with file and line, what was found and what was expected.`,
		Example: `  acies cases rules/sword/casewords/testdata/antiquity/examples.yaml
  acies cases rules/bladebow/casewords/testdata/examples.yaml
  acies cases --json my-cases.yaml`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			results := []caseResult{}
			failed := 0
			for _, name := range args {
				src, err := pack.ReadFile(name, pack.MaxFile)
				if err != nil {
					return badFile(err)
				}
				list, err := cases.Read(name, src)
				if err != nil {
					return badFile(err)
				}
				for _, x := range list {
					r := caseResult{File: x.File, Line: x.Line, Case: x.Name, Cites: x.Cites, Pass: true}
					if err := x.Run(); err != nil {
						r.Pass, r.Error = false, err.Error()
						failed++
					}
					results = append(results, r)
				}
			}
			return errors.Join(c.tellCases(results, failed), failedCases(failed))
		},
	})
}

func failedCases(n int) error {
	if n > 0 {
		return errFound
	}
	return nil
}

func (c *cli) tellCases(results []caseResult, failed int) error {
	if c.json {
		return c.encode(results)
	}
	for _, r := range results {
		if !r.Pass {
			fmt.Fprintf(c.out, "FAIL %s\n%s\n", r.Case, r.Error)
		}
	}
	_, err := fmt.Fprintf(c.out, "%s, %d failed\n", count(len(results), "case"), failed)
	return err
}
