package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"acies/words"
)

// language returns the language of an answer: the one requested, or the first of the browser's that is available.
func language(query url.Values, h http.Header) string {
	if lang := query.Get("lang"); slices.Contains(words.Languages(), lang) {
		return lang
	}
	for part := range strings.SplitSeq(h.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		tag, _, _ = strings.Cut(tag, "-")
		if slices.Contains(words.Languages(), tag) {
			return tag
		}
	}
	return words.Languages()[0]
}

var texts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// answer writes a value as JSON.
func (c *call) answer(status int, v any) error {
	t := texts.Get().(*bytes.Buffer)
	defer texts.Put(t)
	t.Reset()
	if x, ok := v.(interface{ AppendJSON([]byte) []byte }); ok {
		t.Write(append(x.AppendJSON(t.AvailableBuffer()), '\n'))
	} else if err := json.NewEncoder(t).Encode(v); err != nil {
		return err
	}
	h := c.ResponseWriter.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(t.Len()))
	h.Set("Cache-Control", "no-store")
	c.WriteHeader(status)
	// An error here means that the client has disconnected.
	c.ResponseWriter.Write(t.Bytes())
	return nil
}

// read reads the body of a request, which must be one JSON object with known fields only.
func (c *call) read(limit int64, v any) error {
	dec := json.NewDecoder(http.MaxBytesReader(c.ResponseWriter, c.Body, limit))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(more, errors.New("unexpected data after the object"))
		}
	}
	return bodyError(err)
}

// bodyError returns the refusal for a body that could not be read.
func bodyError(err error) error {
	if err == nil {
		return nil
	}
	err = cutShort(err)
	var short *refusal
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &short):
		return err
	case errors.As(err, &typ):
		// Fields that several requests have in common are in an embedded struct; clients know only the last name.
		return malformed(typ.Field[strings.LastIndexByte(typ.Field, '.')+1:], "expected "+describeJSON(typ.Type))
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return malformed(strings.Trim(field, `"`), "there is no such field")
	}
	return malformed("", err.Error())
}

// describeJSON describes the JSON that a type is read from.
func describeJSON(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Int:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	default:
		return "an object"
	}
}

// number returns the number under a name in the query or path.
func number(name, text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, malformed(name, "expected a number of at least "+strconv.Itoa(least))
	}
	return n, nil
}
