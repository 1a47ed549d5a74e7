package sheet

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"acies/game"
)

// key explains the signs of the map.
func (t *text) key(out *bufio.Writer) {
	l := t.letters()
	fmt.Fprintf(out, "%s\n", t.w.Say("ui.key-counter"))
	fmt.Fprintf(out, "%s  %s\n", t.paint(sideColors[0], l[0]+" "+t.w.Side(0)), t.paint(sideColors[1], l[1]+" "+t.w.Side(1)))
	var ground, ways []string
	seen := map[string]bool{}
	for h := range t.m.Len() {
		id := t.setup.Hexes[h].Terrain
		if sign, ok := grounds[id]; ok && !seen[id] && id != "clear" {
			ground = append(ground, string([]rune(sign)[0])+" "+t.w.Text("terrain."+id))
		}
		seen[id] = true
		for _, kind := range t.edges[h] {
			if !seen["edge."+kind] {
				ground = append(ground, sides[kind]+" "+t.w.Text("edge."+kind))
			}
			seen["edge."+kind] = true
		}
		for _, kind := range t.paths[h] {
			if !seen["edge."+kind] {
				ways = append(ways, "== "+t.w.Text("edge."+kind))
			}
			seen["edge."+kind] = true
		}
	}
	slices.Sort(ground)
	slices.Sort(ways)
	fmt.Fprintf(out, "%s\n", strings.Join(slices.Concat(ground, ways, []string{"+1 " + t.w.Text("ui.level")}), "  "))
}

// list names the pieces hex by hex, each stack from its top.
func (t *text) list(out *bufio.Writer) {
	for side := range 2 {
		fmt.Fprintf(out, "\n%s\n", t.w.Side(game.Side(side)))
		gone := 0
		for h := range t.m.Len() {
			for _, p := range slices.Concat(t.stacks[h], t.lead[h]) {
				if t.side(p) == side {
					t.piece(out, h, p)
				}
			}
		}
		for _, p := range t.view.Pieces {
			if p.Place < 0 && t.side(p.Piece) == side {
				gone++
			}
		}
		if gone > 0 {
			fmt.Fprintf(out, "  %s\n", t.w.Say("ui.gone", game.Arg{Name: "pieces", N: gone}))
		}
	}
}

func (t *text) piece(out *bufio.Writer, h, p int) {
	what := ""
	if p < t.b.Units() {
		what = fmt.Sprintf("%s %s %-7s", t.arrow(p), t.setup.Units[p].Type, t.figures(p))
	} else {
		what = fmt.Sprintf("* %s %d, %s %d, %s %d, %s %d",
			t.w.Text("value.bonus"), t.value(p, "bonus"), t.w.Text("value.rating"), t.value(p, "rating"),
			t.w.Text("value.radius"), t.value(p, "radius"), t.w.Text("value.mp"), t.value(p, "mp"))
	}
	line := fmt.Sprintf("  %s  %s %s  %s", t.m.ID(h), pad(t.w.Piece(p), 24), pad(t.b.PieceID(p), 20), what)
	if s := t.stateWords(p); s != "" {
		line += "  " + s
	}
	fmt.Fprintln(out, strings.TrimRight(line, " "))
}

// stateWords names the states of a piece that are not the usual ones.
func (t *text) stateWords(p int) string {
	var list []string
	for _, s := range t.view.Pieces[p].States {
		if s != "valiant" && s != "shoots" {
			list = append(list, t.w.Text("state."+s))
		}
	}
	return strings.Join(list, ", ")
}

func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s)))
}
