// Package balance adds up the results of a batch and reports them: as lines for a terminal, as JSON, and as a
// self-contained HTML page with charts and maps.
package balance

import (
	"acies/game"
	"acies/sim"
	"acies/system"
)

// degrees are the degrees of victory, the greatest first. A report lists those in which games ended.
var degrees = []string{"decisive", "major", "minor", "marginal"}

// plainVictory is the degree of rulebooks in which a victory is a victory.
const plainVictory = "victory"

// Tally adds up results. Their order does not matter.
type Tally struct {
	pack   *system.Pack
	b      game.Battle
	report system.Reporting
	system.Roster
	units  map[string]int // index in Units by id
	chiefs map[string]int // index in Leaders by id

	games   int
	draws   int
	wins    [2]map[string]int // by degree
	sudden  map[string]int    // sudden victories, by clause
	points  [2][]float64
	margins []float64
	actions []float64
	turns   map[int]int // games by turns played

	facts   int         // games with facts beyond their result
	course  [][]float64 // margins by turn, in games with facts
	scores  [][2]float64
	sources map[string]*source
	lost    []map[string]int // by unit and cause
	put     [2]map[string]int
	fell    [2][]float64 // by hex
	melees  []float64
	shots   []float64
	leaders []service
	events  map[string]*use
	acts    map[string]*[2]int // events by side
	dice    map[string]*[2][]int
}

// source is the victory points that each side got from one source.
type source struct {
	points [2]float64
	games  [2]int // in which it gave a side points
}

// service is a leader's activations in all games, and the number of games in which the leader was wounded, killed or captured.
type service struct {
	activated, wounded, killed, captured int
}

// use is how often something happened, and in how many games.
type use struct {
	times, games int
}

// New returns an empty tally of games of a battle.
func New(p *system.Pack, b game.Battle) *Tally {
	t := &Tally{
		pack: p, b: b, units: map[string]int{}, chiefs: map[string]int{}, wins: [2]map[string]int{{}, {}}, sudden: map[string]int{}, turns: map[int]int{},
		sources: map[string]*source{}, put: [2]map[string]int{{}, {}}, events: map[string]*use{}, acts: map[string]*[2]int{}, dice: map[string]*[2][]int{},
	}
	var ok bool
	if t.report, ok = system.Of(b).(system.Reporting); !ok {
		return t
	}
	t.Roster = t.report.Roster(b)
	t.lost, t.leaders = make([]map[string]int, len(t.Units)), make([]service, len(t.Leaders))
	t.melees, t.shots = make([]float64, len(t.Places)), make([]float64, len(t.Places))
	t.course, t.scores = make([][]float64, t.Roster.Turns), make([][2]float64, t.Roster.Turns)
	for i := range t.lost {
		t.lost[i] = map[string]int{}
	}
	for side := range t.fell {
		t.fell[side] = make([]float64, len(t.Places))
	}
	for i, p := range t.Units {
		t.units[b.PieceID(p)] = i
	}
	for i, p := range t.Leaders {
		t.chiefs[b.PieceID(p)] = i
	}
	return t
}

// Games returns the number of games added.
func (t *Tally) Games() int { return t.games }

// Add adds a game. Units, leaders and places that the battle does not have are ignored.
func (t *Tally) Add(r sim.Result) {
	t.games++
	if r.Winner == 0 || r.Winner == 1 {
		t.wins[r.Winner][r.Degree]++
	} else {
		t.draws++
	}
	if _, ok := t.Sudden[r.Clause]; ok || r.Degree == "decisive" {
		t.sudden[r.Clause]++
	}
	for side := range t.points {
		t.points[side] = append(t.points[side], float64(r.Points[side]))
	}
	t.margins = append(t.margins, float64(r.Margin()))
	t.actions = append(t.actions, float64(r.Actions))
	t.turns[r.Turns]++
	if r.Facts != nil {
		t.addFacts(r.Facts)
	}
}

func (t *Tally) addFacts(f *system.Facts) {
	t.facts++
	t.addCourse(f.Course)
	for key, points := range f.Sources {
		s := at(t.sources, key)
		for side, p := range points {
			s.points[side] += float64(p)
			if p > 0 {
				s.games[side]++
			}
		}
	}
	t.addLosses(f.Losses)
	t.addPlaces(t.melees, f.Melees)
	t.addPlaces(t.shots, f.Shots)
	for id, s := range f.Leaders {
		l, ok := t.chiefs[id]
		if !ok {
			continue
		}
		t.leaders[l].activated += s.Activated
		t.leaders[l].wounded += min(s.Wounded, 1)
		t.leaders[l].killed += min(s.Killed, 1)
		t.leaders[l].captured += min(s.Captured, 1)
	}
	for key, n := range f.Events {
		u := at(t.events, key)
		u.times += n
		u.games++
	}
	for key, n := range f.Acts {
		a := at(t.acts, key)
		a[0] += n[0]
		a[1] += n[1]
	}
	for kind, faces := range f.Dice {
		t.addDice(at(t.dice, kind), faces)
	}
}

