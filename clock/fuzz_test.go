package clock

import (
	"encoding/json"
	"testing"
	"time"
)

// FuzzState reads any text as the clocks of a game: they are refused, or they can be used in any way, at any time, and are written
// and read again as they are.
func FuzzState(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string, at int64, weekends bool, side uint8, days int) {
		var s State
		if json.Unmarshal([]byte(text), &s) != nil || s.Check() != nil {
			return
		}
		written, err := json.Marshal(&s)
		if err != nil {
			t.Fatal(err)
		}
		var again State
		if err := json.Unmarshal(written, &again); err != nil || again.Check() != nil {
			t.Fatalf("%s is read and written as %s: %v", text, written, err)
		}
		c := &Control{Kind: Days, Bank: 3600, Increment: 60, Weekends: weekends, Vacation: 3, Timeout: Claim}
		now := time.UnixMilli(at % maxMillis)
		who := int(side) % len(s.Left)
		before := c.Left(&s, who, now)
		if out := c.Out(&s, now); out != Nobody && out != s.Runs {
			t.Errorf("side %d has run out of time, and the clock of %d runs", out, s.Runs)
		}
		if resumes := c.Resumes(&s, who, now); !resumes.IsZero() && resumes.Before(now) {
			t.Errorf("a clock that stands still at %v resumes at %v", now, resumes)
		}
		next := c.After(&s, Change{Now: now, Runs: who})
		if left := c.Left(next, who, now); left != before {
			t.Errorf("side %d has %v and, after nothing has happened, %v", who, before, left)
		}
		if away, err := c.Leave(&s, who, days, now); err == nil && (away.Vacation[who] < 0 || away.Check() != nil && next.Check() == nil && away.Away[who] < maxMillis) {
			t.Errorf("away for %d days: %+v", days, away)
		}
	})
}
