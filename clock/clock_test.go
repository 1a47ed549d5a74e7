package clock

import (
	"strings"
	"testing"
	"time"
)

var live = &Control{Kind: Live, Bank: 600, Increment: 10, Timeout: Claim}

// monday is a Monday at noon.
var monday = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

func TestRun(t *testing.T) {
	s := live.Start(2)
	check := func(at time.Duration, left0, left1 time.Duration, out int) {
		t.Helper()
		now := monday.Add(at)
		if a, b := live.Left(s, 0, now), live.Left(s, 1, now); a != left0 || b != left1 {
			t.Errorf("after %v: left %v and %v, want %v and %v", at, a, b, left0, left1)
		}
		if n := live.Out(s, now); n != out {
			t.Errorf("after %v: %d is out of time, want %d", at, n, out)
		}
	}
	change := func(at time.Duration, x Change) {
		x.Now = monday.Add(at)
		s = live.After(s, x)
	}
	check(time.Hour, 10*time.Minute, 10*time.Minute, Nobody) // the game has not begun
	change(0, Change{Runs: 0})
	check(time.Minute, 9*time.Minute, 10*time.Minute, Nobody)
	// The clock of a reaction runs for him who reacts; he gains nothing for it.
	change(time.Minute, Change{Runs: 1, Acts: true})
	check(3*time.Minute, 9*time.Minute, 8*time.Minute, Nobody)
	change(3*time.Minute, Change{Runs: 0, Acts: true})
	change(4*time.Minute, Change{Runs: 1, Ended: []int{1, 0}, Acts: true})
	check(4*time.Minute, 8*time.Minute+10*time.Second, 8*time.Minute, Nobody)
	check(12*time.Minute-time.Millisecond, 8*time.Minute+10*time.Second, time.Millisecond, Nobody)
	check(12*time.Minute, 8*time.Minute+10*time.Second, 0, 1)
	// Who has run out may still act until somebody claims.
	change(13*time.Minute, Change{Runs: 0, Ended: []int{0, 1}, Acts: true})
	check(13*time.Minute, 8*time.Minute+10*time.Second, -50*time.Second, Nobody)
	// Each activation that has ended counts.
	change(13*time.Minute, Change{Runs: 0, Ended: []int{2, 0}, Acts: true})
	check(13*time.Minute, 8*time.Minute+30*time.Second, -50*time.Second, Nobody)
}

// TestTakenBack: an increment is for an activation whose end stays. What is undone is given back, at once as far as the side keeps
// enough for a choice, and else from what it gains next.
func TestTakenBack(t *testing.T) {
	for _, test := range []struct {
		name  string
		left  time.Duration
		ended []int // of side 0, one change after another
		want  []time.Duration
	}{
		{"undone", 5 * time.Minute, []int{1, -1}, []time.Duration{310 * time.Second, 300 * time.Second}},
		{"undone again and again", 5 * time.Minute, []int{1, -1, 1, -1, 1}, []time.Duration{310 * time.Second, 300 * time.Second, 310 * time.Second, 300 * time.Second, 310 * time.Second}},
		{"two at once", 5 * time.Minute, []int{2, -2}, []time.Duration{320 * time.Second, 300 * time.Second}},
		{"undone when time is short", 5 * time.Second, []int{1, -1, 1, -1, 1, 1}, []time.Duration{15 * time.Second, 15 * time.Second, 15 * time.Second, 15 * time.Second, 15 * time.Second, 25 * time.Second}},
		{"undone when time is a little short", 55 * time.Second, []int{1, -1, 1, 1}, []time.Duration{65 * time.Second, 60 * time.Second, 65 * time.Second, 75 * time.Second}},
	} {
		s := live.Start(2)
		s.Left[0] = test.left.Milliseconds()
		for i, k := range test.ended {
			if s = live.After(s, Change{Now: monday, Runs: Nobody, Ended: []int{k, 0}}); live.Left(s, 0, monday) != test.want[i] || s.Check() != nil {
				t.Errorf("%s: after %v left %v, want %v; %v", test.name, test.ended[:i+1], live.Left(s, 0, monday), test.want[i], s.Check())
			}
		}
		if live.Left(s, 1, monday) != 10*time.Minute {
			t.Errorf("%s: the other side has %v", test.name, live.Left(s, 1, monday))
		}
	}
}

// TestHesitation: a question that a program may answer for a player costs nothing at first, whatever else is done meanwhile, and only
// once, however often it is undone and comes again.
func TestHesitation(t *testing.T) {
	at := monday
	s := live.After(live.Start(2), Change{Now: at, Runs: 0})
	for _, step := range []struct {
		name string
		took time.Duration
		x    Change
		want time.Duration // that side 0 has left after it
	}{
		{"an ordinary choice", 10 * time.Second, Change{Runs: 0, Asked: 5}, 590 * time.Second},
		{"an offer meanwhile", 2 * time.Second, Change{Runs: 0, Asked: 5, Same: true}, 590 * time.Second},
		{"a late answer", 4 * time.Second, Change{Runs: 0, Asked: 6}, 587 * time.Second},
		{"a quick answer", time.Second, Change{Runs: 0}, 587 * time.Second},
		{"the next choice", time.Second, Change{Runs: 0, Asked: 6}, 586 * time.Second},
		{"the answer undone", time.Second, Change{Runs: 0, Asked: 6}, 585 * time.Second},
		{"undone by consent", time.Second, Change{Runs: 0, Asked: 6, Anew: true}, 584 * time.Second},
		{"answered again", 4 * time.Second, Change{Runs: 1}, 583 * time.Second},
	} {
		at = at.Add(step.took)
		if s.Free > 0 && live.Resumes(s, 0, time.UnixMilli(s.Since)).UnixMilli() != s.Free && s.Free > s.Since {
			t.Errorf("%s: the clock is charged from %v on", step.name, live.Resumes(s, 0, time.UnixMilli(s.Since)))
		}
		before := live.Left(s, 0, at)
		step.x.Now = at
		if s = live.After(s, step.x); live.Left(s, 0, at) != step.want || before != step.want {
			t.Errorf("%s: left %v before and %v after, want %v", step.name, before, live.Left(s, 0, at), step.want)
		}
	}
}

