package balance

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"acies/sim"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

var update = flag.Bool("update", false, "write the golden outlines anew")

// tallied adds up a results file of testdata, which was played once and is kept.
func tallied(t *testing.T, name, lang string) (*Tally, sim.Header, *words.Words) {
	t.Helper()
	var games []sim.Result
	h, err := sim.ReadResults(filepath.Join("testdata", name+".jsonl"), func(r sim.Result) error {
		games = append(games, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.FindPack(h.Battle)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Compile(h.Options)
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For(lang, p, b)
	if err != nil {
		t.Fatal(err)
	}
	tally := New(p, b)
	for _, g := range games {
		tally.Add(g)
	}
	return tally, h, w
}

func rendered(t *testing.T, name, lang string) string {
	t.Helper()
	tally, h, w := tallied(t, name, lang)
	var b bytes.Buffer
	if err := tally.HTML(&b, h, "acies sim "+h.Battle, w); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	skipped = regexp.MustCompile(`(?s)<style>.*?</style>|<svg[^>]*width="0".*?</svg>`)
	drawing = regexp.MustCompile(`(?s)<svg.*?</svg>`)
	cell    = regexp.MustCompile(`</t[dh]>`)
	block   = regexp.MustCompile(`</(p|h1|h2|h3|tr|caption|figure|div|title|pre)>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	spaces  = regexp.MustCompile(`[ \t]+`)
)

// outline is what a page says: its texts and tables, a word for each picture.
func outline(page string) string {
	page = skipped.ReplaceAllString(page, "")
	page = drawing.ReplaceAllStringFunc(page, func(svg string) string { return fmt.Sprintf("[picture %d]", strings.Count(svg, "<")) })
	page = strings.ReplaceAll(page, "\n", " ")
	page = cell.ReplaceAllString(page, " | ")
	page = tag.ReplaceAllString(block.ReplaceAllString(page, "\n"), "")
	var out []string
	for line := range strings.Lines(page) {
		if line = strings.Trim(spaces.ReplaceAllString(line, " "), " |\n"); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n") + "\n"
}

func TestGolden(t *testing.T) {
	for _, test := range []struct{ name, lang string }{{"sparta", "en"}, {"sparta", "fr"}, {"issos", "en"}, {"marathon", "en"}, {"marathon", "fr"}, {"stream", "en"}, {"stream", "fr"}} {
		t.Run(test.name+" "+test.lang, func(t *testing.T) {
			got := outline(rendered(t, test.name, test.lang))
			file := filepath.Join("testdata", test.name+"."+test.lang+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is not what the page says; if that was meant to change, run go test ./sim/balance -update", file)
			}
		})
	}
}

// TestPage checks that a page needs nothing but itself and that its pictures are sound.
func TestPage(t *testing.T) {
	for _, name := range []string{"sparta", "issos", "marathon", "stream"} {
		page := rendered(t, name, "en")
		for _, bad := range []string{"<script", "<link", "<img", "@import", "url(http", "NaN", "ZgotmplZ", "%!"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s: the page has %q", name, bad)
			}
		}
		if refs := regexp.MustCompile(`(?:src|href)="[^#]`).FindString(page); refs != "" {
			t.Errorf("%s: the page refers to something else: %s", name, refs)
		}
		for _, svg := range drawing.FindAllString(page, -1) {
			for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
				if _, err := dec.Token(); err != nil {
					if !errors.Is(err, io.EOF) {
						t.Errorf("%s: a picture: %v\n%.300s", name, err, svg)
					}
					break
				}
			}
		}
	}
}

// TestOrder adds the same games in another order.
func TestOrder(t *testing.T) {
	tally, h, w := tallied(t, "sparta", "en")
	again := New(tally.pack, tally.b)
	var games []sim.Result
	if _, err := sim.ReadResults("testdata/sparta.jsonl", func(r sim.Result) error { games = append(games, r); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(games)
	for _, g := range games {
		again.Add(g)
	}
	var one, two bytes.Buffer
	if err := errors.Join(tally.HTML(&one, h, "", w), again.HTML(&two, h, "", w)); err != nil {
		t.Fatal(err)
	}
	if one.String() != two.String() {
		t.Error("the page depends on the order of the games")
	}
}

// TestPlain tells results without facts, and no results at all.
func TestPlain(t *testing.T) {
	full, h, w := tallied(t, "sparta", "en")
	tally := New(full.pack, full.b)
	var b bytes.Buffer
	if err := tally.HTML(&b, h, "", w); err != nil {
		t.Errorf("no games: %v", err)
	}
	tally.Add(sim.Result{Winner: 0, Degree: "major", Points: [2]int{9, 1}, Actions: 10, Turns: 8})
	tally.Add(sim.Result{Winner: -1, Degree: "draw", Points: [2]int{5, 5}, Actions: 12, Turns: 8})
	b.Reset()
	if err := tally.HTML(&b, h, "", w); err != nil {
		t.Fatal(err)
	}
	if page := b.String(); strings.Contains(page, "Losses") || strings.Contains(page, "NaN") || !strings.Contains(page, "Who wins") {
		t.Error("the page of plain results tells too much or too little")
	}
}

func TestSummary(t *testing.T) {
	full, _, w := tallied(t, "sparta", "en")
	tally := New(full.pack, full.b)
	for i := range 10 {
		r := sim.Result{N: i, Winner: 1, Degree: "minor", Points: [2]int{i, 8}, Actions: 100, Turns: 8}
		switch {
		case i < 6:
			r.Winner, r.Degree, r.Clause = 0, "decisive", "ant-13.3.2p"
		case i == 6:
			r.Winner, r.Degree = -1, "draw"
		}
		tally.Add(r)
	}
	s := tally.Summary()
	if s.Games != 10 || s.Wins[0].Games != 6 || s.Wins[1].Games != 3 || s.Draws.Games != 1 || s.Sudden["ant-13.3.2p"] != 6 {
		t.Errorf("%+v", s)
	}
	if s.Result.Mean != 0.65 || s.Points[0].Mean != 4.5 || s.Margin.Mean != -3.5 {
		t.Errorf("result %v, points %v, margin %v", s.Result.Mean, s.Points[0].Mean, s.Margin.Mean)
	}
	var b strings.Builder
	if err := tally.Text(&b, 10, 1.25, w); err != nil {
		t.Fatal(err)
	}
	const want = `games: 10 (1.2 s)
victories of the Romans: 60.0% (31.3 – 83.2%)
victories of the Spartans: 30.0% (10.8 – 60.3%)
draws: 10.0% (1.8 – 40.4%)
points: 4.5 – 8.0, lead −3.50 (−5.67 to −1.33)
Neither side is clearly favoured: the Romans score 65.0% (35.2 to 86.2%), a draw counting as half.
`
	if got := b.String(); got != want {
		t.Errorf("found\n%s", got)
	}
}

func TestCompareText(t *testing.T) {
	_, h, w := tallied(t, "sparta", "en")
	_, _, french := tallied(t, "sparta", "fr")
	made := func(seed uint64, wins int) sim.Sample {
		s := sim.Sample{Header: h}
		for i := range 40 {
			r := sim.Result{Seed: seed + uint64(i), Winner: 1, Points: [2]int{i % 3, 1}}
			if i < wins {
				r.Winner = 0
			}
			s.Games = append(s.Games, r)
		}
		return s
	}
	for _, test := range []struct {
		name string
		b    sim.Sample
		w    *words.Words
		want []string
	}{
		{"differs", made(1, 36), w, []string{"same seeds: 40\n", "difference +50.0 (", "They differ.", "There is no difference at all"}},
		{"not shown", made(500, 24), w, []string{"with different seeds: A 40, B 40", "difference +20.0 (", "No difference found. To show the observed difference", "of 5 percentage points, play 1,546 or more"}},
		{"in French", made(1, 36), french, []string{"mêmes graines\u00a0: 40\n", "différence +50,0 (", "Ils diffèrent."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := sim.Compare(made(1, 16), test.b)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := Compare(&b, c, [2]string{"a.jsonl", "b.jsonl"}, test.w); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(b.String(), want) {
					t.Errorf("there is no %q in\n%s", want, b.String())
				}
			}
		})
	}
}

var used = regexp.MustCompile(`T\(?\s?"([a-z-]+)"`)

// TestPhrases checks that every phrase that is used is there in every language, and none besides.
func TestPhrases(t *testing.T) {
	want := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, "page.html") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range used.FindAllStringSubmatch(string(code), -1) {
			want[m[1]] = true
		}
	}
	hole := regexp.MustCompile(`\{[a-z]+\}`)
	for _, lang := range words.Languages() {
		texts := catalogues()[lang]
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if texts[key] == "" {
				t.Errorf("%s.json: no text for %s", lang, key)
			}
		}
		for key, text := range texts {
			if !want[key] {
				t.Errorf("%s.json: nothing uses %s", lang, key)
			}
			got, there := hole.FindAllString(text, -1), hole.FindAllString(catalogues()["en"][key], -1)
			slices.Sort(got)
			slices.Sort(there)
			if !slices.Equal(got, there) {
				t.Errorf("%s.json: %s has %v, en.json %v", lang, key, got, there)
			}
		}
	}
}

func TestBetween(t *testing.T) {
	if got := between("#102030", "#304050"); got != "#203040" {
		t.Errorf("found %s, expected #203040", got)
	}
}

func TestBins(t *testing.T) {
	b := binned([]float64{-3, -1, 0, 4, 4}, 10, 1)
	if b.from != -3 || b.width != 1 || b.end() != 5 || !slices.Equal(b.counts, []float64{0.2, 0, 0.2, 0.2, 0, 0, 0, 0.4}) {
		t.Errorf("%+v", b)
	}
	if b := binned([]float64{-33, 95}, 10, 1); b.width != 20 || b.from != -40 || len(b.counts) != 7 {
		t.Errorf("%+v", b)
	}
	for span, want := range map[float64]float64{4: 1, 8: 2, 20: 5, 0.3: 0.1, 100: 20, 0: 1} {
		if got := step(span); math.Abs(got-want) > 1e-9 {
			t.Errorf("a span of %v is divided by %v, want %v", span, got, want)
		}
	}
}
