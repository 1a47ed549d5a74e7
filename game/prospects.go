package game

// Prospects are how a battle is won, and how it stands.
type Prospects struct {
	Leads  Side        // who would win if the battle ended now, or Nobody
	Now    Event       // what the result would be
	Ends   []Event     // what ends the battle at once
	Levels []Event     // the levels of victory, the highest first
	Goals  []Objective // what brings points, by side
}

// Objective is something that brings a side points.
type Objective struct {
	Side   Side
	Event       // what it is
	Each   int  // what it brings each time
	Points int  // what it has brought, or would at the end
	Most   int  // what it can bring at most; 0: there is no limit
	End    bool // it counts only at the end
}
