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

// Pull is where a player wants a piece on such a board to be.
type Pull struct {
	Pose
	// By is the key of the handle by which the piece is pulled. If it is empty, any move may bring the piece there.
	By string
	// Slack is how far from the pose a move may end that the rules make more of, such as one that ends beside a friend.
	Slack int32
}

// Handle is a grip at which the pieces that act can be pulled, for one kind of move: a key, where it is and the direction
// of the pull. A handle with a pivot turns them about it.
type Handle struct {
	Key string `json:"key"`
	Pose
	Pivot *Point `json:"pivot,omitempty"`
}

// Proposer is a state of a rulebook with continuous choices. Legal lists only a sample of them; Propose appends the legal
// actions that bring a piece nearest to a goal, the best first.
type Proposer interface {
	Propose(piece int, near Pull, buf []Action) []Action
	// Handles returns the grips of the pieces that act.
	Handles() []Handle
	// Take returns the action that picks pieces up to act, together if there are several, if that is what is asked. It need
	// not be legal.
	Take(pieces []int) (Action, bool)
	// Ends returns where those who act would be after an action, or nil if it does not move them.
	Ends(a Action) []End
	// Hinders returns why a piece cannot come nearer to a goal than by an action that was proposed, or at all if that is the
	// zero Action; nil if there is nothing in its way.
	Hinders(piece int, near Pull, a Action) *Refusal
}
