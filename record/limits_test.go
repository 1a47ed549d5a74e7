package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"acies/game"
)

// endless is a reader of one line without end; read counts its bytes.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.read += len(p)
	return len(p), nil
}

// unopened fails if the battle of a header is asked for.
func unopened(Header) (game.Battle, error) { return nil, errors.New("the battle was opened") }

func TestLineLimit(t *testing.T) {
	var e endless
	_, err := Read(&e, unopened)
	if err == nil || !strings.Contains(err.Error(), "the line is longer than the limit of 2097152 bytes") {
		t.Errorf("found %v, want the limit of a line", err)
	}
	if e.read > 2*maxHeader {
		t.Errorf("%d bytes were read of a line that may have %d", e.read, maxHeader)
	}
}

func TestRecordLimit(t *testing.T) {
	in := reader{r: bufio.NewReader(strings.NewReader("12345\n12345\n")), left: 10}
	if _, err := in.next(maxEntry); err != nil {
		t.Fatal(err)
	}
	if _, err := in.next(maxEntry); err == nil || !strings.Contains(err.Error(), "the record is longer than the limit") {
		t.Errorf("found %v, want the limit of a record", err)
	}
}

// headerLine returns a header line whose chain is right.
func headerLine(h Header) io.Reader {
	h.Acies, h.Dice = Format, ByHand
	h.Chain = h.sum()
	return strings.NewReader(string(h.Line()) + "\n")
}

func TestHeaderLimits(t *testing.T) {
	many := map[string]string{}
	for i := range maxOptions + 1 {
		many[fmt.Sprint(i)] = "yes"
	}
	tests := []struct {
		name string
		h    Header
		want string
	}{
		{"options", Header{Options: many}, "options: found 101, expected at most 100"},
		{"battle", Header{Battle: "sparta\x1b[2J"}, "header: found the control character U+001B, expected printable text"},
		{"option", Header{Options: map[string]string{"bell\a": "yes"}}, "the control character U+0007"},
		{"position", Header{Position: "battle: x\n# \u009b2J\n"}, "the control character U+009B"},
		{"sound", Header{Position: "battle: x\r\n\tturn: 1\n"}, "the battle was opened"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Read(headerLine(test.h), unopened); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("found %v, want %s", err, test.want)
			}
		})
	}
}
