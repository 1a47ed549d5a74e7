package sim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// Format is the version of results files.
const Format = 1

// Header is the first line of the results file of a batch: everything that determines which games are played.
type Header struct {
	Kind    string    `json:"acies"`   // "sim"
	Format  int       `json:"format"`  // of the file
	Program string    `json:"program"` // the version of the program, on which the opponents depend
	Rules   string    `json:"rules"`   // the rulebook and the version of its engine
	Battle  string    `json:"battle"`
	Pack    string    `json:"pack"` // the hash of its data, with the changes
	Options []string  `json:"options"`
	Sets    []string  `json:"sets"` // changes to the data
	Sides   [2]string `json:"sides"`
	Seed    uint64    `json:"seed"`
}

// File is a results file: a header, then a line of JSON for each result. Each line is written at once when its game
// ends, so that stopping or even killing the program loses only unfinished games.
type File struct {
	f    *os.File
	size int64 // of the complete lines
}

// Create creates a results file with a header. It fails if the file exists.
func Create(path string, header any) (*File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s already exists; continue it with --resume %s, or choose another name", path, path)
	}
	if err != nil {
		return nil, err
	}
	out := &File{f: f}
	if err := out.Append(header); err != nil {
		f.Close()
		return nil, err
	}
	return out, nil
}

// Resume opens a results file to append to. Its header must equal the given one; line is called for each result. An
// incomplete last line, left by a killed program, is dropped.
func Resume(path string, header any, line func([]byte) error) (*File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	size, err := scan(path, f, func(found []byte) error { return sameHeader(path, found, header) }, line)
	if err == nil {
		err = f.Truncate(size)
	}
	if err == nil {
		_, err = f.Seek(size, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &File{f: f, size: size}, nil
}

// Append writes a result. After an error the file is unchanged.
func (f *File) Append(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	n, err := f.f.Write(append(data, '\n'))
	if err != nil {
		if n > 0 {
			err = errors.Join(err, f.f.Truncate(f.size))
		}
		return err
	}
	f.size += int64(n)
	return nil
}

// Close writes the file to disk and closes it.
func (f *File) Close() error { return errors.Join(f.f.Sync(), f.f.Close()) }

// ReadResults reads the results file of a batch and calls line once for each game.
func ReadResults(path string, line func(Result) error) (Header, error) {
	var h Header
	f, err := os.Open(path)
	if err != nil {
		return h, err
	}
	defer f.Close()
	_, err = scan(path, f, func(found []byte) error {
		if err := json.Unmarshal(found, &h); err != nil || h.Kind != "sim" {
			return fmt.Errorf("%s is not a results file of acies sim", path)
		}
		if h.Format != Format {
			return fmt.Errorf("%s is a results file of format %d; this program reads format %d", path, h.Format, Format)
		}
		return nil
	}, Once(line))
	return h, err
}

// Once returns a function that decodes lines of results and calls line for each game only once, however often it
// occurs.
func Once(line func(Result) error) func([]byte) error {
	seen := map[int]bool{}
	return func(data []byte) error {
		var r Result
		if err := json.Unmarshal(data, &r); err != nil {
			return err
		}
		if seen[r.N] {
			return nil
		}
		seen[r.N] = true
		return line(r)
	}
}

// scan reads a results file and returns the length of its complete lines.
func scan(path string, r io.Reader, header, line func([]byte) error) (size int64, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		_, end := in.Peek(1)
		torn := err != nil || end != nil && !json.Valid(text)
		switch {
		case n == 1 && torn:
			return 0, fmt.Errorf("%s is not a results file: it has no header", path)
		case torn:
			return size, nil
		case n == 1:
			err = header(text)
		default:
			if err = line(text); err != nil {
				err = fmt.Errorf("%s:%d: the line is damaged: %w", path, n, err)
			}
		}
		if err != nil {
			return 0, err
		}
		size += int64(len(text))
	}
}

// sameHeader returns an error that lists the differences between a header and the expected one, or nil.
func sameHeader(path string, found []byte, want any) error {
	data, err := json.Marshal(want)
	if err != nil {
		return err
	}
	var old, now map[string]json.RawMessage
	if err := json.Unmarshal(found, &old); err != nil || old["acies"] == nil {
		return fmt.Errorf("%s is not a results file: its first line is not a header", path)
	}
	if err := json.Unmarshal(data, &now); err != nil {
		return err
	}
	var differ []string
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if !bytes.Equal(old[key], now[key]) {
			differ = append(differ, fmt.Sprintf("%s: found %s, expected %s", key, old[key], now[key]))
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%s has a different header:\n  %s", path, strings.Join(differ, "\n  "))
	}
	return nil
}
