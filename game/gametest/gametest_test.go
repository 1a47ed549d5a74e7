package gametest

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
)

func TestSound(t *testing.T) {
	Run(t, toy.New(toy.Options{}), Options{Games: 30})
	Run(t, toy.New(toy.Options{}), Options{Games: 20, ProbeEvery: 1, Seed: 1000})
	Run(t, toy.New(toy.Options{Rounds: 1}), Options{Games: 20, ProbeEvery: 1, Continuous: true})
	Run(t, toy.New(toy.Options{Ambush: true}), Options{Games: 50, ProbeEvery: 1})
}

// TestFaults breaks every property of the toy and expects to be told of that one, of those that cannot hold without
// it, and of no other.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		fault toy.Fault
		want  []Property
	}{
		{toy.Stuck, []Property{DeadEnd}},
		{toy.EndsEarly, []Property{DeadEnd}},
		{toy.CheckRefuses, []Property{Offered}},
		{toy.ApplyRefuses, []Property{Offered}},
		{toy.HidesLegal, []Property{Offered}},
		{toy.CheckAccepts, []Property{Refused}},
		{toy.ApplyAccepts, []Property{Refused}},
		{toy.NoClause, []Property{Refused}},
		{toy.RefusedMoves, []Property{Refused}},
		{toy.RefusedTells, []Property{Refused}},
		{toy.Duplicate, []Property{Order}},
		{toy.Shuffled, []Property{Order}},
		{toy.Overwrites, []Property{Order}},
		{toy.SharedClone, []Property{Clone}},
		{toy.CopyForgets, []Property{Clone, Undo}},
		{toy.EncodeForgets, []Property{Encode, Damage}},
		{toy.HashForgets, []Property{Encode}},
		{toy.FormatForgets, []Property{Notation}},
		{toy.FormatGarbles, []Property{Notation}},
		{toy.SinkMatters, []Property{Replay}},
		{toy.Counts, []Property{Replay, Encode, Undo}},
		{toy.Unmarked, []Property{Undo}},
		{toy.EventLeaks, []Property{Leak}},
		{toy.ShownLeaks, []Property{Leak}},
		{toy.StatusLeaks, []Property{Leak}},
		{toy.HidingLeaks, []Property{Leak}},
		{toy.NoWeight, []Property{Chance}},
		{toy.MissingChance, []Property{Chance}},
		{toy.RollsSeven, []Property{Chance}},
		{toy.ViewLeaks, []Property{Leak}},
		{toy.LegalLeaks, []Property{Leak}},
		{toy.ExplainLeaks, []Property{Leak}},
		{toy.RefusalLeaks, []Property{Leak}},
		{toy.WrongOdds, []Property{Explain}},
		{toy.WrongSum, []Property{Explain}},
		{toy.WrongRow, []Property{Explain}},
		{toy.NoReason, []Property{Explain}},
		{toy.ExplainMoves, []Property{Explain}},
		{toy.Endless, []Property{Bound}},
		{toy.ShortBound, []Property{Bound}},
		{toy.DecodePanics, []Property{Damage}},
		{toy.DecodeAccepts, []Property{Damage}},
		{toy.LegalPanics, []Property{Panic}},
		{toy.ExplainPanics, []Property{Panic}},
	} {
		t.Run(string(tt.fault), func(t *testing.T) {
			t.Parallel()
			got := make(map[Property]Violation)
			for seed := range uint64(6) {
				for _, v := range Play(toy.New(toy.Options{Fault: tt.fault}), seed, Options{ProbeEvery: 2}).Violations {
					got[v.Property] = v
				}
			}
			for _, prop := range tt.want {
				if _, ok := got[prop]; !ok {
					t.Errorf("no violation of %s", prop)
				}
				delete(got, prop)
			}
			for _, v := range got {
				t.Error(v)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	opt := Options{Limits: func(s game.State) error {
		if s.Outcome().Over {
			return errors.New("as asked")
		}
		return nil
	}}
	r := Play(toy.New(toy.Options{}), 1, opt)
	if want := []Violation{{Limits, r.Actions, "as asked"}}; !slices.Equal(r.Violations, want) {
		t.Errorf("found %v, expected %v", r.Violations, want)
	}
}

func TestContinuous(t *testing.T) {
	b := toy.New(toy.Options{Fault: toy.CheckAccepts})
	Run(t, b, Options{Continuous: true, ProbeEvery: 1})
}

func TestRepeatable(t *testing.T) {
	b := toy.New(toy.Options{Fault: toy.WrongOdds})
	first := Play(b, 7, Options{})
	if again := Play(b, 7, Options{}); !reflect.DeepEqual(first, again) {
		t.Errorf("the same seed gives %+v, then %+v", first, again)
	}
	if other := Play(b, 7, Options{ProbeEvery: 1}); other.Actions != first.Actions || other.Outcome != first.Outcome {
		t.Errorf("probing changes the game: %+v, then %+v", first, other)
	}
}

func TestMaxActions(t *testing.T) {
	if r := Play(toy.New(toy.Options{}), 1, Options{MaxActions: 9}); r.Actions != 9 || len(r.Violations) > 0 {
		t.Errorf("found %+v, expected 9 actions and no violation", r)
	}
}

func TestPanicSaysWhere(t *testing.T) {
	r := Play(toy.New(toy.Options{Fault: toy.LegalPanics}), 1, Options{})
	for _, v := range r.Violations {
		if v.Property == Panic && strings.Contains(v.Detail, "fault.go:") {
			return
		}
	}
	t.Errorf("found %v, expected a panic in fault.go", r.Violations)
}

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.errors = append(r.errors, format) }

func TestRunReports(t *testing.T) {
	r := &recorder{TB: t}
	Run(r, toy.New(toy.Options{Fault: toy.ShortBound}), Options{Games: 3})
	if len(r.errors) != 3 {
		t.Errorf("found %d errors, expected 3", len(r.errors))
	}
}

func TestFair(t *testing.T) {
	for _, tt := range []struct {
		name  string
		fault toy.Fault
		want  string
	}{
		{"sound", "", ""},
		{"loaded", toy.LoadedDie, "do not follow"},
		{"off the die", toy.RollsSeven, "are not among"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := toy.New(toy.Options{Fault: tt.fault}).Start()
			src := rand.NewPCG(1, 1)
			if err := Fair(s, 1000, src); err != nil {
				t.Errorf("dealing: %v", err)
			}
			for deal := true; deal; deal = s.ToAct() == game.Nature {
				s.Apply(s.Roll(src), nil)
			}
			if err := Fair(s, 1000, src); err == nil {
				t.Error("no error where no roll is due")
			}
			for s.ToAct() != game.Nature {
				s.Apply(s.Legal(nil)[len(s.Legal(nil))-1], nil)
			}
			err := Fair(s, 1000, src)
			if got := err == nil; got != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("throwing: found %v, expected %q", err, tt.want)
			}
		})
	}
}

func BenchmarkPlay(b *testing.B) {
	battle := toy.New(toy.Options{})
	actions := 0
	for i := range b.N {
		actions += Play(battle, uint64(i), Options{}).Actions
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(actions), "ns/action")
}
