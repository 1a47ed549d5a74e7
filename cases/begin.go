package cases

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/system"
)

// This file reads where a case starts: in a battle, at its set-up or at a position, or in a battle made for the case.

var (
	commonFields = []string{"case", "cites", "note", "do", "expect", "steps"}
	battleFields = []string{"battle", "options"}
)

// begin sets the battle and the state at which the case starts.
func (r *reader) begin(n *pack.Node) error {
	own := n.Get("book") != nil
	if own == (n.Get("battle") != nil) {
		return n.Errorf("expected either battle: or book:")
	}
	var err error
	if own {
		err = r.beginOwn(n)
	} else {
		err = r.beginBattle(n)
	}
	if err != nil {
		return err
	}
	r.c.battle, r.c.sides, r.pieces = r.b, r.c.vocabulary.Sides(r.b), map[string]int{}
	for _, p := range r.c.start.View(game.Nature).Pieces {
		r.pieces[r.b.PieceID(p.Piece)] = p.Piece
	}
	return nil
}

// beginBattle starts the case in the battle of a pack.
func (r *reader) beginBattle(n *pack.Node) error {
	name := n.Get("battle")
	id, err := name.One()
	if err != nil {
		return err
	}
	var options []string
	if o := n.Get("options"); o != nil {
		if options, err = o.Words(); err != nil {
			return err
		}
	}
	if r.b, err = compile(n, id, options); err != nil {
		return err
	}
	if err := r.useVocabulary(name, system.Of(r.b)); err != nil {
		return err
	}
	if err := checkFields(n, commonFields, battleFields, r.c.vocabulary.Position); err != nil {
		return err
	}
	if r.c.vocabulary.Place == nil {
		r.c.start = r.b.Start()
		return nil
	}
	r.c.start, err = r.c.vocabulary.Place(r.b, n)
	return err
}

// beginOwn starts the case in a battle made for it.
func (r *reader) beginOwn(n *pack.Node) error {
	book := n.Get("book")
	id, err := book.One()
	if err != nil {
		return err
	}
	var books []string
	for _, s := range system.All() {
		books = append(books, s.Books()...)
	}
	if !slices.Contains(books, id) {
		return book.Errorf("book %q is unknown; expected one of %s", id, strings.Join(books, ", "))
	}
	if err := r.useVocabulary(book, system.ForBook(id)); err != nil {
		return err
	}
	if r.c.vocabulary.Make == nil {
		return book.Errorf("cases of the book %s must name a battle; expected battle:", id)
	}
	if err := checkFields(n, commonFields, []string{"book"}, r.c.vocabulary.Position, r.c.vocabulary.Own); err != nil {
		return err
	}
	r.b, r.c.start, err = r.c.vocabulary.Make(n, r.reserved)
	return err
}

// useVocabulary sets the vocabulary of the case to that of a rulebook.
func (r *reader) useVocabulary(n *pack.Node, s system.System) error {
	c, ok := s.(system.Cases)
	if !ok {
		return n.Errorf("the rulebook %s does not support cases", s.ID())
	}
	r.c.vocabulary = c.Vocabulary()
	return nil
}

// checkFields returns an error if a case has a field that is not in one of the lists.
func checkFields(n *pack.Node, lists ...[]string) error {
	fields := slices.Concat(lists...)
	slices.Sort(fields)
	for _, k := range n.Keys {
		if !slices.Contains(fields, k.Text) {
			return k.Errorf("a case has no field %q here; its fields are %s", k.Text, strings.Join(slices.Compact(fields), ", "))
		}
	}
	return nil
}

// compiled keeps the built-in battles used by cases, because compiling one takes longer than most cases.
var compiled sync.Map

// compile returns a built-in battle by its id, or the battle of another pack by the path of its folder, relative to the
// folder of the case file.
func compile(n *pack.Node, id string, options []string) (game.Battle, error) {
	at := n.Get("battle")
	if strings.Contains(id, "/") {
		fsys, dir := pack.DirFS(filepath.Join(filepath.Dir(n.File), filepath.FromSlash(id)))
		return read(n, pack.ReadFiles(fsys, dir), options)
	}
	key := id + " " + strings.Join(options, " ")
	if b, ok := compiled.Load(key); ok {
		return b.(game.Battle), nil
	}
	if ids := pack.Find(battles.FS); !slices.Contains(ids, id) {
		return nil, at.Errorf("battle %q is unknown; expected one of %s, or the path of a pack such as ./my-battle", id, strings.Join(ids, ", "))
	}
	b, err := read(n, pack.ReadFiles(battles.FS, id), options)
	if err == nil {
		compiled.Store(key, b)
	}
	return b, err
}

// read returns the battle of a pack.
func read(n *pack.Node, f *pack.Files, options []string) (game.Battle, error) {
	p, problems := system.Read(f)
	if p == nil {
		return nil, n.Get("battle").Errorf("%v", pack.Errors(problems))
	}
	b, err := p.Compile(options)
	if err != nil {
		return nil, cmp.Or(n.Get("options"), n.Get("battle")).Errorf("%v", err)
	}
	return b, nil
}
