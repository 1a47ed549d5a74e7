package scenario_test

import "testing"

// brokenMedieval is a list of packs with one thing changed that only medieval battles have, and of what is said of them.
var brokenMedieval = []brokenPack{
	{
		"facing by corners", bouvines, "battle.yaml", "facing: S R",
		"facing: DL R",
		[]string{
			`battle.yaml:52: side coalition: facing "DL" is not a side; expected one of N, NE, SE, S, SW, NW`,
		},
	},
	{
		"no commander", bouvines, "armies.yaml", "commander: true R, hex: 1215",
		"commander: false R, hex: 1215",
		[]string{
			"battle.yaml:53: side french has 0 commanders: none; expected one leader with commander: true",
		},
	},
	{
		"two commanders", bouvines, "armies.yaml", "side: french,                       hex: 1713",
		"side: french,    commander: true R, hex: 1713",
		[]string{
			"battle.yaml:53: side french has 2 commanders: philippe-ii, eudes-iii; expected one leader with commander: true",
		},
	},
	{
		"rout edge of a banner", guinegate, "armies.yaml", "rout: top R",
		"rout: north R",
		[]string{
			`armies.yaml:64: contingent saint-andre: rout "north" is not an edge; expected one of top, bottom, left, right`,
		},
	},
	{
		"unknown charge", bouvines, "armies.yaml", "arms: fleur azure or R",
		"arms: lily azure or R",
		[]string{
			`armies.yaml:32: contingent philippe-ii: arms: charge "lily" is unknown; the program has plain, pale, fess, bend, chevron, cross, saltire, bendy, paly, barry, checky, quarterly, lion, fleur, eagle`,
		},
	},
	{
		"unknown tincture", bouvines, "armies.yaml", "arms: fleur azure or R",
		"arms: fleur blue or R",
		[]string{
			`armies.yaml:32: contingent philippe-ii: arms: tincture "blue" is unknown; the program has or, argent, gules, azure, sable, vert, purpure`,
		},
	},
	{
		"arms of one tincture", bouvines, "armies.yaml", "arms: fleur azure or R",
		"arms: fleur azure R",
		[]string{
			`armies.yaml:32: contingent philippe-ii: arms "fleur azure" have 1 tinctures; fleur has 2, the field's first`,
		},
	},
	{
		"arms without a mark", bouvines, "armies.yaml", "arms: fleur azure or R",
		"arms: fleur azure or",
		[]string{
			`armies.yaml:32: contingent philippe-ii: arms "fleur azure or" has no mark of its source; write A, B, C, D or R after it`,
		},
	},
	{
		"state that is no figure", bouvines, "armies.yaml", "radius: -2 min 1 R",
		"radius: -2 least 1 R",
		[]string{
			`armies.yaml:23: wounded: radius "-2 least 1" is not a figure; expected a number from 0 to 20, same, or a change such as -2 or -2 min 1`,
		},
	},
	{
		"state without its least", bouvines, "armies.yaml", "radius: -2 min 1 R",
		"radius: -2 min R",
		[]string{
			`armies.yaml:23: wounded: radius "-2 min" is not a figure; expected a number from 0 to 20, same, or a change such as -2 or -2 min 1`,
		},
	},
	{
		"least of a state out of range", bouvines, "armies.yaml", "radius: -2 min 1 R",
		"radius: -2 min 30 R",
		[]string{
			`armies.yaml:23: wounded: radius "-2 min 30": 30 is not from 0 to 20`,
		},
	},
	{
		"state without a mark", bouvines, "armies.yaml", "bonus: same R",
		"bonus: same",
		[]string{
			`armies.yaml:23: wounded: bonus "same" has no mark of its source; write A, B, C, D or R after it`,
		},
	},
	{
		"state of a number out of range", bouvines, "armies.yaml", "replacement: {bonus: 0 R",
		"replacement: {bonus: 10 R",
		[]string{
			`armies.yaml:24: replacement: bonus "10" is not a number from 0 to 9`,
		},
	},
	{
		"unknown form", guinegate, "armies.yaml", "form: mounted R",
		"form: riding R",
		[]string{
			`armies.yaml:36: unit archers-d-ordonnance-i: form "riding" is unknown; expected foot or mounted`,
		},
	},
	{
		"form of guns", guinegate, "armies.yaml", "back: 2*-3-1 R, hex: 1518 R",
		"back: 2*-3-1 R, form: foot R, hex: 1518 R",
		[]string{
			"armies.yaml:60: unit grosse-artillerie: form does not belong here; At are guns",
		},
	},
	{
		"form in an ancient book", sparta, "armies.yaml", "hex: 0416 A",
		"form: foot R, hex: 0416 A",
		[]string{
			"armies.yaml:34: unit hastati-i-1: form does not belong here; the book antiquity-2 has no mounting or dismounting",
		},
	},
	{
		"changed without leave", bouvines, "armies.yaml", "hex: 1012 R",
		"changed: true R, hex: 1012 R",
		[]string{
			"armies.yaml:38: unit arras: Mi may not mount or dismount; mounting has the types Ch, Ha",
			"battle.yaml:60: mounting: 1 units of french begin with a remount marker; the side has 0",
		},
	},
	{
		"changed without a marker", guinegate, "battle.yaml", "dismount: {french: 4 R, burgundian: 3 R}",
		"dismount: {french: 4 R, burgundian: 0 R}",
		[]string{
			"battle.yaml:103: option dismounted-gentilshommes: 1 units of burgundian begin with a dismount marker; the side has 0",
		},
	},
	{
		"pairs of an unknown type", bouvines, "battle.yaml", "pairs: Mi A",
		"pairs: Mo A",
		[]string{
			`battle.yaml:56: pairs: type "Mo" is unknown; the book medieval has Ch, Ha, Cl, Su, Pi, Mi, Il, Ar, Ab, Aq, At`,
		},
	},
	{
		"pairs in an ancient book", sparta, "battle.yaml", "deployment:\n",
		"pairs: Lg A\n\ndeployment:\n",
		[]string{
			"battle.yaml:61: pairs does not belong here; the book antiquity-2 stacks units of one name",
		},
	},
	{
		"mounting in an ancient book", sparta, "battle.yaml", "deployment:\n",
		"mounting: {types: Ca R}\n\ndeployment:\n",
		[]string{
			"battle.yaml:61: mounting does not belong here; the book antiquity-2 has no mounting or dismounting",
		},
	},
	{
		"mounting of an unknown type", bouvines, "battle.yaml", "types: Ch Ha R\n  dis",
		"types: Ch Hx R\n  dis",
		[]string{
			`battle.yaml:60: mounting: type "Hx" is unknown; the book medieval has Ch, Ha, Cl, Su, Pi, Mi, Il, Ar, Ab, Aq, At`,
		},
	},
	{
		"markers of an unknown side", bouvines, "battle.yaml", "remount: {coalition: 0 R, french: 0 R}",
		"remount: {coalition: 0 R, french: 0 R, english: 1 R}",
		[]string{
			`battle.yaml:62: mounting: remount: side "english" is unknown; the battle has coalition, french`,
		},
	},
	{
		"markers of one side", bouvines, "battle.yaml", "remount: {coalition: 0 R, french: 0 R}",
		"remount: {coalition: 0 R}",
		[]string{
			"battle.yaml:60: mounting: remount: french is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"markers that are no number", bouvines, "battle.yaml", "remount: {coalition: 0 R, french: 0 R}",
		"remount: {coalition: no R, french: 0 R}",
		[]string{
			`battle.yaml:62: mounting: remount: coalition "no" is not a number from 0 to 99`,
		},
	},
	{
		"switch of charges in an ancient book", sparta, "battle.yaml", "deployment:\n",
		"rear-charge: true R\n\ndeployment:\n",
		[]string{
			"battle.yaml:61: the battle: rear-charge does not belong here; the book antiquity-2 has no charges",
		},
	},
	{
		"switch of charges neither true nor false", bouvines, "battle.yaml", "rear-charge: true R}",
		"rear-charge: perhaps R}",
		[]string{
			`battle.yaml:119: option rear-charge: rear-charge "perhaps" is neither true nor false`,
		},
	},
	{
		"first of an unknown side", bouvines, "battle.yaml", "first: coalition R",
		"first: english R",
		[]string{
			`battle.yaml:69: deployment: side "english" is unknown; the battle has coalition, french`,
		},
	},
	{
		"command neither true nor false", bouvines, "battle.yaml", "command: true R",
		"command: all R",
		[]string{
			`battle.yaml:70: deployment: command "all" is neither true nor false`,
		},
	},
	{
		"reinforcement of an unknown leader", bouvines, "armies.yaml", "leader: ferrand R",
		"leader: fernand R",
		[]string{
			`armies.yaml:138: reinforcement: leader "fernand" is unknown; the battle has philippe-ii, eudes-iii, frere-guerin, robert-ii, pierre-de-courtenay, otton-iv, ferrand, renaud-de-dammartin, guillaume-longue-epee, hugues-de-boves`,
		},
	},
	{
		"reinforcement of an unknown unit", bouvines, "armies.yaml", "units: gand bruges ypres R",
		"units: gand bruges ypres lille R",
		[]string{
			`armies.yaml:139: reinforcement: unit "lille" is unknown; the battle has maison-du-roi, guillaume-des-barres, coucy, sergents-royaux, arras, amiens, beauvais, compiegne, corbie, arbaletriers-royaux, bourgogne, saint-pol, montmorency, sergents-de-bourgogne, champagne, melun, soissons, sergents-de-champagne, dreux, eveque-de-beauvais, ponthieu, pietons-de-dreux, vimeu, auxerre, nevers, saint-valery, saxe, westphalie, brabant, limbourg, sergents-imperiaux, piquiers-saxons, piquiers-de-brabant, lorraine, hollande, namur, arbaletriers, flandre, hainaut, audenarde, sergents-flamands, gand, bruges, ypres, boulogne, dammartin, brabancons-i, brabancons-ii, salisbury, bigot, archers-anglais, soudoyers, boves, routiers, arbaletriers-routiers`,
		},
	},
	{
		"reinforcement without its unit", bouvines, "armies.yaml", "units: gand bruges ypres R",
		"units: gand bruges R",
		[]string{
			"armies.yaml:107: unit ypres: hex is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"reinforcement of another banner", bouvines, "armies.yaml", "leader: ferrand R",
		"leader: otton-iv R",
		[]string{
			"armies.yaml:139: reinforcement: unit bruges does not belong to the contingent of otton-iv; units enter in the activation of their leader",
			"armies.yaml:139: reinforcement: unit gand does not belong to the contingent of otton-iv; units enter in the activation of their leader",
			"armies.yaml:139: reinforcement: unit ypres does not belong to the contingent of otton-iv; units enter in the activation of their leader",
		},
	},
	{
		"reinforcement that stands on the map", bouvines, "armies.yaml", "units: gand bruges ypres R",
		"units: gand bruges ypres flandre R",
		[]string{
			"armies.yaml:15: leader ferrand: no unit of his contingent is in 1807; a leader stands with a unit he may join",
			"armies.yaml:101: unit flandre is among the reinforcements and has the hex 1807; expected one of the two",
		},
	},
	{
		"reinforcement after the end", bouvines, "armies.yaml", "turn: 3 R",
		"turn: 13 R",
		[]string{
			`armies.yaml:137: reinforcement: turn "13" is not a number from 1 to 12`,
		},
	},
	{
		"reinforcement without a turn", bouvines, "armies.yaml", "turn: 3 R",
		"turn: 3",
		[]string{
			`armies.yaml:137: reinforcement: turn "3" has no mark of its source; write A, B, C, D or R after it`,
		},
	},
	{
		"entry off the map", bouvines, "armies.yaml", "entry: 1801",
		"entry: 2701",
		[]string{
			`armies.yaml:140: reinforcement: entry: hex "2701": column 27 is beyond the map's 26 columns; the map is 0101 to 2620`,
		},
	},
	{
		"entry inside the map", bouvines, "armies.yaml", "entry: 1801",
		"entry: 1802",
		[]string{
			"armies.yaml:140: reinforcement: entry 1802 is inside the map; units enter on its edge",
		},
	},
	{
		"entry on closed ground", bouvines, "armies.yaml", "entry: 1801",
		"entry: 0201",
		[]string{
			"armies.yaml:140: reinforcement: entry 0201 is river, closed to Mi; expected ground they may enter",
		},
	},
	{
		"entry twice", bouvines, "armies.yaml", "entry: 1801 1901",
		"entry: 1801 1801",
		[]string{
			"armies.yaml:140: reinforcement: entry names 1801 twice",
		},
	},
	{
		"reinforcement twice", bouvines, "armies.yaml", "entry: 1801 1901 2001 2101 2201 R",
		"entry: 1801 R\n  - {turn: 4 R, leader: ferrand R, units: gand R, entry: 1801 R}",
		[]string{
			"armies.yaml:141: reinforcement: unit gand enters twice; a unit is in one group",
		},
	},
	{
		"leader who never arrives", guinegate, "armies.yaml", "leader: saint-andre R",
		"leader: gie R",
		[]string{
			"armies.yaml:12: leader saint-andre: hex is missing; expected a value and the mark of its source, A, B, C, D or R",
			"armies.yaml:122: reinforcement: unit archers-de-therouanne does not belong to the contingent of gie; units enter in the activation of their leader",
			"armies.yaml:122: reinforcement: unit saint-andre-ha does not belong to the contingent of gie; units enter in the activation of their leader",
		},
	},
	{
		"strength beyond a unit", bouvines, "armies.yaml", "front: 5-3-4 R,  back: 4-2-3 R,  hex: 1012",
		"front: 21-3-4 R,  back: 4-2-3 R,  hex: 1012",
		[]string{
			`armies.yaml:38: unit arras: front "21-3-4": figures out of range; expected strength 1 to 20 and movement 1 to 20`,
		},
	},
	{
		"two units that are no pair", bouvines, "armies.yaml", "hex: 1113 R",
		"hex: 1112 R",
		[]string{
			"armies.yaml:39: unit amiens: hex 1112 holds guillaume-des-barres, Ch; a hex holds one unit, guns with a unit on foot, or two units of a contingent whose type is among pairs: Mi",
		},
	},
	{
		"pair of two banners", bouvines, "armies.yaml", "hex: 0812 R",
		"hex: 1112 R",
		[]string{
			"armies.yaml:71: unit vimeu: hex 1112 holds amiens, Mi; a hex holds one unit, guns with a unit on foot, or two units of a contingent whose type is among pairs: Mi",
		},
	},
	{
		"three units in a hex", bouvines, "armies.yaml", "hex: 1212 R}\n      - {id: compiegne,            name: compiegne,            type: Mi R, front: 4-3-4 R,  back: 3-2-3 R,  hex: 1312 R}",
		"hex: 1112 R}\n      - {id: compiegne,            name: compiegne,            type: Mi R, front: 4-3-4 R,  back: 3-2-3 R,  hex: 1112 R}",
		[]string{
			"armies.yaml:41: unit compiegne: hex 1112 holds amiens and another unit; at most two units share a hex",
		},
	},
	{
		"guns with horse", guinegate, "armies.yaml", "hex: 2320 R",
		"hex: 2121 R",
		[]string{
			"armies.yaml:37: unit artillerie-francaise: hex 2121 holds du-bellay, Ha; a hex holds one unit, guns with a unit on foot, or two units of a contingent whose type is among pairs: none",
		},
	},
	{
		"facings mixed in a pair", bouvines, "armies.yaml", "hex: 1212 R",
		"hex: 1112 R, facing: NE R",
		[]string{
			"armies.yaml:40: unit beauvais: hex 1112 holds amiens, which faces another side; units that share a hex face one side",
		},
	},
	{
		"unit out of its leader's command", guinegate, "armies.yaml", "hex: 1418 R",
		"hex: 2220 R",
		[]string{
			"armies.yaml:52: warning: unit francs-archers-de-normandie is out of command in 2220; it must be within 4 hexes of torcy in 1619 (he is 6 away)",
		},
	},
	{
		"horse on closed ground", bouvines, "armies.yaml", "hex: 0415 R",
		"hex: 0215 R",
		[]string{
			"armies.yaml:78: unit nevers: hex 0215 is river, closed to Ha; place it on ground it may enter",
		},
	},
	{
		"special rule of an unknown zone", bouvines, "battle.yaml", "zone: west-bank R",
		"zone: east-bank R",
		[]string{
			`battle.yaml:76: special far-bank: zone "east-bank" is unknown; the battle has marque, west-bank, bridge, bouvines, gruson, cysoing, camphin, chapelle-aux-arbres, abbey-of-cysoing, coalition-lines, french-lines`,
		},
	},
	{
		"armour of an unknown type", guinegate, "battle.yaml", "shooters: Ar Ab",
		"shooters: Ar Ax",
		[]string{
			`battle.yaml:70: special armour: type "Ax" is unknown; the book medieval has Ch, Ha, Cl, Su, Pi, Mi, Il, Ar, Ab, Aq, At`,
		},
	},
	{
		"armour without columns", guinegate, "battle.yaml", "    columns: 1 D\n",
		"",
		[]string{
			"battle.yaml:70: special armour: columns is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"ring of an unknown banner", bouvines, "battle.yaml", "contingent: renaud-de-dammartin R",
		"contingent: renaud R",
		[]string{
			`battle.yaml:114: special ring: contingent "renaud" is unknown; the battle has philippe-ii, eudes-iii, frere-guerin, robert-ii, pierre-de-courtenay, otton-iv, ferrand, renaud-de-dammartin, guillaume-longue-epee, hugues-de-boves`,
		},
	},
	{
		"ally of an unknown name", bouvines, "battle.yaml", "names: brabant ",
		"names: liege ",
		[]string{
			`battle.yaml:118: special doubtful: name "liege" is unknown; the battle has maison-du-roi, guillaume-des-barres, coucy, sergents-royaux, arras, amiens, beauvais, compiegne, corbie, arbaletriers-royaux, bourgogne, saint-pol, montmorency, sergents-de-bourgogne, champagne, melun, soissons, sergents-de-champagne, dreux, eveque-de-beauvais, ponthieu, pietons-de-dreux, vimeu, auxerre, nevers, saint-valery, saxe, westphalie, brabant, limbourg, sergents-imperiaux, piquiers-saxons, piquiers-de-brabant, lorraine, hollande, namur, arbaletriers, flandre, hainaut, audenarde, sergents-flamands, gand, bruges, ypres, boulogne, dammartin, brabancons-i, brabancons-ii, salisbury, bigot, archers-anglais, soudoyers, boves, routiers, arbaletriers-routiers`,
		},
	},
	{
		"ally of no lead", bouvines, "battle.yaml", "least: 4 R",
		"least: 0 R",
		[]string{
			`battle.yaml:118: special doubtful: least "0" is not a number from 1 to 99`,
		},
	},
	{
		"ransom of an unknown side", guinegate, "battle.yaml", "ransom: {side: french R",
		"ransom: {side: english R",
		[]string{
			`battle.yaml:107: special ransom: side "english" is unknown; the battle has french, burgundian`,
		},
	},
	{
		"plunder of an unknown zone", guinegate, "battle.yaml", "zone: camp R}",
		"zone: village R}",
		[]string{
			`battle.yaml:111: special plunder: zone "village" is unknown; the battle has guinegate, camp, hill, burgundian-lines, french-lines`,
		},
	},
	{
		"option of a rule the battle has", bouvines, "battle.yaml", "ring: {contingent: renaud-de-dammartin R, types: Pi R}",
		"far-bank: {zone: west-bank R}",
		[]string{
			"battle.yaml:114: option ring-of-brabancons: the battle has the special rule far-bank already; an option adds one it does not have",
		},
	},
	{
		"option of a rule without a value", bouvines, "battle.yaml", "doubtful: {names: brabant piquiers-de-brabant R, least: 4 R}",
		"doubtful: {names: brabant piquiers-de-brabant R}",
		[]string{
			"battle.yaml:118: special doubtful: least is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"option that places a side twice", bouvines, "battle.yaml", "{side: french, zone: french-lines R}",
		"{side: coalition, zone: french-lines R}",
		[]string{
			"battle.yaml:110: option free-set-up: free has the side coalition twice",
		},
	},
	{
		"option that changes an unknown unit", guinegate, "battle.yaml", "change: gentilshommes R",
		"change: gentlemen R",
		[]string{
			`battle.yaml:103: option dismounted-gentilshommes: unit "gentlemen" is unknown; the battle has crevecoeur-ch, du-bellay, baudricourt, archers-d-ordonnance-i, artillerie-francaise, gie-ch, moreuil, joyeuse, archers-d-ordonnance-ii, francs-archers-de-normandie, francs-archers-de-picardie, francs-archers-de-champagne, francs-archers-de-touraine, francs-archers-de-l-ile-de-france, francs-archers-de-poitou, vougiers-i, vougiers-ii, grosse-artillerie, saint-andre-ha, archers-de-therouanne, gentilshommes, picard, archers-anglais, arquebusiers-allemands, coulevriniers, artillerie-bourguignonne, gand, bruges, ypres, piquiers-allemands, coulevriniers-de-flandre, courtrai, audenarde, alost, franc-de-bruges, arbaletriers, cleves, lalaing, fiennes, coustilliers, plat-pays-i, plat-pays-ii, plat-pays-iii`,
		},
	},
	{
		"option that changes a unit without leave", guinegate, "battle.yaml", "change: gentilshommes R",
		"change: coustilliers R",
		[]string{
			"battle.yaml:103: option dismounted-gentilshommes: Cl may not mount or dismount; mounting has the types Ch, Ha, Ar",
		},
	},
	{
		"option that changes too many", guinegate, "battle.yaml", "change: gentilshommes R",
		"change: gentilshommes cleves lalaing fiennes R",
		[]string{
			"battle.yaml:103: option dismounted-gentilshommes: 4 units of burgundian begin with a dismount marker; the side has 3",
		},
	},
	{
		"option that removes the commander", guinegate, "battle.yaml", "change: gentilshommes R",
		"remove: maximilien R",
		[]string{
			"battle.yaml:103: option dismounted-gentilshommes removes leader maximilien, who commands the army; keep his contingent",
		},
	},
	{
		"score of captives in an ancient book", sparta, "battle.yaml", "kind: leader-killed",
		"kind: leader-captured",
		[]string{
			"battle.yaml:92: score leader-killed: the kind leader-captured does not belong here; the book antiquity-2 has no captures",
		},
	},
	{
		"entered without zones", guinegate, "battle.yaml", "kind: entered, zones: camp R,",
		"kind: entered,",
		[]string{
			"battle.yaml:93: score camp-entered: zones is missing; the kind entered needs it",
		},
	},
	{
		"routed with a field too many", guinegate, "battle.yaml", "kind: routed-end,",
		"kind: routed-end, types: Ch R,",
		[]string{
			"battle.yaml:88: score unit-routed: types does not belong here; the kind routed-end does not use it",
		},
	},
	{
		"least above the margin", guinegate, "battle.yaml", "least: 10 R",
		"least: 40 R",
		[]string{
			"battle.yaml:77: least 40 is more than the margin of 30; a lead that wins cannot be greater than that of a major victory",
		},
	},
	{
		"lead without points", guinegate, "battle.yaml", "kind: lead, points: 30 R",
		"kind: lead",
		[]string{
			"battle.yaml:95: decisive great-lead: points is missing; the kind lead needs it",
		},
	},
	{
		"points of another kind", sparta, "battle.yaml", "kind: leader-hit,",
		"kind: leader-hit, points: 3 A,",
		[]string{
			"battle.yaml:129: decisive nabis-hit: points does not belong here; the kind leader-hit does not use it",
		},
	},
}

func TestBrokenMedievalPacks(t *testing.T) {
	for _, test := range brokenMedieval {
		t.Run(test.name, func(t *testing.T) {
			checkProblems(t, replace(t, files(t, test.dir), test.dir, test.file, test.old, test.new), test.dir, test.want)
		})
	}
}
