package pgtest

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// prepare has a program end when this one does, and run as another user if this one is the administrator, whom PostgreSQL refuses.
func prepare(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := other()
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return err
}

// own gives a folder to the user as whom the server runs.
func own(dir string) error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := other()
	if err != nil {
		return err
	}
	return os.Chown(dir, uid, gid)
}

// other returns a user with few rights.
func other() (uid, gid int, err error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err1 == nil && err2 == nil {
			return uid, gid, nil
		}
	}
	return 0, 0, errors.New("PostgreSQL refuses to run as the administrator, and there is no user postgres or nobody: run the tests as another user")
}

// processesIn returns the processes that run in a folder.
func processesIn(dir string) (list []*os.Process, err error) {
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil, err
	}
	for _, link := range links {
		if at, err := os.Readlink(link); err != nil || at != dir {
			continue // it is another's, or has ended
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if err != nil {
			return nil, err
		}
		p, err := os.FindProcess(pid)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}
