package sword_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/game/gametest"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

var (
	mutations     = flag.Int("positions", 1500, "how many mutated positions TestMutatedPositions tries")
	firstMutation = flag.Int("first-position", 0, "the number of the first of them")
)

// mutated are the battles whose positions are mutated, with and without their options.
var mutated = []struct {
	id      string
	options []string
}{
	{"sparta-195bc", nil},
	{"issos-333bc", nil},
	{"bouvines-1214", nil},
	{"guinegate-1479", nil},
	{"sparta-195bc", []string{"reduced-roman-army", "free-spartan-placement"}},
	{"bouvines-1214", []string{"free-set-up", "ring-of-brabancons", "doubtful-ally", "rear-charge"}},
	{"guinegate-1479", []string{"free-set-up", "dismounted-gentilshommes", "ransom-hunters", "plunder", "rear-charge"}},
}

// A position that has been changed at random is refused, or it can be played, saved and read again. The full run is
//
//	go test ./rules/sword -run TestMutatedPositions -positions 1000000 -timeout 0
func TestMutatedPositions(t *testing.T) {
	var sources []*mutator
	for i, x := range mutated {
		sources = append(sources, newMutator(t, x.id, load(t, x.id, x.options...), uint64(i)))
	}
	var accepted, failed atomic.Int64
	gametest.Each(*mutations, func(i int) {
		if failed.Load() > 20 {
			return
		}
		n := *firstMutation + i
		m := sources[n%len(sources)]
		r := rand.New(rand.NewPCG(uint64(n), 7))
		p, done := m.mutate(r)
		ok, err := m.try(p, r)
		if ok {
			accepted.Add(1)
		}
		if err != nil {
			failed.Add(1)
			t.Errorf("position %d of %s (%s): %v\n%s", n, m.id, done, err, scenario.WritePosition(m.id, nil, p))
		}
	})
	t.Logf("%d of %d positions were accepted", accepted.Load(), *mutations)
	if n := accepted.Load(); *mutations > 100 && (n < int64(*mutations)/20 || n > int64(*mutations)*19/20) {
		t.Errorf("%d of %d mutated positions are accepted: the test says little", n, *mutations)
	}
}

// mutator makes mutated positions of one battle.
type mutator struct {
	id    string
	b     *sword.Battle
	pool  []*sword.Position
	words []string // every id, hex and name that positions of the battle use
	tasks []string
}

// newMutator plays some games and keeps positions of them, a few for each thing that can be asked.
func newMutator(t testing.TB, id string, b *sword.Battle, seed uint64) *mutator {
	m := &mutator{id: id, b: b}
	kept := map[string]int{}
	var buf []game.Action
	for g := range uint64(4) {
		src := dice.New(100*seed + g)
		s := b.NewState()
		for s.ToAct() != game.Nobody {
			if game.Intn(src, 8) == 0 {
				p := s.Position()
				if what := asked(p); kept[what] < 6 {
					kept[what]++
					m.pool = append(m.pool, p)
				}
			}
			a := s.Roll(src)
			if s.ToAct() != game.Nature {
				buf = s.Legal(buf[:0])
				a = buf[game.Intn(src, len(buf))]
			}
			if no := s.Apply(a, nil); no != nil {
				t.Fatal(no)
			}
		}
		m.pool = append(m.pool, s.Position())
	}
	words := map[string]bool{}
	for _, p := range m.pool {
		eachString(reflect.ValueOf(p).Elem(), func(s string) {
			for _, w := range strings.Fields(s) {
				words[w] = true
			}
		})
		for _, t := range p.Tasks {
			if !slices.Contains(m.tasks, t) {
				m.tasks = append(m.tasks, t)
			}
		}
	}
	for h := range b.Map().Cols * b.Map().Rows {
		if h%9 == 0 {
			words[b.PlaceID(h)] = true
		}
	}
	for w := range words {
		m.words = append(m.words, w)
	}
	slices.Sort(m.words)
	return m
}

