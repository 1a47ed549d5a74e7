package balance

import (
	"bytes"
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"acies/game"
	"acies/picture"
	"acies/sim"
	"acies/system"
	"acies/words"
)

//go:embed page.html
var layout string

//go:embed page.css
var style string

// page is the data of the report's template.
type page struct {
	phrases
	sheet   *system.Sheet
	Style   template.CSS
	Header  sim.Header
	Command string
	Title   string
	Games   string
	Sides   [2]string
	Armies  [2]string
	Verdict string

	Segments []segment
	Degrees  []degreeRow
	Points   []template.HTML
	Sources  [2][]sourceRow
	Course   template.HTML
	Length   template.HTML
	Turns    []row
	Sudden   []row
	HasFacts bool
	Causes   []legendItem
	Losses   [2][]lossRow
	Lost     [2]string
	Flights  [2][]row
	Ground   template.HTML
	Maps     [2]heatMap
	Leaders  []leaderRow
	Services []string // titles of the columns of Leaders
	Active   bool     // the rulebook activates leaders
	Uses     []string // titles of the columns of Rules
	Rules    []row
	Dice     []diceRow
}

// segment is a part of the bar of results.
type segment struct {
	Label, Percent, Color string
	Width                 float64
	Dark                  bool
}

type degreeRow struct {
	Label, Color, Games, Share, Interval string
	Low, High, At                        float64
	Sum                                  bool
}

type sourceRow struct {
	Label, Mean, Games string
	Width              float64
}

// row is a line of a small table: a label, and values such as how often and in how many games.
type row struct {
	Label, Clause string
	Values        []string
	Width         float64
}

type legendItem struct {
	Label, Color string
}

type lossRow struct {
	Label, Share string
	Parts        []segment
}

type heatMap struct {
	Title, About string
	Legend       [2]legendItem
	SVG          template.HTML
}

type leaderRow struct {
	Label, Color string
	Values       []string
	Width        float64
}

type diceRow struct {
	Label string
	Sides [2]diceSide
	Mean  string
}

type diceSide struct {
	Rolls, Mean, Interval string
	Odd                   bool // the interval does not contain the expected mean
	Spark                 template.HTML
}

// HTML writes the report as a page. The command is the one that produced it.
func (t *Tally) HTML(w io.Writer, h sim.Header, command string, words *words.Words) error {
	tmpl, err := template.New("report").Parse(layout)
	if err != nil {
		return err
	}
	p := &page{phrases: phrases{words}, Style: template.CSS(style), Header: h, Command: command, HasFacts: t.facts > 0}
	p.sheet = t.pack.Sheet(t.b, words)
	for side := range p.Armies {
		p.Armies[side] = p.sheet.Colors[side].Field
	}
	p.Title = p.Text("battle.name")
	p.Games = p.Number(t.games)
	p.Sides = [2]string{p.Side(0), p.Side(1)}
	t.addResults(p)
	t.addPoints(p)
	t.addLength(p)
	if t.facts > 0 {
		t.addCourseChart(p)
		t.addLossRows(p)
		if err := t.addMaps(p); err != nil {
			return err
		}
		t.addLeaders(p)
		t.addRules(p)
		t.addDiceRows(p)
	}
	var buf bytes.Buffer
	if err := tmpl.Execute(&buf, p); err != nil {
		return err
	}
	_, err = w.Write(buf.Bytes())
	return err
}

// interval formats the interval of a share.
func (p *page) interval(i sim.Interval) string {
	return p.T("range", "low", p.Decimal(100*i.Low, 1), "high", p.Percent(i.High, 1))
}

// shade returns the colour of a degree of victory of a side, the darker the greater it is.
func (p *page) shade(side, degree int) string {
	c := p.sheet.Colors[side]
	return []string{c.Dark, c.Field, c.Cloth, between(c.Cloth, c.Light)}[degree]
}

