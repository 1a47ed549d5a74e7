package bot

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// ownPath returns the path of this program, which is valid even if its file has been replaced.
func ownPath() (string, error) { return "/proc/self/exe", nil }

// adoptOrphans makes this process the parent of those of its descendants whose own parent ends.
func adoptOrphans() error {
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER of prctl(2)
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); errno != 0 {
		return fmt.Errorf("prctl PR_SET_CHILD_SUBREAPER: %w", errno)
	}
	return nil
}

// dieWithParent has a program to be started killed if this process dies first.
func dieWithParent(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }

// killChildren kills the children of this process.
func killChildren(int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return // they are waited for
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err == nil && parent(pid) == os.Getpid() {
			syscall.Kill(pid, syscall.SIGKILL) // one that may not be killed is waited for
		}
	}
}

// parent returns the parent of a process, or 0 if it is not known.
func parent(pid int) int {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The name of the program, in parentheses, may have spaces and parentheses. State and parent follow.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	ppid, _ := strconv.Atoi(fields[1])
	return ppid
}
