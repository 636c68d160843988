#!/bin/sh
# Writes a backup of the database to the folder $1, and records it for the page System.
# With $TEXTFILES, also in a file for Prometheus' node_exporter.
# Deletes its own older than 30 days: docs/guides/back-up.md. Needs PostgreSQL's client programs.
# The laboratory runs this file.
set -eu
url=${DATABASE_DIRECT_URL:-${DATABASE_URL:-$(cat "$DATABASE_URL_FILE")}}
file=$1/$(date +%F-%H%M%S).dump
trap 'rm -f "$file.part"' EXIT
# Contains addresses and hashes of secrets, so only its owner may read it.
(umask 077 && pg_dump --format=custom --file="$file.part" "$url")
mv "$file.part" "$file"
psql --quiet --command="DELETE FROM last_backup; INSERT INTO last_backup (bytes) VALUES ($(wc -c < "$file"))" "$url" ||
  echo 'The page System was not told.' >&2
[ -z "${TEXTFILES:-}" ] || # for Prometheus
  echo "backup_last_success_timestamp_seconds{database=\"atrium\"} $(date +%s)" > "$TEXTFILES/atrium-backup.prom"
# Leaves other files in the folder alone, and its subfolders.
find "$1"/ -maxdepth 1 -type f -name '????-??-??-??????.dump*' -mtime +30 -delete
