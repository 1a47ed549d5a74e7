package game

// Audience is a set of viewers: sides, and spectators. The zero value is nobody.
type Audience uint8

const spectators Audience = 1 << 7

// Everyone is both sides and all spectators.
const Everyone = ^Audience(0)

// Only returns the audience of these sides alone.
func Only(sides ...Side) Audience {
	var a Audience
	for _, s := range sides {
		a |= audienceOf(s)
	}
	return a
}

// Includes reports whether a viewer, a side or Nobody for a spectator, belongs to the audience.
func (a Audience) Includes(viewer Side) bool { return a&audienceOf(viewer) != 0 }

func audienceOf(viewer Side) Audience {
	if viewer < 0 {
		return spectators
	}
	return 1 << viewer
}

// For returns the events that a viewer may know about. If these are all events, it returns the list itself.
func For(viewer Side, events []Event) []Event {
	for i := range events {
		if !events[i].To.Includes(viewer) {
			return except(viewer, events, i)
		}
	}
	return events
}

// except returns the events that a viewer may know about. The caller has checked those up to the index hidden, which is
// the first that is hidden from the viewer.
func except(viewer Side, events []Event, hidden int) []Event {
	out := append([]Event(nil), events[:hidden]...)
	for _, e := range events[hidden+1:] {
		if e.To.Includes(viewer) {
			out = append(out, e)
		}
	}
	return out
}