// at returns the value of a key, adding a new one if there is none.
func at[V any](m map[string]*V, key string) *V {
	if m[key] == nil {
		m[key] = new(V)
	}
	return m[key]
}

// addCourse adds the score turn by turn. A game that ended early keeps its last score.
func (t *Tally) addCourse(course [][2]int) {
	var last [2]int
	for turn := range t.course {
		if turn < len(course) {
			last = course[turn]
		}
		t.course[turn] = append(t.course[turn], float64(last[0]-last[1]))
		for side := range last {
			t.scores[turn][side] += float64(last[side])
		}
	}
}

func (t *Tally) addLosses(losses []system.Loss) {
	for _, l := range losses {
		u, ok := t.units[l.Unit]
		if !ok {
			continue
		}
		t.lost[u][l.Cause]++
		side := t.Roster.Sides[t.Units[u]]
		if l.By != "" {
			t.put[side][l.By]++
		}
		if h, ok := t.Places[l.Hex]; ok {
			t.fell[side][h]++
		}
	}
}

func (t *Tally) addPlaces(sum []float64, counts map[string]int) {
	for id, n := range counts {
		if h, ok := t.Places[id]; ok {
			sum[h] += float64(n)
		}
	}
}

func (t *Tally) addDice(sum *[2][]int, faces [2][]int) {
	for side := range faces {
		for face, n := range faces[side] {
			for len(sum[side]) <= face {
				sum[side] = append(sum[side], 0)
			}
			sum[side][face] += n
		}
	}
}

// won returns how many games a side has won.
func (t *Tally) won(side int) int {
	n := 0
	for _, k := range t.wins[side] {
		n += k
	}
	return n
}

// Summary is the result of a batch, for programs.
type Summary struct {
	Games     int                `json:"games"`
	Wins      [2]Share           `json:"wins"` // by side
	Draws     Share              `json:"draws"`
	Result    sim.Estimate       `json:"result"` // of side 0: 1, 0.5 or 0
	Degrees   [2]map[string]int  `json:"degrees"`
	Sudden    map[string]int     `json:"sudden"` // sudden victories, by clause
	Points    [2]sim.Estimate    `json:"points"`
	Margin    sim.Estimate       `json:"margin"`
	Actions   sim.Estimate       `json:"actions"`
	Turns     map[int]int        `json:"turns"`
	LossShare map[string]float64 `json:"losses,omitempty"` // share of the games in which a unit was lost
}

// Share is a number of games, its share of all games and the interval of that share.
type Share struct {
	Games int          `json:"games"`
	Share float64      `json:"share"`
	CI    sim.Interval `json:"ci"`
}

// share returns n games as a share of all.
func (t *Tally) share(n int) Share {
	s := Share{Games: n, CI: sim.Wilson(float64(n), float64(t.games))}
	if t.games > 0 {
		s.Share = float64(n) / float64(t.games)
	}
	return s
}

// Summary returns the result of the batch.
func (t *Tally) Summary() Summary {
	s := Summary{
		Games: t.games, Wins: [2]Share{t.share(t.won(0)), t.share(t.won(1))}, Draws: t.share(t.draws),
		Degrees: t.wins, Sudden: t.sudden, Points: [2]sim.Estimate{sim.Mean(t.points[0]), sim.Mean(t.points[1])},
		Margin: sim.Mean(t.margins), Actions: sim.Mean(t.actions), Turns: t.turns,
	}
	values := make([]float64, 0, t.games)
	for _, v := range []struct {
		value float64
		games int
	}{{1, t.won(0)}, {0.5, t.draws}, {0, t.won(1)}} {
		for range v.games {
			values = append(values, v.value)
		}
	}
	s.Result = sim.Score(values)
	if t.facts > 0 {
		s.LossShare = map[string]float64{}
		for u := range t.lost {
			s.LossShare[t.b.PieceID(t.Units[u])] = t.lossShare(u)
		}
	}
	return s
}

// lossShare returns the share of the games in which a unit was lost.
func (t *Tally) lossShare(u int) float64 {
	n := 0
	for _, k := range t.lost[u] {
		n += k
	}
	return float64(n) / float64(max(1, t.facts))
}
