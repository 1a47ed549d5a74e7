package sword

import (
	"fmt"
	"slices"

	"acies/game"
)

// Victory points and the ends of the game (13.3.2 of Sparta, the victory list of Issos), as the scenario's data says.

type degree uint8

const (
	degreeNone degree = iota
	degreeDraw
	degreeMinor
	degreeMajor
	degreeDecisive
)

var degreeKeys = [...]string{"", "draw", "minor", "major", "decisive"}

// scoreRule is a ScoreRule, compiled.
type scoreRule struct {
	ScoreRule
	leader uint8
	zones  []int
	names  []uint8
	types  [maxTypes]bool
}

type suddenRule struct {
	DecisiveRule
	leader uint8
	zones  []int
}

func (b *Battle) compileVictory() error {
	v := &b.setup.Victory
	if len(v.Scores) > maxScores {
		return fmt.Errorf("victory: %d scores, at most %d fit", len(v.Scores), maxScores)
	}
	hexes := 0
	for _, r := range v.Scores {
		c := scoreRule{ScoreRule: r, leader: none}
		var err error
		if r.Leader != "" {
			if c.leader, err = b.leader(r.Leader); err != nil {
				return fmt.Errorf("victory: %s: %w", r.Key, err)
			}
		}
		if c.zones, err = b.zoneList(r.Zones); err != nil {
			return fmt.Errorf("victory: %s: %w", r.Key, err)
		}
		if c.types, err = b.types(r.Types); err != nil {
			return fmt.Errorf("victory: %s: %w", r.Key, err)
		}
		if r.Kind == Entered {
			b.entries = true
			for _, z := range c.zones {
				hexes += len(b.zones[z].hexes)
			}
			if hexes > 64 {
				return fmt.Errorf("victory: %s: %d hexes score for being entered, at most 64 can", r.Key, hexes)
			}
		}
		for _, n := range r.Names {
			i := slices.Index(b.names, n)
			if i < 0 {
				return fmt.Errorf("victory: %s: no unit is named %q", r.Key, n)
			}
			c.names = append(c.names, uint8(i))
		}
		b.scores = append(b.scores, c)
	}
	for _, r := range v.Decisive {
		c := suddenRule{DecisiveRule: r, leader: none}
		var err error
		if r.Leader != "" {
			if c.leader, err = b.leader(r.Leader); err != nil {
				return fmt.Errorf("decisive: %s: %w", r.Key, err)
			}
		}
		if c.zones, err = b.zoneList(r.Zones); err != nil {
			return fmt.Errorf("decisive: %s: %w", r.Key, err)
		}
		b.sudden = append(b.sudden, c)
	}
	return nil
}

func (b *Battle) zoneList(ids []string) ([]int, error) {
	var list []int
	for _, id := range ids {
		z, err := b.zone(id)
		if err != nil {
			return nil, err
		}
		list = append(list, z)
	}
	return list, nil
}

// score adds points under a rule, up to its limit.
func (s *State) score(i, points int) {
	r := &s.b.scores[i]
	if (r.Kind == ReserveShot || r.Kind == ReserveUsed) && s.points[i] > 0 {
		return // once a game (R109)
	}
	if r.Max > 0 {
		points = min(points, r.Max-int(s.points[i]))
	}
	if points <= 0 {
		return
	}
	s.points[i] += int16(points)
	if s.sink != nil {
		s.say("scores", r.Clause, player("side", uint8(r.Side)), num("points", points), word("for", "score."+r.Key))
	}
}

// Points scored during play.

func (s *State) scoreUnit(u uint8) {
	q := int(s.b.units[u].quality[0]) // the front counts, whatever the unit's state (R105)
	for i := range s.b.scores {
		r := &s.b.scores[i]
		switch {
		case r.Side == int(s.sideOf(u)):
		case r.Kind == Eliminated && q >= r.Quality[0] && q <= r.Quality[1] && (len(r.Types) == 0 || r.types[s.b.units[u].typ]):
			s.score(i, r.Points)
		case r.Kind == NamesLost && slices.Contains(r.names, s.b.units[u].name) && s.nameLost(s.b.units[u].name):
			s.score(i, r.Points)
		}
	}
}

func (s *State) nameLost(name uint8) bool {
	for i := range s.b.units {
		if s.b.units[i].name == name && s.units[i].hex >= 0 {
			return false
		}
	}
	return true
}

