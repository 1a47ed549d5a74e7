//go:build !unix

package bot

import (
	"io"
	"os"
	"os/exec"
)

// Supervise does nothing: on this system bots are run without a supervisor.
func Supervise() {}

// program is a bot as the system runs it. Here nothing ends what the bot has started but the end of its pipes.
type program struct{ cmd *exec.Cmd }

// launch starts a bot.
func launch(args []string, stdin, stdout *os.File, stderr io.Writer) (*program, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	cmd.Env = environment()
	cmd.WaitDelay = EndTime // something the bot has started may keep standard error open
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &program{cmd}, nil
}

// wait blocks until the bot has ended, and returns how.
func (p *program) wait() string {
	p.cmd.Wait() // the state says more than the error
	return p.cmd.ProcessState.String()
}

// kill ends the bot.
func (p *program) kill(<-chan struct{}) { p.cmd.Process.Kill() }
