//go:build unix

package bot

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// killTime is how long a supervisor may take to end everything a bot has started. It needs milliseconds, except for a
// process that it may not kill, such as one of another user.
const killTime = 10 * time.Second

// program is a bot as the system runs it: the child of a supervisor, which is this program run a second time. See
// [Supervise].
type program struct {
	supervisor *exec.Cmd
	lifeline   *os.File      // the supervisor ends everything when it is closed
	report     *os.File      // from the supervisor
	reports    *bufio.Reader // of report
}

// launch starts a bot. Everything it starts is ended with it, and all of it if this process ends, however that happens.
func launch(args []string, stdin, stdout *os.File, stderr io.Writer) (*program, error) {
	if !supervising {
		return nil, errors.New("this program cannot run bots: its main function does not call bot.Supervise")
	}
	theirLifeline, lifeline, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirLifeline.Close()
	report, theirReport, err := os.Pipe()
	if err != nil {
		lifeline.Close()
		return nil, err
	}
	defer theirReport.Close()
	p := &program{lifeline: lifeline, report: report, reports: bufio.NewReader(report)}
	path, err := ownPath()
	if err == nil {
		p.supervisor = &exec.Cmd{
			Path: path, Args: append([]string{supervisorName}, args...),
			Stdin: stdin, Stdout: stdout, Stderr: stderr, ExtraFiles: []*os.File{theirLifeline, theirReport},
			WaitDelay: EndTime, // something that could not be killed may keep standard error open
		}
		setProcessGroup(p.supervisor)
		err = p.supervisor.Start()
	}
	if err != nil {
		lifeline.Close()
		report.Close()
		return nil, err
	}
	theirReport.Close() // or the report would never end
	if first, _ := p.reports.ReadString('\n'); first != started {
		lifeline.Close()
		how := p.wait()
		if first != "" {
			how = strings.TrimSpace(first)
		}
		return nil, errors.New(how)
	}
	return p, nil
}

// wait blocks until the bot and everything it has started have ended, and returns how the bot ended.
func (p *program) wait() string {
	status, _ := io.ReadAll(p.reports) // until the supervisor ends
	p.report.Close()
	p.supervisor.Wait() // the state says more than the error
	if len(status) > 0 {
		return strings.TrimSpace(string(status))
	}
	return p.supervisor.ProcessState.String()
}

// kill ends the bot and everything it has started. The channel is closed when wait has returned.
func (p *program) kill(exited <-chan struct{}) {
	p.lifeline.Close()
	timer := time.NewTimer(killTime)
	defer timer.Stop()
	select {
	case <-exited:
	case <-timer.C:
		p.supervisor.Process.Kill()
	}
}

// setProcessGroup puts a program to be started into a process group of its own, so that keys typed at the terminal do not
// signal it.
func setProcessGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}
