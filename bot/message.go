package bot

import (
	"bytes"
	"encoding/json"

	"acies/game"
	"acies/words"
)

// The messages of the protocol, as docs/bots.md describes them. Fields are only ever added within a version.

type helloJSON struct {
	Type     string `json:"type"`
	Protocol int    `json:"protocol"`
	Program  string `json:"program"`
}

type helloAnswer struct {
	Protocol int    `json:"protocol"`
	Name     string `json:"name"`
	Words    string `json:"words"`
}

type startJSON struct {
	Type   string     `json:"type"`
	Side   game.Side  `json:"side"`
	Clock  clockJSON  `json:"clock"`
	Battle battleJSON `json:"battle"`
}

// clockJSON is in milliseconds.
type clockJSON struct {
	Move int64 `json:"move"`
	Bank int64 `json:"bank"`
}

type moveJSON struct {
	Type   string     `json:"type"`
	N      int        `json:"n"`
	Clock  clockJSON  `json:"clock"`
	Events []factJSON `json:"events"`
	View   viewJSON   `json:"view"`
	Legal  []string   `json:"legal"`
	Words  []string   `json:"words,omitempty"` // of the legal actions
}

type moveAnswer struct {
	N       *int         `json:"n"`
	Action  *string      `json:"action"`
	Index   *int         `json:"index"`
	Propose *proposeJSON `json:"propose"`
}

// proposeJSON asks for the actions that bring a piece nearest to a pose.
type proposeJSON struct {
	Piece string `json:"piece"`
	game.Pose
}

// proposalsJSON answers it. It is answered like a move.
type proposalsJSON struct {
	Type  string    `json:"type"`
	N     int       `json:"n"`
	Clock clockJSON `json:"clock"`
	Legal []string  `json:"legal"`           // the nearest first
	Words []string  `json:"words,omitempty"` // of the actions
}

type endJSON struct {
	Type    string       `json:"type"`
	Result  string       `json:"result"` // "won", "lost", "drawn" or "stopped"
	Outcome game.Outcome `json:"outcome"`
	Events  []factJSON   `json:"events"`
}

type viewJSON struct {
	Turn   int         `json:"turn"`
	Turns  int         `json:"turns"`
	Phase  string      `json:"phase"`
	Prompt factJSON    `json:"prompt"`
	Active string      `json:"active,omitempty"` // a leader
	Chosen []string    `json:"chosen,omitempty"` // pieces
	Pieces []pieceJSON `json:"pieces"`
	Marks  []markJSON  `json:"marks"`
	Scores []scoreJSON `json:"scores"`
	Pools  []poolJSON  `json:"pools,omitempty"`
}

type pieceJSON struct {
	ID     string         `json:"id"`
	Hex    string         `json:"hex,omitempty"` // none: not on the map
	Order  int            `json:"order"`
	Facing string         `json:"facing,omitempty"`
	Pose   *game.Pose     `json:"pose,omitempty"` // on a board without places
	Values map[string]int `json:"values,omitempty"`
	States []string       `json:"states,omitempty"`

	Captives []string `json:"captives,omitempty"` // leaders of the enemy that it holds
}

type markJSON struct {
	Hex     string       `json:"hex,omitempty"`
	Key     string       `json:"key"`
	Outline []game.Point `json:"outline,omitempty"` // on a board without places
}

type scoreJSON struct {
	Side   game.Side `json:"side"`
	Key    string    `json:"key"`
	Points int       `json:"points"`
	Track  bool      `json:"track,omitempty"`
}

// poolJSON is dice that have been thrown and still count.
type poolJSON struct {
	Key   string    `json:"key"`
	Side  game.Side `json:"side"`
	Piece string    `json:"piece,omitempty"`
	Dice  []int     `json:"dice"`
	Signs []string  `json:"signs,omitempty"` // what each die counts for
}

type factJSON struct {
	Key    string         `json:"key"`
	Clause string         `json:"clause,omitempty"`
	Args   map[string]any `json:"args,omitempty"`
	Text   string         `json:"text,omitempty"`
}

// Messages makes the messages that a bot of one side is sent during a game. It is a [game.Sink]: the events that its side
// may know of are part of the next message.
type Messages struct {
	side    game.Side
	encoder encoder
	n       int // choices asked for
	news    []factJSON
}

// NewMessages returns the messages of a game to a bot, with sentences unless w is nil.
func NewMessages(b game.Battle, side game.Side, w *words.Words) Messages {
	return Messages{side: side, encoder: encoder{b, w}}
}

// Event implements [game.Sink].
func (m *Messages) Event(e game.Event) {
	if e.To.Includes(m.side) {
		m.news = append(m.news, m.encoder.fact(e))
	}
}

// takeEvents returns the events since it was called last.
func (m *Messages) takeEvents() []factJSON {
	news := m.news
	m.news = nil
	if news == nil {
		return []factJSON{}
	}
	return news
}

