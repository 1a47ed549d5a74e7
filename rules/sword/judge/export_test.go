package judge

import "fmt"

// Overflow looks for values of hexes that cannot come from the weights of either side.
func (m *Judge) Overflow() error {
	most, least, turned := 0, pullMost, 0
	for i := range m.tastes {
		w := &m.tastes[i]
		most = max(most, w.FullHold+2*w.GuardPlace)
		least = min(least, pullMost-w.Nearer*fieldCosts)
		turned = min(turned, -4*w.Misfaced)
	}
	for h := range m.m.Len() {
		if v := int(m.value[h]); v < 0 || v > most {
			return fmt.Errorf("hex %s is worth %d, want 0 to %d", m.m.ID(h), v, most)
		}
		if v := int(m.pull[h]); v < least || v > pullMost {
			return fmt.Errorf("hex %s pulls by %d, want %d to %d", m.m.ID(h), v, least, pullMost)
		}
		for f, v := range m.faces[h] {
			if int(v) < turned || v > 0 {
				return fmt.Errorf("facing %d in hex %s is rated %d, want %d to 0", f, m.m.ID(h), v, turned)
			}
		}
	}
	return nil
}
