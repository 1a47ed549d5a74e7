package judge

import "acies/rules/bladebow"

// weightsOf returns the weights of both sides of a battle.
func weightsOf(b *bladebow.Battle) [2]weights {
	out := [2]weights{plain, plain}
	set := b.Setup()
	if set.Sack != nil {
		out[set.Sack.Side].Approach = 0 // it wins by holding out
	}
	for side := range out {
		if len(set.Sides[side].Shields) > 0 {
			out[side].Approach = 0
		}
	}
	return out
}
