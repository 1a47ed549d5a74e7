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

// MaxArchive is the maximum size of an archive, in bytes.
const MaxArchive = 1 << 20

// archiveMark is the start of every archive; its last byte is the version of the format.
const archiveMark = "acies pack\x01"

// Archive returns all files of the pack, compressed. The same files always give the same bytes. It returns an error if
// the archive would be larger than [MaxArchive].
//
// An archive is a mark, then, compressed with DEFLATE, the name of the folder and the name and contents of each file in
// order. Each string is preceded by its length.
//
// The archive is made once; the caller must not change it.
func (f *Files) Archive() ([]byte, error) { return f.archive() }

func (f *Files) compress() ([]byte, error) {
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
		return nil, fmt.Errorf("the archive of the pack has %d bytes; the limit is %d", out.Len(), MaxArchive)
	}
	return out.Bytes(), nil
}

// FromArchive returns the files in an archive made by [Files.Archive].
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
		return nil, errors.New("it is not an archive of a pack")
	case len(archive) > MaxArchive:
		return nil, fmt.Errorf("it has %d bytes; the limit is %d", len(archive), MaxArchive)
	}
	// The limit includes room for the names.
	const limit = maxTotal + maxFiles*1024
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), limit+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("its files have more than %d bytes", limit)
	}
	next := func(limit int) (string, error) {
		n, k := binary.Uvarint(data)
		if k <= 0 || n > uint64(len(data)-k) || n > uint64(limit) {
			return "", errors.New("a length is wrong")
		}
		s := string(data[k : k+int(n)])
		data = data[k+int(n):]
		return s, nil
	}
	f := newFiles()
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
			return nil, fmt.Errorf("the file name %q is not valid, not in order or one too many", name)
		}
		content, err := next(MaxFile)
		if err != nil {
			return nil, err
		}
		f.files[name], last = []byte(content), name
	}
	return f, nil
}