// asked names what a position waits for, with what has been begun.
func asked(p *sword.Position) string {
	var out []string
	for _, t := range p.Tasks[:min(len(p.Tasks), 3)] {
		word, arg, _ := strings.Cut(t, " ")
		if word == "die" {
			word, _, _ = strings.Cut(arg, " ")
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

func eachString(v reflect.Value, f func(string)) {
	switch v.Kind() {
	case reflect.String:
		f(v.String())
	case reflect.Pointer:
		if !v.IsNil() {
			eachString(v.Elem(), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachString(v.Field(i), f)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachString(v.Index(i), f)
		}
	}
}

// copyOf returns a deep copy of a part of a position.
func copyOf(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(copyOf(v.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(copyOf(v.Field(i)))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(copyOf(v.Index(i)))
			}
		}
	}
	return out
}

// mutate returns a position with one to three changes, and what they were.
func (m *mutator) mutate(r *rand.Rand) (p *sword.Position, done string) {
	p = copyOf(reflect.ValueOf(m.pool[r.IntN(len(m.pool))])).Interface().(*sword.Position)
	if r.IntN(30) == 0 {
		if q := m.editLines(r, p); q != nil {
			p, done = q, "lines; "
		}
	}
	for range 1 + r.IntN(3) {
		q := m.pool[r.IntN(len(m.pool))]
		switch r.IntN(10) {
		case 0, 1: // a field of another position
			done += m.swap(r, p, q)
		case 2, 3, 4:
			done += m.editTasks(r, p, q)
		case 5:
			done += m.editMoment(r, p)
		case 6, 7:
			done += m.editPiece(r, p, q)
		default:
			done += m.edit(r, reflect.ValueOf(p).Elem(), "position")
		}
		done += "; "
	}
	return p, done
}

// editLines writes a position, changes lines of the file and reads it; nil if it cannot be read.
func (m *mutator) editLines(r *rand.Rand, p *sword.Position) *sword.Position {
	lines := strings.Split(string(scenario.WritePosition(m.id, nil, p)), "\n")
	for range 1 + r.IntN(2) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(4) {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines = slices.Insert(lines, i, lines[j])
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
		default:
			words := strings.Split(lines[i], " ")
			words[r.IntN(len(words))] = m.words[r.IntN(len(m.words))]
			lines[i] = strings.Join(words, " ")
		}
	}
	q, err := scenario.ReadPosition("p.yaml", []byte(strings.Join(lines, "\n")))
	if err != nil {
		return nil
	}
	return &q.Position
}

func (m *mutator) swap(r *rand.Rand, p, q *sword.Position) string {
	v, w := reflect.ValueOf(p).Elem(), reflect.ValueOf(q).Elem()
	i := r.IntN(v.NumField())
	v.Field(i).Set(copyOf(w.Field(i)))
	return "other " + v.Type().Field(i).Name
}

func (m *mutator) editTasks(r *rand.Rand, p, q *sword.Position) string {
	n := len(p.Tasks)
	if n == 0 {
		p.Tasks = slices.Clone(q.Tasks)
		return "other tasks"
	}
	i := r.IntN(min(n, 1+r.IntN(n)))
	switch r.IntN(8) {
	case 0:
		p.Tasks = p.Tasks[i:]
		return "tasks cut"
	case 1:
		p.Tasks = slices.Delete(p.Tasks, i, i+1)
		return fmt.Sprint("task deleted ", i)
	case 2:
		p.Tasks = slices.Insert(p.Tasks, i, p.Tasks[i])
		return fmt.Sprint("task doubled ", i)
	case 3:
		j := r.IntN(n)
		p.Tasks[i], p.Tasks[j] = p.Tasks[j], p.Tasks[i]
		return fmt.Sprint("tasks swapped ", i, j)
	case 4, 5:
		p.Tasks = slices.Insert(p.Tasks, i, m.tasks[r.IntN(len(m.tasks))])
		return "task added " + p.Tasks[i]
	case 6:
		p.Tasks[i] = m.tasks[r.IntN(len(m.tasks))]
		return "task replaced " + p.Tasks[i]
	}
	words := append(strings.Fields(p.Tasks[i]), "")
	words[r.IntN(len(words))] = m.words[r.IntN(len(m.words))]
	p.Tasks[i] = strings.Join(words, " ")
	return "task edited " + p.Tasks[i]
}

// editMoment makes the position stand at a named moment.
func (m *mutator) editMoment(r *rand.Rand, p *sword.Position) string {
	list := sword.Moments()
	p.At = list[r.IntN(len(list))]
	if strings.HasSuffix(p.At, " LEADER") {
		p.At = strings.TrimSuffix(p.At, "LEADER") + m.b.PieceID(m.b.Units()+r.IntN(m.b.Leaders()))
	}
	p.Tasks, p.Phase, p.Active, p.Side = nil, "", "", ""
	return "at " + p.At
}

func (m *mutator) editPiece(r *rand.Rand, p, q *sword.Position) string {
	if len(p.Units) == 0 || len(p.Leaders) == 0 || len(q.Units) == 0 || len(q.Leaders) == 0 {
		return "nothing"
	}
	flag := func(list, names []string) []string {
		name := names[r.IntN(len(names))]
		if i := slices.Index(list, name); i >= 0 {
			return slices.Delete(slices.Clone(list), i, i+1)
		}
		return append(slices.Clone(list), name)
	}
	u, l := r.IntN(min(len(p.Units), len(q.Units))), r.IntN(min(len(p.Leaders), len(q.Leaders)))
	switch r.IntN(9) {
	case 0:
		p.Units[u] = q.Units[u]
		return "other " + p.Units[u].ID
	case 1:
		p.Leaders[l] = q.Leaders[l]
		return "other " + p.Leaders[l].ID
	case 2:
		p.Units[u].Flags = flag(p.Units[u].Flags, sword.UnitFlags())
		return "flag of " + p.Units[u].ID
	case 3:
		p.Leaders[l].Flags = flag(p.Leaders[l].Flags, sword.LeaderFlags())
		return "flag of " + p.Leaders[l].ID
	case 4:
		p.Units[u].Hex = m.words[r.IntN(len(m.words))]
		for i := 0; i < 50 && (p.Units[u].Hex[0] < '0' || p.Units[u].Hex[0] > '9'); i++ {
			p.Units[u].Hex = m.words[r.IntN(len(m.words))]
		}
		return "hex of " + p.Units[u].ID
	case 5:
		v := r.IntN(len(p.Units))
		p.Units[u].Hex, p.Units[v].Hex = p.Units[v].Hex, p.Units[u].Hex
		p.Units[u].Order, p.Units[v].Order = p.Units[v].Order, p.Units[u].Order
		return "hexes of " + p.Units[u].ID + ", " + p.Units[v].ID
	case 6:
		p.Units[u].State = []string{"valiant", "discouraged", "routed"}[r.IntN(3)]
		return "state of " + p.Units[u].ID
	case 7:
		p.Units[u].Hex = sword.Off
		return p.Units[u].ID + " off"
	}
	p.Leaders[l].Hex = p.Units[u].Hex
	return p.Leaders[l].ID + " with " + p.Units[u].ID
}

// edit changes something in a part of a position.
func (m *mutator) edit(r *rand.Rand, v reflect.Value, path string) string {
	word := func() string { return m.words[r.IntN(len(m.words))] }
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt([]int64{v.Int() + 1, v.Int() - 1, 0, 1, -1, 7, 99, 1 << 40}[r.IntN(8)])
	case reflect.String:
		v.SetString([]string{word(), word(), word(), "", "?"}[r.IntN(5)])
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
			return path + " made"
		}
		if r.IntN(4) == 0 {
			v.SetZero()
			return path + " cleared"
		}
		return m.edit(r, v.Elem(), path)
	case reflect.Struct:
		i := r.IntN(v.NumField())
		return m.edit(r, v.Field(i), path+" "+v.Type().Field(i).Name)
	case reflect.Array:
		return m.edit(r, v.Index(r.IntN(v.Len())), path)
	case reflect.Slice:
		n := v.Len()
		if n == 0 {
			v.Set(reflect.Append(v, reflect.New(v.Type().Elem()).Elem()))
			return m.edit(r, v.Index(0), path+" first")
		}
		i, j := r.IntN(n), r.IntN(n)
		switch r.IntN(6) {
		case 0:
			v.Set(reflect.AppendSlice(v.Slice3(0, i, i), v.Slice(i+1, n)))
			return path + " shorter"
		case 1:
			v.Set(reflect.Append(v, copyOf(v.Index(i))))
			return path + " longer"
		case 2:
			x := copyOf(v.Index(i))
			v.Index(i).Set(v.Index(j))
			v.Index(j).Set(x)
			return path + " swapped"
		}
		return m.edit(r, v.Index(i), path)
	}
	return path
}

