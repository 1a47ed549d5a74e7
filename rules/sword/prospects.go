package sword

import "acies/game"

// endKinds are the ways to score that count only at the end.
var endKinds = map[ScoreKind]bool{
	ZonesFree: true, OccupiedEnd: true, NotFled: true, NamesAcross: true, UnitsAcross: true, RoutedEnd: true,
}

// Prospects returns how the battle is won and how it stands, with what would be scored if it ended now.
func (s *State) Prospects() game.Prospects {
	v := &s.b.setup.Victory
	p := s.PointsNow()
	lead := p[0] - p[1]
	out := game.Prospects{Leads: game.Nobody}
	high, low := num("high", max(p[0], p[1])), num("low", min(p[0], p[1]))
	switch {
	case lead == 0 || abs(lead) < v.Least:
		out.Now = game.Event{Key: "goal.now-draw", Clause: v.DrawClause, Args: []game.Arg{high, low}}
	default:
		w := winner(lead)
		out.Leads = game.Side(w)
		out.Now = game.Event{Key: "goal.now-minor", Clause: v.MinorClause, Args: []game.Arg{player("side", uint8(w)), high, low}}
		if abs(lead) >= v.Margin {
			out.Now.Key, out.Now.Clause = "goal.now-major", v.MajorClause
		}
	}
	for i := range s.b.sudden {
		r := &s.b.sudden[i]
		out.Ends = append(out.Ends, game.Event{Key: "goal.decisive", Clause: r.Clause, Args: []game.Arg{player("side", uint8(r.Side)), word("what", "decisive."+r.Key)}})
	}
	turns := num("turns", s.b.setup.Turns)
	least := max(v.Least, 1)
	out.Levels = []game.Event{
		{Key: "goal.major", Clause: v.MajorClause, Args: []game.Arg{num("lead", v.Margin), turns}},
		{Key: "goal.minor", Clause: v.MinorClause, Args: []game.Arg{num("lead", least), turns}},
		{Key: "goal.draw", Clause: v.DrawClause, Args: []game.Arg{num("lead", least), turns}},
	}
	for i := range s.b.scores {
		r := &s.b.scores[i]
		n := r.Points * s.endCount(r)
		if r.Max > 0 {
			n = min(n, r.Max-int(s.points[i]))
		}
		out.Goals = append(out.Goals, game.Objective{
			Side: game.Side(r.Side), Event: game.Event{Key: "score." + r.Key, Clause: r.Clause},
			Each: r.Points, Points: int(s.points[i]) + max(n, 0), Most: r.Max, End: endKinds[r.Kind],
		})
	}
	return out
}
