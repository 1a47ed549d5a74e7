package scenario

import (
	"testing"

	"acies/pack"
)

// A pack that has been archived is the same battle when it is read back.
func TestArchive(t *testing.T) {
	for _, dir := range []string{"bouvines-1214", "guinegate-1479", "issos-333bc", "sparta-195bc"} {
		_, original, err := loadPack(t, dir)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := original.Files.Archive()
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
		if p.Hash != original.Hash || len(p.Lessons) != len(original.Lessons) {
			t.Errorf("%s: found hash %s and %d lessons", dir, p.Hash, len(p.Lessons))
		}
		t.Logf("%s: %d bytes", dir, len(archive))
	}
}
