package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// person is somebody with a session on a server with accounts, who seems to come from an address of his own.
type person struct {
	http   *http.Client
	from   string
	cookie string // empty: he becomes a guest by his first request that needs a session
}

// newPerson returns the n-th person.
func newPerson(n int) *person {
	return &person{http: newClient(), from: fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)}
}

// request returns a request of the person.
func (p *person) request(ctx context.Context, method, url, body string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Forwarded-For", p.from)
	if p.cookie != "" {
		req.AddCookie(&http.Cookie{Name: "acies", Value: p.cookie})
	}
	return req, nil
}

// ask sends a request and returns the status, the body and how long the server wants to be left alone.
func (p *person) ask(ctx context.Context, method, url, body string) (status int, data []byte, wait time.Duration, err error) {
	req, err := p.request(ctx, method, url, body)
	if err != nil {
		return 0, nil, 0, err
	}
	res, err := p.http.Do(req)
	if err != nil {
		return 0, nil, 0, err
	}
	defer res.Body.Close()
	for _, c := range res.Cookies() {
		if p.cookie == "" && c.Name == "acies" {
			p.cookie = c.Value
		}
	}
	if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		wait = time.Duration(seconds) * time.Second
	}
	data, err = io.ReadAll(res.Body)
	return res.StatusCode, data, wait, err
}

// codeOf returns the code of a refusal; empty if it is none.
func codeOf(data []byte) string {
	var f struct{ Error struct{ Code string } }
	json.Unmarshal(data, &f) // an answer that is no refusal has none
	return f.Error.Code
}

// entry is an entry of the log as a table has it.
type entry struct {
	N    int    `json:"n"`
	Side int    `json:"side"`
	Do   string `json:"do"`
}

// seen is what a test looks at of a table.
type seen struct {
	Version int  `json:"version"`
	Length  int  `json:"length"`
	Waiting bool `json:"waiting"`
	View    struct {
		ToAct int `json:"toAct"`
	} `json:"view"`
	Choices []struct {
		Action string `json:"action"`
	} `json:"choices"`
	CanUndo bool `json:"canUndo"`
	Offer   *struct {
		Deal string `json:"deal"`
		Side int    `json:"side"`
	} `json:"offer"`
	Clock *struct {
		Left    []int64 `json:"left"`
		Runs    int     `json:"runs"`
		Stopped bool    `json:"stopped"`
	} `json:"clock"`
	People []struct {
		You   bool `json:"you"`
		Empty bool `json:"empty"`
	} `json:"people"`
	Outcome *struct {
		Winner int    `json:"winner"`
		Degree string `json:"degree"`
	} `json:"outcome"`
	Last []entry `json:"last"`
}

// done is what a test looks at of the answer to a change.
type done struct {
	Version int      `json:"version"`
	Applied []entry  `json:"applied"`
	Removed []string `json:"removed"`
	Table   *seen    `json:"table"`
}

// event is one event of a stream.
type event struct {
	kind       string
	version, n int
}

// listen calls f with the events of a stream until it breaks off. It returns nil if the stream was open.
func (p *person) listen(ctx context.Context, url, last string, f func(event)) error {
	req, err := p.request(ctx, "GET", url, "")
	if err != nil {
		return err
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("a stream: %s", res.Status)
	}
	var kind, data string
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case name == "event":
			kind = value
		case name == "data":
			data = value
		case lines.Text() == "" && data != "": // an event that breaks off before is none
			var x struct{ Version, N int }
			if err := json.Unmarshal([]byte(data), &x); err != nil {
				return fmt.Errorf("an event %s: %w", data, err)
			}
			f(event{kind, x.Version, x.N})
			kind, data = "", ""
		}
	}
	return nil
}

// ear is what somebody has heard from the stream of a game.
type ear struct {
	mu      sync.Mutex
	version int
	n       int           // the last message
	heard   chan struct{} // closed when there is more
}

// wait waits until something is so; it returns false if one of two channels is closed first.
func (e *ear) wait(over, left <-chan struct{}, so func(*ear) bool) bool {
	for {
		e.mu.Lock()
		ok, heard := so(e), e.heard
		e.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-heard:
		case <-over:
			return false
		case <-left:
			return false
		}
	}
}
