// Command go is an example bot: it fights where it can; as the attacker it moves anywhere, as the defender it stays.
package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

// likes is what it likes to do, the best first. What is not named comes last.
var likes = strings.Fields("ready again burn rally melee pair join charge fight target with fire attack activate shoot advance move march to forward")

type message struct {
	Type    string
	N, Side int
	Legal   []string
}

// like returns how much it likes an action.
func like(action string) int {
	verb, _, _ := strings.Cut(action, " ")
	return len(likes) - slices.Index(append(likes, verb), verb)
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for m := (message{}); in.Decode(&m) == nil; m = (message{}) {
		switch {
		case m.Type == "hello":
			out.Encode(map[string]any{"protocol": 1, "name": "Example in Go"})
		case m.Type == "start" && m.Side == 1:
			likes = append(likes[:len(likes)-5], "done") // the defender stays where he is
		case m.Type == "move":
			best := slices.MaxFunc(rand.Perm(len(m.Legal)), func(a, b int) int { return like(m.Legal[a]) - like(m.Legal[b]) })
			out.Encode(map[string]any{"n": m.N, "index": best})
		}
	}
}
