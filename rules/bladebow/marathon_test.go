package bladebow_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"acies/game"
	"acies/game/gametest"
	"acies/grid"
	"acies/rules/bladebow"
)

const marathonGround = `
^^......ww....mmmm###
==============mmmm###
^^^...........mmmm###
^^^............mm####
^^................###
^^...............####
^................####
.................####
................#####
................#####
^...............#####
^^.............######
^^^............######
^^^ww........mmm#####
^^^^ww.......mmm#####
^^^^^ww......mmm#####`

// marathon returns the battle without its pack.
func marathon() *bladebow.Setup {
	b := grid.NewSquares(21, 16)
	at := func(name string) int {
		q, err := b.Parse(name)
		if err != nil {
			panic(err)
		}
		return q
	}
	s := &bladebow.Setup{ID: "marathon", Cols: 21, Rows: 16, Icons: []int{0, 0, 0, 0, 0, 1, 2, 2, 3, 4, 5, 6}}
	for _, line := range strings.Fields(marathonGround) {
		for i := range line {
			t, ok := bladebow.TerrainOf(line[i])
			if !ok {
				panic(line)
			}
			s.Terrain = append(s.Terrain, t)
		}
	}
	s.Sides = [2]bladebow.Army{
		{ID: "greek", Impulses: 3, RoutLevel: 7, MaxRanks: 3, TieBreaker: true, Camps: []int{at("I15")}},
		{ID: "persian", Impulses: 3, RoutLevel: 7, Camps: []int{at("K3")}},
	}
	add := func(side int, typ bladebow.Type, facing, ranks int, squares string) {
		for _, name := range strings.Fields(squares) {
			s.Units = append(s.Units, bladebow.UnitSetup{ID: typ.Data().Key + "-" + name, Side: side, Type: typ, Square: at(name), Facing: facing, Ranks: ranks})
		}
	}
	add(0, bladebow.Hoplite, 0, 1, "D12 E12 F12 G12 H12 I12 J12 K12 L12 M12 N12")
	add(0, bladebow.Psiloi, 0, 0, "C12 O12")
	add(1, bladebow.Hoplite, 4, 1, "I6 J6 K6")
	add(1, bladebow.Spears, 4, 0, "D6 E6 F6 G6 H6 L6 M6 N6 O6 P6")
	add(1, bladebow.Archers, 4, 0, "F7 H7 J7 L7 N7")
	add(1, bladebow.Peltasts, 4, 0, "C6 Q6")
	s.Leaders = []bladebow.LeaderSetup{
		{ID: "miltiades", Side: 0, Rank: 1, Range: 9, Value: 3, Colour: bladebow.Red, Square: at("H12")},
		{ID: "callimachus", Side: 0, Rank: 2, Range: 4, Value: 3, Colour: bladebow.Red, Square: at("M12")},
		{ID: "datis", Side: 1, Rank: 1, Range: 6, Value: 3, Colour: bladebow.White, Square: at("J6")},
		{ID: "artaphernes", Side: 1, Rank: 2, Range: 4, Value: 2, Colour: bladebow.White, Square: at("F6")},
	}
	return s
}

func TestContract(t *testing.T) {
	gametest.Run(t, bladebow.New(marathon()), gametest.Options{Games: 40, Limits: bladebow.Limits, ProbeEvery: 16})
}

func BenchmarkPlayout(b *testing.B) {
	battle := bladebow.New(marathon())
	src := rand.NewPCG(1, 2)
	var buf []game.Action
	s := battle.Start()
	start := s.Clone()
	b.ReportAllocs()
	games := 0
	for b.Loop() {
		if s.ToAct() == game.Nobody {
			s.CopyFrom(start)
			games++
		}
		var a game.Action
		if s.ToAct() == game.Nature {
			a = s.Roll(src)
		} else {
			buf = s.Legal(buf[:0])
			a = buf[game.Intn(src, len(buf))]
		}
		if r := s.Apply(a, nil); r != nil {
			b.Fatal(r)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "actions/s")
	b.ReportMetric(float64(games), "games")
}
