package scenario

import (
	"fmt"
	"slices"
	"strings"

	"acies/rules/sword"
)

// checkSpecial reads the special rules of the battle.
func (r *reading) checkSpecial() {
	r.file = battleYAML
	r.readAncient(&r.battle.Special.v, &r.setup.Special)
	r.readMedieval(&r.battle.Special.v, &r.setup.Special)
}

// readAncient reads the special rules of the battles of Antiquity.
func (r *reading) readAncient(s *specialBlock, out *sword.Special) {
	if e := s.Citadel; e != nil {
		what := "special citadel"
		c := &sword.Citadel{Leader: r.leader(e.line, what, e.v.Leader)}
		if id, ok := r.value(e.line, what+": hex", e.v.Hex); ok {
			r.hex(e.v.Hex.line, what, id)
			c.Hex = id
		}
		out.Citadel = c
	}
	if e := s.Fire; e != nil {
		what := "special fire"
		out.Fire = &sword.Fire{
			Leader:   r.leader(e.line, what, e.v.Leader),
			Range:    r.number(e.line, what+": range", e.v.Range, 0, 99),
			Most:     r.number(e.line, what+": most", e.v.Most, 1, 9),
			Terrain:  r.listOf(e.line, what, "terrain", "terrain", e.v.Terrain, r.inBook(), r.terrainIDs()),
			Heavy:    r.types(e.line, what, "heavy", e.v.Heavy),
			MostOf:   r.number(e.line, what+": most-heavy", e.v.MostHeavy, 0, 9),
			PointsTo: r.markedSide(e.line, what, "points-to", e.v.PointsTo),
		}
	}
	if e := s.Legion; e != nil {
		what := "special legion"
		out.Legion = &sword.Legion{
			Pilum:   r.types(e.line, what, "pilum", e.v.Pilum),
			Reserve: r.listOf(e.line, what, "reserve", "name", e.v.Reserve, "the battle", r.names),
			Line:    r.types(e.line, what, "line", e.v.Line),
		}
	}
	if e := s.SecondBlow; e != nil {
		out.SecondBlow = &sword.SecondBlow{Leader: r.leader(e.line, "special second-blow", e.v.Leader)}
	}
	if e := s.HillForce; e != nil {
		what := "special hill-force"
		out.HillForce = &sword.HillForce{
			Contingent: r.contingent(e.line, what, "contingent", e.v.Contingent),
			Distance:   r.number(e.line, what+": distance", e.v.Distance, 0, 99),
			FromTurn:   r.number(e.line, what+": from-turn", e.v.FromTurn, 1, 99),
		}
	}
	if e := s.Flight; e != nil {
		what := "special flight"
		out.Flight = &sword.Flight{
			Leader:  r.leader(e.line, what, e.v.Leader),
			Guard:   r.contingent(e.line, what, "guard", e.v.Guard),
			Lost:    r.number(e.line, what+": lost", e.v.Lost, 0, 99),
			Threats: r.types(e.line, what, "threats", e.v.Threats),
			Needed:  r.number(e.line, what+": needed", e.v.Needed, -9, 19),
			Wounded: r.number(e.line, what+": wounded", e.v.Wounded, -9, 9),
			Rally:   r.number(e.line, what+": rally", e.v.Rally, -9, 9),
		}
	}
	if e := s.Levies; e != nil {
		what := "special levies"
		out.Levies = &sword.Levies{
			Types:   r.types(e.line, what, "types", e.v.Types),
			Against: r.types(e.line, what, "against", e.v.Against),
		}
	}
}

// readMedieval reads the special rules of the medieval battles.
func (r *reading) readMedieval(s *specialBlock, out *sword.Special) {
	if e := s.Armour; e != nil {
		what := "special armour"
		out.Armour = &sword.Armour{
			Shooters: r.types(e.line, what, "shooters", e.v.Shooters),
			Targets:  r.types(e.line, what, "targets", e.v.Targets),
			Columns:  r.number(e.line, what+": columns", e.v.Columns, 1, 9),
		}
	}
	if e := s.Ring; e != nil {
		what := "special ring"
		out.Ring = &sword.Ring{
			Contingent: r.contingent(e.line, what, "contingent", e.v.Contingent),
			Types:      r.types(e.line, what, "types", e.v.Types),
		}
	}
	if e := s.FarBank; e != nil {
		out.FarBank = &sword.FarBank{Zone: r.zone(e.line, "special far-bank", e.v.Zone)}
	}
	if e := s.Doubtful; e != nil {
		what := "special doubtful"
		out.Doubtful = &sword.Doubtful{
			Names: r.listOf(e.line, what, "names", "name", e.v.Names, "the battle", r.names),
			Least: r.number(e.line, what+": least", e.v.Least, 1, 99),
		}
	}
	if e := s.Ransom; e != nil {
		what := "special ransom"
		out.Ransom = &sword.Ransom{
			Side:  r.markedSide(e.line, what, "side", e.v.Side),
			Types: r.types(e.line, what, "types", e.v.Types),
		}
	}
	if e := s.Plunder; e != nil {
		what := "special plunder"
		out.Plunder = &sword.Plunder{
			Contingent: r.contingent(e.line, what, "contingent", e.v.Contingent),
			Zone:       r.zone(e.line, what, e.v.Zone),
		}
	}
}

