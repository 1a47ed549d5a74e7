package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"acies/bus"
	"acies/bus/bustest"
	"acies/server"
)

// askStatus runs acies status until so many nodes have answered.
func askStatus(t *testing.T, nodes int, args ...string) string {
	t.Helper()
	for {
		var out, errs bytes.Buffer
		code := run(append([]string{"status"}, args...), nil, &out, &errs)
		var list []server.NodeStatus
		switch {
		case json.Unmarshal(out.Bytes(), &list) == nil && len(list) < nodes:
			continue
		case list == nil && strings.Count(out.String(), "\n") < nodes+1 && code != exitUsage:
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
	var list []server.NodeStatus
	if err := json.Unmarshal([]byte(askStatus(t, 2, "--bus", nats.URL(), "--json")), &list); err != nil || len(list) != 2 || list[0].Games+list[1].Games != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	for len(list) != 1 {
		if err := json.Unmarshal([]byte(askStatus(t, 1, "--bus", nats.URL(), "--json")), &list); err != nil {
			t.Fatal(err)
		}
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