// Move returns the message that asks for a choice in s, with the time that is left.
func (m *Messages) Move(s game.State, left Clock) []byte {
	v := s.View(m.side)
	return m.move(&v, clockJSON{left.Move.Milliseconds(), left.Bank.Milliseconds()})
}

func (m *Messages) move(v *game.View, left clockJSON) []byte {
	m.n++
	ask := moveJSON{Type: "move", N: m.n, Clock: left, Events: m.takeEvents(), View: m.encoder.view(*v)}
	ask.Legal, ask.Words = m.encoder.actions(v.Prompt, v.Legal)
	return encode(ask)
}

// proposals returns the message that lists proposed actions.
func (m *Messages) proposals(prompt game.Event, list []game.Action, left clockJSON) []byte {
	x := proposalsJSON{Type: "proposals", N: m.n, Clock: left}
	if x.Legal, x.Words = m.encoder.actions(prompt, list); x.Legal == nil {
		x.Legal = []string{}
	}
	return encode(x)
}

// encoder turns views and events into messages, with ids and, for a bot that has asked for them, sentences.
type encoder struct {
	battle game.Battle
	words  *words.Words // nil: no sentences
}

// actions returns actions in notation and, for a bot that has asked for them, in words.
func (x encoder) actions(prompt game.Event, list []game.Action) (notation, said []string) {
	for _, a := range list {
		notation = append(notation, x.battle.Format(a))
		if x.words != nil {
			said = append(said, x.words.Action(prompt, a))
		}
	}
	return notation, said
}

func (x encoder) view(v game.View) viewJSON {
	out := viewJSON{
		Turn: v.Turn, Turns: v.Turns, Phase: v.Phase, Prompt: x.fact(v.Prompt),
		Pieces: []pieceJSON{}, Marks: []markJSON{}, Scores: []scoreJSON{},
	}
	if v.Active >= 0 {
		out.Active = x.battle.PieceID(v.Active)
	}
	for _, p := range v.Chosen {
		out.Chosen = append(out.Chosen, x.battle.PieceID(p))
	}
	for i := range v.Pieces {
		out.Pieces = append(out.Pieces, x.piece(&v.Pieces[i]))
	}
	for _, m := range v.Marks {
		mark := markJSON{Key: m.Key, Outline: m.Outline}
		if m.Place >= 0 {
			mark.Hex = x.battle.PlaceID(m.Place)
		}
		out.Marks = append(out.Marks, mark)
	}
	for _, s := range v.Scores {
		out.Scores = append(out.Scores, scoreJSON{s.Side, s.Key, s.Points, s.Track})
	}
	for _, p := range v.Pools {
		pool := poolJSON{Key: p.Key, Side: p.Side, Dice: p.Dice, Signs: p.Signs}
		if p.Piece >= 0 {
			pool.Piece = x.battle.PieceID(p.Piece)
		}
		out.Pools = append(out.Pools, pool)
	}
	return out
}

func (x encoder) piece(p *game.PieceView) pieceJSON {
	out := pieceJSON{ID: x.battle.PieceID(p.Piece), Order: p.Order, Pose: p.Pose, States: p.States}
	if p.Place >= 0 {
		out.Hex = x.battle.PlaceID(p.Place)
	}
	if p.Facing >= 0 {
		out.Facing = facing(x.battle, p.Facing)
	}
	for _, l := range p.Captives {
		out.Captives = append(out.Captives, x.battle.PieceID(l))
	}
	for _, v := range p.Values {
		if out.Values == nil {
			out.Values = map[string]int{}
		}
		out.Values[v.Key] = v.N
	}
	return out
}

func (x encoder) fact(e game.Event) factJSON {
	out := factJSON{Key: e.Key, Clause: e.Clause}
	for _, a := range e.Args {
		if out.Args == nil {
			out.Args = map[string]any{}
		}
		out.Args[a.Name] = x.arg(a)
	}
	if x.words != nil {
		out.Text = x.words.Event(e)
	}
	return out
}

func (x encoder) arg(a game.Arg) any {
	switch a.Kind {
	case game.Piece, game.Card:
		return x.battle.PieceID(a.N)
	case game.Pieces:
		return idsOf(a.List, x.battle.PieceID)
	case game.Place:
		return x.battle.PlaceID(a.N)
	case game.Places:
		return idsOf(a.List, x.battle.PlaceID)
	case game.Die:
		if a.List != nil {
			return a.List
		}
	case game.Facing:
		return facing(x.battle, a.N)
	case game.Key:
		return a.Text
	}
	return a.N
}

func idsOf(list []int, id func(int) string) []string {
	ids := []string{}
	for _, n := range list {
		ids = append(ids, id(n))
	}
	return ids
}

// encode returns a message as a line.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // messages hold nothing that cannot be encoded
	}
	return b.Bytes()
}
