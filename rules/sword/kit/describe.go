package kit

import (
	"acies/game"
	"acies/grid"
	"acies/rules/sword"
)

// battleJSON is everything about a battle that never changes, for programs.
type battleJSON struct {
	ID          string           `json:"id"`
	Turns       int              `json:"turns"`
	Sides       []sideJSON       `json:"sides"`
	Cols        int              `json:"cols"`
	Rows        int              `json:"rows"`
	Hexes       []hexJSON        `json:"hexes"`
	Edges       []edgeJSON       `json:"edges"`
	Zones       []zoneJSON       `json:"zones"`
	Contingents []contingentJSON `json:"contingents"`
	Units       []unitJSON       `json:"units"`
	Leaders     []leaderJSON     `json:"leaders"`
	Arrivals    []arrivalJSON    `json:"reinforcements,omitempty"`
	Mounting    *mountingJSON    `json:"mounting,omitempty"`
	Special     []string         `json:"special"`
	Victory     victoryJSON      `json:"victory"`
}

type sideJSON struct {
	ID   string `json:"id"`
	Rout string `json:"rout"` // the edge to which it flees
}

type hexJSON struct {
	ID      string    `json:"id"`
	Terrain string    `json:"terrain"`
	Level   int       `json:"level"`
	Next    [6]string `json:"next"` // the neighbours by side; empty: the edge of the map
}

type edgeJSON struct {
	A    string `json:"a"`
	B    string `json:"b"`
	Kind string `json:"kind"`
}

type zoneJSON struct {
	ID    string   `json:"id"`
	Hexes []string `json:"hexes"`
}

type contingentJSON struct {
	ID     string `json:"id"`
	Side   int    `json:"side"`
	Leader string `json:"leader"`
	Rout   string `json:"rout,omitempty"` // the edge to which it flees, if different from that of its side
	Arms   string `json:"arms,omitempty"`
}

// arrivalJSON is a group that enters in the activation of a leader, in a given turn or later.
type arrivalJSON struct {
	Turn   int      `json:"turn"`
	Leader string   `json:"leader"`
	Units  []string `json:"units"`
	Entry  []string `json:"entry"` // hexes
}

// mountingJSON says which units may mount or dismount, and how many markers each side has for it.
type mountingJSON struct {
	Types    []string `json:"types"`
	Dismount [2]int   `json:"dismount"`
	Remount  [2]int   `json:"remount"`
}

type faceJSON struct {
	SP      int  `json:"sp"`
	Quality int  `json:"quality"`
	MP      int  `json:"mp"`
	Shoots  bool `json:"shoots"`
}

type unitJSON struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"` // shared by units that may stack
	Type       string   `json:"type"`
	Side       int      `json:"side"`
	Contingent string   `json:"contingent"`
	Form       string   `json:"form,omitempty"` // foot or mounted, if the type does not decide it
	Front      faceJSON `json:"front"`
	Back       faceJSON `json:"back"`
}

type leaderJSON struct {
	ID         string `json:"id"`
	Side       int    `json:"side"`
	Commander  bool   `json:"commander"`
	Contingent string `json:"contingent,omitempty"`
	Bonus      int    `json:"bonus"`
	Rating     int    `json:"rating"`
	Radius     int    `json:"radius"`
	MP         int    `json:"mp"`
}

type victoryJSON struct {
	Margin   int            `json:"margin"`          // the lead that makes a major victory
	Least    int            `json:"least,omitempty"` // the lead below which the battle is drawn
	Scores   []ruleJSON     `json:"scores"`
	Decisive []decisiveJSON `json:"decisive"` // what ends the game at once
}

type ruleJSON struct {
	Key     string          `json:"key"`
	Clause  string          `json:"clause"`
	Side    int             `json:"side"` // who scores
	Kind    sword.ScoreKind `json:"kind"`
	Points  int             `json:"points"`
	Max     int             `json:"max,omitempty"`
	Quality *[2]int         `json:"quality,omitempty"`
	Leader  string          `json:"leader,omitempty"`
	Zones   []string        `json:"zones,omitempty"`
	Names   []string        `json:"names,omitempty"`
	Types   []string        `json:"types,omitempty"`
	Valiant bool            `json:"valiant,omitempty"`
}

