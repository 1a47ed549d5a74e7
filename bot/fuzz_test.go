package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"unicode/utf8"

	"acies/game"
	"acies/table"
)

// checkFault expects that a line costs a bot the game, and nothing else: with the reason and a detail of bounded length.
func checkFault(t *testing.T, line []byte, err error, reasons ...Reason) {
	t.Helper()
	f := (*Fault)(nil)
	if !errors.As(err, &f) || !slices.Contains(reasons, f.Reason) || f.Detail == "" || len(f.Detail) > 4*len(line)+1000 {
		t.Fatalf("%q is refused with %v", line, err)
	}
}

// FuzzHello answers the first message in any way.
func FuzzHello(f *testing.F) {
	f.Fuzz(func(t *testing.T, line []byte) {
		h, err := readHello(line)
		if err != nil {
			checkFault(t, line, err, Nonsense)
			return
		}
		if h.Protocol != Protocol || utf8.RuneCountInString(h.Name) > MaxName {
			t.Fatalf("%q is taken as %+v", line, h)
		}
		if again, err := readHello(encode(h)); err != nil || again != h {
			t.Fatalf("%q is read as %+v, and that as %+v: %v", line, h, again, err)
		}
	})
}

// FuzzAnswer answers the question for a choice in any way: it is a fault, a legal action, or a question to which every
// answer is legal. The game stays as it is. What the bot is sent is a line of JSON in any case.
func FuzzAnswer(f *testing.F) {
	var states []game.State
	for _, id := range []string{"sparta-195bc", "stream-333bc"} {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			f.Fatal(err)
		}
		s := b.Battle.Start()
		for n := 0; n < 60 || s.ToAct() < 0; n++ {
			if s.ToAct() == game.Nature {
				s.Apply(s.Chances(nil)[0].Action, nil)
				continue
			}
			legal := s.Legal(nil)
			s.Apply(legal[n*7%len(legal)], nil)
		}
		states = append(states, s)
	}
	f.Fuzz(func(t *testing.T, which bool, line []byte) {
		s := states[0]
		if which {
			s = states[1]
		}
		before := s.Hash()
		b := &Bot{Messages: NewMessages(s.Battle(), s.ToAct(), nil)}
		checkLine(t, b.Move(s, DefaultClock))
		legal := s.View(b.side).Legal
		x, err := b.read(line)
		if err != nil {
			checkFault(t, line, err, Nonsense, Flood)
			return
		}
		if x.Propose != nil {
			list, err := b.propose(s, x.Propose)
			if err != nil {
				checkFault(t, line, err, Illegal)
				return
			}
			for _, a := range list {
				if r := s.Check(a); r != nil {
					t.Fatalf("%q is answered with %q, which is refused: %v", line, s.Battle().Format(a), r)
				}
			}
			checkLine(t, b.proposals(game.Event{}, list, b.left()))
		} else if a, err := b.decide(s, legal, x); err != nil {
			checkFault(t, line, err, Illegal)
		} else if r := s.Check(a); r != nil {
			t.Fatalf("%q is taken as %q, which is refused: %v", line, s.Battle().Format(a), r)
		}
		if s.Hash() != before {
			t.Fatalf("%q has changed the game", line)
		}
	})
}

// checkLine expects one line of JSON.
func checkLine(t *testing.T, line []byte) {
	t.Helper()
	if bytes.Count(line, []byte("\n")) != 1 || !bytes.HasSuffix(line, []byte("\n")) || !json.Valid(line) {
		t.Fatalf("a bot is sent %q", line)
	}
}