// try reads a position and, if it is accepted, plays some actions from there. It returns what went wrong.
func (m *mutator) try(p *sword.Position, r *rand.Rand) (accepted bool, err error) {
	doing, trying := "reading", game.Action{}
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("%s, %q: panic: %v\n%s", doing, m.b.Format(trying), x, debug.Stack())
		}
	}()
	s, err := m.b.FromPosition(p)
	if err != nil {
		return false, nil
	}
	accepted = true
	if r.IntN(200) == 0 {
		doing = "the suite"
		for _, v := range gametest.Play(m.b.From(s), r.Uint64(), gametest.Options{MaxActions: 40, ProbeEvery: 8, Sample: 8, Limits: limits}).Violations {
			return true, fmt.Errorf("suite: %v", v)
		}
	}
	src := dice.New(r.Uint64())
	var buf []game.Action
	for n := range 18 {
		if n%6 == 0 {
			doing = fmt.Sprintf("saving after %d actions", n)
			if err := m.saves(s, r.IntN(60) == 0); err != nil {
				return true, fmt.Errorf("after %d actions: %w", n, err)
			}
		}
		doing = fmt.Sprintf("looking after %d actions", n)
		if err := s.Limits(); err != nil {
			return true, fmt.Errorf("after %d actions: %w", n, err)
		}
		if s.ToAct() == game.Nobody {
			break
		}
		buf = s.Legal(buf[:0])
		if len(buf) == 0 {
			return true, fmt.Errorf("after %d actions nothing is legal at\n%s", n, scenario.WritePosition(m.id, nil, s.Position()))
		}
		if err := m.offers(s, buf, r, n == 0, &trying); err != nil {
			return true, fmt.Errorf("after %d actions: %w", n, err)
		}
		a := buf[r.IntN(len(buf))]
		if s.ToAct() == game.Nature {
			a = s.Roll(src)
		} else if n%12 == 0 {
			doing = fmt.Sprintf("the centurion after %d actions", n)
			a = ai.Centurion().Choose(s.Clone(), s.ToAct(), src)
		}
		doing, trying = fmt.Sprintf("playing after %d actions", n), a
		var events game.Events
		if no := s.Apply(a, &events); no != nil {
			return true, fmt.Errorf("%s: %q is refused: %v", doing, m.b.Format(a), no)
		}
	}
	return true, nil
}

