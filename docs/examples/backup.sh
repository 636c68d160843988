#!/bin/sh
# Writes a backup of the database to the folder $1, and records it for the page System and, with $TEXTFILES, in a file for node_exporter.
# Deletes its own older than 30 days: docs/guides/back-up.md. Needs PostgreSQL's client programs.
# The tests run this file.
set -eu
url=${DATABASE_DIRECT_URL:-${DATABASE_URL:-$(cat "$DATABASE_URL_FILE")}}
file=$1/$(date +%F-%H%M%S).dump
trap 'rm -f "$file.part"' EXIT
# Contains addresses and hashes of tokens, so only its owner may read it.
(umask 077 && pg_dump --format=custom --file="$file.part" "$url")
mv "$file.part" "$file"
psql --quiet --command="DELETE FROM last_backup; INSERT INTO last_backup (bytes) VALUES ($(wc -c < "$file"))" "$url" ||
  echo 'The page System was not told.' >&2
if [ "${TEXTFILES:-}" ]; then
  echo "backup_last_success_timestamp_seconds{database=\"atrium\"} $(date +%s)" > "$TEXTFILES/atrium-backup.prom"
fi
# Leaves other files in the folder alone, and its subfolders.
find "$1"/ -maxdepth 1 -type f -name '????-??-??-??????.dump*' -mtime +30 -delete
