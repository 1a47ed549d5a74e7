//go:build !linux

package server_test

import "errors"

// unshare fails.
func unshare() (string, error) { return "", errors.New("only Linux has network namespaces") }
