#!/bin/sh
# Prints a new folder in memory for the files of tests, if there is room and programs in it can be started; otherwise nothing. Tests write many small
# files and wait for each to be on the disk; what a killed program leaves behind is the same in memory.
dir=$(mktemp -d /dev/shm/acies-XXXXXX 2>/dev/null) || exit 0
free=$(df -Pk "$dir" | awk 'NR == 2 { print $4 }')
chmod 711 "$dir" && printf '#!/bin/sh\nexit 0\n' > "$dir/try" && chmod +x "$dir/try"
if [ "${free:-0}" -gt 4000000 ] && "$dir/try" 2>/dev/null; then
	rm "$dir/try"
	echo "$dir"
else
	rm -rf "$dir"
fi
