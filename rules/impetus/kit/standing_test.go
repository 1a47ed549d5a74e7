package kit_test

import (
	"slices"
	"testing"

	"acies/rulebook/cite"
	"acies/rules/impetus"
	"acies/rules/impetus/kit"
	"acies/system"
	"acies/table"
)

// standingQuestions returns the questions of a battle in which Rolls of Destiny were bought, which are all.
func standingQuestions(t *testing.T) []system.StandingQuestion {
	b, err := table.NewLibrary().Load("two-camps-204bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	set := *b.Battle.(*impetus.Battle).Setup()
	set.Amendments, set.Sides[0].Destiny = true, 1
	return kit.System{}.StandingQuestions(impetus.New(&set))
}

func TestDestinyIsAskedWhereBought(t *testing.T) {
	cite.Clauses(t, "imp-25.1g")
	destiny := func(q system.StandingQuestion) bool { return q.Key == "destiny" }
	b, err := table.NewLibrary().Load("two-camps-204bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(kit.System{}.StandingQuestions(b.Battle), destiny) {
		t.Error("nobody has bought Rolls of Destiny, and yet they can be answered for a player")
	}
	if !slices.ContainsFunc(standingQuestions(t), destiny) {
		t.Error("Rolls of Destiny were bought, and cannot be answered for a player")
	}
}
