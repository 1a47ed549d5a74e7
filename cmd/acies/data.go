package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"acies/store"
)

// dataFlag adds the flags that name the data.
func dataFlag(cmd *cobra.Command, to *string) {
	dataFlags(cmd, cmd.Flags(), to)
}

// dataFlags adds them to some flags of a command.
func dataFlags(cmd *cobra.Command, flags interface {
	StringVar(to *string, name, value, usage string)
}, to *string,
) {
	flags.StringVar(to, "data", "", "data file (default: acies.db in your data folder)")
	flags.StringVar(to, "store", "", "data file, or address of a PostgreSQL database such as postgres://acies@localhost/acies")
	cmd.MarkFlagsMutuallyExclusive("data", "store")
}

// dataFile returns where the data are: at the address named, or in the user's data folder.
func dataFile(name string) (string, error) {
	if name != "" {
		return name, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", fmt.Errorf("cannot find your data folder (name a data file with --data): %w", err)
	}
	return filepath.Join(dir, "acies", "acies.db"), nil
}

// dataDir returns the folder for the user's data.
func dataDir() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin":
		return os.UserConfigDir()
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}

func (c *cli) backup() *cobra.Command {
	var data string
	var force bool
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Back up all games to a file",
		Long: `Backup writes all games, as they are at one moment, to a file that only you can
read. The server may keep running. An existing file is kept unless you use
--force, and then it is replaced as a whole or not at all. The backup of a
database is a file of the same kind.`,
		Example: `  acies backup games-2026-11-15.db
  acies backup --data club.db --force copy.db
  acies backup --store postgres://acies@localhost/acies copy.db`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := dataFile(data)
			if err == nil {
				err = store.Backup(path, args[0], force)
			}
			if err != nil {
				return badFile(err)
			}
			_, err = fmt.Fprintf(c.out, "All games backed up to %s.\n", args[0])
			return err
		},
	}
	dataFlag(cmd, &data)
	cmd.Flags().BoolVar(&force, "force", false, "replace an existing file")
	return cmd
}

func (c *cli) restore() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Replace all games with those of a backup",
		Long: `Restore replaces everything in the data file, or in a database, with the contents of a backup, or
changes nothing if the backup is damaged. Games started since the backup are
lost: make a backup first if you want to keep them. The server may keep running;
it then shows the restored games.`,
		Example: `  acies restore games-2026-11-15.db`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := dataFile(data)
			if err == nil {
				err = store.Restore(path, args[0])
			}
			if err != nil {
				return badFile(err)
			}
			_, err = fmt.Fprintf(c.out, "All games restored from %s.\n", args[0])
			return err
		},
	}
	dataFlag(cmd, &data)
	return cmd
}