type decisiveJSON struct {
	Key    string             `json:"key"`
	Clause string             `json:"clause"`
	Side   int                `json:"side"` // who wins
	Kind   sword.DecisiveKind `json:"kind"`
	Leader string             `json:"leader,omitempty"`
	Zones  []string           `json:"zones,omitempty"`
	Points int                `json:"points,omitempty"` // the lead that wins
}

// Describe implements [system.System].
func (System) Describe(b game.Battle) any {
	battle := b.(*sword.Battle)
	return describe(battle.Setup(), battle.Map())
}

func describe(set *sword.Setup, m *grid.Map) *battleJSON {
	out := &battleJSON{
		ID: set.ID, Turns: set.Turns, Cols: set.Cols, Rows: set.Rows,
		Edges: []edgeJSON{}, Zones: []zoneJSON{}, Special: set.Special.IDs(), Victory: victory(&set.Victory),
	}
	for _, s := range set.Sides {
		out.Sides = append(out.Sides, sideJSON{s.ID, s.RoutEdge})
	}
	for i, h := range set.Hexes {
		x := hexJSON{ID: m.ID(i), Terrain: h.Terrain, Level: h.Level}
		for k := range x.Next {
			if !m.Off(i, k) {
				x.Next[k] = m.ID(m.Neighbor(i, k))
			}
		}
		out.Hexes = append(out.Hexes, x)
	}
	for _, e := range set.Edges {
		out.Edges = append(out.Edges, edgeJSON(e))
	}
	for _, z := range set.Zones {
		out.Zones = append(out.Zones, zoneJSON(z))
	}
	out.pieces(set)
	for _, r := range set.Reinforcements {
		out.Arrivals = append(out.Arrivals, arrivalJSON(r))
	}
	if x := set.Mounting; len(x.Types) > 0 {
		out.Mounting = &mountingJSON{x.Types, x.Dismount, x.Remount}
	}
	return out
}

// pieces adds the contingents, units and leaders.
func (out *battleJSON) pieces(set *sword.Setup) {
	side := map[string]int{}
	for _, c := range set.Contingents {
		side[c.ID] = c.Side
		out.Contingents = append(out.Contingents, contingentJSON{c.ID, c.Side, c.Leader, c.RoutEdge, c.Arms})
	}
	for _, u := range set.Units {
		out.Units = append(out.Units, unitJSON{
			ID: u.ID, Name: u.Name, Type: u.Type, Side: side[u.Contingent], Contingent: u.Contingent, Form: string(u.Form),
			Front: faceJSON(u.Front), Back: faceJSON(u.Back),
		})
	}
	for _, l := range set.Leaders {
		out.Leaders = append(out.Leaders, leaderJSON{
			ID: l.ID, Side: l.Side, Commander: l.Commander, Contingent: l.Contingent,
			Bonus: l.Bonus, Rating: l.Rating, Radius: l.Radius, MP: l.MP,
		})
	}
}

func victory(v *sword.Victory) victoryJSON {
	out := victoryJSON{Margin: v.Margin, Least: v.Least, Scores: []ruleJSON{}, Decisive: []decisiveJSON{}}
	for _, s := range v.Scores {
		x := ruleJSON{
			Key: s.Key, Clause: s.Clause, Side: s.Side, Kind: s.Kind, Points: s.Points, Max: s.Max,
			Leader: s.Leader, Zones: s.Zones, Names: s.Names, Types: s.Types, Valiant: s.Valiant,
		}
		if s.Kind == sword.Eliminated {
			x.Quality = &s.Quality
		}
		out.Scores = append(out.Scores, x)
	}
	for _, d := range v.Decisive {
		out.Decisive = append(out.Decisive, decisiveJSON(d))
	}
	return out
}
