package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/record/recordtest"
	"acies/table"
)

// TestFrozen reads a game that another version of the rules has played.
func TestFrozen(t *testing.T) {
	p, err := table.FindPack("sparta-195bc")
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.New(p, table.Settings{Seed: "nabis"})
	if err != nil {
		t.Fatal(err)
	}
	actions, err := tab.Parse([]string{"face velites-i-1 R", "face velites-i-2 R", "ready", "ready"})
	if err == nil {
		err = tab.Do(actions, table.Dice{}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	agrees, frozen := filepath.Join(t.TempDir(), "agrees.jsonl"), filepath.Join(t.TempDir(), "frozen.jsonl")
	for path, differs := range map[string]int{agrees: 0, frozen: 2} {
		if err := os.WriteFile(path, recordtest.OfVersion(tab.Game, "0", differs), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	note := "It is shown up to action 1,"
	for _, test := range []struct {
		args        []string
		code        int
		out, errors string
	}{
		{[]string{"verify", agrees}, exitOK, ": sound", ""},
		{[]string{"do", agrees, "activate pretor-i"}, exitOK, "", ""},
		{[]string{"verify", agrees}, exitOK, "7 actions", ""},
		{[]string{"show", frozen}, exitOK, "Turn 1 of 8", note},
		{[]string{"show", frozen, "--json"}, exitOK, `"frozen": "This game was played with another version`, note},
		{[]string{"log", frozen}, exitOK, "", note},
		{[]string{"log", frozen, "--lang", "fr"}, exitOK, "", "l’action 1,"},
		{[]string{"do", frozen, "face velites-i-2 R"}, exitRefused, "", "cannot be continued"},
		{[]string{"undo", frozen}, exitRefused, "", "cannot be continued"},
		{[]string{"play", frozen}, exitRefused, "", "cannot be continued"},
		{[]string{"verify", frozen}, exitRefused, "frozen.jsonl:3: verified up to action 1 only: ", ""},
	} {
		before, err := os.ReadFile(frozen)
		if err != nil {
			t.Fatal(err)
		}
		var out, errors bytes.Buffer
		code := run(test.args, strings.NewReader(""), &out, &errors)
		if code != test.code || !strings.Contains(out.String(), test.out) || !strings.Contains(errors.String(), test.errors) {
			t.Errorf("%q: code %d, want %d\n%s%s", test.args, code, test.code, out.String(), errors.String())
		}
		if after, err := os.ReadFile(frozen); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%q has changed the file: %v", test.args, err)
		}
	}
}