func (s *State) scoreLeader(l uint8) {
	d := &s.b.leaders[l]
	for i := range s.b.scores {
		r := &s.b.scores[i]
		if r.Side == int(d.side) {
			continue
		}
		if r.Kind == LeaderKilled && (r.leader == l || r.leader == none && !s.commander(l)) ||
			r.Kind == CommanderKilled && s.commander(l) {
			s.score(i, r.Points)
		}
	}
}

// scoreCaptured scores a leader who has been captured permanently.
func (s *State) scoreCaptured(l uint8, ranked bool) {
	kind := LeaderCaptured
	if ranked {
		kind = CommanderCaptured
	}
	s.scoreKind(kind, 1-int(s.b.leaders[l].side))
}

// captives counts the enemy leaders that a side holds, army commanders or others.
func (s *State) captives(side int, ranked bool) int {
	n := 0
	for i := range s.b.leaders {
		if int(s.b.leaders[i].side) != side && s.leaders[i].captor != none && s.ranked(uint8(i)) == ranked {
			n++
		}
	}
	return n
}

// scoreEntered scores a hex that a unit enters, once (gui-3j).
func (s *State) scoreEntered(u uint8, h int) {
	bit := 0
	for i := range s.b.scores {
		r := &s.b.scores[i]
		if r.Kind != Entered {
			continue
		}
		for _, z := range r.zones {
			for _, x := range s.b.zones[z].hexes {
				if int(x) == h && r.Side == int(s.sideOf(u)) && bit < 64 && s.visited>>bit&1 == 0 {
					s.visited |= 1 << bit
					s.score(i, r.Points)
				}
				bit++
			}
		}
	}
}

func (s *State) scoreKind(k ScoreKind, side int) {
	for i := range s.b.scores {
		if r := &s.b.scores[i]; r.Kind == k && (side < 0 || r.Side == side) {
			s.score(i, r.Points)
		}
	}
}

func (s *State) scoreFire() { s.scoreKind(FireUsed, int(s.b.fire.pointsTo)) }
func (s *State) scoreFled() { s.scoreKind(Fled, 1-int(s.b.leaders[s.b.flight.leader].side)) }

// scoreReserveShot counts a unit of the reserve that shooting discourages or routs; one already routed is neither.
func (s *State) scoreReserveShot(u uint8) {
	if s.b.units[u].reserve && !s.isRouted(u) {
		s.scoreKind(ReserveShot, 1-int(s.sideOf(u)))
	}
}

func (s *State) scoreReserveUsed(u uint8) {
	if s.b.units[u].reserve {
		s.scoreKind(ReserveUsed, 1-int(s.sideOf(u)))
	}
}

// Points at the end of a turn and of the game.

// valiantIn reports whether a side has a valiant unit in a zone; unitIn, any unit in a hex.
func (s *State) valiantIn(side uint8, z int) bool {
	for _, h := range s.b.zones[z].hexes {
		if s.occupies(side, int(h), true) {
			return true
		}
	}
	return false
}

func (s *State) occupies(side uint8, h int, mustBeValiant bool) bool {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.sideOf(u) == side && (!mustBeValiant || s.isValiant(u)) {
			return true
		}
	}
	return false
}

// endTurnScores scores the end of a turn (R108) and tests the sudden ends that belong there.
func (s *State) endTurnScores() {
	if int(s.turn) < s.b.setup.Turns {
		for i := range s.b.scores {
			if r := &s.b.scores[i]; r.Kind == OccupiedTurn {
				s.score(i, r.Points*s.occupied(r))
			}
		}
	}
	s.checkSudden(true)
}

func (s *State) occupied(r *scoreRule) int {
	n := 0
	for _, z := range r.zones {
		for _, h := range s.b.zones[z].hexes {
			if s.occupies(uint8(r.Side), int(h), r.Valiant) {
				n++
			}
		}
	}
	return n
}

// endCount returns how many times a rule that scores at the end applies.
func (s *State) endCount(r *scoreRule) int {
	n := 0
	switch r.Kind {
	case ZonesFree:
		for _, z := range r.zones {
			if !s.valiantIn(uint8(1-r.Side), z) {
				n++
			}
		}
	case OccupiedEnd:
		n = s.occupied(r)
	case NotFled:
		if !s.fled {
			n = 1
		}
	case NamesAcross, UnitsAcross:
		n = s.across(r)
	case RoutedEnd:
		for i := range s.b.units {
			if u := uint8(i); int(s.sideOf(u)) != r.Side && s.units[u].hex >= 0 && s.isRouted(u) {
				n++
			}
		}
	case LeaderCaptured:
		n = s.captives(r.Side, false)
	case CommanderCaptured:
		n = s.captives(r.Side, true)
	}
	return n
}

