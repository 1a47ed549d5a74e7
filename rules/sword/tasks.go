package sword

import (
	"strconv"
	"strings"
)

// The notation of tasks, for positions: a word and its operands.

// taskSyntax gives each kind of task its word and, for a, b and c in turn, how they are written:
//
//	s  a side            l  a leader          u  a unit
//	h  a hex             i  a hex, if the word before is not the first of its list
//	n  a number          b  "begun", or nothing
//	e  an effect         r  a result of shooting
//	d  what a die is for w  the leader or hex it is for
//	k  a cause
//	g  where a leader may go                  p  where he is put
//	G  "guns", or nothing  t  a stage of a charge
//	c  why a leader is checked, if the book has more than one row for it
//	-  unused
var taskSyntax = [taskKinds]struct{ word, args string }{
	tDeploy:        {"deploy", "s--"},
	tTurn:          {"turn", "---"},
	tCommand:       {"command", "---"},
	tRest:          {"rest", "s--"},
	tArchers:       {"archers", "sbG"},
	tVictory:       {"victory", "---"},
	tInitiative:    {"initiative", "s--"},
	tFirst:         {"first", "s--"},
	tBar:           {"bar", "s--"},
	tForce:         {"force", "s--"},
	tNext:          {"next", "---"},
	tActivation:    {"activation", "l--"},
	tMoves:         {"moves", "---"},
	tGroup:         {"group", "---"},
	tRide:          {"ride", "l--"},
	tVolley:        {"volley", "-b-"},
	tShooters:      {"shooters", "---"},
	tDeclare:       {"declare", "---"},
	tMelees:        {"melees", "---"},
	tAssemble:      {"assemble", "---"},
	tDefend:        {"defend", "-b-"},
	tOffend:        {"offend", "-b-"},
	tFight:         {"fight", "---"},
	tResult:        {"result", "se-"},
	tRetreats:      {"retreats", "s--"},
	tAdvance:       {"advance", "se-"},
	tEndMelee:      {"end-melee", "---"},
	tStray:         {"stray", "---"},
	tBurn:          {"burn", "---"},
	tEndActivation: {"end-activation", "---"},
	tBlow:          {"second-blow", "s--"},
	tRefresh:       {"refresh", "---"},
	tFlightRule:    {"flight-rule", "---"},
	tRally:         {"rally", "s--"},
	tRallied:       {"rallied", "sh-"},
	tRouts:         {"routs", "s--"},
	tEndTurn:       {"end-turn", "---"},
	tDie:           {"die", "dwc"},
	tShotResult:    {"shot-result", "-r-"},
	tFlee:          {"flee", "n-k"},
	tSwept:         {"swept", "-hk"},
	tFlight:        {"flight", "---"},
	tSettle:        {"settle", "uh-"},
	tLeaderGo:      {"leader-go", "lgi"},
	tPlaceLeader:   {"place-leader", "lpi"},
	tRun:           {"run", "---"},
	tReact:         {"react", "---"},
	tPursue:        {"pursue", "ut-"},
	tDisperse:      {"disperse", "u--"},
	tLosses:        {"losses", "---"},
	tHold:          {"hold", "l--"},
	tSucceed:       {"succeed", "l--"},
	tHead:          {"head", "---"},
}

func (b *Battle) formatTask(t task) string {
	out := []string{taskSyntax[t.kind].word}
	values := [3]int{int(t.a), int(t.b), int(t.c)}
	for i, c := range taskSyntax[t.kind].args {
		v := values[i]
		switch c {
		case 's':
			out = append(out, b.setup.Sides[v].ID)
		case 'l':
			out = append(out, b.leaders[v].id)
		case 'u':
			out = append(out, b.units[v].id)
		case 'h':
			out = append(out, b.PlaceID(v))
		case 'i':
			if t.b != 0 {
				out = append(out, b.PlaceID(v))
			}
		case 'n':
			out = append(out, strconv.Itoa(v))
		case 'b':
			if v != 0 {
				out = append(out, "begun")
			}
		case 'e', 'r', 'd', 'g', 'p', 't':
			out = append(out, taskWords(c)[v])
		case 'G':
			if v != 0 {
				out = append(out, "guns")
			}
		case 'c':
			if v == checkMelee {
				out = append(out, "melee")
			}
		case 'w':
			switch t.a {
			case dieLeader:
				out = append(out, b.leaders[v].id)
			case diePassed, dieRally:
				out = append(out, b.PlaceID(v))
			case dieReact:
				out = append(out, b.units[v].id)
			}
		case 'k':
			out = append(out, causeNames[v])
		}
	}
	return strings.Join(out, " ")
}