func TestAdjourn(t *testing.T) {
	s := live.After(live.Start(2), Change{Now: monday, Runs: 0})
	s = live.After(s, Change{Now: monday.Add(time.Minute), Runs: 0, Stop: true})
	later := monday.Add(24 * time.Hour)
	if got := live.Left(s, 0, later); got != 9*time.Minute {
		t.Errorf("left %v, want 9m", got)
	}
	if s = live.After(s, Change{Now: later, Runs: 0}); s.Runs != Nobody {
		t.Error("the clock runs before anybody has acted")
	}
	if s = live.After(s, Change{Now: later, Runs: 1, Acts: true}); s.Runs != 1 {
		t.Error("the clock does not run again")
	}
}

func TestWeekends(t *testing.T) {
	c := &Control{Kind: Days, Bank: 3 * day, Increment: day, Weekends: true, Timeout: Claim}
	s := c.After(c.Start(2), Change{Now: monday, Runs: 0})
	for _, test := range []struct {
		at      string
		left    time.Duration
		resumes string
	}{
		{"2026-11-17T12:00:00Z", 48 * time.Hour, ""},
		{"2026-11-19T12:00:00Z", 0, ""},
		{"2026-11-21T00:00:00Z", -36 * time.Hour, "2026-11-23T00:00:00Z"},
		{"2026-11-22T23:59:59Z", -36 * time.Hour, "2026-11-23T00:00:00Z"},
		{"2026-11-23T01:00:00Z", -37 * time.Hour, ""},
	} {
		now := at(t, test.at)
		if got := c.Left(s, 0, now); got != test.left {
			t.Errorf("%s: left %v, want %v", test.at, got, test.left)
		}
		want := time.Time{}
		if test.resumes != "" {
			want = at(t, test.resumes)
		}
		if got := c.Resumes(s, 0, now); !got.Equal(want) {
			t.Errorf("%s: resumes %v, want %v", test.at, got, want)
		}
	}
}

func TestVacation(t *testing.T) {
	c := &Control{Kind: Days, Bank: 2 * day, Vacation: 10, Timeout: Program}
	s := c.After(c.Start(2), Change{Now: monday, Runs: 1})
	s, err := c.Leave(s, 1, 7, monday.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	back := monday.Add(time.Hour + 7*24*time.Hour)
	if got := c.Left(s, 1, back); got != 47*time.Hour {
		t.Errorf("left %v after the vacation, want 47h", got)
	}
	if got := c.Resumes(s, 1, monday.Add(2*time.Hour)); !got.Equal(back) {
		t.Errorf("resumes %v, want %v", got, back)
	}
	if got := c.Left(s, 1, back.Add(47*time.Hour)); got != 0 {
		t.Errorf("left %v, want none", got)
	}
	for _, test := range []struct {
		side, days int
		now        time.Time
	}{{1, 1, monday.Add(2 * time.Hour)}, {1, 4, back}, {0, 11, monday}, {0, 0, monday}} {
		if _, err := c.Leave(s, test.side, test.days, test.now); err != ErrVacation {
			t.Errorf("side %d, %d days: error %v", test.side, test.days, err)
		}
	}
	if n, err := c.Leave(s, 1, 3, back); err != nil || n.Vacation[1] != 0 || s.Vacation[1] != 3 {
		t.Errorf("the rest of the vacation: %+v, error %v", n, err)
	}
}

// TestWorked: the time outside weekends grows by five days a week, and by nothing at weekends.
func TestWorked(t *testing.T) {
	const hour = 60 * 60 * 1000
	for at := int64(-20 * 24 * hour); at < 40*24*hour; at += hour {
		want := int64(hour)
		if d := time.UnixMilli(at).UTC().Weekday(); d == time.Saturday || d == time.Sunday {
			want = 0
		}
		if got := worked(at+hour) - worked(at); got != want {
			t.Fatalf("%v: %d ms, want %d", time.UnixMilli(at).UTC(), got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		c    Control
		want string // the field that is wrong
	}{
		{*live, ""},
		{Control{Kind: Days, Bank: 7 * day, Increment: day, Weekends: true, Vacation: 14, Timeout: Wait}, ""},
		{Control{Kind: "hours", Bank: 600, Timeout: Claim}, "kind"},
		{Control{Kind: Live, Bank: 29, Timeout: Claim}, "bank"},
		{Control{Kind: Live, Bank: day, Timeout: Claim}, "bank"},
		{Control{Kind: Live, Bank: 600, Increment: -1, Timeout: Claim}, "increment"},
		{Control{Kind: Live, Bank: 600, Weekends: true, Timeout: Claim}, "weekends"},
		{Control{Kind: Days, Bank: day, Vacation: 61, Timeout: Claim}, "vacation"},
		{Control{Kind: Days, Bank: day}, "timeout"},
	} {
		err := test.c.Check()
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want one about %q", test.c, err, test.want)
		}
	}
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	x, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
