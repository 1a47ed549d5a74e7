//go:build !linux

package pgtest

import (
	"os"
	"os/exec"
)

// prepare has nothing to change here.
func prepare(*exec.Cmd) error { return nil }

// own leaves a folder to its user, as whom the server runs.
func own(string) error { return nil }

// processesIn returns none: how to find them differs from system to system, and they end soon by themselves.
func processesIn(string) ([]*os.Process, error) { return nil, nil }