// leader returns the id of a leader that a rule names.
func (r *reading) leader(line int, what string, m marked) string {
	return r.single(line, what, "leader", "leader", m, r.leaderIDs())
}

// contingent returns the id of a contingent that a field of a rule names.
func (r *reading) contingent(line int, what, field string, m marked) string {
	return r.single(line, what, field, "contingent", m, r.contingentIDs())
}

// zone returns the id of a zone that a rule names.
func (r *reading) zone(line int, what string, m marked) string {
	return r.single(line, what, "zone", "zone", m, r.zoneIDs())
}

func (r *reading) single(line int, what, field, kind string, m marked, ids []string) string {
	id, ok := r.value(line, what+": "+field, m)
	if !ok || !r.oneOf(m.line, what, kind, id, "the battle", ids) {
		return ""
	}
	return id
}

func (r *reading) types(line int, what, field string, m marked) []string {
	return r.listOf(line, what, field, "type", m, r.inBook(), r.typeIDs())
}

func (r *reading) markedSide(line int, what, field string, m marked) int {
	return max(0, slices.Index(r.sideIDs(), r.single(line, what, field, "side", m, r.sideIDs())))
}

// uses says which fields a kind of rule needs and which it may have.
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

// checkUses checks that a rule has the fields of its kind and no others, and that the special rules it counts by are
// in use.
func (r *reading) checkUses(line int, what, kind string, u uses, fields map[string]marked) {
	need, may := strings.Fields(u.need), strings.Fields(u.may)
	for _, f := range need {
		m, isField := fields[f]
		switch {
		case isField && m.line == 0:
			r.fail(line, fmt.Sprintf("%s: %s is missing", what, f), "the kind "+kind+" needs it")
		case !isField && !slices.Contains(r.setup.Special.IDs(), f):
			r.fail(line, fmt.Sprintf("%s: the kind %s needs the special rule %s", what, kind, f), "the battle has "+list(r.setup.Special.IDs()))
		}
	}
	for f, m := range fields {
		if m.line > 0 && !slices.Contains(need, f) && !slices.Contains(may, f) {
			r.fail(m.line, fmt.Sprintf("%s: %s does not belong here", what, f), "the kind "+kind+" does not use it")
		}
	}
}

// checkVictory reads how the battle is won.
func (r *reading) checkVictory() {
	r.file = battleYAML
	v := &r.battle.Victory
	if v.line == 0 {
		r.fail(1, "victory is missing", "want margin, major, minor, draw, scores and decisive")
		return
	}
	out := &r.setup.Victory
	out.Margin = r.number(v.line, "margin", v.v.Margin, 1, 999)
	if v.v.Least.line > 0 {
		out.Least = r.number(v.line, "least", v.v.Least, 1, 999)
	}
	if out.Least > out.Margin {
		r.fail(v.v.Least.line, fmt.Sprintf("least %d is more than the margin of %d", out.Least, out.Margin), "a lead that wins is not above that of a major victory")
	}
	out.MajorClause = r.clause(v.line, "major", v.v.Major)
	out.MinorClause = r.clause(v.line, "minor", v.v.Minor)
	out.DrawClause = r.clause(v.line, "draw", v.v.Draw)
	seen := map[string]int{}
	for i := range v.v.Scores {
		r.checkScore(&v.v.Scores[i], seen)
	}
	seen = map[string]int{}
	for i := range v.v.Decisive {
		r.checkDecisive(&v.v.Decisive[i], seen)
	}
}

