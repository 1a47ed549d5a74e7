package main

import (
	"fmt"
	"slices"
	"strings"
)

// What can be typed in a session other than choices.

func (s *session) undoLast() error {
	e, err := s.t.Game.Undo()
	if err != nil {
		return refused(err)
	}
	s.group = nil
	fmt.Fprintf(s.out, "  %s %s\n", s.w.Text("ui.undone"), e.Do)
	return s.save(s.path, s.t)
}

func (s *session) tellOdds(words []string) error {
	if len(words) == 0 {
		return usage("%s", s.w.Text("ui.odds-how"))
	}
	a, opened, err := s.choice(words)
	if err != nil || opened {
		return err
	}
	if a != nil {
		words = []string{s.t.Battle.Format(*a)}
	}
	x, err := s.explain(s.t, s.w, []string{strings.Join(words, " ")})
	if err != nil {
		return err
	}
	s.printOdds(s.w, x)
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

func (s *session) tellHint() error {
	list, err := advise(s.t, s.w)
	if err != nil {
		return err
	}
	s.printHints(s.w, list)
	return nil
}

// saveCopy writes the game to another file. If that fails, play continues, since the game has its own file.
func (s *session) saveCopy(words []string) error {
	flags := []string{"--force", "--with-pack"}
	names := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(flags, word) })
	if len(names) != 1 {
		return usage("%s", s.w.Text("ui.save-how"))
	}
	err := checkReplace(names[0], slices.Contains(words, "--force"))
	if err == nil && slices.Contains(words, "--with-pack") {
		own := s.t.Game.Header().Archive // restored afterwards: the game's own file does not change
		defer s.t.Game.PutPack(own)
		err = s.t.PutPack()
	}
	if err == nil {
		err = s.save(names[0], s.t)
	}
	if err != nil {
		fmt.Fprintln(s.out, err)
		return nil
	}
	fmt.Fprintf(s.out, "%s %s\n", s.w.Text("ui.saved"), names[0])
	return nil
}
