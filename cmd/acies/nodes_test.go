package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"acies/bus"
	"acies/bus/bustest"
)

// askStatus runs acies status until so many nodes have answered.
func askStatus(t *testing.T, nodes int, args ...string) string {
	t.Helper()
	for {
		var out, errs bytes.Buffer
		code := run(append([]string{"status"}, args...), nil, &out, &errs)
		var s statusJSON
		switch {
		case json.Unmarshal(out.Bytes(), &s) == nil && len(s.Nodes) < nodes:
			continue
		case s.Nodes == nil && strings.Count(out.String(), "\n") < nodes+1 && code != exitUsage:
			continue
		}
		return out.String() + errs.String()
	}
}

// TestStatus starts two nodes on one data file and asks how they are.
func TestStatus(t *testing.T) {
	nats := bustest.Start(t)
	data := filepath.Join(t.TempDir(), "acies.db")
	args := []string{"serve", "--data", data, "--addr", "127.0.0.1:0", "--bus", nats.URL()}
	one, _, _ := running(t, args...)
	two, _, end := running(t, args...)
	res, err := http.Post(one+"api/games", "application/json", strings.NewReader(`{"battle":"sparta-195bc"}`))
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatal(res, err)
	}
	res.Body.Close()
	if status, body := get(t, two+"api/games/"+filepath.Base(res.Header.Get("Location"))); status != http.StatusOK {
		t.Errorf("the other node: %d %s", status, body)
	}
	text := askStatus(t, 2, "--bus", nats.URL())
	for _, want := range []string{"NODE", "LAG", strings.TrimPrefix(strings.TrimSuffix(one, "/"), "http://"), strings.TrimPrefix(strings.TrimSuffix(two, "/"), "http://"), program()} {
		if !strings.Contains(text, want) {
			t.Errorf("the status lacks %s:\n%s", want, text)
		}
	}
	var s statusJSON
	if err := json.Unmarshal([]byte(askStatus(t, 2, "--bus", nats.URL(), "--json")), &s); err != nil || len(s.Nodes) != 2 || s.Nodes[0].Games+s.Nodes[1].Games != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	for len(s.Nodes) != 1 {
		if err := json.Unmarshal([]byte(askStatus(t, 1, "--bus", nats.URL(), "--json")), &s); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStatusOfWorkers shows a run that waits, a worker with metrics that plays it, and a node that lets it think.
func TestStatusOfWorkers(t *testing.T) {
	nats := bustest.StartJetStream(t)
	status := func(until func(text string) bool) string {
		t.Helper()
		for {
			var out, errs bytes.Buffer
			run([]string{"status", "--bus", nats.URL()}, nil, &out, &errs)
			if text := out.String() + errs.String(); until(text) {
				return text
			}
		}
	}
	if text := status(func(string) bool { return true }); !strings.Contains(text, "no node and no worker has answered") {
		t.Errorf("nobody is there: %s", text)
	}
	ended := make(chan int, 1)
	go func() {
		var out, errs bytes.Buffer
		ended <- run(strings.Fields("sim sparta-195bc --games 20 --json --workers "+nats.URL()), nil, &out, &errs)
	}()
	waits := regexp.MustCompile(`(?m)^Queue of work: chunks waiting 2, with workers 0\n\nRUN .*\n\w+ +sim +sparta-195bc +\S+ +2 +0 +0 of 20 +-$`)
	status(waits.MatchString)

	out := &output{written: make(chan struct{}, 1)}
	c := &cli{out: io.Discard, err: out}
	root := c.root()
	root.SetArgs([]string{"worker", "--bus", nats.URL(), "--jobs", "1", "--metrics", "0"})
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- root.ExecuteContext(ctx) }()
	if code := <-ended; code != exitOK {
		t.Errorf("the run ends with %d", code)
	}
	m := regexp.MustCompile(`listening for metrics" at=(127\.0\.0\.1:\d+)`).FindStringSubmatch(out.String())
	if m == nil {
		t.Fatalf("no metrics: %s", out)
	}
	if code, text := get(t, "http://"+m[1]+"/metrics"); code != http.StatusOK || !strings.Contains(text, "\nacies_worker_games_total 20\n") {
		t.Errorf("%d %s", code, text)
	}
	_, served, _ := running(t, "serve", "--data", filepath.Join(t.TempDir(), "acies.db"), "--addr", "127.0.0.1:0", "--bus", nats.URL(), "--metrics", "0")
	m = regexp.MustCompile(`listening for metrics" at=(\S+)`).FindStringSubmatch(served.String())
	if _, text := get(t, "http://"+m[1]+"/metrics"); !strings.Contains(text, "\nacies_thoughts_sent_total 0\n") || !strings.Contains(text, "\nacies_thoughts_here_total 0\n") {
		t.Errorf("the node has no thoughts: %s", text)
	}
	done := regexp.MustCompile(`(?s)^NODE .*\n\nWORKER .*\n\S+ +\S+ +[-0-9]+ [:0-9]+ +1 +0 +0 +2 +20 +0 +0 +-\n\nQueue of work: chunks waiting 0, with workers 0\n$`)
	status(done.MatchString)
	if cancel(); <-over != nil {
		t.Error("the worker ends with an error")
	}
}

func TestStatusFlags(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"status", "are asked over --bus"},
		{"status --store acies.db", "are asked over --bus"},
		{"status --bus nats://me:secret@[bad", "expected nats://HOST:PORT"},
		{"serve --no-browser --bus nats://me:secret@[bad", "expected nats://HOST:PORT"},
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(test.args), nil, &out, &errs); code != exitUsage || !strings.Contains(errs.String(), test.want) || strings.Contains(errs.String(), "secret") {
			t.Errorf("%s: %d %s", test.args, code, &errs)
		}
	}
}

// TestNatsOptions: the variables of the tools of NATS are read.
func TestNatsOptions(t *testing.T) {
	for _, test := range []struct {
		env  map[string]string
		want int
	}{
		{nil, 0},
		{map[string]string{"NATS_CREDS": "a", "NATS_CA": "b"}, 2},
		{map[string]string{"NATS_CERT": "a"}, 0},
		{map[string]string{"NATS_CERT": "a", "NATS_KEY": "b"}, 1},
	} {
		if list := bus.Credentials(func(name string) string { return test.env[name] }); len(list) != test.want {
			t.Errorf("%v: %d options", test.env, len(list))
		}
	}
	if _, err := openBus("nats://[bad"); err == nil {
		t.Error("a bad address is taken")
	} else if e := (*exit)(nil); !errors.As(err, &e) || e.code != exitUsage {
		t.Errorf("%v", err)
	}
}
