#!/bin/sh
# usage: leash.sh LOG FOLDER COMMAND [ARGUMENT...]
# Runs a command that must not outlive the tests. Prints its process id, appends its output to LOG,
# kills it as soon as standard input closes (which it does however the tests end), and ends with
# its exit code. FOLDER, unless it is empty, is removed at the end.
# Ctrl-C reaches every process of a terminal; this one waits for its line to close instead. A file
# that may not grow is an error like a full disk, and not the end of the program (see disk.rs).
trap '' INT XFSZ
log=$1 folder=$2
shift 2
"$@" </dev/null >>"$log" 2>&1 &
pid=$!
echo "$pid"
# No word about a killed job.
exec 3<&0 2>/dev/null
{ while read -r _; do :; done <&3; kill -KILL "$pid"; } &
watch=$!
wait "$pid"
code=$?
kill -KILL "$watch"
[ -z "$folder" ] || rm -rf "$folder"
exit "$code"