func (r *reading) checkScore(e *entry[scoreEntry], seen map[string]int) {
	if !r.id(e.line, "score", e.v.Key) || !r.unique(seen, "score", e.v.Key) {
		return
	}
	what := "score " + e.v.Key.text
	kind := sword.ScoreKind(e.v.Kind.text)
	u, ok := scoreUses[kind]
	if !ok {
		r.oneOf(max(e.line, e.v.Kind.line), what, "kind", e.v.Kind.text, "the program", kinds(scoreUses))
		return
	}
	rule := sword.ScoreRule{
		Key: e.v.Key.text, Clause: r.clause(e.line, what, e.v.Clause), Kind: kind,
		Points: r.number(e.line, what+": points", e.v.Points, 1, 99),
	}
	if e.v.Max.line > 0 {
		rule.Max = r.number(e.line, what+": max", e.v.Max, 1, 999)
	}
	r.checkUses(e.line, what, string(kind), u, map[string]marked{
		"quality": e.v.Quality, "leader": e.v.Leader, "zones": e.v.Zones, "names": e.v.Names, "types": e.v.Types, "valiant": e.v.Valiant,
	})
	switch {
	case e.v.Quality.line > 0:
		rule.Quality = r.span(e.line, what+": quality", e.v.Quality)
	case kind == sword.Eliminated && e.v.Types.line > 0:
		rule.Quality = [2]int{0, 9}
	case kind == sword.Eliminated:
		r.fail(e.line, what+": quality is missing", "the kind eliminated needs it, or types")
	}
	if captured := kind == sword.LeaderCaptured || kind == sword.CommanderCaptured; captured && !r.book.Capture {
		r.fail(e.v.Kind.line, fmt.Sprintf("%s: the kind %s does not belong here", what, kind), "nobody is captured in "+r.inBook())
	}
	if e.v.Leader.line > 0 {
		rule.Leader = r.leader(e.line, what, e.v.Leader)
	}
	if e.v.Zones.line > 0 {
		rule.Zones = r.listOf(e.line, what, "zones", "zone", e.v.Zones, "the battle", r.zoneIDs())
	}
	if e.v.Names.line > 0 {
		rule.Names = r.listOf(e.line, what, "names", "name", e.v.Names, "the battle", r.names)
	}
	if e.v.Types.line > 0 {
		rule.Types = r.types(e.line, what, "types", e.v.Types)
	}
	if e.v.Valiant.line > 0 {
		rule.Valiant = r.flag(e.line, what+": valiant", e.v.Valiant)
	}
	if e.v.Side.text == "both" {
		rule.Side = 1
		r.setup.Victory.Scores = append(r.setup.Victory.Scores, rule)
		rule.Side = 0
		last := len(r.setup.Victory.Scores) - 1
		r.setup.Victory.Scores = slices.Insert(r.setup.Victory.Scores, last, rule)
		return
	}
	rule.Side = r.side(e.line, what, e.v.Side)
	r.setup.Victory.Scores = append(r.setup.Victory.Scores, rule)
}

