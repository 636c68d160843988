/** Starts the proxies of docs/examples for products on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { systemEnv } from '#lab/support/debian-packages.ts';

function example(file: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce(
    (text, [here, there]) => {
      if (!text.includes(here)) throw new Error(`${file} lacks "${here}".`);
      return text.replaceAll(here, there);
    },
    readFileSync(join('docs/examples', file), 'utf8'),
  );
}

type Ports = { port: number; upstreams: readonly [number, number] };
type Place = Ports & { folder: string };

type Proxy = {
  config(place: Place): string;
  command(file: string): [string, ...string[]];
  /** nginx's workers outlive a killed master. */
  stopsBy: NodeJS.Signals;
};

const addresses = ({ upstreams }: Place) => ({
  '10.0.0.11:3000': `127.0.0.1:${upstreams[0]}`,
  '10.0.0.12:3000': `127.0.0.1:${upstreams[1]}`,
});

export const proxies: Readonly<Record<'nginx' | 'caddy' | 'haproxy', Proxy>> = {
  nginx: {
    config: (place) => `
user root;
daemon off;
worker_processes 1;
pid ${place.folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place.folder}/${name};`).join('\n  ')}
  ${example('nginx.conf', {
    ...addresses(place),
    'listen 443 ssl http2;': `listen 127.0.0.1:${place.port} ssl http2;`,
    'atrium.example.com': 'localhost',
    '/etc/ssl/atrium.pem': `${place.folder}/cert.pem`,
    '/etc/ssl/atrium.key': `${place.folder}/key.pem`,
  })}
}`,
    command: (file) => ['nginx', '-e', 'stderr', '-c', file],
    stopsBy: 'SIGTERM',
  },
  caddy: {
    config: (place) => `
{
  admin off
  auto_https disable_redirects
}
${example('Caddyfile', {
  ...addresses(place),
  'atrium.example.com {': `https://localhost:${place.port} {\n  tls ${place.folder}/cert.pem ${place.folder}/key.pem`,
})}`,
    command: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    stopsBy: 'SIGKILL',
  },
  haproxy: {
    config: (place) =>
      example('haproxy.cfg', {
        ...addresses(place),
        'bind :443': `bind 127.0.0.1:${place.port}`,
        '/etc/haproxy/atrium.pem': `${place.folder}/both.pem`,
        '/run/haproxy/admin.sock': `${place.folder}/admin.sock`,
      }),
    command: (file) => ['haproxy', '-db', '-f', file],
    stopsBy: 'SIGKILL',
  },
};

/** Settings of a product behind a proxy at `port`. */
export const behindProxy = (port: number) => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  BASE_URL: `https://localhost:${port}`,
  TRUSTED_PROXIES: '127.0.0.1',
});

export type ProxyName = keyof typeof proxies;

const canConnect = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts a proxy at `port` for the products at `upstreams`. Throws with its output if it doesn't listen within 10 s.
 */
export async function startProxy(name: ProxyName, ports: Ports) {
  const folder = mkdtempSync(join(tmpdir(), `atrium-${name}-`));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('cert.pem', cert);
  write('key.pem', key);
  write('both.pem', `${cert}\n${key}`);
  mkdirSync(join(folder, 'home'));
  const { config: configOf, command, stopsBy } = proxies[name];
  const config = configOf({ folder, ...ports });
  write('proxy.conf', config);
  const [file, ...args] = command(join(folder, 'proxy.conf'));
  const child: ChildProcess = spawn(file, args, {
    cwd: folder,
    env: { PATH: systemEnv.PATH, HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const kill = () => void child.kill(stopsBy);
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !(await canConnect(ports.port)); tries += 1) {
    if (child.exitCode !== null || tries > 100) {
      await stop();
      throw new Error(`${name} does not listen.\n${output}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  async function tellHaproxy(line: string): Promise<string> {
    const socket = connect(join(folder, 'admin.sock'));
    socket.end(`${line}\n`);
    return readText(socket);
  }
  return {
    url: `https://localhost:${ports.port}`,
    ca: cert,
    stop,
    /** HAProxy: whether it sends requests to both upstreams. */
    async usesBoth(): Promise<boolean> {
      const statuses = await tellHaproxy('show stat');
      return ['one', 'two'].every((server) =>
        new RegExp(`^atrium,${server},.*,UP,`, 'm').test(statuses),
      );
    },
    get log() {
      return output;
    },
    /** HAProxy and nginx: takes the upstream at `port` out, or none. nginx is reloaded for it. */
    async markDown(port: number | undefined): Promise<void> {
      if (name === 'haproxy') {
        for (const [index, server] of ['one', 'two'].entries()) {
          const state = ports.upstreams[index] === port ? 'maint' : 'ready';
          const answer = await tellHaproxy(`set server atrium/${server} state ${state}`);
          if (answer.trim()) throw new Error(answer);
        }
        return;
      }
      const line = `  server 127.0.0.1:${port} max_fails=0`;
      if (port && !config.includes(`${line};`)) throw new Error(`No upstream at ${port}.`);
      write('proxy.conf', config.replace(`${line};`, `${line} down;`));
      child.kill('SIGHUP');
    },
  };
}