// across counts the names or the units with a valiant unit in the zones.
func (s *State) across(r *scoreRule) int {
	n := 0
	var seen [maxUnits]bool
	for i := range s.b.units {
		u := uint8(i)
		d := &s.b.units[i]
		if s.units[u].hex < 0 || int(d.side) != r.Side || !s.isValiant(u) || !s.inZones(r.zones, int(s.units[u].hex)) {
			continue
		}
		switch {
		case r.Kind == UnitsAcross && r.types[d.typ]:
			n++
		case r.Kind == NamesAcross && slices.Contains(r.names, d.name) && !seen[d.name]:
			seen[d.name] = true
			n++
		}
	}
	return n
}

func (s *State) inZones(zones []int, h int) bool {
	for _, z := range zones {
		if s.b.zones[z].in[h] {
			return true
		}
	}
	return false
}

// scoreEnd scores what counts at the end.
func (s *State) scoreEnd() {
	for i := range s.b.scores {
		s.score(i, s.b.scores[i].Points*s.endCount(&s.b.scores[i]))
	}
}

// endGame scores what counts at the end and decides the battle (ant-13.3.2s, 13.3.2t).
func (s *State) endGame() {
	s.scoreEnd()
	p := s.total()
	lead := p[0] - p[1]
	switch {
	case lead == 0 || abs(lead) < s.b.setup.Victory.Least:
		s.finish(int8(game.Nobody), degreeDraw, none)
	case abs(lead) >= s.b.setup.Victory.Margin:
		s.finish(winner(lead), degreeMajor, none)
	default:
		s.finish(winner(lead), degreeMinor, none)
	}
}

func winner(lead int) int8 {
	if lead > 0 {
		return 0
	}
	return 1
}

// total adds up the points of both sides.
func (s *State) total() (p [2]int) {
	for i := range s.b.scores {
		p[s.b.scores[i].Side] += int(s.points[i])
	}
	return p
}

// checkSudden tests the decisive victories that depend on ground (R107); some count only at the end of a turn.
func (s *State) checkSudden(endOfTurn bool) {
	for i := range s.b.sudden {
		r := &s.b.sudden[i]
		won := false
		switch r.Kind {
		case AllZonesFree:
			won = true
			for _, z := range r.zones {
				won = won && !s.valiantIn(uint8(1-r.Side), z)
			}
		case FledAndInZone:
			if endOfTurn && s.fled {
				for _, z := range r.zones {
					won = won || s.valiantIn(uint8(r.Side), z)
				}
			}
		case Lead:
			if endOfTurn && !s.over {
				p := s.PointsNow()
				won = p[r.Side]-p[1-r.Side] >= r.Points
			}
			if won {
				s.scoreEnd() // the game ends here (bou-3n)
			}
		}
		if won && !s.over {
			s.finish(int8(r.Side), degreeDecisive, uint8(i))
		}
	}
}

// suddenLeader tests the decisive victories that depend on a leader.
func (s *State) suddenLeader(l uint8, killed bool) {
	for i := range s.b.sudden {
		r := &s.b.sudden[i]
		if r.leader == l && (r.Kind == LeaderHit || r.Kind == LeaderDead && killed) && !s.over {
			s.finish(int8(r.Side), degreeDecisive, uint8(i))
		}
	}
}

func (s *State) finish(side int8, d degree, because uint8) {
	s.over, s.winner, s.degree, s.because = true, side, d, because
	s.phase = phaseEnd
	if s.sink != nil {
		o := s.Outcome()
		high, low := o.Score()
		s.say("victory-"+degreeKeys[d], o.Clause, game.Arg{Name: "side", Kind: game.Player, N: int(side)},
			num("high", high), num("low", low))
	}
}

// Outcome implements [game.State].
func (s *State) Outcome() game.Outcome {
	o := game.Outcome{Over: s.over, Winner: game.Side(s.winner), Degree: degreeKeys[s.degree], Points: s.total()}
	v := &s.b.setup.Victory
	switch {
	case !s.over:
		o.Winner = game.Nobody
	case s.because != none:
		o.Clause = s.b.sudden[s.because].Clause
	case s.degree == degreeMajor:
		o.Clause = v.MajorClause
	case s.degree == degreeMinor:
		o.Clause = v.MinorClause
	default:
		o.Clause = v.DrawClause
	}
	return o
}
