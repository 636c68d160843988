import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { systemEnv } from '#tests/support/debian-packages.ts';

function example(language: string, replacements: Readonly<Record<string, string>>): string {
  const guide = readFileSync('docs/guides/production.md', 'utf8');
  const [, block = ''] =
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(guide) ?? [];
  return Object.entries(replacements).reduce((text, [here, there]) => {
    if (!text.includes(here)) throw new Error(`The example for ${language} lacks "${here}".`);
    return text.replaceAll(here, there);
  }, block);
}

type Place = { folder: string; port: number; upstream: number; unused: number };

type Proxy = { config(place: Place): string; command(file: string): [string, ...string[]] };

export const proxies: Readonly<Record<'nginx' | 'caddy' | 'haproxy', Proxy>> = {
  nginx: {
    config: ({ folder, port, upstream }) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${example('nginx', {
    '127.0.0.1:3000': `127.0.0.1:${upstream}`,
    'listen 443': `listen 127.0.0.1:${port}`,
    'atrium.example.com': 'localhost',
    '/etc/ssl/atrium.pem': `${folder}/cert.pem`,
    '/etc/ssl/atrium.key': `${folder}/key.pem`,
  })}
}`,
    command: (file) => ['nginx', '-e', 'stderr', '-c', file],
  },
  caddy: {
    config: ({ folder, port, upstream }) => `
{
  admin off
  auto_https disable_redirects
}
${example('caddyfile', {
  '127.0.0.1:3000': `127.0.0.1:${upstream}`,
  'atrium.example.com {': `https://localhost:${port} {\n  tls ${folder}/cert.pem ${folder}/key.pem`,
})}`,
    command: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
  },
  haproxy: {
    config: ({ folder, port, upstream, unused }) =>
      example('haproxy', {
        '10.0.0.11:3000': `127.0.0.1:${upstream}`,
        '10.0.0.12:3000': `127.0.0.1:${unused}`,
        'bind :443': `bind 127.0.0.1:${port}`,
        '/etc/haproxy/atrium.pem': `${folder}/both.pem`,
      }),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
};

export type ProxyName = keyof typeof proxies;

const canConnect = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts a proxy at `port` for the product at `upstream`. Throws with its output if it doesn't listen within 10 s.
 */
export async function startProxy(name: ProxyName, ports: Omit<Place, 'folder'>) {
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
  write('proxy.conf', proxies[name].config({ folder, ...ports }));
  const [file, ...args] = proxies[name].command(join(folder, 'proxy.conf'));
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
  const kill = () => void child.kill('SIGKILL');
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
  return { url: `https://localhost:${ports.port}`, ca: cert, stop };
}
