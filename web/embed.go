// Package web is the browser client: its source in TypeScript, and what is built of it as part of the program.
package web

import (
	"embed"
	"io/fs"
)

// dist holds the built client. It is not kept with the source; the empty file .keep lets the program be built without.
//
//go:embed all:dist
var dist embed.FS

//go:embed unbuilt
var unbuilt embed.FS

// Files returns the files of the client, and whether it has been built. If not, they are a page that says how to.
func Files() (fs.FS, bool) { return choose(sub(dist, "dist")) }

// choose returns the built client if it is there.
func choose(built fs.FS) (fs.FS, bool) {
	if _, err := fs.Stat(built, "index.html"); err == nil {
		return built, true
	}
	return sub(unbuilt, "unbuilt"), false
}

func sub(files fs.FS, dir string) fs.FS {
	out, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // the name is ours
	}
	return out
}
