import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startTcpProxy } from '#lab/support/tcp-proxy.ts';
import { freePort } from '#tests/support/product.ts';
import { readPatroniSettings } from './guide.ts';
import type { Program, Workplace } from './processes.ts';

const binaries = '/usr/lib/postgresql/15/bin';

export type Passwords = { superuser: string; replication: string; product: string };

/**
 * Patroni's settings. Commits wait for a standby's disk, and writes are refused without a standby:
 * https://patroni.readthedocs.io/en/latest/replication_modes.html
 */
function settings(options: {
  name: string;
  folder: string;
  ports: Record<'postgres' | 'rest' | 'postgresOutside' | 'restOutside' | 'etcd', number>;
  passwords: Passwords;
}) {
  const { name, folder, ports, passwords } = options;
  const at = (port: number) => `127.0.0.1:${port}`;
  const guide = readPatroniSettings();
  return {
    scope: 'atrium',
    name,
    restapi: { listen: at(ports.rest), connect_address: at(ports.restOutside) },
    etcd3: { hosts: [at(ports.etcd)], use_proxies: true },
    bootstrap: {
      dcs: {
        ...guide.dcs,
        postgresql: {
          ...guide.postgresql,
          parameters: { max_connections: 120, shared_buffers: '64MB', wal_keep_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: at(ports.postgres),
      connect_address: at(ports.postgresOutside),
      data_dir: `${folder}/data`,
      bin_dir: binaries,
      pgpass: `${folder}/pgpass`,
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: '', password_encryption: 'scram-sha-256' },
    },
  };
}

/** Only a synchronous replica can take over. */
export type Role = 'primary' | 'replica' | 'synchronous replica' | 'away';
type Status = { role: string; state: string; sync_standby?: boolean };
export type DatabaseNode = Awaited<ReturnType<typeof startDatabaseNode>>;

export async function startDatabaseNode(
  name: string,
  {
    place,
    etcdPort,
    passwords,
    patroni: [command = '', ...args],
  }: {
    place: Workplace;
    etcdPort: number;
    passwords: Passwords;
    patroni: readonly string[];
  },
) {
  const folder = place.makeFolder(name);
  const own = { postgres: await freePort(), rest: await freePort() };
  const proxies = {
    postgres: await startTcpProxy(own.postgres),
    rest: await startTcpProxy(own.rest),
    etcd: await startTcpProxy(etcdPort),
  };
  const ports = {
    ...own,
    postgresOutside: proxies.postgres.port,
    restOutside: proxies.rest.port,
    etcd: proxies.etcd.port,
  };
  // JSON is YAML.
  const text = JSON.stringify(settings({ name, folder, ports, passwords }));
  const file = place.write(`${name}.yml`, text);
  let patroni: Program;
  const start = () => {
    patroni = place.start(name, command, [...args, file]);
  };
  start();

  const readPid = () =>
    Number(readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0]);
  const signalChildren = (pid: number, signal: NodeJS.Signals) =>
    spawnSync('pkill', ['--signal', signal, '-P', String(pid)]);

  const setNetwork = async (state: 'pass' | 'swallow') => {
    await Promise.all(Object.values(proxies).map((proxy) => proxy.setState(state)));
  };
  return {
    name,
    ports: { postgres: proxies.postgres.port, rest: proxies.rest.port },
    start,
    async kill(): Promise<void> {
      await patroni.kill();
      this.killPostgres();
    },
    killPostgres(): void {
      try {
        const pid = readPid();
        signalChildren(pid, 'SIGKILL');
        process.kill(pid, 'SIGKILL');
      } catch {}
    },
    /** Stops Patroni for a while, and PostgreSQL too: a host does so when it stalls or moves a virtual machine. */
    async pause(seconds: number, { isPostgresPaused = true } = {}): Promise<void> {
      const pid = isPostgresPaused ? readPid() : undefined;
      const pids = [patroni.pid, ...(pid ? [pid] : [])];
      for (const each of pids) process.kill(each, 'SIGSTOP');
      if (pid) signalChildren(pid, 'SIGSTOP');
      await new Promise((done) => setTimeout(done, seconds * 1_000));
      if (pid) signalChildren(pid, 'SIGCONT');
      for (const each of pids) process.kill(each, 'SIGCONT');
    },
    /** Cuts or restores the network in both directions. Packets are dropped, not refused. */
    setNetwork,
    async role(): Promise<Role> {
      try {
        const url = `http://127.0.0.1:${own.rest}/patroni`;
        const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
        const { role, state, sync_standby } = (await answer.json()) as Status;
        if (state !== 'running') return 'away';
        if (role === 'master' || role === 'primary') return 'primary';
        return sync_standby ? 'synchronous replica' : 'replica';
      } catch {
        return 'away';
      }
    },
    async close(): Promise<void> {
      await this.kill();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    },
  };
}
