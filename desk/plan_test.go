package desk

import (
	"slices"
	"testing"

	"acies/game"
)

// Pieces that are left out for the same reason are named in one sentence; a reason that differs in more has its own.
func TestAlike(t *testing.T) {
	why := func(key string, piece, by int) *game.Refusal {
		return &game.Refusal{Key: key, Clause: "x-1", Args: []game.Arg{{Name: "unit", Kind: game.Piece, N: piece}, {Name: "by", Kind: game.Piece, N: by}}}
	}
	left := []game.Left{{Piece: 1, Why: why("far", 1, 9)}, {Piece: 2, Why: why("near", 2, 9)}, {Piece: 3, Why: why("far", 3, 9)}, {Piece: 4, Why: why("far", 4, 8)}}
	groups := alike(left)
	if want := [][]int{{1, 3}, {2}, {4}}; !slices.EqualFunc(groups, want, slices.Equal[[]int]) {
		t.Fatalf("groups %v, want %v", groups, want)
	}
	if got := about(left, groups[0]).Args[0]; got.Kind != game.Pieces || !slices.Equal(got.List, []int{1, 3}) {
		t.Errorf("the reason is about %+v", got)
	}
	if got := about(left, groups[2]).Args[0]; got.Kind != game.Piece || got.N != 4 {
		t.Errorf("the reason is about %+v", got)
	}
}
