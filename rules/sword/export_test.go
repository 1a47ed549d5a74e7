package sword

// Search runs the search for the destinations of the group being moved and, if asked, counts the hexes and facings found.
func (s *State) Search(count bool) int {
	var x search
	s.groupPath(&x.path)
	var dist costs
	s.find(&x, dist[:], -1, 0)
	n := 0
	for _, d := range dist {
		if !count {
			break
		}
		if d != 0 {
			n++
		}
	}
	return n
}

// Checksum returns the checksum at the end of an encoded state.
func Checksum(b []byte) uint64 { return hash(b) }