func (r *reading) checkDecisive(e *entry[decisiveEntry], seen map[string]int) {
	if !r.id(e.line, "decisive", e.v.Key) || !r.unique(seen, "decisive", e.v.Key) {
		return
	}
	what := "decisive " + e.v.Key.text
	kind := sword.DecisiveKind(e.v.Kind.text)
	u, ok := decisiveUses[kind]
	if !ok {
		r.oneOf(max(e.line, e.v.Kind.line), what, "kind", e.v.Kind.text, "the program", kinds(decisiveUses))
		return
	}
	rule := sword.DecisiveRule{
		Key: e.v.Key.text, Clause: r.clause(e.line, what, e.v.Clause), Kind: kind,
	}
	r.checkUses(e.line, what, string(kind), u, map[string]marked{"leader": e.v.Leader, "zones": e.v.Zones, "points": e.v.Points})
	if e.v.Points.line > 0 {
		rule.Points = r.number(e.line, what+": points", e.v.Points, 1, 999)
	}
	if e.v.Leader.line > 0 {
		rule.Leader = r.leader(e.line, what, e.v.Leader)
	}
	if e.v.Zones.line > 0 {
		rule.Zones = r.listOf(e.line, what, "zones", "zone", e.v.Zones, "the battle", r.zoneIDs())
	}
	if e.v.Side.text == "both" && kind == sword.Lead {
		for rule.Side = range 2 {
			r.setup.Victory.Decisive = append(r.setup.Victory.Decisive, rule)
		}
		return
	}
	rule.Side = r.side(e.line, what, e.v.Side)
	if kind == sword.AllZonesFree && r.grid != nil && rule.Side >= 0 && len(rule.Zones) > 0 && !r.held(rule.Zones, 1-rule.Side) {
		r.fail(e.line, what+" is true at set-up", "place a unit of the enemy in one of its zones")
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
func (r *reading) span(line int, what string, m marked) [2]int {
	s, ok := r.value(line, what, m)
	if !ok {
		return [2]int{}
	}
	if len(s) != 3 || s[1] != '-' || s[0] < '0' || s[0] > s[2] || s[2] > '9' {
		r.fail(m.line, fmt.Sprintf("%s %q is not a range", what, s), "want the lowest and the highest, such as 5-6")
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

// checkOptions reads the options and checks that nothing the battle needs goes with them.
func (r *reading) checkOptions() {
	r.file = battleYAML
	seen := map[string]int{}
	for i := range r.battle.Options {
		e := &r.battle.Options[i]
		if !r.id(e.line, "option", e.v.ID) || !r.unique(seen, "option", e.v.ID) {
			continue
		}
		what := "option " + e.v.ID.text
		r.clause(e.line, what, e.v.Clause)
		o := r.readOption(e, what)
		if v := &e.v; v.Remove.line+v.Change.line+v.RearCharge.line+len(v.Free) == 0 && v.Special == nil {
			r.fail(e.line, what+" changes nothing", "want remove:, free:, change:, rear-charge: or special:")
		}
		o.id = e.v.ID.text
		r.options = append(r.options, o)
	}
}

// readOption returns what an option changes.
func (r *reading) readOption(e *entry[optionEntry], what string) (o option) {
	if e.v.Remove.line > 0 {
		o.remove = r.listOf(e.line, what, "remove", "contingent", e.v.Remove, "the battle", r.contingentIDs())
		r.checkRemoval(e.v.Remove.line, what, o)
	}
	for _, f := range e.v.Free {
		side := max(0, r.side(f.line, what, f.v.Side))
		if o.free[side] != "" {
			r.fail(f.line, fmt.Sprintf("%s: free has the side %s twice", what, f.v.Side.text), "")
		}
		o.free[side] = r.zone(f.line, what, f.v.Zone)
	}
	if e.v.Change.line > 0 {
		o.change = r.listOf(e.line, what, "change", "unit", e.v.Change, "the battle", r.unitIDs())
		r.checkChanges(e.v.Change.line, what, o.change)
	}
	if e.v.RearCharge.line > 0 {
		o.rearCharge = r.rearCharge(e.line, what, e.v.RearCharge)
	}
	if e.v.Special != nil {
		r.readAncient(&e.v.Special.v, &o.special)
		r.readMedieval(&e.v.Special.v, &o.special)
		for _, id := range o.special.IDs() {
			if slices.Contains(r.setup.Special.IDs(), id) {
				r.fail(e.v.Special.line, fmt.Sprintf("%s: the battle has the special rule %s already", what, id), "an option adds one it does not have")
			}
		}
	}
	return o
}

// checkChanges checks the units that an option puts into their other form.
func (r *reading) checkChanges(line int, what string, ids []string) {
	changed := option{change: ids}
	with := &reading{book: r.book, setup: *clone(&r.setup), file: r.file}
	changed.apply(&with.setup)
	for i := range with.setup.Units {
		u := &with.setup.Units[i]
		if u.Changed && u.Type != "" && slices.Contains(ids, u.ID) {
			with.checkChange(line, what, u)
		}
	}
	with.checkMarkers(line, what)
	r.problems = append(r.problems, with.problems...)
}

// checkRemoval reports what a battle would miss without the contingents that an option removes.
func (r *reading) checkRemoval(line int, what string, o option) {
	left := clone(&r.setup)
	o.apply(left)
	for _, l := range r.setup.Leaders {
		gone := !slices.ContainsFunc(left.Leaders, func(k sword.LeaderDef) bool { return k.ID == l.ID })
		if gone && slices.Contains(namedLeaders(left), l.ID) {
			r.fail(line, fmt.Sprintf("%s removes leader %s, whom a rule names", what, l.ID), "keep his contingent")
		}
		if gone && l.Commander && r.book.Succession {
			r.fail(line, fmt.Sprintf("%s removes leader %s, who commands the army", what, l.ID), "keep his contingent")
		}
		beside := func(u sword.UnitDef) bool { return u.Hex == l.Hex && r.mayJoin(&l, &u) }
		if !gone && slices.ContainsFunc(r.setup.Units, beside) && !slices.ContainsFunc(left.Units, beside) {
			r.fail(line, fmt.Sprintf("%s leaves leader %s without a unit in %s", what, l.ID, l.Hex), "a leader stands with a unit he may join")
		}
	}
	for _, id := range o.remove {
		if s := &left.Special; s.HillForce != nil && s.HillForce.Contingent == id || s.Flight != nil && s.Flight.Guard == id ||
			s.Ring != nil && s.Ring.Contingent == id || s.Plunder != nil && s.Plunder.Contingent == id {
			r.fail(line, fmt.Sprintf("%s removes contingent %s, which a rule names", what, id), "keep it")
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
