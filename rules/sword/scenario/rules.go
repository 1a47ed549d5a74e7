package scenario

import (
	"fmt"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

// checkSpecial reads the special rules of the battle.
func (r *reading) checkSpecial() {
	r.File = battleYAML
	r.readAncient(&r.battle.Special.V, &r.setup.Special)
	r.readMedieval(&r.battle.Special.V, &r.setup.Special)
}

// readAncient reads the special rules of the battles of Antiquity.
func (r *reading) readAncient(s *specialBlock, out *sword.Special) {
	if e := s.Citadel; e != nil {
		what := "special citadel"
		c := &sword.Citadel{Leader: r.leader(e.Line, what, e.V.Leader)}
		if id, ok := r.Value(e.Line, what+": hex", e.V.Hex); ok {
			r.hex(e.V.Hex.Line, what, id)
			c.Hex = id
		}
		out.Citadel = c
	}
	if e := s.Fire; e != nil {
		what := "special fire"
		out.Fire = &sword.Fire{
			Leader:   r.leader(e.Line, what, e.V.Leader),
			Range:    r.Number(e.Line, what+": range", e.V.Range, 0, 99),
			Most:     r.Number(e.Line, what+": most", e.V.Most, 1, 9),
			Terrain:  r.ListOf(e.Line, what, "terrain", "terrain", e.V.Terrain, r.inBook(), r.terrainIDs()),
			Heavy:    r.types(e.Line, what, "heavy", e.V.Heavy),
			MostOf:   r.Number(e.Line, what+": most-heavy", e.V.MostHeavy, 0, 9),
			PointsTo: r.markedSide(e.Line, what, "points-to", e.V.PointsTo),
		}
	}
	if e := s.Legion; e != nil {
		what := "special legion"
		out.Legion = &sword.Legion{
			Pilum:   r.types(e.Line, what, "pilum", e.V.Pilum),
			Reserve: r.ListOf(e.Line, what, "reserve", "name", e.V.Reserve, "the battle", r.names),
			Line:    r.types(e.Line, what, "line", e.V.Line),
		}
	}
	if e := s.SecondBlow; e != nil {
		out.SecondBlow = &sword.SecondBlow{Leader: r.leader(e.Line, "special second-blow", e.V.Leader)}
	}
	if e := s.HillForce; e != nil {
		what := "special hill-force"
		out.HillForce = &sword.HillForce{
			Contingent: r.contingent(e.Line, what, "contingent", e.V.Contingent),
			Distance:   r.Number(e.Line, what+": distance", e.V.Distance, 0, 99),
			FromTurn:   r.Number(e.Line, what+": from-turn", e.V.FromTurn, 1, 99),
		}
	}
	if e := s.Flight; e != nil {
		what := "special flight"
		out.Flight = &sword.Flight{
			Leader:  r.leader(e.Line, what, e.V.Leader),
			Guard:   r.contingent(e.Line, what, "guard", e.V.Guard),
			Lost:    r.Number(e.Line, what+": lost", e.V.Lost, 0, 99),
			Threats: r.types(e.Line, what, "threats", e.V.Threats),
			Needed:  r.Number(e.Line, what+": needed", e.V.Needed, -9, 19),
			Wounded: r.Number(e.Line, what+": wounded", e.V.Wounded, -9, 9),
			Rally:   r.Number(e.Line, what+": rally", e.V.Rally, -9, 9),
		}
	}
	if e := s.Levies; e != nil {
		what := "special levies"
		out.Levies = &sword.Levies{
			Types:   r.types(e.Line, what, "types", e.V.Types),
			Against: r.types(e.Line, what, "against", e.V.Against),
		}
	}
}

// readMedieval reads the special rules of the medieval battles.
func (r *reading) readMedieval(s *specialBlock, out *sword.Special) {
	if e := s.Armour; e != nil {
		what := "special armour"
		out.Armour = &sword.Armour{
			Shooters: r.types(e.Line, what, "shooters", e.V.Shooters),
			Targets:  r.types(e.Line, what, "targets", e.V.Targets),
			Columns:  r.Number(e.Line, what+": columns", e.V.Columns, 1, 9),
		}
	}
	if e := s.Ring; e != nil {
		what := "special ring"
		out.Ring = &sword.Ring{
			Contingent: r.contingent(e.Line, what, "contingent", e.V.Contingent),
			Types:      r.types(e.Line, what, "types", e.V.Types),
		}
	}
	if e := s.FarBank; e != nil {
		out.FarBank = &sword.FarBank{Zone: r.zone(e.Line, "special far-bank", e.V.Zone)}
	}
	if e := s.Doubtful; e != nil {
		what := "special doubtful"
		out.Doubtful = &sword.Doubtful{
			Names: r.ListOf(e.Line, what, "names", "name", e.V.Names, "the battle", r.names),
			Least: r.Number(e.Line, what+": least", e.V.Least, 1, 99),
		}
	}
	if e := s.Ransom; e != nil {
		what := "special ransom"
		out.Ransom = &sword.Ransom{
			Side:  r.markedSide(e.Line, what, "side", e.V.Side),
			Types: r.types(e.Line, what, "types", e.V.Types),
		}
	}
	if e := s.Plunder; e != nil {
		what := "special plunder"
		out.Plunder = &sword.Plunder{
			Contingent: r.contingent(e.Line, what, "contingent", e.V.Contingent),
			Zone:       r.zone(e.Line, what, e.V.Zone),
		}
	}
}

// leader returns the id of a leader that a rule names.
func (r *reading) leader(line int, what string, m pack.Marked) string {
	return r.single(line, what, "leader", "leader", m, r.leaderIDs())
}

// contingent returns the id of a contingent that a field of a rule names.
func (r *reading) contingent(line int, what, field string, m pack.Marked) string {
	return r.single(line, what, field, "contingent", m, r.contingentIDs())
}

// zone returns the id of a zone that a rule names.
func (r *reading) zone(line int, what string, m pack.Marked) string {
	return r.single(line, what, "zone", "zone", m, r.zoneIDs())
}

func (r *reading) single(line int, what, field, kind string, m pack.Marked, ids []string) string {
	id, ok := r.Value(line, what+": "+field, m)
	if !ok || !r.OneOf(m.Line, what, kind, id, "the battle", ids) {
		return ""
	}
	return id
}

func (r *reading) types(line int, what, field string, m pack.Marked) []string {
	return r.ListOf(line, what, field, "type", m, r.inBook(), r.typeIDs())
}

func (r *reading) markedSide(line int, what, field string, m pack.Marked) int {
	return max(0, slices.Index(r.sideIDs(), r.single(line, what, field, "side", m, r.sideIDs())))
}

// uses lists the fields a kind of rule needs and those it may have.
type uses struct {
	need, may string
}

var scoreUses = map[sword.ScoreKind]uses{
	sword.Eliminated:   {may: "quality types"},
	sword.LeaderKilled: {may: "leader"},
	sword.ZonesFree:    {need: "zones"},
	sword.OccupiedEnd:  {need: "zones", may: "valiant"},
	sword.OccupiedTurn: {need: "zones", may: "valiant"},
	sword.FireUsed:     {need: "fire"},
	sword.ReserveShot:  {need: "legion"},
	sword.ReserveUsed:  {need: "legion"},
	sword.Fled:         {need: "flight"},
	sword.NotFled:      {need: "flight"},
	sword.NamesAcross:  {need: "names zones"},
	sword.UnitsAcross:  {need: "types zones"},
	sword.NamesLost:    {need: "names"},

	sword.RoutedEnd:         {},
	sword.LeaderCaptured:    {},
	sword.CommanderKilled:   {},
	sword.CommanderCaptured: {},
	sword.Entered:           {need: "zones"},
}

var decisiveUses = map[sword.DecisiveKind]uses{
	sword.LeaderHit:     {need: "leader"},
	sword.LeaderDead:    {need: "leader"},
	sword.AllZonesFree:  {need: "zones"},
	sword.FledAndInZone: {need: "zones flight"},
	sword.Lead:          {need: "points"},
}

// checkUses checks that a rule has the fields of its kind and no others, and that the battle uses the special rules it
// depends on.
func (r *reading) checkUses(line int, what, kind string, u uses, fields map[string]pack.Marked) {
	need, may := strings.Fields(u.need), strings.Fields(u.may)
	for _, f := range need {
		m, isField := fields[f]
		switch {
		case isField && m.Line == 0:
			r.Fail(line, fmt.Sprintf("%s: %s is missing", what, f), "the kind "+kind+" needs it")
		case !isField && !slices.Contains(r.setup.Special.IDs(), f):
			r.Fail(line, fmt.Sprintf("%s: the kind %s needs the special rule %s", what, kind, f), "the battle has "+pack.List(r.setup.Special.IDs()))
		}
	}
	for f, m := range fields {
		if m.Line > 0 && !slices.Contains(need, f) && !slices.Contains(may, f) {
			r.Fail(m.Line, fmt.Sprintf("%s: %s does not belong here", what, f), "the kind "+kind+" does not use it")
		}
	}
}

// checkVictory reads how the battle is won.
func (r *reading) checkVictory() {
	r.File = battleYAML
	v := &r.battle.Victory
	if v.Line == 0 {
		r.Fail(1, "victory is missing", "expected margin, major, minor, draw, scores and decisive")
		return
	}
	out := &r.setup.Victory
	out.Margin = r.Number(v.Line, "margin", v.V.Margin, 1, 999)
	if v.V.Least.Line > 0 {
		out.Least = r.Number(v.Line, "least", v.V.Least, 1, 999)
	}
	if out.Least > out.Margin {
		r.Fail(v.V.Least.Line, fmt.Sprintf("least %d is more than the margin of %d", out.Least, out.Margin), "a lead that wins cannot be greater than that of a major victory")
	}
	out.MajorClause = r.clause(v.Line, "major", v.V.Major)
	out.MinorClause = r.clause(v.Line, "minor", v.V.Minor)
	out.DrawClause = r.clause(v.Line, "draw", v.V.Draw)
	seen := map[string]int{}
	for i := range v.V.Scores {
		r.checkScore(&v.V.Scores[i], seen)
	}
	seen = map[string]int{}
	for i := range v.V.Decisive {
		r.checkDecisive(&v.V.Decisive[i], seen)
	}
}

func (r *reading) checkScore(e *pack.Entry[scoreEntry], seen map[string]int) {
	if !r.ID(e.Line, "score", e.V.Key) || !r.Unique(seen, "score", e.V.Key) {
		return
	}
	what := "score " + e.V.Key.Text
	kind := sword.ScoreKind(e.V.Kind.Text)
	u, ok := scoreUses[kind]
	if !ok {
		r.OneOf(max(e.Line, e.V.Kind.Line), what, "kind", e.V.Kind.Text, "the program", kinds(scoreUses))
		return
	}
	rule := sword.ScoreRule{
		Key: e.V.Key.Text, Clause: r.clause(e.Line, what, e.V.Clause), Kind: kind,
		Points: r.Number(e.Line, what+": points", e.V.Points, 1, 99),
	}
	if e.V.Max.Line > 0 {
		rule.Max = r.Number(e.Line, what+": max", e.V.Max, 1, 999)
	}
	r.checkUses(e.Line, what, string(kind), u, map[string]pack.Marked{
		"quality": e.V.Quality, "leader": e.V.Leader, "zones": e.V.Zones, "names": e.V.Names, "types": e.V.Types, "valiant": e.V.Valiant,
	})
	switch {
	case e.V.Quality.Line > 0:
		rule.Quality = r.span(e.Line, what+": quality", e.V.Quality)
	case kind == sword.Eliminated && e.V.Types.Line > 0:
		rule.Quality = [2]int{0, 9}
	case kind == sword.Eliminated:
		r.Fail(e.Line, what+": quality is missing", "the kind eliminated needs it, or types")
	}
	if captured := kind == sword.LeaderCaptured || kind == sword.CommanderCaptured; captured && !r.book.Capture {
		r.Fail(e.V.Kind.Line, fmt.Sprintf("%s: the kind %s does not belong here", what, kind), r.inBook()+" has no captures")
	}
	if e.V.Leader.Line > 0 {
		rule.Leader = r.leader(e.Line, what, e.V.Leader)
	}
	if e.V.Zones.Line > 0 {
		rule.Zones = r.ListOf(e.Line, what, "zones", "zone", e.V.Zones, "the battle", r.zoneIDs())
	}
	if e.V.Names.Line > 0 {
		rule.Names = r.ListOf(e.Line, what, "names", "name", e.V.Names, "the battle", r.names)
	}
	if e.V.Types.Line > 0 {
		rule.Types = r.types(e.Line, what, "types", e.V.Types)
	}
	if e.V.Valiant.Line > 0 {
		rule.Valiant = r.Flag(e.Line, what+": valiant", e.V.Valiant)
	}
	if e.V.Side.Text == "both" {
		rule.Side = 1
		r.setup.Victory.Scores = append(r.setup.Victory.Scores, rule)
		rule.Side = 0
		last := len(r.setup.Victory.Scores) - 1
		r.setup.Victory.Scores = slices.Insert(r.setup.Victory.Scores, last, rule)
		return
	}
	rule.Side = r.side(e.Line, what, e.V.Side)
	r.setup.Victory.Scores = append(r.setup.Victory.Scores, rule)
}

func (r *reading) checkDecisive(e *pack.Entry[decisiveEntry], seen map[string]int) {
	if !r.ID(e.Line, "decisive", e.V.Key) || !r.Unique(seen, "decisive", e.V.Key) {
		return
	}
	what := "decisive " + e.V.Key.Text
	kind := sword.DecisiveKind(e.V.Kind.Text)
	u, ok := decisiveUses[kind]
	if !ok {
		r.OneOf(max(e.Line, e.V.Kind.Line), what, "kind", e.V.Kind.Text, "the program", kinds(decisiveUses))
		return
	}
	rule := sword.DecisiveRule{
		Key: e.V.Key.Text, Clause: r.clause(e.Line, what, e.V.Clause), Kind: kind,
	}
	r.checkUses(e.Line, what, string(kind), u, map[string]pack.Marked{"leader": e.V.Leader, "zones": e.V.Zones, "points": e.V.Points})
	if e.V.Points.Line > 0 {
		rule.Points = r.Number(e.Line, what+": points", e.V.Points, 1, 999)
	}
	if e.V.Leader.Line > 0 {
		rule.Leader = r.leader(e.Line, what, e.V.Leader)
	}
	if e.V.Zones.Line > 0 {
		rule.Zones = r.ListOf(e.Line, what, "zones", "zone", e.V.Zones, "the battle", r.zoneIDs())
	}
	if e.V.Side.Text == "both" && kind == sword.Lead {
		for rule.Side = range 2 {
			r.setup.Victory.Decisive = append(r.setup.Victory.Decisive, rule)
		}
		return
	}
	rule.Side = r.side(e.Line, what, e.V.Side)
	if kind == sword.AllZonesFree && r.grid != nil && rule.Side >= 0 && len(rule.Zones) > 0 && !r.held(rule.Zones, 1-rule.Side) {
		r.Fail(e.Line, what+" is true at set-up", "place a unit of the enemy in one of its zones")
	}
	r.setup.Victory.Decisive = append(r.setup.Victory.Decisive, rule)
}

// held reports whether a side has a unit in one of some zones at set-up.
func (r *reading) held(zones []string, side int) bool {
	for i := range r.setup.Units {
		u := &r.setup.Units[i]
		h, err := r.grid.Parse(u.Hex)
		if err != nil || r.sideOf(u) != side {
			continue
		}
		for _, z := range zones {
			if r.zones[z][h] {
				return true
			}
		}
	}
	return false
}

// span returns a marked range of two digits, such as 5-6.
func (r *reading) span(line int, what string, m pack.Marked) [2]int {
	s, ok := r.Value(line, what, m)
	if !ok {
		return [2]int{}
	}
	if len(s) != 3 || s[1] != '-' || s[0] < '0' || s[0] > s[2] || s[2] > '9' {
		r.Fail(m.Line, fmt.Sprintf("%s %q is not a range", what, s), "expected the lowest and the highest, such as 5-6")
		return [2]int{}
	}
	return [2]int{int(s[0] - '0'), int(s[2] - '0')}
}

func kinds[K ~string](m map[K]uses) []string {
	var out []string
	for k := range m {
		out = append(out, string(k))
	}
	slices.Sort(out)
	return out
}

// checkOptions reads the options and checks that none removes anything the battle needs.
func (r *reading) checkOptions() {
	r.File = battleYAML
	seen := map[string]int{}
	for i := range r.battle.Options {
		e := &r.battle.Options[i]
		if !r.ID(e.Line, "option", e.V.ID) || !r.Unique(seen, "option", e.V.ID) {
			continue
		}
		what := "option " + e.V.ID.Text
		r.clause(e.Line, what, e.V.Clause)
		o := r.readOption(e, what)
		if v := &e.V; v.Remove.Line+v.Change.Line+v.RearCharge.Line+len(v.Free) == 0 && v.Special == nil {
			r.Fail(e.Line, what+" changes nothing", "expected remove:, free:, change:, rear-charge: or special:")
		}
		o.id = e.V.ID.Text
		r.options = append(r.options, o)
	}
}

// readOption returns what an option changes.
func (r *reading) readOption(e *pack.Entry[optionEntry], what string) (o option) {
	if e.V.Remove.Line > 0 {
		o.remove = r.ListOf(e.Line, what, "remove", "contingent", e.V.Remove, "the battle", r.contingentIDs())
		r.checkRemoval(e.V.Remove.Line, what, o)
	}
	for _, f := range e.V.Free {
		side := max(0, r.side(f.Line, what, f.V.Side))
		if o.free[side] != "" {
			r.Fail(f.Line, fmt.Sprintf("%s: free has the side %s twice", what, f.V.Side.Text), "")
		}
		o.free[side] = r.zone(f.Line, what, f.V.Zone)
	}
	if e.V.Change.Line > 0 {
		o.change = r.ListOf(e.Line, what, "change", "unit", e.V.Change, "the battle", r.unitIDs())
		r.checkChanges(e.V.Change.Line, what, o.change)
	}
	if e.V.RearCharge.Line > 0 {
		o.rearCharge = r.rearCharge(e.Line, what, e.V.RearCharge)
	}
	if e.V.Special != nil {
		r.readAncient(&e.V.Special.V, &o.special)
		r.readMedieval(&e.V.Special.V, &o.special)
		for _, id := range o.special.IDs() {
			if slices.Contains(r.setup.Special.IDs(), id) {
				r.Fail(e.V.Special.Line, fmt.Sprintf("%s: the battle has the special rule %s already", what, id), "an option adds one it does not have")
			}
		}
	}
	return o
}

// checkChanges checks the units that an option puts into their other form.
func (r *reading) checkChanges(line int, what string, ids []string) {
	changed := option{change: ids}
	with := &reading{Checks: pack.Checks{File: r.File}, book: r.book, setup: *clone(&r.setup)}
	changed.apply(&with.setup)
	for i := range with.setup.Units {
		u := &with.setup.Units[i]
		if u.Changed && u.Type != "" && slices.Contains(ids, u.ID) {
			with.checkChange(line, what, u)
		}
	}
	with.checkMarkers(line, what)
	r.Problems = append(r.Problems, with.Problems...)
}

// checkRemoval reports what a battle would lack without the contingents that an option removes.
func (r *reading) checkRemoval(line int, what string, o option) {
	left := clone(&r.setup)
	o.apply(left)
	for _, l := range r.setup.Leaders {
		gone := !slices.ContainsFunc(left.Leaders, func(k sword.LeaderDef) bool { return k.ID == l.ID })
		if gone && slices.Contains(namedLeaders(left), l.ID) {
			r.Fail(line, fmt.Sprintf("%s removes leader %s, whom a rule names", what, l.ID), "keep his contingent")
		}
		if gone && l.Commander && r.book.Succession {
			r.Fail(line, fmt.Sprintf("%s removes leader %s, who commands the army", what, l.ID), "keep his contingent")
		}
		beside := func(u sword.UnitDef) bool { return u.Hex == l.Hex && r.mayJoin(&l, &u) }
		if !gone && slices.ContainsFunc(r.setup.Units, beside) && !slices.ContainsFunc(left.Units, beside) {
			r.Fail(line, fmt.Sprintf("%s leaves leader %s without a unit in %s", what, l.ID, l.Hex), "a leader stands with a unit he may join")
		}
	}
	for _, id := range o.remove {
		if s := &left.Special; s.HillForce != nil && s.HillForce.Contingent == id || s.Flight != nil && s.Flight.Guard == id ||
			s.Ring != nil && s.Ring.Contingent == id || s.Plunder != nil && s.Plunder.Contingent == id {
			r.Fail(line, fmt.Sprintf("%s removes contingent %s, which a rule names", what, id), "keep it")
		}
	}
}

// namedLeaders returns the leaders that the rules of a battle name.
func namedLeaders(s *sword.Setup) []string {
	ids := slices.Concat(s.Sides[0].Bonus, s.Sides[1].Bonus)
	if c := s.Special.Citadel; c != nil {
		ids = append(ids, c.Leader)
	}
	if f := s.Special.Fire; f != nil {
		ids = append(ids, f.Leader)
	}
	if b := s.Special.SecondBlow; b != nil {
		ids = append(ids, b.Leader)
	}
	if f := s.Special.Flight; f != nil {
		ids = append(ids, f.Leader)
	}
	for _, rule := range s.Victory.Scores {
		ids = append(ids, rule.Leader)
	}
	for _, rule := range s.Victory.Decisive {
		ids = append(ids, rule.Leader)
	}
	return ids
}
