package bot

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
)

const (
	// MaxStderr is how many bytes of a bot's standard error are passed on in one game. The rest is read and dropped.
	MaxStderr = 256 << 10
	// statusTime is how long to wait for the exit status of a bot that has closed its output.
	statusTime = 3 * time.Second
)

// process is a running program that reads and writes lines. Two goroutines serve its pipes and a third waits for its end;
// all of them have returned when kill returns.
type process struct {
	program *program
	stdin   *os.File
	stdout  *os.File
	in      chan []byte // lines to write; an empty one closes standard input
	out     chan output
	stop    chan struct{} // closed by kill
	exited  chan struct{} // closed when the program has ended
	status  string        // how it ended; set before exited is closed
	served  sync.WaitGroup
	stderr  tail
	once    sync.Once
}

// output is a line that the program has written, or the reason why there are no more.
type output struct {
	line []byte
	err  *Fault
}

// start runs a program. It gets only the variables of the environment that [environment] lists.
func start(args []string, stderr io.Writer) (*process, error) {
	if len(args) == 0 {
		return nil, errors.New("there is no command")
	}
	p := &process{in: make(chan []byte, 1), out: make(chan output), stop: make(chan struct{}), exited: make(chan struct{})}
	p.stderr.to = stderr
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
	p.stdin, p.stdout = in, out
	p.program, err = launch(args, theirIn, theirOut, &p.stderr)
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
		p.status = p.program.wait()
		close(p.exited)
	})
	return p, nil
}

// allowed are the variables of the environment that a bot gets. Anything else may be a secret of the person who runs the
// server, such as a token or a password.
var allowed = []string{
	"PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR",
	"SYSTEMROOT", "USERPROFILE", "PATHEXT", "TEMP", "TMP", // Windows
}

// environment returns the environment of a bot.
func environment() []string {
	env := []string{}
	for _, name := range allowed {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// write writes the lines to the program. What the program does not read is lost.
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

// read takes the lines of the program one at a time: a program that writes too much blocks until it is read.
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

// send queues a line to be written while the program is busy. It never blocks for longer than the time given.
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

// checkUnsolicited returns a fault if the program has written a line, or ended, since its last answer.
func (p *process) checkUnsolicited() error {
	select {
	case o := <-p.out:
		if o.err != nil {
			return o.err
		}
		return fault(Flood, "it wrote a line without being asked: %s", excerpt(o.line))
	default:
		return nil
	}
}

// ask writes a line and returns the program's answer, or a fault if there is none within the time given.
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

// end writes a last line, gives the program time to end by itself, and kills what is left.
func (p *process) end(line []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), EndTime) // unlike a timer, it stays over for all that wait
	defer cancel()
	for _, last := range [][]byte{line, nil} {
		select {
		case p.in <- last:
		case <-ctx.Done():
		}
	}
	select {
	case <-p.exited:
	case <-ctx.Done():
	}
	p.kill(0)
}

// kill ends the program and everything it has started. If the program has closed its output it is given time to end by
// itself. The returned text says how it ended, if it was not killed, and the last line it wrote to standard error.
func (p *process) kill(patience time.Duration) string {
	var known []string
	p.once.Do(func() {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case <-p.exited:
			known = append(known, p.status)
		case <-timer.C:
		}
		close(p.stop)
		p.program.kill(p.exited)
		p.stdout.Close()
		p.stdin.SetWriteDeadline(time.Now()) // write closes it
		p.served.Wait()
		if last := p.stderr.last(); last != "" {
			known = append(known, last)
		}
	})
	return strings.Join(known, "; ")
}

// tail passes on the first [MaxStderr] bytes that are written to it and keeps the end of all.
type tail struct {
	to     io.Writer // nil: nothing is passed on
	passed int
	mu     sync.Mutex
	kept   []byte
}

// Write implements [io.Writer]. It never fails: it is not the bot's fault if its messages cannot be shown.
func (t *tail) Write(b []byte) (int, error) {
	const most = 1 << 10
	t.mu.Lock()
	t.kept = append(t.kept, b[max(0, len(b)-most):]...)
	t.kept = append(t.kept[:0], t.kept[max(0, len(t.kept)-most):]...)
	t.mu.Unlock()
	t.pass(b)
	return len(b), nil
}

// pass writes what is left of the allowance, and a note where it ends.
func (t *tail) pass(b []byte) {
	if t.to == nil || t.passed > MaxStderr {
		return
	}
	n := min(len(b), MaxStderr-t.passed)
	t.to.Write(b[:n])
	t.passed += n
	if n < len(b) {
		t.passed++ // the note is written once
		fmt.Fprintf(t.to, "\n(the bot has written more than %d KiB to standard error; the rest is not shown)\n", MaxStderr>>10)
	}
}

// last returns the last line that is not empty, with question marks for what a terminal should not be sent.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "?"))
	line := strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, line)
}
