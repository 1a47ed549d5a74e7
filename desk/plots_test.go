package desk_test

import (
	"errors"
	"hash/fnv"

	"acies/game"
)

// plotting is a battle in which a side may also plot in its turn, twice a game. Nobody else learns of a plot: not what it
// is, nor that there was one.
type plotting struct{ game.Battle }

const plot game.Verb = 200

const maxPlots = 2

func (b plotting) Start() game.State { return &plotted{State: b.Battle.Start(), battle: b} }

func (b plotting) Bound() int { return b.Battle.Bound() + 2*maxPlots }

func (b plotting) Decode([]byte) (game.State, error) { return nil, errors.New("plots are not stored") }

func (b plotting) Format(a game.Action) string {
	if a.Verb == plot {
		return "plot"
	}
	return b.Battle.Format(a)
}

func (b plotting) Parse(text string) (game.Action, error) {
	if text == "plot" {
		return game.Action{Verb: plot}, nil
	}
	return b.Battle.Parse(text)
}

func (b plotting) Choice(a game.Action) game.Choice {
	if a.Verb == plot {
		return game.Choice{Verb: "plot", Key: "action.plot"}
	}
	return b.Battle.Choice(a)
}

// plotted is a state of such a battle.
type plotted struct {
	game.State
	battle plotting
	plots  [2]byte
}

func (s *plotted) Battle() game.Battle { return s.battle }

func (s *plotted) Legal(buf []game.Action) []game.Action {
	buf = s.State.Legal(buf)
	if a := (game.Action{Verb: plot}); s.Check(a) == nil {
		buf = append(buf, a)
	}
	return buf
}

func (s *plotted) Check(a game.Action) *game.Refusal {
	if a.Verb != plot {
		return s.State.Check(a)
	}
	if side := s.ToAct(); a != (game.Action{Verb: plot}) || side < 0 || s.plots[side] == maxPlots {
		return &game.Refusal{Key: "plot", Clause: "toy-2"}
	}
	return nil
}

func (s *plotted) Apply(a game.Action, sink game.Sink) *game.Refusal {
	if a.Verb != plot {
		return s.State.Apply(a, sink)
	}
	if r := s.Check(a); r != nil {
		return r
	}
	side := s.ToAct()
	s.plots[side]++
	if sink != nil {
		sink.Event(game.Event{Key: "plotted", Clause: "toy-2", To: game.Only(side)})
	}
	return nil
}

func (s *plotted) Explain(a game.Action, viewer game.Side) *game.Explanation {
	if a.Verb == plot {
		return nil
	}
	return s.State.Explain(a, viewer)
}

func (s *plotted) View(viewer game.Side) game.View {
	v := s.State.View(viewer)
	if viewer >= 0 {
		v.Pieces[viewer].Values = append(v.Pieces[viewer].Values, game.Value{Key: "plots", N: int(s.plots[viewer])})
		if v.ToAct == viewer {
			v.Legal = s.Legal(nil)
		}
	}
	return v
}

func (s *plotted) Shown(a game.Action, viewer game.Side) (game.Action, bool) {
	if a.Verb == plot {
		return a, viewer == s.ToAct()
	}
	return s.State.Shown(a, viewer)
}

func (s *plotted) Resample(viewer game.Side, src game.Source) {
	s.State.Resample(viewer, src)
	for side := range s.plots {
		if game.Side(side) != viewer {
			s.plots[side] = 0
		}
	}
}

func (s *plotted) AppendBinary(b []byte) []byte {
	return append(s.State.AppendBinary(b), s.plots[:]...)
}

func (s *plotted) Hash() uint64 {
	h := fnv.New64a()
	h.Write(s.AppendBinary(nil))
	return h.Sum64()
}

func (s *plotted) Clone() game.State {
	return &plotted{s.State.Clone(), s.battle, s.plots}
}

func (s *plotted) CopyFrom(other game.State) {
	o := other.(*plotted)
	s.State.CopyFrom(o.State)
	s.plots = o.plots
}
