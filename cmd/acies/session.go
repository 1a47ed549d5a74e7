package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"acies/ai"
	"acies/game"
	"acies/table"
	"acies/words"
)

// session is a game being played at the terminal.
type session struct {
	*cli
	t     *table.Table
	w     *words.Words
	path  string // of the file in which the game is kept
	begun bool   // before this session
	again string // the command that starts another game in its place, if any

	players []ai.Player // by side; nil: people
	sides   string      // as given, unless people play both

	lines *bufio.Scanner
	items []item // the choices by number
	group *item  // the item whose choices these are; nil: all choices
}

// errQuit ends a session without being an error.
var errQuit = errors.New("quit")

// play plays the game until it is over or the players quit.
func (s *session) play() error {
	greeting := "ui.kept"
	if s.begun {
		greeting = "ui.going-on"
	}
	fmt.Fprintf(s.out, "%s %s\n", s.w.Text(greeting), s.path)
	if err := s.drawMap(s.t, s.w, s.viewer(), true); err != nil {
		return err
	}
	if err := s.do(nil); err != nil {
		return err
	}
	for s.t.Game.State().ToAct() != game.Nobody {
		played, err := s.playOpponent()
		if !played {
			s.offer()
			err = s.answer()
		}
		if errors.Is(err, errQuit) {
			words := []string{"play", s.path}
			if s.sides != "" {
				words = append(words, "--sides", s.sides)
			}
			fmt.Fprintf(s.out, "%s %s\n", s.w.Text("ui.resume"), s.command(words...))
			return nil
		}
		if e := (*exit)(nil); errors.As(err, &e) && e.code == exitFile {
			return err
		}
		if err != nil {
			fmt.Fprintf(s.out, "%v\n", err)
		}
	}
	fmt.Fprintln(s.out)
	if err := s.status(s.t, s.w); err != nil {
		return err
	}
	if s.again != "" {
		fmt.Fprintf(s.out, "%s %s\n", s.w.Text("ui.another"), s.again)
	}
	return nil
}

// viewer returns the side to print for: the one human player's or, of two, the one to choose.
func (s *session) viewer() game.Side {
	for side, p := range s.players {
		if p != nil && s.players[1-side] == nil {
			return game.Side(1 - side)
		}
	}
	if side := s.t.Game.State().ToAct(); side >= 0 && s.players[side] == nil {
		return side
	}
	return game.Nobody
}

// offer prints who has to choose what, and numbers the choices.
func (s *session) offer() {
	if s.group != nil {
		fmt.Fprintf(s.out, "\n%s\n", s.w.Text("ui.which"))
		s.items = s.group.each()
	} else {
		v := s.t.Game.State().View(game.Nobody)
		turn := s.w.Say("ui.turn", number("turn", v.Turn), number("turns", v.Turns))
		fmt.Fprintf(s.out, "\n%s · %s\n%s\n", turn, s.w.Text(v.Phase), asked(s.w, v))
		s.items = menu(s.t, s.t.Game.State().Legal(nil))
	}
	s.printMenu(s.t, s.w, s.items)
}

// read asks for a line and returns its words. An empty line has none and means: back.
func (s *session) read() ([]string, error) {
	for {
		fmt.Fprint(s.out, "> ")
		if !s.lines.Scan() {
			fmt.Fprintln(s.out)
			if err := s.lines.Err(); err != nil && err != io.EOF {
				return nil, badFile(err)
			}
			return nil, errQuit
		}
		if words := strings.Fields(s.lines.Text()); len(words) > 0 || s.group != nil {
			return words, nil
		}
	}
}

// answer reads a line and carries it out.
func (s *session) answer() error {
	words, err := s.read()
	if err != nil {
		return err
	}
	if len(words) == 0 {
		s.group = nil
		return nil
	}
	rest := words[1:]
	switch words[0] {
	case "quit", "exit", "q":
		return errQuit
	case "help", "?":
		fmt.Fprintln(s.out, s.w.Text("ui.help"))
		return nil
	case "map":
		return s.drawMap(s.t, s.w, s.viewer(), true)
	case "pieces":
		return s.drawMap(s.t, s.w, s.viewer(), false)
	case "log":
		return s.printLog(s.t, s.w, s.viewer(), false)
	case "hint":
		return s.tellHint()
	case "undo":
		return s.undoLast()
	case "odds":
		return s.tellOdds(rest)
	case "why":
		return s.tellWhy(rest)
	case "save":
		return s.saveCopy(rest)
	}
	return s.choose(words)
}

// choose carries out a choice, by number or in notation.
func (s *session) choose(words []string) error {
	a, opened, err := s.choice(words)
	switch {
	case err != nil || opened:
		return err
	case a != nil:
		return s.do([]game.Action{*a})
	}
	actions, err := parse(s.t, []string{strings.Join(words, " ")})
	if err != nil {
		return err
	}
	return s.do(actions)
}

// choice finds the action for a number, or for the rest of one in the open group. A number of a group opens it instead.
// Other words have no action: they are notation.
func (s *session) choice(words []string) (a *game.Action, opened bool, err error) {
	if s.group != nil {
		if a := s.group.with(words); a != nil {
			return a, false, nil
		}
	}
	if _, err := strconv.Atoi(words[0]); err != nil {
		return nil, false, nil
	}
	a, group, err := pick(s.items, words)
	if group != nil {
		s.group = group
	}
	return a, group != nil, err
}

// do carries out actions and rolls, prints what happens and saves the game. The map is drawn when a turn begins.
func (s *session) do(actions []game.Action) error {
	before := len(s.t.Game.Entries())
	var events game.Events
	if err := s.t.Do(actions, table.Dice{}, &events); err != nil {
		return s.failure(s.t, err)
	}
	s.group = nil
	draw := false
	viewer := chooser(s.t, before)
	if s.players[0] != nil || s.players[1] != nil {
		viewer = s.viewer()
	}
	for _, e := range game.For(viewer, events) {
		s.printEvent(s.w, e, false)
		draw = draw || e.Key == "turn"
	}
	if err := s.save(s.path, s.t); err != nil {
		return err
	}
	if draw {
		return s.drawMap(s.t, s.w, s.viewer(), true)
	}
	return nil
}