// addResults adds the wins of each side by degree, and the verdict.
func (t *Tally) addResults(p *page) {
	add := func(label, color string, n int, dark bool) {
		s := t.share(n)
		if n > 0 {
			p.Segments = append(p.Segments, segment{Label: label, Percent: p.Percent(s.Share, 0), Color: color, Width: 100 * s.Share, Dark: dark})
		}
		p.Degrees = append(p.Degrees, p.degree(label, color, s, false))
	}
	sum := func(side int) {
		p.Degrees = append(p.Degrees, p.degree(p.T("wins-of", "side", p.Sides[side]), p.Armies[side], t.share(t.won(side)), true))
	}
	// Where victories have no degrees, the sums say all.
	plain := func(side int) {
		if s := t.share(t.wins[side][plainVictory]); s.Games > 0 {
			p.Segments = append(p.Segments, segment{Label: p.T("wins-of", "side", p.Sides[side]), Percent: p.Percent(s.Share, 0), Color: p.Armies[side], Width: 100 * s.Share, Dark: true})
		}
	}
	sum(0)
	plain(0)
	for i, d := range degrees {
		if t.wins[0][d]+t.wins[1][d] == 0 {
			continue
		}
		add(p.T("degree", "degree", p.Text("degree."+d), "side", p.Sides[0]), p.shade(0, i), t.wins[0][d], i < 2)
	}
	add(p.Capital(p.Text("degree.draw")), "#cdbf9f", t.draws, false)
	for i, d := range slices.Backward(degrees) {
		if t.wins[0][d]+t.wins[1][d] == 0 {
			continue
		}
		add(p.T("degree", "degree", p.Text("degree."+d), "side", p.Sides[1]), p.shade(1, i), t.wins[1][d], i < 2)
	}
	plain(1)
	sum(1)
	p.Verdict = t.verdict(p.phrases)
}

func (p *page) degree(label, color string, s Share, sum bool) degreeRow {
	return degreeRow{
		Label: label, Color: color, Games: p.Number(s.Games), Share: p.Percent(s.Share, 1), Interval: p.interval(s.CI),
		Low: 100 * s.CI.Low, High: 100 * (s.CI.High - s.CI.Low), At: 100 * s.Share, Sum: sum,
	}
}

// verdict returns a sentence that says which side the battle favours, if the difference is significant.
func (t *Tally) verdict(p phrases) string {
	s := t.Summary()
	side, share, ci := 0, s.Result.Mean, s.Result.CI
	if share < 0.5 {
		side, share, ci = 1, 1-share, sim.Interval{Low: 1 - ci.High, High: 1 - ci.Low}
	}
	args := []string{
		"side", p.Side(game.Side(side)), "share", p.Percent(share, 1),
		"low", p.Decimal(100*max(0, ci.Low), 1), "high", p.Percent(min(1, ci.High), 1),
	}
	if ci.Has(0.5) || t.games < 2 {
		return p.T("verdict-even", args...)
	}
	return p.T("verdict-favours", args...)
}

// addPoints adds the distribution of the victory points and their sources.
func (t *Tally) addPoints(p *page) {
	whole := func(v float64) string { return p.Decimal(v, 0) }
	share := func(v float64) string { return p.Percent(v, 0) }
	all := slices.Concat(t.points[0], t.points[1])
	if len(all) == 0 {
		return
	}
	width := binned(all, 24, 1).width
	both := [2]bins{binned(t.points[0], 24, width), binned(t.points[1], 24, width)}
	c := newChart(min(both[0].from, both[1].from), max(both[0].end(), both[1].end()), 0,
		1.08*max(slices.Max(both[0].counts), slices.Max(both[1].counts)))
	c.grid(p.T("points"), p.T("share-of-games"), whole, share)
	for side, b := range both {
		c.columns(b, func(float64) string { return p.Armies[side] }, 0.62)
	}
	for side := range both {
		m := sim.Mean(t.points[side]).Mean
		c.put(`<path d="M%.1f %.1fV%.1f" stroke="%s" stroke-width="1.6" stroke-dasharray="4 3"/>`, c.x(m), c.y(c.y1), c.y(0), p.Armies[side])
	}
	margins := binned(t.margins, 28, 1)
	d := newChart(margins.from, margins.end(), 0, 1.08*slices.Max(margins.counts))
	d.grid(p.T("margin", "a", p.Sides[0], "b", p.Sides[1]), p.T("share-of-games"), func(v float64) string { return p.SignedDecimal(v, 0) }, share)
	d.columns(margins, func(from float64) string {
		switch {
		case from+margins.width <= 0:
			return p.Armies[1]
		case from > 0:
			return p.Armies[0]
		}
		return ash
	}, 0.85)
	p.Points = []template.HTML{c.done(p.T("points-chart")), d.done(p.T("margin-chart"))}
	for side := range p.Sources {
		p.Sources[side] = t.sourceRows(p, side)
	}
}

