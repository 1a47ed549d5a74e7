package pack

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// MaxArchive is the size that an archive may have, in bytes.
const MaxArchive = 1 << 20

// archiveMark begins every archive; its last byte is the version of the format.
const archiveMark = "acies pack\x01"

// Archive returns all files of the pack as one compressed text. The same files always give the same bytes. Packs whose
// archive would be larger than [MaxArchive] have none.
//
// After a mark follows, compressed with DEFLATE, the name of the folder, and the name and content of each file in
// order, each string with its length before it.
func (f *Files) Archive() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(archiveMark)
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	write := func(data []byte) { w.Write(append(binary.AppendUvarint(nil, uint64(len(data))), data...)) }
	write([]byte(f.dir))
	for _, name := range f.Names() {
		write([]byte(name))
		write(f.files[name])
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if out.Len() > MaxArchive {
		return nil, fmt.Errorf("the pack has %d bytes as an archive; at most %d are kept", out.Len(), MaxArchive)
	}
	return out.Bytes(), nil
}

// FromArchive returns the files that [Files.Archive] has written.
func FromArchive(archive []byte) (*Files, error) {
	f, err := readArchive(archive)
	if err != nil {
		return nil, fmt.Errorf("the archive of the pack cannot be read: %w", err)
	}
	return f, nil
}

func readArchive(archive []byte) (*Files, error) {
	packed, ok := bytes.CutPrefix(archive, []byte(archiveMark))
	switch {
	case !ok:
		return nil, errors.New("it does not begin as one")
	case len(archive) > MaxArchive:
		return nil, fmt.Errorf("it has %d bytes; at most %d are read", len(archive), MaxArchive)
	}
	// The limit leaves room for the names.
	const limit = maxTotal + maxFiles*1024
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), limit+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("it holds more than %d bytes", limit)
	}
	next := func(limit int) (string, error) {
		n, k := binary.Uvarint(data)
		if k <= 0 || n > uint64(len(data)-k) || n > uint64(limit) {
			return "", errors.New("the length of a file is wrong")
		}
		s := string(data[k : k+int(n)])
		data = data[k+int(n):]
		return s, nil
	}
	f := &Files{files: map[string][]byte{}}
	if f.dir, err = next(255); err != nil {
		return nil, err
	}
	last := ""
	for len(data) > 0 {
		name, err := next(1000)
		if err != nil {
			return nil, err
		}
		if !fs.ValidPath(name) || name <= last || len(f.files) >= maxFiles {
			return nil, fmt.Errorf("%q is not the name of the next file", name)
		}
		content, err := next(MaxFile)
		if err != nil {
			return nil, err
		}
		f.files[name], last = []byte(content), name
	}
	return f, nil
}
