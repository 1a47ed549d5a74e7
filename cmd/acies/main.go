// Command acies plays historical battles, with the rules enforced, in the browser and at a terminal.
package main

import (
	"os"

	"acies/bot"
	_ "acies/systems" // all rulebooks
)

func main() {
	bot.Supervise()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
