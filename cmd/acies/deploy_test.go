package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// compose is what the tests know of a compose file.
type compose struct {
	Services map[string]struct {
		Entrypoint, Command []string
		Build               struct{ Context, Dockerfile string }
		Image               string
		Networks            []string
		NetworkMode         string `yaml:"network_mode"`
		Volumes             []string
		DependsOn           any `yaml:"depends_on"`
	}
	Networks, Volumes map[string]any
}

// variable is a variable of a compose file or of systemd, with or without what to say if it is missing.
var variable = regexp.MustCompile(`\$\{\w+(:\?[^}]*)?\}`)

// checkLine reports what the program does not know of a command line.
func checkLine(args []string) error {
	root := (&cli{}).root()
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	if cmd == root && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return fmt.Errorf("there is no command %s", rest[0])
	}
	return cmd.ParseFlags(rest)
}

// TestDeployed: every command and every flag in what is deployed is one that the program has, and all that a compose file names is there.
func TestDeployed(t *testing.T) {
	entry := regexp.MustCompile(`(?m)^ENTRYPOINT (\[.*\])$`)
	dockerfile, err := os.ReadFile("../../deploy/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	var entrypoint []string
	if m := entry.FindSubmatch(dockerfile); m == nil {
		t.Fatal("the Dockerfile has no ENTRYPOINT")
	} else if err := yaml.Unmarshal(m[1], &entrypoint); err != nil {
		t.Fatal(err)
	}
	for file, services := range map[string]int{"compose.yaml": 1, "cluster.yaml": 5} {
		data, err := os.ReadFile(filepath.Join("../../deploy", file))
		if err != nil {
			t.Fatal(err)
		}
		var c compose
		// A key that stands beside a merged one is the one that counts.
		if err := yaml.UnmarshalWithOptions(data, &c, yaml.AllowDuplicateMapKey()); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		ours := 0
		for name, s := range c.Services {
			if s.Image == "" && s.Build.Context == "" {
				t.Errorf("%s: %s has neither an image nor a build", file, name)
			}
			for _, x := range names(s.DependsOn) {
				if _, ok := c.Services[x]; !ok {
					t.Errorf("%s: %s depends on %s, which is not there", file, name, x)
				}
			}
			for _, x := range s.Networks {
				if _, ok := c.Networks[x]; !ok {
					t.Errorf("%s: %s is in the network %s, which is not there", file, name, x)
				}
			}
			for _, x := range s.Volumes {
				from, _, _ := strings.Cut(x, ":")
				if _, ok := c.Volumes[from]; !ok && !strings.HasPrefix(from, ".") {
					t.Errorf("%s: %s mounts %s, which is not there", file, name, x)
				} else if strings.HasPrefix(from, ".") {
					if _, err := os.Stat(filepath.Join("../../deploy", from)); err != nil {
						t.Errorf("%s: %s: %v", file, name, err)
					}
				}
			}
			if s.Build.Dockerfile == "" {
				continue
			}
			ours++
			line := slices.Concat(entrypoint, s.Command)
			if s.Entrypoint != nil {
				line = slices.Concat(s.Entrypoint, s.Command)
			}
			if line[0] != "/acies" {
				t.Errorf("%s: %s starts %s", file, name, line[0])
			}
			for i := range line {
				line[i] = variable.ReplaceAllString(line[i], "x")
			}
			if err := checkLine(line[1:]); err != nil {
				t.Errorf("%s: %s: %v", file, name, err)
			}
		}
		if ours != services {
			t.Errorf("%s has %d services of the program, expected %d", file, ours, services)
		}
	}
	unit, err := os.ReadFile("../../deploy/acies.service")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/acies (.*)$`).FindAllStringSubmatch(string(unit), -1)
	flags := regexp.MustCompile(`(?m)ACIES_FLAGS=([^"\n]*)"?$`).FindAllStringSubmatch(string(unit), -1)
	if len(lines) != 1 || len(flags) != 2 {
		t.Fatalf("acies.service has %d commands and %d settings of flags", len(lines), len(flags))
	}
	for _, x := range flags {
		if err := checkLine(strings.Fields(strings.ReplaceAll(variable.ReplaceAllString(lines[0][1], "x"), "$ACIES_FLAGS", x[1]))); err != nil {
			t.Errorf("acies.service: %v", err)
		}
	}
}

// names returns the names in a list, or the keys of a map.
func names(v any) (list []string) {
	switch x := v.(type) {
	case []any:
		for _, name := range x {
			list = append(list, fmt.Sprint(name))
		}
	case map[string]any:
		for name := range x {
			list = append(list, name)
		}
	}
	return list
}

// TestHosting: every command line in the guide for hosts is one that the program knows, and so is every flag.
func TestHosting(t *testing.T) {
	data, err := os.ReadFile("../../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "\\\n", " ")
	var lines []string
	for _, m := range regexp.MustCompile("(?m)^    (.*)$|`([^`\n]*)`").FindAllStringSubmatch(text, -1) {
		code, _, _ := strings.Cut(m[1]+m[2], " #")
		for _, line := range strings.Split(code, "&&") {
			if args, ok := strings.CutPrefix(strings.TrimSpace(line), "acies "); ok {
				lines = append(lines, args)
			}
		}
	}
	if len(lines) < 20 {
		t.Errorf("only %d command lines were found", len(lines))
	}
	for _, line := range lines {
		if err := checkLine(strings.Fields(line)); err != nil {
			t.Errorf("acies %s: %v", line, err)
		}
	}
	known := map[string]bool{}
	var add func(*cobra.Command)
	add = func(c *cobra.Command) {
		for _, set := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
		}
		for _, sub := range c.Commands() {
			add(sub)
		}
	}
	add((&cli{}).root())
	for _, m := range regexp.MustCompile("`(--[a-z][a-z-]*)").FindAllStringSubmatch(text, -1) {
		if !known[m[1]] {
			t.Errorf("there is no flag %s", m[1])
		}
	}
}
