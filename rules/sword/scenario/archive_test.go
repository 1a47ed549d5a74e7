package scenario

import (
	"testing"

	"acies/battles"
	"acies/pack"
)

// A pack that has been archived is the same battle when it is read back.
func TestArchive(t *testing.T) {
	for _, s := range List(battles.FS) {
		archive, err := s.Pack.Files.Archive()
		if err != nil {
			t.Fatal(err)
		}
		files, err := pack.FromArchive(archive)
		if err != nil {
			t.Fatal(err)
		}
		p, problems := Read(files)
		if p == nil {
			t.Fatal(pack.Errors(problems))
		}
		if p.Hash != s.Pack.Hash || len(p.Lessons) != len(s.Pack.Lessons) {
			t.Errorf("%s: found hash %s and %d lessons", s.Dir, p.Hash, len(p.Lessons))
		}
		t.Logf("%s: %d bytes", s.Dir, len(archive))
	}
}
