package game

// Point is a point on a board without places, in thousandths of the board's unit.
type Point struct {
	X int32 `json:"x"`
	Y int32 `json:"y"`
}

// Pose is the position of a piece on such a board, and its facing in quarter degrees clockwise from the top.
type Pose struct {
	Point
	Heading int32 `json:"heading"`
}

// Proposer is a state of a rulebook with continuous choices. Legal lists only a sample of them; Propose appends the legal
// actions that bring a piece nearest to a pose, the nearest first.
type Proposer interface {
	Propose(piece int, near Pose, buf []Action) []Action
	// Take returns the action that picks pieces up to act, together if there are several, if that is what is asked. It need
	// not be legal.
	Take(pieces []int) (Action, bool)
	// Ends returns where those who act would be after an action, or nil if it does not move them.
	Ends(a Action) []End
	// Hinders returns why a piece cannot come nearer to a pose than by an action that was proposed, or nil if there is
	// nothing in its way.
	Hinders(piece int, near Pose, a Action) *Refusal
}