// offers tries what is offered: all of it, or some.
func (m *mutator) offers(s *sword.State, list []game.Action, r *rand.Rand, all bool, trying *game.Action) error {
	if all || r.IntN(4) == 0 {
		s.View(game.Side(r.IntN(2)))
	}
	s.Status(r.IntN(m.b.Units()+m.b.Leaders()), game.Nobody)
	if !all && len(list) > 6 {
		at := r.IntN(len(list) - 5)
		list = list[at : at+6]
	}
	c := new(sword.State)
	for i, a := range list {
		*trying = a
		if !all || i%4 == 0 {
			s.Explain(a, s.ToAct())
			text := m.b.Format(a)
			if back, err := m.b.Parse(text); err != nil || back != a {
				return fmt.Errorf("%q reads as %+v, %v", text, back, err)
			}
		}
		c.CopyFrom(s)
		if no := c.Apply(a, nil); no != nil {
			return fmt.Errorf("%q is offered and refused: %v", m.b.Format(a), no)
		}
		if err := c.Limits(); err != nil {
			return fmt.Errorf("%q at %q: %v", m.b.Format(a), s.Position().Tasks, err)
		}
	}
	return nil
}

// saves writes a state as bytes, as a position and, if asked, as a file, and reads them again.
func (m *mutator) saves(s *sword.State, file bool) error {
	data := s.AppendBinary(nil)
	c, err := m.b.Decode(data)
	if err != nil {
		return err
	}
	if !bytes.Equal(c.AppendBinary(nil), data) {
		return fmt.Errorf("it is another state when decoded")
	}
	p := s.Position()
	back, err := m.b.FromPosition(p)
	if err != nil {
		return fmt.Errorf("written and read again it is refused: %w, tasks %q", err, p.Tasks)
	}
	if back.Hash() != s.Hash() || back.ToAct() != s.ToAct() {
		return fmt.Errorf("written and read again it is another state, tasks %q", p.Tasks)
	}
	if q := back.Position(); !reflect.DeepEqual(p, q) {
		return fmt.Errorf("written twice it reads %+v, before %+v", q, p)
	}
	if !file {
		return nil
	}
	read, err := scenario.ReadPosition("p.yaml", scenario.WritePosition(m.id, nil, p))
	if err != nil {
		return fmt.Errorf("its file cannot be read: %w", err)
	}
	if back, err = read.Start(m.b); err != nil || back.Hash() != s.Hash() {
		return fmt.Errorf("its file has another state, %v", err)
	}
	return nil
}
