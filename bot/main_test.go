package bot

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test program itself be a bot: as MODE [ARGUMENT].
func TestMain(m *testing.M) {
	Supervise()
	if len(os.Args) > 2 && os.Args[1] == "as" {
		behave(os.Args[2], os.Args[3:])
		return
	}
	os.Setenv("GORACE", noSleep)
	os.Exit(m.Run())
}

// noSleep is a setting of the race detector, under which programs would otherwise end a second late.
const noSleep = "atexit_sleep_ms=0"

// as returns the program of a bot that behaves in one of the ways below.
func as(t *testing.T, mode ...string) Program {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{exe, "as"}, mode...)
	if runtime.GOOS != "windows" {
		args = append([]string{"env", "GORACE=" + noSleep}, args...)
	}
	return Program{Args: args, Clock: Clock{Move: time.Minute}}
}

type message struct {
	Type  string
	N     int
	Legal []string
	View  struct{ Active string }
}

// tricks are what bots do instead of answering their third choice.
var tricks = map[string]func(m message){
	"late":             func(message) { fmt.Fprintln(os.Stderr, "thinking"); forever() },
	"dead":             func(message) { fmt.Fprintln(os.Stderr, "some trace\nout of ideas"); os.Exit(3) },
	"closed":           func(message) { os.Stdout.Close(); forever() },
	"long":             func(message) { fmt.Println(strings.Repeat("x", MaxLine+1)) },
	"enormous":         func(message) { spout(strings.Repeat("x", 1<<20)) },
	"chatter":          func(m message) { spout(fmt.Sprintf("{\"n\":%d,\"index\":0}\n", m.N)) },
	"twice":            func(m message) { answer(m, `"index":0`); answer(m, `"index":0`) },
	"early":            func(m message) { answer(m, `"index":0`); m.N++; answer(m, `"index":0`) },
	"text":             func(message) { fmt.Println("I attack!") },
	"empty":            func(message) { fmt.Println() },
	"neither":          func(m message) { fmt.Printf("{\"n\":%d}\n", m.N) },
	"both":             func(m message) { answer(m, `"index":0,"action":"play 1"`) },
	"no number":        func(message) { fmt.Println(`{"index":0}`) },
	"type":             func(m message) { answer(m, `"index":"first"`) },
	"index":            func(m message) { answer(m, `"index":99`) },
	"negative":         func(m message) { answer(m, `"index":-1`) },
	"verb":             func(m message) { answer(m, `"action":"surrender"`) },
	"not now":          func(m message) { answer(m, `"action":"roll 6"`) },
	"suicide":          func(message) { p, _ := os.FindProcess(os.Getpid()); p.Kill(); forever() },
	"partial":          func(message) { fmt.Print(`{"n":`); forever() },
	"partial and dead": func(message) { fmt.Print(`{"n":`); os.Exit(0) },
}

// roles are what a program does that is no bot. Tests for some systems add theirs.
var roles = map[string]func(args []string){"sleep": func([]string) { forever() }}

// greetings are what bots do before they answer hello. Tests for some systems add theirs.
var greetings = map[string]func(args []string){
	"environment": func(args []string) {
		if err := os.WriteFile(args[0], []byte(strings.Join(os.Environ(), "\n")), 0o600); err != nil {
			panic(err)
		}
	},
}

// behave is a bot. Where its mode has no other way it takes the first action, by its index.
func behave(mode string, args []string) {
	if role, ok := roles[mode]; ok {
		role(args)
		return
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	switch mode {
	case "deaf":
		fmt.Println(`{"protocol":1}`)
		forever()
	case "stubborn", "parent and dead":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	case "noisy":
		fmt.Fprint(os.Stderr, strings.Repeat("noise and more noise\n", 1<<18))
	}
	var log io.Writer = io.Discard
	if mode == "scribe" || mode == "proposer" {
		f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			panic(err)
		}
		log = f
	}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			if mode == "stubborn" || mode == "detached" {
				forever()
			}
			return
		}
		fmt.Fprintf(log, "> %s", line)
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			panic(err)
		}
		trick, ok := tricks[mode]
		switch {
		case m.Type == "hello":
			if greeting, ok := greetings[mode]; ok {
				greeting(args)
			}
			fmt.Fprintln(log, greet(mode))
		case m.Type == "move" && m.N == 3 && ok:
			trick(m)
		case m.Type == "move" && mode == "notation":
			answer(m, `"action":`+strconv.Quote(m.Legal[len(m.Legal)-1]))
		case m.Type == "move" && mode == "proposer" && slices.ContainsFunc(m.Legal, func(a string) bool { return strings.HasPrefix(a, "forward ") }):
			fmt.Fprintf(log, "< %s", answer(m, fmt.Sprintf(`"propose":{"piece":%q,"x":90000,"y":60000,"heading":0}`, m.View.Active)))
		case m.Type == "proposals" && len(m.Legal) > 0:
			fmt.Fprintf(log, "< %s", answer(m, `"index":0`))
		case m.Type == "proposals":
			fmt.Fprintf(log, "< %s", answer(m, `"action":"pass"`))
		case m.Type == "move" && m.N == 2 && mode == "parent and dead":
			os.Exit(1)
		case m.Type == "move":
			fmt.Fprintf(log, "< %s", answer(m, `"index":0`))
		}
	}
}

// greet answers hello, and returns the answer.
func greet(mode string) string {
	hello := `{"protocol":1,"name":"first"}`
	switch mode {
	case "nameless":
		hello = `{"protocol":1}`
	case "next version":
		hello = `{"protocol":2}`
	case "long name":
		hello = `{"protocol":1,"name":"` + strings.Repeat("x", MaxName+1) + `"}`
	case "no handshake":
		hello = `ready`
	case "dead at once":
		os.Exit(4)
	case "parent", "parent and dead", "stubborn":
		// Its name is the number of a process it has started, which has its pipes.
		child := exec.Command(os.Args[0], "as", "sleep")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		hello = fmt.Sprintf(`{"protocol":1,"name":"%d"}`, child.Process.Pid)
	}
	fmt.Println(hello)
	return "< " + hello
}

func answer(m message, what string) string {
	line := fmt.Sprintf("{\"n\":%d,%s}\n", m.N, what)
	fmt.Print(line)
	return line
}

func spout(s string) {
	for {
		if _, err := os.Stdout.WriteString(s); err != nil {
			os.Exit(1)
		}
	}
}

func forever() {
	for {
		time.Sleep(time.Hour)
	}
}
