package server

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

const (
	bodyTime = 30 * time.Second // for the body of a request to arrive
	imports  = 4                // records that are read at once
)

// limitBodyTime returns the request with a deadline for its body; a client that sends it very slowly would otherwise
// keep a connection open for ever. The deadline ends with the body, so that it does not affect long answers or event
// streams.
func limitBodyTime(w http.ResponseWriter, r *http.Request) *http.Request {
	if r.Body == nil || r.Body == http.NoBody {
		return r
	}
	control := http.NewResponseController(w)
	if control.SetReadDeadline(time.Now().Add(bodyTime)) != nil {
		return r // there is no connection to wait for, as in tests
	}
	timed := *r
	timed.Body = &timedBody{r.Body, control}
	return &timed
}

// timedBody is a body with a deadline.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// readAll reads the whole body of a request.
func (c *call) readAll(limit int64) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(c.ResponseWriter, c.Body, limit))
	return data, bodyError(err)
}

// cutShort returns the refusal for a body that is too large or too slow; other errors are returned unchanged.
func cutShort(err error) error {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return refuse(http.StatusRequestEntityTooLarge, "too-large")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refuse(http.StatusRequestTimeout, "too-slow")
	}
	return err
}
