//go:build unix

package bot

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"acies/dice"
	"acies/game"
)

func init() { greetings["one of"] = lockOneOf }

// TestCrowd has many players choose at once: there are never more bots than the limit allows, and all get their choices.
func TestCrowd(t *testing.T) {
	quiet(t)
	const most = 3
	var log strings.Builder
	l := NewLimit(most)
	l.idleTime = 0
	program := as(t, "one of", t.TempDir(), strconv.Itoa(most))
	var players []*Player
	var wg sync.WaitGroup
	crowd := 12
	if testing.Short() {
		crowd = 6
	}
	for range crowd {
		p := NewPlayer("mine", program, l, errorLog(&log))
		players = append(players, p)
		wg.Go(func() {
			s, src := dealt(t), dice.New(1)
			for range 2 {
				if r := s.Check(p.Choose(s, 0, src)); r != nil {
					t.Error(r)
				}
			}
		})
	}
	wg.Wait()
	for _, p := range players {
		p.End(game.Outcome{})
	}
	if log.Len() > 0 {
		t.Errorf("there was a bot too many: %s", log.String())
	}
}

// lockOneOf locks one of so many files in a folder, or ends the bot if others have locked them all.
func lockOneOf(args []string) {
	n, _ := strconv.Atoi(args[1])
	for i := range n {
		f, err := os.Create(filepath.Join(args[0], strconv.Itoa(i)))
		if err != nil {
			panic(err)
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			held = append(held, f)
			return
		}
		f.Close()
	}
	fmt.Fprintln(os.Stderr, "one bot too many")
	os.Exit(9)
}