func (t *Tally) sourceRows(p *page, side int) []sourceRow {
	most := 0.01
	for _, s := range t.sources {
		most = max(most, s.points[0], s.points[1])
	}
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(t.sources)), func(k string) bool { return t.sources[k].games[side] == 0 })
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(t.sources[b].points[side], t.sources[a].points[side]) })
	var rows []sourceRow
	for _, k := range keys {
		s := t.sources[k]
		rows = append(rows, sourceRow{
			Label: p.Text("score." + k), Mean: p.Decimal(s.points[side]/float64(t.facts), 2),
			Games: p.Percent(float64(s.games[side])/float64(t.facts), 0), Width: 100 * s.points[side] / most,
		})
	}
	return rows
}

// addCourseChart adds a chart of the lead turn by turn: its mean, and the bands that contain the middle half and the
// middle eight tenths of the games.
func (t *Tally) addCourseChart(p *page) {
	var xs []float64
	var lines [5][]float64
	shares := []float64{0.1, 0.25, 0.75, 0.9}
	add := func(turn float64, values []float64) {
		xs = append(xs, turn)
		slices.Sort(values)
		for i, s := range shares {
			lines[i] = append(lines[i], sim.Quantile(values, s))
		}
		lines[4] = append(lines[4], sim.Mean(values).Mean)
	}
	add(0, []float64{0})
	for turn, values := range t.course {
		add(float64(turn+1), values)
	}
	low, high := math.Min(slices.Min(lines[0]), -1), math.Max(slices.Max(lines[3]), 1)
	c := newChart(0, xs[len(xs)-1], low, high)
	c.width, c.height = 780, 300
	c.grid(p.T("turn"), p.T("margin", "a", p.Sides[0], "b", p.Sides[1]), func(v float64) string { return p.Decimal(v, 0) }, func(v float64) string { return p.SignedDecimal(v, 0) })
	c.band(xs, lines[0], lines[3], gold, 0.2)
	c.band(xs, lines[1], lines[2], gold, 0.32)
	c.put(`<path d="M%.1f %.1fH%.1f" stroke="#2a251e" stroke-width="1"/>`, c.left, c.y(0), c.width-right)
	c.line(xs, lines[4], "#66220f", 2.4)
	for i := range xs {
		c.put(`<circle cx="%.1f" cy="%.1f" r="3" fill="#66220f"><title>%s</title></circle>`, c.x(xs[i]), c.y(lines[4][i]),
			template.HTMLEscapeString(p.T("course-point", "turn", p.Decimal(xs[i], 0), "mean", p.SignedDecimal(lines[4][i], 1))))
	}
	p.Course = c.done(p.T("course"))
}

// addLength adds the length of the games and how they ended.
func (t *Tally) addLength(p *page) {
	b := binned(t.actions, 24, 1)
	c := newChart(b.from, b.end(), 0, 1.08*slices.Max(b.counts))
	c.grid(p.T("actions"), p.T("share-of-games"), func(v float64) string { return p.Decimal(v, 0) }, func(v float64) string { return p.Percent(v, 0) })
	c.columns(b, func(float64) string { return gold }, 0.85)
	p.Length = c.done(p.T("actions"))
	for _, n := range slices.Sorted(maps.Keys(t.turns)) {
		s := t.share(t.turns[n])
		p.Turns = append(p.Turns, row{Label: p.Number(n), Values: []string{p.Number(s.Games), p.Percent(s.Share, 1)}, Width: 100 * s.Share})
	}
	for _, clause := range slices.Sorted(maps.Keys(t.sudden)) {
		s := t.share(t.sudden[clause])
		p.Sudden = append(p.Sudden, row{
			Label: t.suddenText(p, clause), Clause: clause,
			Values: []string{p.Number(s.Games), p.Percent(s.Share, 1), p.interval(s.CI)},
		})
	}
}

