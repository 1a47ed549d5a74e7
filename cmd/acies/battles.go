package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/system"
	"acies/table"
	"acies/words"
)

type battleJSON struct {
	ID      string            `json:"id"`
	Name    string            `json:"name"`
	Book    string            `json:"book"`
	Turns   int               `json:"turns"`
	Sides   map[string]string `json:"sides"`
	Options map[string]string `json:"options"`
	Intro   string            `json:"intro"`
	Pack    string            `json:"pack"`
}

func (c *cli) battles() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "battles",
		Short: "List the built-in battles",
		Example: `  acies battles
  acies battles --lang fr`,
		Args: checkArgs,
		RunE: func(*cobra.Command, []string) error {
			w, err := words.New(c.lang, nil, system.Names{})
			if err != nil {
				return usage("--lang: %w", err)
			}
			var list []battleJSON
			for _, id := range table.BuiltIn() {
				p, err := table.FindPack(id)
				if err != nil {
					return badFile(err)
				}
				list = append(list, c.describe(p))
			}
			if c.json {
				return c.encode(list)
			}
			for _, b := range list {
				c.printBattle(w, b)
			}
			return nil
		},
	})
}

// describe describes a pack in the user's language.
func (c *cli) describe(p *system.Pack) battleJSON {
	text := func(key string) string {
		t, _ := p.Text(c.lang, key)
		return t
	}
	b := battleJSON{
		ID: p.ID, Name: text("battle.name"), Intro: text("battle.intro"), Book: p.Book, Turns: p.Turns, Pack: p.Hash,
		Sides: map[string]string{}, Options: map[string]string{},
	}
	for _, s := range p.Sides {
		b.Sides[s] = text("side." + s)
	}
	for _, o := range p.Options {
		b.Options[o] = text("option."+o+".name") + ": " + text("option."+o+".about")
	}
	return b
}

func (c *cli) printBattle(w *words.Words, b battleJSON) {
	fmt.Fprintf(c.out, "%s – %s (%s, %s)\n", b.ID, b.Name, b.Book, w.Say("ui.turns", number("turns", b.Turns)))
	fmt.Fprintf(c.out, "%s\n", wrap(b.Intro, 90, "    "))
	for _, o := range sortedKeys(b.Options) {
		fmt.Fprintf(c.out, "%s\n", wrap("--option "+o+"  "+b.Options[o], 90, "    "))
	}
	fmt.Fprintln(c.out)
}
