package game

import (
	"fmt"
	"slices"
)

// kinds are the words for the kinds of an [Arg], by number.
var kinds = [...]string{
	Number: "number",
	Signed: "signed",
	Die:    "die",
	Piece:  "piece",
	Pieces: "pieces",
	Place:  "place",
	Places: "places",
	Facing: "facing",
	Player: "player",
	Key:    "key",
}

// MarshalText writes a kind as a word, so that programs need not know the numbers.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= len(kinds) {
		return nil, fmt.Errorf("game: there is no kind %d", k)
	}
	return []byte(kinds[k]), nil
}

// UnmarshalText reads what MarshalText writes.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kinds[:], string(text))
	if i < 0 {
		return fmt.Errorf("game: there is no kind %q", text)
	}
	*k = Kind(i)
	return nil
}
