package desk

import (
	"encoding/json"
	"slices"
	"sync"

	"acies/game"
	"acies/record"
	"acies/table"
	"acies/words"
)

// Choice is an action that can be chosen.
type Choice struct {
	*words.Phrase
	Cost  int        `json:"cost,omitempty"`  // of a move
	Idle  bool       `json:"idle,omitempty"`  // a roll that cannot change anything
	Goals []game.End `json:"goals,omitempty"` // of a move on a board without places: where those who act would be
	All   []string   `json:"all,omitempty"`   // the actions that pick up a piece with all of its stack that can go along
	Notes []string   `json:"notes,omitempty"` // what it costs besides, of a few choices without a roll
}

// Withheld is an action that would end the step and is refused as yet, and why.
type Withheld struct {
	Act string `json:"act"` // what it would do
	Reason
}

// Stake is what the viewer could spend on dice that lie on the table: a stop of a slider.
type Stake struct {
	game.Stake
	Text    string   `json:"text"`    // what is done
	Actions []string `json:"actions"` // do it, one after another
}

// Score is a source of victory points.
type Score struct {
	game.Score
	Text string `json:"text"`
}

// Outcome is the end of a game.
type Outcome struct {
	game.Outcome
	Text string `json:"text"`
}

// Table is one moment of a game as a viewer is shown it.
type Table struct {
	ID       string            `json:"id"`
	Battle   string            `json:"battle"`
	Options  []string          `json:"options"`
	Seats    []string          `json:"seats"`
	People   []Person          `json:"people,omitempty"`  // who has the seats, by side, on a server with accounts
	Waiting  bool              `json:"waiting,omitempty"` // a seat is still open
	Offer    *Offer            `json:"offer,omitempty"`   // what a side has offered the other
	Said     *Deal             `json:"said,omitempty"`    // what a player has said last, beside the rules
	Takes    *Takes            `json:"takes,omitempty"`   // what an undo granted to the viewer would take back, where somebody plays elsewhere; none: nothing
	Awaits   []game.Side       `json:"awaits,omitempty"`  // the sides that the game waits for, where somebody plays elsewhere
	Absent   bool              `json:"absent,omitempty"`  // the viewer may act on the absence of the other player
	Clock    *Clock            `json:"clock,omitempty"`
	Terms    *Agreed           `json:"terms,omitempty"` // what was agreed before the game
	Ratings  []RatingChange    `json:"ratings,omitempty"`
	Pair     *Pair             `json:"pair,omitempty"`
	Dice     string            `json:"dice"`
	Commit   string            `json:"commit,omitempty"`  // the commitment of the seed of shared dice
	Nonces   []record.Nonce    `json:"nonces,omitempty"`  // what players have added to them
	Pack     string            `json:"pack,omitempty"`    // the hash of the game's pack, if the battle has changed since it began
	Frozen   string            `json:"frozen,omitempty"`  // why the game cannot continue
	Secrets  bool              `json:"secrets,omitempty"` // viewers may know different things
	Version  int               `json:"version"`
	N        int               `json:"n"`               // actions up to this moment
	Length   int               `json:"length"`          // actions of the game
	Since    int               `json:"since,omitempty"` // actions up to the viewer's last choice, where somebody plays elsewhere
	View     game.View         `json:"view"`
	Prompt   string            `json:"prompt"`
	Phase    string            `json:"phase"`
	Choices  []Choice          `json:"choices"`
	Withheld []Withheld        `json:"withheld,omitempty"`
	Stakes   []Stake           `json:"stakes,omitempty"`
	Handles  []Handle          `json:"handles,omitempty"`
	Ask      string            `json:"ask,omitempty"`      // when the viewer is asked what he may decline: "always", "fitting" or "later"
	Standing map[string]string `json:"standing,omitempty"` // by question, what is answered for the viewer: "decline" or "choose"
	Roll     *game.Dice        `json:"roll,omitempty"`     // the dice to roll by hand
	CanUndo  bool              `json:"canUndo"`
	UndoText string            `json:"undoText,omitempty"`
	UndoWhy  string            `json:"undoWhy,omitempty"`
	Points   [2]int            `json:"points"`
	Scores   []Score           `json:"scores"`
	Outcome  *Outcome          `json:"outcome"`
	Last     []json.RawMessage `json:"last" ts:"LogEntry[]"`
}

