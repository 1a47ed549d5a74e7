//go:build !unix

package bot

import "os/exec"

func setProcessGroup(*exec.Cmd) {}

// killAll ends a program; what it has started ends when its pipes break.
func killAll(cmd *exec.Cmd) { cmd.Process.Kill() }
