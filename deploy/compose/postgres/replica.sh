#!/bin/bash
# Copies the primary where there is no cluster yet, then follows it.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  # What a copy that was killed has left.
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup --host="$PRIMARY_HOST" --port="${PRIMARY_PORT:-5432}" --username=replicator --pgdata="$PGDATA" \
    --checkpoint=fast --write-recovery-conf
  chmod 700 "$PGDATA"
fi
exec "$@"