// Done is the result of a change to a game, and the table after it.
type Done struct {
	Version int               `json:"version"`
	Applied []json.RawMessage `json:"applied,omitempty" ts:"LogEntry[]"`
	Removed []string          `json:"removed,omitempty"`
	Table   *Table            `json:"table,omitempty"`
}

// Done returns the result of the change that led to this moment: the steps it added and the entries it undid, as far as
// the viewer may know of them. The table is left out.
func (d *Desk) Done(applied []Step, removed []record.Entry) *Done {
	out := &Done{Version: d.Version(), Applied: d.describe(applied, len(applied))}
	for _, e := range removed {
		if !d.secrets() || e.Side == d.side() {
			out.Removed = append(out.Removed, e.Do)
		}
	}
	return out
}

// Table returns the table at the present moment.
func (d *Desk) Table() *Table {
	g := d.Game
	v := g.State.View(d.side())
	t := d.tableFor(g, &v)
	if side := int(d.side()); v.Span != "" && side >= 0 && side < len(g.Asks) {
		t.Ask = g.Asks[side]
	}
	if side := int(d.side()); side >= 0 && side < len(g.Standing) {
		t.Standing = g.Standing[side]
	}
	switch toAct := g.State.ToAct(); {
	case g.Frozen != nil:
	case toAct == game.Nature && g.ByHand():
		if dice := g.State.Dice(); dice.N > 0 {
			t.Roll = &dice
		}
	case toAct == d.side() && g.Human:
		t.Choices, t.Withheld, t.Stakes, t.Handles = d.choices(&v), d.withheld(&v), d.stakes(), d.handles()
	}
	if len(g.People) > 0 && g.Frozen == nil && !g.Outcome().Over {
		t.Takes = d.takes(g, d.side())
	}
	d.undo(t)
	return t
}

