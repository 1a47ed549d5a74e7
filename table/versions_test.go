package table

import (
	"path/filepath"
	"testing"

	"acies/record"
	"acies/system"
	_ "acies/systems"
)

// versions has a record of each battle for each version of its rulebook, for ever. Each has its pack inside, so that it
// does not depend on the present one.
var versions = filepath.Join("testdata", "versions")

// TestOldVersions opens the records of all versions. Those of the present version are sound; the others go on or are
// frozen where the rules differ, but they always open.
func TestOldVersions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(versions, "*", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 4 {
		t.Errorf("there are %d records in %s, expected one of each battle at least", len(files), versions)
	}
	for _, file := range files {
		version := filepath.Base(filepath.Dir(file))
		t.Run(version+"/"+filepath.Base(file), func(t *testing.T) {
			tab, err := Open(file)
			if err != nil {
				t.Fatal(err)
			}
			if h := tab.Game.Header(); h.Engine != version || len(h.Archive) == 0 {
				t.Errorf("the record is of version %q and has %d bytes of its pack", h.Engine, len(h.Archive))
			}
			if f := tab.Game.Frozen(); f != nil && version == system.Of(tab.Battle).Version() {
				t.Error(f)
			}
			if err := tab.Replay(func(Step) error { return nil }); err != nil {
				t.Error(err)
			}
		})
	}
}

// BenchmarkVerify checks whole games, reading and compiling the pack included.
func BenchmarkVerify(b *testing.B) {
	for _, name := range []string{"sparta", "issos"} {
		b.Run(name, func(b *testing.B) {
			var r record.Report
			var err error
			for b.Loop() {
				if r, err = Verify(filepath.Join("testdata", name+".jsonl")); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(r.Actions), "actions")
		})
	}
}
