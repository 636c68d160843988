/** HAProxy in front of the databases and the instances, with PgBouncer between them. */
import type { Workplace } from './processes.ts';

type Server = { name: string; port: number; checkPort?: number };

const lines = (servers: readonly Server[]) =>
  servers
    .map(({ name, port, checkPort }) => {
      const check = checkPort ? ` port ${checkPort}` : '';
      return `  server ${name} 127.0.0.1:${port} check${check}`;
    })
    .join('\n');

export function startHaproxy(
  place: Workplace,
  options: {
    databasePort: number;
    httpPort: number;
    nodes: readonly Server[];
    instances: readonly Server[];
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
listen product
  mode http
  bind 127.0.0.1:${options.httpPort}
  balance roundrobin
  option forwardfor
  option redispatch 1
  retries 2
  retry-on conn-failure
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost:${options.httpPort}
  http-check expect status 200
  default-server inter 250ms fall 2 rise 1
${lines(options.instances)}
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
    `[databases]
atrium = host=127.0.0.1 port=${databasePort} dbname=atrium connect_query='SET statement_timeout = 15000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 30
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 5
ignore_startup_parameters = extra_float_digits
`,
  );
  return place.start('pgbouncer', 'pgbouncer', [file]);
}
