package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// plain turns a name in a usage line into words for a sentence.
var plain = strings.NewReplacer("…", "", "|", " or ")

// checkArgs checks that the arguments of a command match its usage line: a name in brackets may be left out, and one
// with dots may be repeated.
func checkArgs(cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	used := cmd.Parent().CommandPath() + " " + cmd.Use
	var missing []string
	more := false
	for i, name := range names {
		more = more || strings.Contains(name, "…")
		if i >= len(args) && !strings.HasPrefix(name, "[") {
			missing = append(missing, plain.Replace(name))
		}
	}
	switch {
	case len(missing) == 1:
		return usage("missing argument %s; usage: %s", missing[0], used)
	case len(missing) > 1:
		return usage("missing arguments %s; usage: %s", strings.Join(missing, " and "), used)
	case len(args) > len(names) && !more:
		return usage("unexpected argument %q; usage: %s", args[len(names)], used)
	}
	return nil
}
