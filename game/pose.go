package game

// Point is a place on a board without places, in thousandths of its unit.
type Point struct {
	X int32 `json:"x"`
	Y int32 `json:"y"`
}

// Pose is where a piece stands on such a board, and which way it faces, in quarter degrees clockwise from the top.
type Pose struct {
	Point
	Heading int32 `json:"heading"`
}

// Proposer is a state of a rulebook with continuous choices. Legal lists a sample of them; Propose appends the legal
// actions by which a piece would come nearest to a pose, the nearest first.
type Proposer interface {
	Propose(piece int, near Pose, buf []Action) []Action
}