func (t *Tally) suddenText(p *page, clause string) string {
	if key, ok := t.Sudden[clause]; ok {
		return p.Text(key)
	}
	return clause
}

// addLossRows adds how often each unit was lost, and how.
func (t *Tally) addLossRows(p *page) {
	for i, c := range t.report.Causes() {
		p.Causes = append(p.Causes, legendItem{p.Text("report.cause-" + c), causeColors[i]})
	}
	var lost [2]float64
	for u := range t.lost {
		side := t.Roster.Sides[t.Units[u]]
		lost[side] += t.lossShare(u)
		r := lossRow{Label: p.Piece(t.Units[u]), Share: p.Percent(t.lossShare(u), 0)}
		for i, c := range t.report.Causes() {
			if share := float64(t.lost[u][c]) / float64(t.facts); share > 0 {
				r.Parts = append(r.Parts, segment{Label: p.Text("report.cause-" + c), Percent: p.Percent(share, 1), Color: causeColors[i], Width: 100 * share})
			}
		}
		p.Losses[side] = append(p.Losses[side], r)
	}
	for side := range p.Flights {
		p.Lost[side] = p.T("lost", "side", p.Sides[side], "units", p.Decimal(lost[side], 1))
		sum := 0
		for _, n := range t.put[side] {
			sum += n
		}
		for _, b := range t.report.Blows() {
			if n := t.put[side][b]; n > 0 {
				share := float64(n) / float64(sum)
				p.Flights[side] = append(p.Flights[side], row{Label: p.Text("report.blow-" + b), Values: []string{p.Percent(share, 0)}, Width: 100 * share})
			}
		}
	}
}

// addMaps adds maps of where units were lost and where they fought.
func (t *Tally) addMaps(p *page) error {
	sheet := p.sheet.Squared()
	var ground bytes.Buffer
	if err := picture.Symbol(&ground, sheet, picture.Under(t.pack, t.b, p.Words, p.sheet, system.Backdrop)); err != nil {
		return err
	}
	p.Ground = template.HTML(ground.String())
	p.Maps = [2]heatMap{
		{Title: p.T("fell"), About: p.T("fell-about"), Legend: [2]legendItem{{p.Sides[0], p.Armies[0]}, {p.Sides[1], p.Armies[1]}}},
		{Title: p.T("fought"), About: p.T("fought-about"), Legend: [2]legendItem{{p.T("melees"), causeColors[0]}, {p.T("shots"), causeColors[1]}}},
	}
	for i, values := range [2][2][]float64{t.fell, {t.melees, t.shots}} {
		m := &p.Maps[i]
		halves := [2]picture.Half{{Values: values[0], Color: m.Legend[0].Color}, {Values: values[1], Color: m.Legend[1].Color}}
		var buf bytes.Buffer
		err := picture.Heat(&buf, sheet, m.Title, halves, func(h int) string {
			return p.T("in-hex", "hex", sheet.Places[h].ID, "first", m.Legend[0].Label, "a", p.Decimal(values[0][h]/float64(t.facts), 2),
				"second", m.Legend[1].Label, "b", p.Decimal(values[1][h]/float64(t.facts), 2))
		})
		if err != nil {
			return err
		}
		m.SVG = template.HTML(buf.String())
	}
	return nil
}

func (t *Tally) leaderName(p *page, l int) string {
	if t.Titles != nil {
		return p.Capital(p.Text(t.Titles[l]))
	}
	return p.Piece(t.Leaders[l])
}

