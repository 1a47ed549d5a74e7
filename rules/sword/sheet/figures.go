package sheet

import (
	_ "embed"
	"encoding/json"
	"strings"

	"acies/system"
)

// part is a part of a figure, coat of arms or landmark: a class, which says how it is painted, and a path.
type part [2]string

var (
	//go:embed figures.json
	figuresJSON []byte
	//go:embed arms.json
	armsJSON []byte
	//go:embed signs.json
	signsJSON []byte

	// figures by series of books, type and form: in another series the same letters mean different troops.
	figures = parse[map[string]map[string]map[string][]part](figuresJSON)

	heraldry = parse[struct {
		Shield               string
		Tinctures, Divisions map[string]string
	}](armsJSON)

	// landmarks by kind.
	landmarks = parse[map[string][]part](signsJSON)
)

func parse[T any](data []byte) (v T) {
	if err := json.Unmarshal(data, &v); err != nil {
		panic(err) // the file is part of the program
	}
	return v
}

func parts(list []part) []system.Part {
	out := make([]system.Part, len(list))
	for i, p := range list {
		out[i] = system.Part{Class: p[0], Path: p[1]}
	}
	return out
}

// arms draws plain arms: a division, the tincture of the field and that of what lies on it. There are
//
//	plain T
//	pale T T      an upright stripe        bendy T T      slanting stripes
//	fess T T      a level one              paly T T       upright stripes
//	bend T T      a slanting one           barry T T      level stripes
//	chevron T T   a gable                  checky T T     squares
//	cross T T                              quarterly T T  quarters
//	saltire T T   a slanting cross         lion T T, fleur T T, eagle T T
//
// where T is or (yellow), argent (white), gules (red), azure (blue), sable (black), vert (green) or purpure (purple). Others
// are drawn as none.
func arms(blazon string) []system.Part {
	words := strings.Fields(blazon)
	if len(words) < 2 || heraldry.Tinctures[words[1]] == "" {
		return nil
	}
	field := system.Part{Fill: heraldry.Tinctures[words[1]], Path: heraldry.Shield}
	rim := system.Part{Class: "rim", Path: heraldry.Shield}
	switch {
	case words[0] == "plain" && len(words) == 2:
		return []system.Part{field, rim}
	case len(words) != 3 || heraldry.Divisions[words[0]] == "" || heraldry.Tinctures[words[2]] == "":
		return nil
	}
	return []system.Part{field, {Fill: heraldry.Tinctures[words[2]], Path: heraldry.Divisions[words[0]]}, rim}
}
