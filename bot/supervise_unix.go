//go:build unix

package bot

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
)

const (
	// supervisorName is argument 0 of a supervisor.
	supervisorName = "acies-bot-supervisor"
	// started is the first report of a supervisor, if it could start the bot. Else it is the error. The second is how the
	// bot has ended.
	started = "started\n"
)

// supervising is set once the main function has called Supervise, so that running the program again runs a supervisor.
var supervising bool

// Supervise must be called first in the main function of every program that runs bots. It returns at once, unless this
// process was started to supervise a bot; then it does that and does not return.
//
// A supervisor is the parent of one bot. When the bot ends, it ends all that the bot has started. When the process that
// has started the supervisor ends, even if it is killed, a pipe between the two closes and the supervisor ends the bot.
// On Linux it adopts the orphans among the bot's descendants, so that none escapes by leaving the process group. Elsewhere
// it ends the process group of the bot.
func Supervise() {
	if os.Args[0] != supervisorName {
		supervising = true
		return
	}
	report := inherited(4, "report")
	status, err := supervise(os.Args[1:], inherited(3, "lifeline"), report)
	if err != nil {
		status = err.Error()
	}
	fmt.Fprintln(report, status)
	os.Exit(0)
}

// inherited returns a file that this process was started with, and keeps it from the bot.
func inherited(fd int, name string) *os.File {
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), name)
}

// supervise runs a bot with the standard files of this process until it ends, or until the lifeline is closed. It returns
// how the bot ended, when all of its descendants have ended too.
func supervise(args []string, lifeline io.Reader, report io.Writer) (string, error) {
	runtime.LockOSThread() // a bot that dies with its parent dies with the thread that has started it
	// The supervisor ends after the bot. To catch signals, unlike ignoring them, changes nothing for the bot.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM)
	if err := adoptOrphans(); err != nil {
		return "", err
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = environment()
	setProcessGroup(cmd)
	dieWithParent(cmd)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	// The bot alone keeps its ends of the pipes open.
	os.Stdin.Close()
	os.Stdout.Close()
	io.WriteString(report, started) // if nobody reads it, the lifeline is closed as well
	go func() {
		io.Copy(io.Discard, lifeline)
		cmd.Process.Kill()
	}()
	return reap(cmd.Process.Pid), nil
}

// reap waits for the bot, then kills its descendants until none is left, and returns how the bot ended. The orphans of a
// process become children of the supervisor when it ends, so killing the children again after every death reaches all.
func reap(bot int) string {
	status := ""
	for {
		var s syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &s, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil: // there are no more children
			return status
		case pid == bot && s.Signaled():
			status = "signal: " + s.Signal().String()
		case pid == bot:
			status = fmt.Sprintf("exit status %d", s.ExitStatus())
		}
		if status != "" {
			killChildren(bot)
		}
	}
}