func (t *Tally) addLeaders(p *page) {
	games := float64(t.facts)
	turns := float64(t.Roster.Turns)
	share := func(n int) string { return p.Percent(float64(n)/games, 0) }
	columns := []struct {
		title string
		n     func(service) int
		text  func(n int) string
	}{
		{p.T("activated"), func(s service) int { return s.activated }, func(n int) string { return p.Decimal(float64(n)/games, 1) }},
		{p.T("wounded"), func(s service) int { return s.wounded }, share},
		{p.T("killed"), func(s service) int { return s.killed }, share},
		{p.T("captured"), func(s service) int { return s.captured }, share},
	}
	for l, s := range t.leaders {
		p.Leaders = append(p.Leaders, leaderRow{
			Label: t.leaderName(p, l), Color: p.Armies[t.Roster.Sides[t.Leaders[l]]], Width: min(100, 100*float64(s.activated)/games/turns),
		})
		p.Active = p.Active || s.activated > 0
	}
	for _, c := range columns {
		if c.title != p.T("killed") && !slices.ContainsFunc(t.leaders, func(s service) bool { return c.n(s) > 0 }) {
			continue
		}
		p.Services = append(p.Services, c.title)
		for l, s := range t.leaders {
			p.Leaders[l].Values = append(p.Leaders[l].Values, c.text(c.n(s)))
		}
	}
}

// addRules adds how often each rule applied: for each side, if the facts say so.
func (t *Tally) addRules(p *page) {
	perGame := func(n int) string { return p.Decimal(float64(n)/float64(t.facts), 2) }
	p.Uses = []string{p.T("a-game"), p.T("in-games")}
	if len(t.acts) > 0 {
		p.Uses = []string{p.Capital(p.Sides[0]), p.Capital(p.Sides[1]), p.T("in-games")}
	}
	for _, key := range t.Rules {
		u, acts := t.events[key], t.acts[key]
		if u == nil {
			u = &use{}
		}
		values := []string{perGame(u.times)}
		if len(t.acts) > 0 {
			if acts == nil {
				acts = &[2]int{}
			}
			values = []string{perGame(acts[0]), perGame(acts[1])}
		}
		p.Rules = append(p.Rules, row{
			Label: p.Text("report.event-" + key), Values: append(values, p.Percent(float64(u.games)/float64(t.facts), 0)),
		})
	}
}

// addDiceRows adds a comparison of the rolls with their expected frequencies. How rolls affect the result of a single
// game is reported by package luck.
func (t *Tally) addDiceRows(p *page) {
	for _, k := range t.report.Rolls() {
		faces := t.dice[k.Key]
		if faces == nil {
			continue
		}
		r := diceRow{Label: p.Text("report.dice-" + k.Key), Mean: p.Decimal(k.Mean(), 1)}
		for side := range r.Sides {
			r.Sides[side] = t.diceSide(p, k, faces[side], p.Armies[side])
		}
		p.Dice = append(p.Dice, r)
	}
}

func (t *Tally) diceSide(p *page, k system.RollKind, faces []int, color string) diceSide {
	var values []float64
	for face, n := range faces {
		for range n {
			values = append(values, float64(face))
		}
	}
	if len(values) < 2 {
		return diceSide{Rolls: p.Number(len(values)), Mean: "–"}
	}
	e := sim.Mean(values)
	return diceSide{
		Rolls: p.Decimal(float64(e.N)/float64(t.facts), 1), Mean: p.Decimal(e.Mean, 2),
		Interval: p.T("range", "low", p.Decimal(e.CI.Low, 2), "high", p.Decimal(e.CI.High, 2)), Odd: !e.CI.Has(k.Mean()),
		Spark: sparkline(faces, k.Least(), k.Chance, color),
	}
}

// Settings returns how the battle of the header differs from the published one: its options and changes.
func (p *page) Settings() []string {
	return append(slices.Clone(p.Header.Options), p.Header.Sets...)
}

// ShortHash returns the first characters of the pack's hash, enough to identify the pack.
func (p *page) ShortHash() string { return p.Header.Pack[:min(12, len(p.Header.Pack))] }

// Capital returns a text with its first letter in upper case.
func (p *page) Capital(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
