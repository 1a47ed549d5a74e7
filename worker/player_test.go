package worker

import (
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/luck"
	"acies/record"
	"acies/table"
)

// level searches by nodes, so that its choices can be repeated.
const level = "strategos:100"

// remoteOf returns what asks workers about a battle of a library.
func remoteOf(t *testing.T, url, battle string) (*Remote, game.Battle) {
	t.Helper()
	l := table.NewLibrary()
	b, err := l.Load(battle, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dialTest(t, url).Remote(l, time.Hour), b.Battle
}

// walk plays a game between players until side 0 has made some choices, and returns the seeds of its choices and the choices.
func walk(t *testing.T, b game.Battle, n int, choose func(s game.State, src game.Source) game.Action) (out []game.Action) {
	t.Helper()
	s, rolls, enemy := b.Start(), dice.New(1), ai.Centurion()
	for len(out) < n && s.ToAct() != game.Nobody {
		a := game.Action{}
		switch side := s.ToAct(); side {
		case game.Nature:
			a = s.Roll(rolls)
		case 0:
			known, src := s.Clone(), dice.New(uint64(len(out)))
			known.Resample(0, src)
			a = choose(known, src)
			out = append(out, a)
		default:
			a = enemy.Choose(s.Clone(), side, rolls)
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
	}
	return out
}

// nobody is a maker of players that are not needed.
func nobody(t *testing.T) func() ai.Player {
	return func() ai.Player {
		t.Error("a player thinks here, though a worker is there")
		return ai.Centurion()
	}
}

// TestPlayer: a player at a worker chooses what it would choose here, and keeps in mind what it plans: it stays with its worker, of two.
func TestPlayer(t *testing.T) {
	url := startNATS(t)
	for range 2 {
		log := newLogged()
		startWorker(t, Options{URL: url}, log)
		log.wait("msg=working")
	}
	r, b := remoteOf(t, url, "sparta-195bc")
	p := r.Player(level, nobody(t))().(*remotePlayer)
	maker, err := ai.Parse(level)
	if err != nil {
		t.Fatal(err)
	}
	local := maker()
	desks := map[string]bool{}
	walk(t, b, 60, func(s game.State, src game.Source) game.Action {
		want := game.Action{}
		if legal := s.Legal(nil); len(legal) == 1 {
			want = legal[0]
		} else {
			twin := *src.(*dice.PCG)
			want = local.Choose(s.Clone(), 0, dice.New(twin.Uint64()))
		}
		got := p.Choose(s, 0, src)
		if got != want {
			t.Fatalf("the worker chose %q, want %q", b.Format(got), b.Format(want))
		}
		if p.desk != "" {
			desks[p.desk] = true
		}
		return got
	})
	if len(desks) != 1 {
		t.Errorf("%d workers thought for one player, want 1", len(desks))
	}
}

// TestFallback: when the worker of a player is gone another one takes over, and when none is left the player thinks here.
func TestFallback(t *testing.T) {
	url := startNATS(t)
	start := func() func() {
		log := newLogged()
		stop := startWorker(t, Options{URL: url}, log)
		log.wait("msg=working")
		return stop
	}
	stop := start()
	r, b := remoteOf(t, url, "sparta-195bc")
	here := 0
	p := r.Player(level, func() ai.Player {
		here++
		return ai.Centurion()
	})().(*remotePlayer)
	var desks []string
	n := 0
	walk(t, b, 40, func(s game.State, src game.Source) game.Action {
		switch n++; n {
		case 15:
			before := stop
			stop = start()
			before()
		case 30:
			stop()
		}
		a := p.Choose(s, 0, src)
		if len(s.Legal(nil)) > 1 && (len(desks) == 0 || desks[len(desks)-1] != p.desk) {
			desks = append(desks, p.desk)
		}
		return a
	})
	if len(desks) != 3 || desks[0] == "" || desks[1] == "" || desks[2] != "" {
		t.Errorf("thoughts were thought by %q, want two workers and then none", desks)
	}
	if here != 1 {
		t.Errorf("%d players were made here, want 1", here)
	}
}

// TestUnknownBattle: about a battle that is not of the library nobody is asked.
func TestUnknownBattle(t *testing.T) {
	url := startNATS(t)
	r, _ := remoteOf(t, url, "sparta-195bc")
	b := battleFor(t, "sparta-195bc").Battle
	if r.Luck(b, nil) != nil {
		t.Error("there is an answer")
	}
}

// TestSentPack: a pack that a worker does not have is sent when it asks for it.
func TestSentPack(t *testing.T) {
	url := startNATS(t)
	log := newLogged()
	startWorker(t, Options{URL: url}, log)
	log.wait("msg=working")
	changed := battleFor(t, "sparta-195bc", "unit.hastati.quality=6")
	archive, err := changed.Archive()
	if err != nil {
		t.Fatal(err)
	}
	l := table.NewLibrary()
	b, err := l.LoadSource(changed.Source, func(string) ([]byte, error) { return archive, nil })
	if err != nil {
		t.Fatal(err)
	}
	p := dialTest(t, url).Remote(l, time.Hour).Player("recruit", nobody(t))()
	walk(t, b.Battle, 5, func(s game.State, src game.Source) game.Action { return p.Choose(s, 0, src) })
}

// TestAdvise: advice of a worker is that of here. One round of playouts is made whatever the time.
func TestAdvise(t *testing.T) {
	url := startNATS(t)
	log := newLogged()
	startWorker(t, Options{URL: url}, log)
	log.wait("msg=working")
	r, b := remoteOf(t, url, "marathon-490bc")
	walk(t, b, 5, func(s game.State, src game.Source) game.Action {
		twin := *src.(*dice.PCG)
		want := ai.Advise(s.Clone(), 0, dice.New(twin.Uint64()), 0)
		got := r.Advise(s.Clone(), 0, src, 0)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("the advice is %+v, want %+v", got, want)
		}
		return want[0].Action
	})
	if got := strings.Count(log.String(), "level=ERROR"); got != 0 {
		t.Error(log.String())
	}
}

// TestLuck: the report of a worker is that of here.
func TestLuck(t *testing.T) {
	url := startNATS(t)
	log := newLogged()
	startWorker(t, Options{URL: url}, log)
	log.wait("msg=working")
	r, b := remoteOf(t, url, "sparta-195bc")
	s, src := b.Start(), dice.New(3)
	players := [2]ai.Player{ai.Recruit(), ai.Recruit()}
	var entries []record.Entry
	for s.ToAct() != game.Nobody {
		a := game.Action{}
		if side := s.ToAct(); side == game.Nature {
			a = s.Roll(src)
		} else {
			a = players[side].Choose(s.Clone(), side, src)
		}
		entries = append(entries, record.Entry{N: len(entries) + 1, Do: b.Format(a), Action: a})
		if no := s.Apply(a, nil); no != nil {
			t.Fatal(no)
		}
	}
	want, err := luck.Of(b, entries)
	if err != nil {
		t.Fatal(err)
	}
	got := r.Luck(b, entries)
	if got == nil {
		t.Fatal("there is no report")
	}
	if string(encode(got)) != string(encode(want)) {
		t.Error("the reports differ")
	}
	if r.Luck(b, entries[:10]) != nil {
		t.Error("a game that is not over has a report")
	}
}

// TestDiscreet: what a worker is asked is not in its log, not even if it cannot answer.
func TestDiscreet(t *testing.T) {
	url := startNATS(t)
	log := newLogged()
	startWorker(t, Options{URL: url}, log)
	log.wait("msg=working")
	r, b := remoteOf(t, url, "marathon-490bc")
	p := r.Player("recruit", nobody(t))()
	var secrets []string
	for _, a := range walk(t, b, 10, func(s game.State, src game.Source) game.Action {
		secrets = append(secrets, base64.StdEncoding.EncodeToString(s.AppendBinary(nil)))
		return p.Choose(s, 0, src)
	}) {
		secrets = append(secrets, b.Format(a))
	}
	loaded := r.library.LoadedOf(b)
	damaged := b.Start().AppendBinary(nil)
	secrets = append(secrets, base64.StdEncoding.EncodeToString(damaged[:20]))
	q, err := json.Marshal(question{Kind: chooseKind, Battle: battleOf(b, loaded.Source), State: damaged[:20], Level: "recruit"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.client.request(thinkSubject+version(testProgram), q, time.Hour); err == nil {
		t.Error("a damaged state has an answer")
	}
	log.wait("a question could not be answered")
	for _, secret := range secrets {
		if strings.Contains(log.String(), secret) {
			t.Fatalf("%q is in the log:\n%s", secret, log.String())
		}
	}
}

// TestRoom: thoughts are not kept waiting by games, games are by thoughts, and more thoughts than there are jobs are sent away.
func TestRoom(t *testing.T) {
	w := newWorker(Options{Jobs: 1})
	endGame, err := w.room.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	endThought, ok := w.room.think()
	if !ok {
		t.Fatal("a game keeps a thought waiting")
	}
	if _, ok := w.room.think(); ok {
		t.Error("there is room for two thoughts")
	}
	endGame()
	entered := make(chan func())
	go func() {
		end, err := w.room.enter(t.Context())
		if err != nil {
			t.Error(err)
		}
		entered <- end
	}()
	select {
	case <-entered:
		t.Error("a thought does not keep a game waiting")
	default:
	}
	endThought()
	(<-entered)()
}
