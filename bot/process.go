package bot

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a running program that reads and writes lines. Two goroutines serve its pipes and a third waits for its end;
// all are gone when kill returns.
type process struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	in     chan []byte // lines to write; an empty one closes standard input
	out    chan output
	stop   chan struct{} // closed by kill
	exited chan struct{} // closed when the program has ended
	served sync.WaitGroup
	stderr tail
	once   sync.Once
}

// output is a line that the program has written, or why there are no more.
type output struct {
	line []byte
	err  *Fault
}

// start runs a program in a process group of its own.
func start(args []string, stderr io.Writer) (*process, error) {
	if len(args) == 0 {
		return nil, errors.New("there is no command")
	}
	p := &process{in: make(chan []byte, 1), out: make(chan output), stop: make(chan struct{}), exited: make(chan struct{})}
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.WaitDelay = EndTime // for standard error, which something it has started may hold open
	p.stderr.to = stderr
	p.cmd.Stderr = &p.stderr
	setProcessGroup(p.cmd)
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		theirIn.Close()
		in.Close()
		return nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.stdin, p.stdout = theirIn, theirOut, in, out
	err = p.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	p.served.Go(p.write)
	p.served.Go(p.read)
	p.served.Go(func() {
		p.cmd.Wait() // how it has ended is in cmd.ProcessState
		close(p.exited)
	})
	return p, nil
}

// write gives the program its lines. What it does not want to read is lost.
func (p *process) write() {
	defer p.stdin.Close()
	for {
		select {
		case line := <-p.in:
			if len(line) == 0 {
				return
			}
			p.stdin.Write(line) // a program that has closed its input shows it by what it answers
		case <-p.stop:
			return
		}
	}
}

// read takes the lines of the program, one at a time: a program that writes on and on waits until it is read.
func (p *process) read() {
	r := bufio.NewReaderSize(p.stdout, MaxLine+1)
	for {
		line, err := r.ReadSlice('\n')
		var o output
		switch {
		case err == nil:
			o.line = bytes.Clone(bytes.TrimRight(line, "\r\n"))
		case errors.Is(err, bufio.ErrBufferFull):
			o.err = fault(Flood, "it wrote a line of more than %d bytes", MaxLine)
		case len(line) > 0:
			o.err = fault(Died, "its output ended in the middle of a line: %s", excerpt(line))
		default:
			o.err = fault(Died, "its output ended")
		}
		select {
		case p.out <- o:
		case <-p.stop:
			return
		}
		if o.err != nil {
			return
		}
	}
}

// send writes a line, or puts it where it will be written while the program is busy. It never waits longer than the time.
func (p *process) send(ctx context.Context, line []byte, within time.Duration) error {
	timer := time.NewTimer(within)
	defer timer.Stop()
	return p.put(ctx, line, timer, within)
}

func (p *process) put(ctx context.Context, line []byte, timer *time.Timer, within time.Duration) error {
	select {
	case p.in <- line:
		return nil
	case <-timer.C:
		return fault(Late, "it does not read: a message was not taken within %v", within)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// checkUnsolicited returns the fault of a program that has written something, or ended, since its last answer.
func (p *process) checkUnsolicited() error {
	select {
	case o := <-p.out:
		if o.err != nil {
			return o.err
		}
		return fault(Flood, "it wrote a line that nobody had asked for: %s", excerpt(o.line))
	default:
		return nil
	}
}

// ask writes a line and returns the line that the program answers within the time.
func (p *process) ask(ctx context.Context, line []byte, within time.Duration) ([]byte, error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	if err := p.put(ctx, line, timer, within); err != nil {
		return nil, err
	}
	select {
	case o := <-p.out:
		if o.err != nil {
			return nil, o.err
		}
		return o.line, nil
	case <-timer.C:
		return nil, fault(Late, "no answer within %v", within.Round(time.Millisecond))
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// end writes a last line, lets the program end by itself, and kills what is left.
func (p *process) end(line []byte) {
	timer := time.NewTimer(EndTime)
	defer timer.Stop()
	for _, last := range [][]byte{line, nil} {
		select {
		case p.in <- last:
		case <-timer.C:
		}
	}
	select {
	case <-p.exited:
	case <-timer.C:
	}
	p.kill()
}

// kill ends the program and everything it has started, and returns what is known of its end: how it ended, if it was
// before, and the last line it wrote to standard error.
func (p *process) kill() string {
	var known []string
	p.once.Do(func() {
		// One that has closed its output is most likely about to end; then it can be told how.
		select {
		case <-p.exited:
		case <-time.After(EndTime / 10):
		}
		select {
		case <-p.exited:
			known = append(known, p.cmd.ProcessState.String())
		default:
		}
		close(p.stop)
		killAll(p.cmd)
		p.stdout.Close()
		p.stdin.SetWriteDeadline(time.Now()) // write closes it
		p.served.Wait()
		if last := p.stderr.last(); last != "" {
			known = append(known, last)
		}
	})
	return strings.Join(known, "; ")
}

// tail passes on what is written to it and keeps the end.
type tail struct {
	to   io.Writer
	mu   sync.Mutex
	kept []byte
}

// Write implements [io.Writer]. It never fails: what becomes of a bot's remarks is not the bot's fault.
func (t *tail) Write(b []byte) (int, error) {
	const most = 1 << 10
	t.mu.Lock()
	t.kept = append(t.kept, b...)
	t.kept = append(t.kept[:0], t.kept[max(0, len(t.kept)-most):]...)
	t.mu.Unlock()
	if t.to != nil {
		t.to.Write(b)
	}
	return len(b), nil
}

// last returns the last line that is not empty.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "?"))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
