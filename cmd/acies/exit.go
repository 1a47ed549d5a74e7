package main

import (
	"errors"
	"fmt"
	"io"

	"acies/game"
	"acies/table"
)

// What the program returns to the shell.
const (
	exitOK      = 0
	exitRefused = 1 // an action is refused, problems or violations are found
	exitUsage   = 2 // the command line is invalid
	exitFile    = 3 // a file cannot be read or written
)

// exit is an error with the code it ends the program with.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string { return e.err.Error() }

func (e *exit) Unwrap() error { return e.err }

func refused(err error) error { return &exit{exitRefused, err} }

func usage(format string, args ...any) error { return &exit{exitUsage, fmt.Errorf(format, args...)} }

func badFile(err error) error { return &exit{exitFile, err} }

// errFound ends the program when problems have been found and reported.
var errFound = refused(nil)

// report prints an error on its own line and returns its code. An error without a code comes from parsing the command
// line.
func report(w io.Writer, err error) int {
	code := exitUsage
	if e := (*exit)(nil); errors.As(err, &e) {
		code = e.code
		if e.err == nil {
			return code
		}
	}
	fmt.Fprintf(w, "acies: %v\n", err)
	return code
}

// failure describes why actions could not be carried out.
func (c *cli) failure(t *table.Table, err error) error {
	w, werr := c.words(t)
	if werr != nil {
		return werr
	}
	var f *table.Failure
	var r *game.Refusal
	if errors.As(err, &f) && errors.As(err, &r) {
		return refused(fmt.Errorf("%q refused: %s", f.Do, w.Refusal(r)))
	}
	return refused(err)
}
