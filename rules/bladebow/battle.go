// Package bladebow is the engine of Blade & Bow: battles of the Greco-Persian wars on a board of squares, with an action
// deck, secret hands, impulses divided into actions, and pools of dice. A file holds a chapter of the rulebook; clause ids
// such as bnb-9.4.3a name the rules.
package bladebow

import (
	"fmt"
	"math"

	"acies/game"
	"acies/grid"
)

// Version is the version of the engine. It changes whenever the same actions lead to different states.
const Version = "1"

// Limits of a battle, which the state has room for.
const (
	MaxUnits   = 48
	MaxLeaders = 8
	MaxSquares = 384
)

// Battle is a compiled [Setup].
type Battle struct {
	setup   *Setup
	board   *grid.Squares
	units   []unitData
	leaders []LeaderSetup
	squares int

	barrier []uint8 // by square: the directions in which nothing ever goes (a bit each)
	corners []uint8 // by square: the directions that are barred while the gap of the wall is held
	ground  []ground
	spans   [operandKinds]span
	start   State
}

// unitData is what never changes about a unit.
type unitData struct {
	*TypeData
	typ  Type
	id   string
	side uint8
}

// ground is what never changes about a square.
type ground struct {
	terrain Terrain
	closed  bool // nobody may ever enter
	path    bool // the goat path
}

// New compiles a battle. The setup must be sound: package scenario sees to that.
func New(setup *Setup) *Battle {
	b := &Battle{setup: setup, board: grid.NewSquares(setup.Cols, setup.Rows), leaders: setup.Leaders, squares: setup.Cols * setup.Rows}
	for i := range setup.Units {
		u := &setup.Units[i]
		b.units = append(b.units, unitData{TypeData: u.Type.Data(), typ: u.Type, id: u.ID, side: uint8(u.Side)})
	}
	b.ground = make([]ground, b.squares)
	b.barrier = make([]uint8, b.squares)
	b.corners = make([]uint8, b.squares)
	for q, t := range setup.Terrain {
		b.ground[q] = ground{terrain: t, closed: t == Sea || t == Hill && setup.Pass != nil, path: t == GoatPath}
	}
	if p := setup.Pass; p != nil {
		for _, q := range p.Hills {
			b.ground[q].closed = false
		}
		for _, w := range p.Walls {
			b.bar(b.barrier, w)
		}
		for _, c := range p.Corners {
			b.bar(b.corners, c)
		}
	}
	// No unit makes a diagonal step while on the goat path, onto it or off it (15.2tl, R95).
	for q := range b.ground {
		for d := 1; d < 8; d += 2 {
			if n := b.board.Neighbor(q, d); n >= 0 && (b.ground[q].path || b.ground[n].path) {
				b.barrier[q] |= 1 << d
			}
		}
	}
	b.spans = b.operandSpans()
	b.start = State{b: b}
	b.start.begin()
	return b
}

// bar bars the step between two neighbouring squares, both ways.
func (b *Battle) bar(list []uint8, pair [2]int) {
	list[pair[0]] |= 1 << b.board.Direction(pair[0], pair[1])
	list[pair[1]] |= 1 << b.board.Direction(pair[1], pair[0])
}

// Setup returns what the battle was compiled from; it must not be changed.
func (b *Battle) Setup() *Setup { return b.setup }

// Board returns the board.
func (b *Battle) Board() *grid.Squares { return b.board }

// ID implements [game.Battle].
func (b *Battle) ID() string { return b.setup.ID }

// Rulebook implements [game.Battle].
func (b *Battle) Rulebook() string { return "bladebow" }

// Version implements [game.Battle].
func (b *Battle) Version() string { return Version }

// Secrets implements [game.Battle]: hands, and ranks that the enemy has not seen.
func (b *Battle) Secrets() bool { return true }

// Sides implements [game.Battle].
func (b *Battle) Sides() int { return 2 }

// Start implements [game.Battle].
func (b *Battle) Start() game.State {
	s := b.start
	return &s
}

// Bound implements [game.Battle]. Twelve turns of at most twenty impulses and three hundred actions of a few hundred choices
// are far more than any game can have.
func (b *Battle) Bound() int { return 1 << 20 }

// Pieces are numbered units first, then leaders, then the two camps, then the cards.

func (b *Battle) leaderPiece(l int) int { return len(b.units) + l }

func (b *Battle) campPiece(side int) int { return len(b.units) + len(b.leaders) + side }

// CardPiece returns the piece of a card of the deck.
func (b *Battle) CardPiece(card int) int { return len(b.units) + len(b.leaders) + 2 + card }

// pieces returns the number of pieces.
func (b *Battle) pieces() int { return b.CardPiece(CardCount) }

// PieceID implements [game.Battle].
func (b *Battle) PieceID(piece int) string {
	switch n := piece - len(b.units); {
	case piece < 0 || piece >= b.pieces():
		return "?"
	case n < 0:
		return b.units[piece].id
	case n < len(b.leaders):
		return b.leaders[n].ID
	case n < len(b.leaders)+2:
		return "camp-" + b.setup.Sides[n-len(b.leaders)].ID
	default:
		return cardID(n - len(b.leaders) - 2)
	}
}

func cardID(card int) string { return fmt.Sprintf("K%02d", card+1) }

// PlaceID implements [game.Battle].
func (b *Battle) PlaceID(place int) string {
	if place < 0 || place >= b.squares {
		return "?"
	}
	return b.board.ID(place)
}

// FacingID implements [game.Battle].
func (b *Battle) FacingID(facing int) string {
	if facing < 0 || facing > 7 {
		return "?"
	}
	return grid.DirectionNames[facing]
}

// span is the range of values of an operand.
type span struct{ least, most int32 }

func (b *Battle) operandSpans() [operandKinds]span {
	units, leaders := int32(len(b.units)), int32(len(b.leaders))
	return [operandKinds]span{
		opRoll:   {0, math.MaxInt32},
		opDrawn:  {0, CardCount},
		opUnit:   {0, units - 1},
		opLeader: {units, units + leaders - 1},
		opSquare: {0, int32(b.squares) - 1},
		opFacing: {0, 7},
		opCard:   {0, CardCount - 2},
		opNumber: {0, 63},
		opNamed:  {0, 63},
	}
}
