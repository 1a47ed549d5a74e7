package impetus

// Checksum returns the checksum at the end of an encoded state.
func Checksum(b []byte) uint64 { return hash(b) }
