package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"acies/store"
)

func dataFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "data", "", "the data file (default: acies.db in your data folder)")
}

// dataFile returns the data file: the one named, or the one in the user's data folder.
func dataFile(name string) (string, error) {
	if name != "" {
		return name, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", fmt.Errorf("finding your data folder (name a data file with --data): %w", err)
	}
	return filepath.Join(dir, "acies", "acies.db"), nil
}

// dataDir returns the folder in which programs keep what their user has made.
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
		Short: "Copy all games to a file, even while they are being played",
		Long: `Backup writes all games, as they are at one moment, to a file that only you can
read. The table may be open meanwhile. An existing file is kept unless you say
--force, and then it is replaced as a whole or not at all.`,
		Example: `  acies backup games-2026-11-15.db
  acies backup --data club.db --force copy.db`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := dataFile(data)
			if err == nil {
				err = store.Backup(path, args[0], force)
			}
			if err != nil {
				return badFile(err)
			}
			_, err = fmt.Fprintf(c.out, "All games are in %s.\n", args[0])
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
		Short: "Replace all games by those of a backup",
		Long: `Restore replaces everything in the data file by what is in a backup, or changes
nothing if the backup is not sound. Games begun since the backup are gone
afterwards: make a backup first if you want to keep them. The table may be open
meanwhile; it shows the restored games.`,
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
			_, err = fmt.Fprintf(c.out, "The games of %s are back.\n", args[0])
			return err
		},
	}
	dataFlag(cmd, &data)
	return cmd
}
