package picture

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"acies/game"
	"acies/system"
)

// Text writes a view for a terminal: as its rulebook draws it, or as a list of places with their pieces.
func Text(out io.Writer, b game.Battle, v game.View, w system.Speaker, color, brief bool) error {
	if s, ok := system.Of(b).(system.Terminal); ok {
		return s.DrawText(out, b, v, w, color, brief)
	}
	places := map[int][]string{}
	last := -1
	var elsewhere []string
	for _, p := range v.Pieces {
		line := w.Piece(p.Piece)
		for _, x := range p.Values {
			line += fmt.Sprintf(", %s %d", w.Text("value."+x.Key), x.N)
		}
		for _, s := range p.States {
			line += ", " + w.Text("state."+s)
		}
		if p.Place < 0 {
			elsewhere = append(elsewhere, line)
			continue
		}
		places[p.Place] = append(places[p.Place], line)
		last = max(last, p.Place)
	}
	buf := bufio.NewWriter(out)
	for place := range last + 1 {
		if here := places[place]; here != nil {
			fmt.Fprintf(buf, "%s: %s\n", b.PlaceID(place), strings.Join(here, "; "))
		}
	}
	if !brief {
		for _, line := range elsewhere {
			fmt.Fprintln(buf, line)
		}
	}
	return buf.Flush()
}