// Moment returns the table after the first n actions that the viewer may know of, with nothing to choose or undo.
func (d *Desk) Moment(n int) (*Table, error) {
	length := d.Length()
	if n > length {
		return nil, ErrNoMoment
	}
	past := *d.Game
	past.Entries = d.entriesTo(n)
	past.State, past.Last, past.Offer, past.Said, past.Clock, past.Awaits, past.Absent = past.State.Battle().Start(), nil, nil, nil, nil, nil, false
	if n < length {
		past.Ending = nil
	}
	err := table.Replay(past.State.Battle(), past.Entries, func(x table.Step) error {
		if e, ok := x.ShownTo(d.side()); ok && e.N > n-latest {
			past.Last = append(past.Last, Step{Step: &x})
		}
		if r := past.State.Apply(x.Action, nil); r != nil {
			return r
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	v := past.State.View(d.side())
	t := d.tableFor(&past, &v)
	t.Length = length
	return t, nil
}

// entriesTo returns the entries before the one that follows the first n that the viewer may know of.
func (d *Desk) entriesTo(n int) []record.Entry {
	for i := range d.Game.Entries {
		if e, ok := d.Game.Entries[i].ShownTo(d.side()); ok && e.N > n {
			return d.Game.Entries[:i]
		}
	}
	return d.Game.Entries
}

// offer returns what a side has offered the other. In a battle with secrets those who do not have to answer are not told what dice
// have shown.
func (d *Desk) offer(g *Game) *Offer {
	if g.Offer == nil {
		return nil
	}
	o := *g.Offer
	if d.Viewer == Spectator && d.secrets() {
		o.Faces = nil
	}
	if o.Deal == "undo" {
		o.Takes = d.takes(g, o.Side)
	}
	return &o
}

// takes returns what a side takes back if the other grants it an undo; nil if there is nothing. In a battle with secrets others are not
// told, who may not know when the side has chosen last.
func (d *Desk) takes(g *Game, side game.Side) *Takes {
	i := g.lastChoice(side)
	if i < 0 || d.secrets() && side != d.side() {
		return nil
	}
	x := &Takes{}
	// What only ends a step has a name only among the latest steps, which keep it: it takes a replay to find.
	latest := slices.ContainsFunc(g.Last, func(s Step) bool { return s.N == g.Entries[i].N })
	if latest || !g.State.Battle().Choice(g.Entries[i].Action).Ends {
		x.Text = d.undoText(i)
	}
	for j := range g.Entries[i:] {
		if e, ok := g.Entries[i+j].ShownTo(d.side()); ok {
			if x.N++; e.Side == game.Nature {
				x.Rolls++
			}
		}
	}
	return x
}

// lastChoice returns the index of the last entry that a side has chosen itself; -1: there is none.
func (g *Game) lastChoice(side game.Side) int {
	for i := len(g.Entries) - 1; i >= 0 && side >= 0; i-- {
		if g.Entries[i].Side != side {
			continue
		}
		if _, answered := slices.BinarySearch(g.Answered, g.Entries[i].N); !answered {
			return i
		}
	}
	return -1
}

// tableFor returns the table for one moment of the game and the viewer's view of it, with nothing to choose.
func (d *Desk) tableFor(g *Game, v *game.View) *Table {
	t := newTable(d.Words, g.State, v, g.Outcome())
	t.Offer, t.Clock, t.Terms = d.offer(g), g.Clock, g.Terms
	if n := len(g.Said); n > 0 {
		last := d.tell(&g.Said[n-1])
		last.N, t.Said = n, &last
	}
	t.Ratings, t.Pair, t.Awaits, t.Absent = g.Ratings, g.Pair, g.Awaits, g.Absent
	if g.Ending != nil {
		t.Prompt = t.Outcome.Text
	}
	t.ID, t.Battle, t.Options, t.Seats = g.ID, g.Header.Battle, ChosenOptions(g.Header), g.Seats
	t.Version, t.N, t.Last = d.Version(), record.CountShown(g.Entries, d.side()), d.describe(g.Last, latest)
	t.Length, t.People, t.Waiting = t.N, g.People, g.Waiting
	if len(g.People) > 0 {
		t.Since = record.CountShown(g.Entries[:g.lastChoice(d.side())+1], d.side())
	}
	switch {
	case g.ByHand():
		t.Dice = record.ByHand
	case g.Header.Dice == record.Shared:
		t.Dice, t.Commit, t.Nonces = record.Shared, g.Header.Commit, g.Nonces
	}
	t.Pack = g.Stored
	if g.Frozen != nil {
		key := "ui.frozen"
		if g.Frozen.Newer() {
			key = "ui.ahead"
		}
		t.Frozen = d.Words.Say(key, game.Arg{Name: "n", Kind: game.Number, N: d.Length()})
	}
	return t
}

// newTable describes what a viewer sees of a state.
func newTable(w *words.Words, s game.State, v *game.View, o game.Outcome) *Table {
	t := &Table{
		Options: []string{}, Seats: []string{}, Dice: record.BySeed, View: *v, Prompt: w.Event(v.Prompt), Phase: w.Text(v.Phase),
		Secrets: s.Battle().Secrets(), Choices: []Choice{}, Points: o.Points, Scores: []Score{}, Outcome: DescribeOutcome(w, o), Last: []json.RawMessage{},
	}
	if s.Battle().Secrets() && !o.Over {
		t.Points = sumPoints(v)
	}
	t.View.Legal, t.View.Withheld = nil, nil // the table has the same in words
	for _, x := range v.Scores {
		t.Scores = append(t.Scores, Score{x, w.Text(x.Key)})
	}
	return t
}

// sumPoints returns the points that a viewer may know of, by side.
func sumPoints(v *game.View) (points [2]int) {
	for _, x := range v.Scores {
		if x.Side >= 0 && int(x.Side) < len(points) && !x.Track {
			points[x.Side] += x.Points
		}
	}
	return points
}

// DescribeOutcome describes how a game has ended; nil if it has not.
func DescribeOutcome(w *words.Words, o game.Outcome) *Outcome {
	if !o.Over {
		return nil
	}
	return &Outcome{o, w.Outcome(o)}
}

// undoChanged is the reason why nothing can be undone when the side to act has just changed.
const undoChanged = "undo.changed"

// undo sets what would be undone, or why nothing can be. In a battle with secrets, only the side to act may know.
func (d *Desk) undo(t *Table) {
	g := d.Game
	switch {
	case d.isOthersTurn() && g.State.ToAct() < 0:
		t.UndoWhy = d.Words.Text("undo.nothing")
	case d.isOthersTurn():
		t.UndoWhy = d.Words.Text("undo.passed")
	case g.UndoWhy == undoChanged: // nobody has done anything since that could be undone, so there is nothing to explain
	case g.UndoWhy != "":
		t.UndoWhy = d.Words.Text(g.UndoWhy)
	default:
		t.CanUndo = true
		t.UndoText = d.undoText(len(g.Entries) - max(1, g.Undoes))
	}
}

// undoText describes the entry that an undo takes back. What only ends a step is named after the question that it answered, which the
// game is played again to find; the text is kept with the step, since the same entry stays the last for several tables.
func (d *Desk) undoText(i int) string {
	g := d.Game
	a := g.Entries[i].Action
	if !g.State.Battle().Choice(a).Ends || d.secrets() && g.Entries[i].Side != d.side() {
		return d.Words.Action(game.Event{}, a)
	}
	key := undoneKey{d.Words.Lang()}
	var told *sync.Map
	for _, s := range g.Last {
		if s.N == g.Entries[i].N {
			told = s.Told
		}
	}
	if told != nil {
		if text, ok := told.Load(key); ok {
			return text.(string)
		}
	}
	s := g.State.Battle().Start()
	for _, e := range g.Entries[:i] {
		if s.Apply(e.Action, nil) != nil {
			return d.Words.Action(game.Event{}, a)
		}
	}
	text := d.Words.Action(s.View(g.Entries[i].Side).Prompt, a)
	if told != nil {
		told.Store(key, text)
	}
	return text
}

// undoneKey is the key of the words for the undo of a step in its cache.
type undoneKey struct{ lang string }

// choices returns the actions open to the viewer, in words and as places and pieces to click.
func (d *Desk) choices(v *game.View) []Choice {
	s := d.Game.State
	out := make([]Choice, len(v.Legal))
	moment := words.Asked{Prompt: v.Prompt, At: topAt(v)}
	if o, ok := s.(opener); ok {
		moment.Opens = o.Opens
	}
	for i, p := range d.Words.Phrases(moment, v.Legal) {
		out[i].Phrase = p
	}
	d.unmarkRolls(out, v.Legal)
	d.markRolls(out, v.Legal)
	// There are many moves, so their costs are included; the odds of an attack are requested one by one.
	if m, ok := s.(interface {
		Costs([]game.Action, []int) []int
	}); ok {
		for i, cost := range m.Costs(v.Legal, make([]int, 0, len(v.Legal))) {
			out[i].Cost = cost
		}
	}
	if p, ok := s.(game.Proposer); ok {
		for i, a := range v.Legal {
			out[i].Goals = p.Ends(a)
		}
	}
	if g, ok := s.(game.Gatherer); ok {
		for i := range out {
			out[i].All = d.gather(g, &out[i])
		}
	}
	d.markIdle(out, v.Legal)
	d.addNotes(out, v.Legal)
	return out
}

// opener is a state with choices that only open others, such as a melee that more units can join.
type opener interface {
	Opens(game.Action) bool
}

// addNotes says what choices cost besides: all of them if they are few, else those of nothing in particular, which are few in any
// case. Those that roll dice or lead to a roll say it with their odds.
func (d *Desk) addNotes(out []Choice, legal []game.Action) {
	for i := range out {
		if out[i].Rolls || len(out) > mostCompared && len(out[i].Operands) > 0 {
			continue
		}
		if e := d.Game.State.Explain(legal[i], d.side()); e != nil && len(e.Odds)+len(e.Also) == 0 {
			for _, n := range e.Notes {
				out[i].Notes = append(out[i].Notes, d.Words.Event(n))
			}
		}
	}
}

// withheld returns what the viewer cannot end yet, and why.
func (d *Desk) withheld(v *game.View) (list []Withheld) {
	for _, a := range v.Withheld {
		if r := d.Game.State.Check(a); r != nil {
			list = append(list, Withheld{d.Words.Action(v.Prompt, a), quote(d.Words, r)})
		}
	}
	return list
}

// topAt returns a function that finds the piece on top at a place, -1 if nobody is there.
func topAt(v *game.View) func(place int) int {
	return func(place int) int {
		top := -1
		for i := range v.Pieces {
			if p := &v.Pieces[i]; p.Place == place && (top < 0 || p.Order < v.Pieces[top].Order) {
				top = i
			}
		}
		if top < 0 {
			return -1
		}
		return v.Pieces[top].Piece
	}
}

// unmarkRolls finds the choices that may lead to a roll, but now do not: those of one piece, or of nothing, without odds, since the
// verb for joining or beginning a march can be that for a shot, and those that open others. They need no confirmation.
func (d *Desk) unmarkRolls(out []Choice, legal []game.Action) {
	o, _ := d.Game.State.(opener)
	for i := range out {
		picks := len(out[i].Operands) == 0 || len(out[i].Operands) == 1 && out[i].Operands[0].Kind == game.Piece && out[i].Operands[0].Role == game.Own
		if out[i].Rolls && (o != nil && o.Opens(legal[i]) || picks && d.Game.State.Explain(legal[i], d.side()) == nil) {
			p := *out[i].Phrase
			p.Rolls = false
			out[i].Phrase = p.Encoded()
		}
	}
}

// markRolls finds the choices that only now lead to a roll: of a piece, of an enemy or of nothing in particular, with odds,
// and nothing more is asked of their side before the dice than what it may decline. They need a confirmation.
func (d *Desk) markRolls(out []Choice, legal []game.Action) {
	for i := range out {
		if c := &out[i]; c.Rolls || c.Ends || c.Quiet || !mayLead(c.Operands) || !d.commits(legal[i]) {
			continue
		}
		if e := d.Game.State.Explain(legal[i], d.side()); e != nil && len(e.Odds)+len(e.Also) > 0 {
			p := *out[i].Phrase
			p.Rolls = true
			out[i].Phrase = p.Encoded()
		}
	}
}

// mayLead reports whether operands are those of a choice that may be the last before a roll.
func mayLead(operands []game.Operand) bool {
	for _, o := range operands {
		own := o.Kind == game.Piece && o.Role == game.Own
		if !own && o.Role != game.Enemy && o.Role != game.Target {
			return false
		}
	}
	return len(operands) < 2
}

// commits reports whether nothing but what the viewer may decline is asked of him next.
func (d *Desk) commits(a game.Action) bool {
	s := d.Game.State.Clone()
	if s.Apply(a, nil) != nil {
		return false
	}
	if s.ToAct() != d.side() {
		return true
	}
	return slices.ContainsFunc(s.Legal(nil), func(x game.Action) bool { return s.Battle().Choice(x).Quiet })
}

// gather returns the actions that pick up a whole stack, if a choice picks up one piece of several.
func (d *Desk) gather(g game.Gatherer, c *Choice) (all []string) {
	if len(c.Operands) != 1 || c.Operands[0].Kind != game.Piece || c.Operands[0].Role != game.Own {
		return nil
	}
	list := g.Gather(c.Operands[0].N)
	if len(list) < 2 {
		return nil
	}
	for _, a := range list {
		all = append(all, d.Game.State.Battle().Format(a))
	}
	return all
}

// mostCompared is how many choices there may be at most for their odds to be compared.
const mostCompared = 16

// markIdle marks the rolls that cannot change anything: their odds are those of ending the step.
func (d *Desk) markIdle(out []Choice, legal []game.Action) {
	end, rolls := -1, false
	for i := range out {
		rolls = rolls || out[i].Rolls
		if out[i].Ends {
			end = i
		}
	}
	if end < 0 || !rolls || len(out) > mostCompared {
		return
	}
	s := d.Game.State
	without := s.Explain(legal[end], d.side())
	if without == nil {
		return
	}
	for i := range out {
		if !out[i].Rolls {
			continue
		}
		with := s.Explain(legal[i], d.side())
		out[i].Idle = with != nil && slices.Equal(with.Odds, without.Odds) && slices.Equal(with.Also, without.Also)
	}
}

// stakes returns what the viewer could spend on dice, if that is what he is asked.
func (d *Desk) stakes() (list []Stake) {
	s, ok := d.Game.State.(game.Staker)
	if !ok {
		return nil
	}
	for _, x := range s.Stakes() {
		stake := Stake{Stake: x, Text: d.Words.Event(x.Name)}
		for _, a := range x.Actions {
			stake.Actions = append(stake.Actions, d.Game.State.Battle().Format(a))
		}
		list = append(list, stake)
	}
	return list
}
