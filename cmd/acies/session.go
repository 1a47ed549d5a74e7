package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"acies/game"
	"acies/table"
	"acies/words"
)

// session is a game being played at the terminal.
type session struct {
	*cli
	t     *table.Table
	w     *words.Words
	path  string
	lines *bufio.Scanner
	items []item
}

// errQuit ends a session without being an error.
var errQuit = errors.New("quit")

// session plays a game that is kept in a file.
func (c *cli) session(t *table.Table, path string, begun bool) error {
	w, err := c.words(t)
	if err != nil {
		return err
	}
	s := &session{cli: c, t: t, w: w, path: path, lines: bufio.NewScanner(c.in)}
	greeting := "ui.kept"
	if begun {
		greeting = "ui.going-on"
	}
	fmt.Fprintf(c.out, "%s %s\n", w.Text(greeting), path)
	if err := c.drawMap(t, w, true); err != nil {
		return err
	}
	if err := s.do(nil); err != nil {
		return err
	}
	for t.Game.State().ToAct() != game.Nobody {
		s.offer()
		err := s.answer()
		if errors.Is(err, errQuit) {
			fmt.Fprintf(c.out, "%s acies play %s\n", w.Text("ui.resume"), path)
			return nil
		}
		if e := (*exit)(nil); errors.As(err, &e) && e.code == exitFile {
			return err
		}
		if err != nil {
			fmt.Fprintf(c.out, "%v\n", err)
		}
	}
	fmt.Fprintln(c.out)
	return c.status(t, w)
}

// offer says who has to choose what, and numbers the choices.
func (s *session) offer() {
	v := s.t.Game.State().View(game.Nobody)
	fmt.Fprintf(s.out, "\n%s · %s\n%s\n", s.w.Say("ui.turn", number("turn", v.Turn), number("turns", v.Turns)), s.w.Text(v.Phase), asked(s.w, v))
	s.items = menu(s.t, s.t.Game.State().Legal(nil))
	s.printMenu(s.t, s.w, s.items)
}

// read asks for a line and returns its words.
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
		if words := strings.Fields(s.lines.Text()); len(words) > 0 {
			return words, nil
		}
	}
}

// answer reads a line and does what it says.
func (s *session) answer() error {
	words, err := s.read()
	if err != nil {
		return err
	}
	rest := words[1:]
	switch words[0] {
	case "quit", "exit", "q":
		return errQuit
	case "help", "?":
		fmt.Fprintln(s.out, s.w.Text("ui.help"))
		return nil
	case "map":
		return s.drawMap(s.t, s.w, true)
	case "pieces":
		return s.drawMap(s.t, s.w, false)
	case "log":
		return s.account(s.t, s.w, false)
	case "undo":
		return s.undoLast()
	case "odds":
		return s.tellOdds(rest)
	case "why":
		return s.tellWhy(rest)
	case "save":
		if len(rest) != 1 {
			return usage("%s", s.w.Text("ui.save-how"))
		}
		return s.save(rest[0], s.t)
	}
	actions, err := s.actions(words)
	if err != nil {
		return err
	}
	return s.do(actions)
}

// actions reads a choice, by number or in notation.
func (s *session) actions(words []string) ([]game.Action, error) {
	if _, err := strconv.Atoi(words[0]); err != nil {
		return parse(s.t, []string{strings.Join(words, " ")})
	}
	a, open, err := pick(s.items, words)
	for err == nil && a == nil {
		for i, r := range open.rests {
			fmt.Fprintf(s.out, "%5d  %s\n", i+1, pad(open.prefix+" "+r, 30)+"  "+s.w.Action(open.actions[i]))
		}
		var line []string
		if line, err = s.read(); err != nil {
			return nil, err
		}
		items := menu(s.t, nil)
		for _, x := range open.actions {
			items = append(items, item{actions: []game.Action{x}})
		}
		if _, nan := strconv.Atoi(line[0]); nan != nil {
			for i, r := range open.rests {
				if r == strings.Join(line, " ") {
					return []game.Action{open.actions[i]}, nil
				}
			}
			return parse(s.t, []string{strings.Join(line, " ")})
		}
		a, open, err = pick(items, line)
	}
	if err != nil {
		return nil, err
	}
	return []game.Action{*a}, nil
}

// do carries out actions and rolls, tells what happens and saves the game. The map is drawn when a turn begins.
func (s *session) do(actions []game.Action) error {
	var events game.Events
	if err := s.t.Do(actions, table.Dice{}, &events); err != nil {
		return s.failure(s.t, err)
	}
	draw := false
	for _, e := range events {
		s.tell(s.w, e, false)
		draw = draw || e.Key == "turn"
	}
	if err := s.save(s.path, s.t); err != nil {
		return err
	}
	if draw {
		return s.drawMap(s.t, s.w, true)
	}
	return nil
}

func (s *session) undoLast() error {
	e, err := s.t.Game.Undo()
	if err != nil {
		return refused(err)
	}
	fmt.Fprintf(s.out, "  %s %s\n", s.w.Text("ui.undone"), e.Do)
	return s.save(s.path, s.t)
}

func (s *session) tellOdds(words []string) error {
	if len(words) == 0 {
		return usage("%s", s.w.Text("ui.odds-how"))
	}
	if a, _, err := pick(s.items, words); err == nil && a != nil {
		words = []string{s.t.Battle.Format(*a)}
	}
	a, x, err := s.explain(s.t, []string{strings.Join(words, " ")})
	if err != nil {
		return err
	}
	s.printOdds(s.t, s.w, a, x)
	return nil
}

func (s *session) tellWhy(words []string) error {
	if len(words) == 0 {
		return usage("%s", s.w.Text("ui.why-how"))
	}
	answer, err := s.reason(s.t, s.w, []string{strings.Join(words, " ")})
	if err != nil {
		return err
	}
	s.printWhy(s.w, answer)
	return nil
}
