//go:build unix

package bot

import (
	"os/exec"
	"syscall"
)

// setProcessGroup puts a program to be started into a process group of its own, which also keeps the keys of the terminal from it.
func setProcessGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll ends a program and everything in its group.
func killAll(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // a group that is gone needs no killing
}
