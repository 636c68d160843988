/** HAProxy in front of the databases, and PgBouncer. */
import { readPgbouncerFile } from './guide.ts';
import type { Workplace } from './processes.ts';

type Server = { name: string; port: number; checkPort: number };

const lines = (servers: readonly Server[]) =>
  servers
    .map(
      ({ name, port, checkPort }) => `  server ${name} 127.0.0.1:${port} check port ${checkPort}`,
    )
    .join('\n');

/** Reaches the primary, as docs/guides/scaling.md describes. */
export function startDatabaseProxy(
  place: Workplace,
  options: {
    databasePort: number;
    nodes: readonly Server[];
  },
) {
  const file = place.write(
    'haproxy.cfg',
    `global
  maxconn 2000
defaults
  timeout connect 1s
  timeout client 10m
  timeout server 10m
  timeout check 1s
listen database
  mode tcp
  bind 127.0.0.1:${options.databasePort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines(options.nodes)}
`,
  );
  return place.start('haproxy', 'haproxy', ['-db', '-f', file]);
}

export function startPgbouncer(
  place: Workplace,
  { port, databasePort, password }: { port: number; databasePort: number; password: string },
) {
  const users = place.write('users.txt', `"atrium" "${password}"\n`);
  const file = place.write(
    'pgbouncer.ini',
    `${readPgbouncerFile(databasePort)}listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
max_client_conn = 500
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 5
ignore_startup_parameters = extra_float_digits
`,
  );
  return place.start('pgbouncer', 'pgbouncer', [file]);
}
