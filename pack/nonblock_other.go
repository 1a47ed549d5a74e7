//go:build !unix

package pack

// nonblock is not needed on systems whose folders have no pipes.
const nonblock = 0
