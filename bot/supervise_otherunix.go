//go:build unix && !linux

package bot

import (
	"os"
	"os/exec"
	"syscall"
)

// ownPath returns the path of this program.
func ownPath() (string, error) { return os.Executable() }

// adoptOrphans does nothing: not every system can do it.
func adoptOrphans() error { return nil }

// dieWithParent does nothing: not every system can do it.
func dieWithParent(*exec.Cmd) {}

// killChildren kills the process group of the bot.
func killChildren(bot int) { syscall.Kill(-bot, syscall.SIGKILL) }