// taskWords returns the words a letter of the syntax chooses from.
func taskWords(c rune) []string {
	return map[rune][]string{'e': effectName, 'r': hitNames, 'd': dieNames, 'g': goNames, 'p': nearNames, 't': stageNames}[c]
}

// parseTask reads a task. Its errors name the task line.
func (r *placing) parseTask(line string) (task, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return task{}, wrong("tasks", "a task is empty")
	}
	for k := range taskSyntax {
		if k == int(tNone) || taskSyntax[k].word != words[0] {
			continue
		}
		t := task{kind: taskKind(k)}
		x := taskParser{r, "tasks: " + line, words[1:]}
		for i, c := range taskSyntax[k].args {
			v, err := x.operand(c, &t)
			if err != nil {
				return task{}, err
			}
			switch i {
			case 0:
				t.a = uint8(v)
			case 1:
				t.b = int16(v)
			case 2:
				t.c = int16(v)
			}
		}
		if len(x.words) > 0 {
			return task{}, wrong(x.field, "unexpected %q", strings.Join(x.words, " "))
		}
		return t, nil
	}
	return task{}, wrong("tasks", "task %q is unknown, expected one of %s", words[0], strings.Join(taskNames(), ", "))
}

func taskNames() []string {
	var list []string
	for _, x := range taskSyntax[1:] {
		list = append(list, x.word)
	}
	return list
}

type taskParser struct {
	r     *placing
	field string
	words []string
}

// next returns the next word, or an empty one if there is none.
func (x *taskParser) next() string {
	if len(x.words) == 0 {
		return ""
	}
	w := x.words[0]
	x.words = x.words[1:]
	return w
}

// given skips the next word if it is w, and reports whether it was.
func (x *taskParser) given(w string) bool {
	if len(x.words) > 0 && x.words[0] == w {
		x.words = x.words[1:]
		return true
	}
	return false
}

func (x *taskParser) operand(c rune, t *task) (int, error) {
	switch c {
	case 's':
		v, err := x.r.side(x.field, x.next())
		return int(v), err
	case 'l':
		v, err := x.r.leader(x.field, x.next())
		return int(v), err
	case 'u':
		v, err := x.r.unit(x.field, x.next())
		return int(v), err
	case 'h':
		v, err := x.r.hex(x.field, x.next())
		return int(v), err
	case 'i':
		if t.b == 0 {
			return 0, nil
		}
		return x.operand('h', t)
	case 'n':
		w := x.next()
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > 9 {
			return 0, wrong(x.field, "%q is not a number from 0 to 9", w)
		}
		return n, nil
	case 'b':
		if x.given("begun") {
			return 1, nil
		}
	case 'G':
		if x.given("guns") {
			return 1, nil
		}
	case 'c':
		if x.given("melee") {
			return checkMelee, nil
		}
	case 'e', 'r', 'd', 'g', 'p', 't':
		return x.r.word(x.field, "word", x.next(), taskWords(c))
	case 'w':
		switch t.a {
		case dieLeader:
			return x.operand('l', t)
		case diePassed, dieRally:
			return x.operand('h', t)
		case dieReact:
			return x.operand('u', t)
		}
	case 'k':
		return x.r.word(x.field, "cause", x.next(), causeNames)
	}
	return 0, nil
}
