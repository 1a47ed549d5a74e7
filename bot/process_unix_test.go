//go:build unix

package bot

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"acies/game"
	"acies/game/gametest/toy"
)

// TestNothingLeft checks that a bot leaves no process behind, nor anything it has started, whichever way it ends.
func TestNothingLeft(t *testing.T) {
	for _, c := range []struct {
		mode string
		end  func(b *Bot)
	}{
		{"parent", func(b *Bot) { b.End(game.Outcome{}) }},
		{"stubborn", func(b *Bot) { b.End(game.Outcome{}) }},
		{"parent and dead", func(b *Bot) {
			for range 2 {
				b.Choose(t.Context(), dealt(t))
			}
		}},
	} {
		t.Run(c.mode, func(t *testing.T) {
			quiet(t)
			p := as(t, c.mode)
			p.Clock = Clock{Move: DefaultClock.Move}
			b, err := Start(t.Context(), p, toy.New(toy.Options{}), 0)
			if err != nil {
				t.Fatal(err)
			}
			child, err := strconv.Atoi(b.Name())
			if err != nil || !alive(child) {
				t.Fatalf("the bot's child is %q, error %v", b.Name(), err)
			}
			c.end(b)
			if b.proc.program.supervisor.ProcessState == nil {
				t.Error("nobody has waited for the supervisor")
			}
			until(t, "the bot's child is gone", func() bool { return !alive(child) })
		})
	}
}

// alive reports whether a process runs. One that has ended and waits for its parent to notice does not.
func alive(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

func init() {
	roles["detach"] = detach
	roles["hold"] = func(args []string) {
		hold(args[0])
		fmt.Println("ready")
		forever()
	}
	roles["server"] = serveBot
	greetings["detached"] = greetDetached
}

// detached returns a bot that has an orphan in a session of its own. Both hold the named pipe open for writing.
func detached(t *testing.T) (Program, *os.File) {
	t.Helper()
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return as(t, "detached", fifo), r
}

// awaitEnd waits until nobody holds a named pipe open for writing.
func awaitEnd(t *testing.T, r *os.File) {
	t.Helper()
	if err := r.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil || string(text) != "held held " {
		t.Errorf("read %q, error %v: want two processes that have ended", text, err)
	}
}

// hold opens a named pipe, which then ends no sooner than this process.
func hold(fifo string) {
	f, err := os.OpenFile(fifo, os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	held = append(held, f)
	f.WriteString("held ")
}

var held []*os.File // else they would be closed when they are collected

// greetDetached holds the pipe and has an orphan hold it.
func greetDetached(args []string) {
	hold(args[0])
	child := exec.Command(os.Args[0], "as", "detach", args[0])
	out, err := child.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := child.Start(); err != nil {
		panic(err)
	}
	bufio.NewReader(out).ReadString('\n') // until the orphan is ready
}

// detach starts a process in a session of its own and ends before it does.
func detach(args []string) {
	child := exec.Command(os.Args[0], "as", "hold", args[0])
	child.Stdout = os.Stdout
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		panic(err)
	}
}

// TestDetachedChildren ends a bot with a descendant that has left its process group.
func TestDetachedChildren(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux lets a supervisor adopt orphans")
	}
	for _, c := range []struct {
		name string
		end  func(b *Bot)
	}{
		{"ended", func(b *Bot) { b.End(game.Outcome{}) }},
		{"killed", func(b *Bot) { b.dismiss(nil) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			quiet(t)
			p, r := detached(t)
			b, err := Start(t.Context(), p, toy.New(toy.Options{}), 0)
			if err != nil {
				t.Fatal(err)
			}
			c.end(b)
			awaitEnd(t, r)
		})
	}
}

// TestKilledServer kills a process that runs a bot: nothing is left of the bot.
func TestKilledServer(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux lets a supervisor adopt orphans")
	}
	p, r := detached(t)
	server := exec.Command(os.Args[0], append([]string{"as", "server"}, p.Args...)...)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "ready\n" {
		t.Errorf("the server says %q, error %v", line, err)
	}
	server.Process.Kill()
	server.Wait()
	awaitEnd(t, r)
}

// serveBot runs a bot until it is killed.
func serveBot(args []string) {
	b, err := start(args, nil)
	if err != nil {
		panic(err)
	}
	if b.stdin.WriteString("{\"type\":\"hello\"}\n"); (<-b.out).err == nil {
		fmt.Println("ready")
	}
	forever()
}

// TestEndUnread ends a bot that has stopped reading: neither the last message nor the end of its input can be handed over,
// and it is killed all the same.
func TestEndUnread(t *testing.T) {
	p, err := start([]string{"sleep", "3600"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.in <- make([]byte, 1<<20) // more than a pipe holds
	p.in <- []byte("waiting\n")
	p.end([]byte("bye\n"))
	if p.program.supervisor.ProcessState == nil {
		t.Error("nobody has waited for the supervisor")
	}
}

// TestNotABot starts files that the system cannot run.
func TestNotABot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bot")
	if err := os.WriteFile(file, []byte("neither a script nor a program"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Program{Args: []string{file}}, toy.New(toy.Options{}), 0)
	if f := (*Fault)(nil); !errors.As(err, &f) || f.Reason != Absent || !strings.Contains(f.Detail, "exec format error") {
		t.Errorf("error %v, want that it cannot be run", err)
	}
}

// TestSignalled tells how a bot died that somebody has killed.
func TestSignalled(t *testing.T) {
	b, err := Start(t.Context(), as(t, "suicide"), toy.New(toy.Options{}), 0)
	for err == nil {
		_, err = b.Choose(t.Context(), dealt(t))
	}
	if f := (*Fault)(nil); !errors.As(err, &f) || f.Reason != Died || !strings.Contains(f.Detail, "signal: killed") {
		t.Errorf("error %v, want that it was killed", err)
	}
}
