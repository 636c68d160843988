import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemEnv } from '#lab/support/debian-packages.ts';

const root = join(import.meta.dirname, '..', '..');

function run(file: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    env: systemEnv,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status === 0) return stdout.trim();
  throw new Error(
    `${file} ${args.join(' ')}: ${error ?? ''}${stdout.slice(-3_000)}${stderr.slice(-3_000)}`,
  );
}

function debianMirror(): string {
  const policy = run('apt-cache', ['policy']);
  const mirror = /https?:\/\/\S+\/debian(?=\s)/.exec(policy)?.[0];
  return mirror ?? 'http://deb.debian.org/debian';
}

const certificates = '/certificates.pem';

function ownCertificates(): string {
  const file = process.env.NODE_EXTRA_CA_CERTS || run('npm', ['config', 'get', 'cafile']);
  return existsSync(file) ? file : '';
}

const npmSettings = () =>
  ['registry', 'proxy', 'https-proxy']
    .map((name) => [name, run('npm', ['config', 'get', name])])
    .filter(([, value]) => value && value !== 'null' && value !== 'undefined')
    .map((pair) => `${pair.join('=')}\n`)
    .join('');

type ImageConfig = {
  User: string;
  WorkingDir: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Labels: Record<string, string>;
};

export function createContainerTool() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-image-'));
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const podman = (...args: string[]) =>
    run('podman', [...storage, '--cgroup-manager=cgroupfs', ...args]);

  function importImage(from: string, name: string): void {
    const archive = join(folder, 'image.tar');
    run('tar', ['-C', from, '-cf', archive, '.']);
    podman('import', archive, name);
    rmSync(archive);
  }

  type Inspected = { Config: ImageConfig; Healthcheck: { Test: string[] } };
  const inspect = (image: string) =>
    (JSON.parse(podman('image', 'inspect', image)) as [Inspected])[0];

  return {
    makeBases(): { base: string; buildBase: string } {
      const debian = join(folder, 'debian');
      run('debootstrap', ['--variant=minbase', 'bookworm', debian, debianMirror()]);
      rmSync(join(debian, 'var', 'cache', 'apt'), { recursive: true });
      importImage(debian, 'localhost/debian');
      const npm = dirname(dirname(realpathSync(run('sh', ['-c', 'command -v npm']))));
      cpSync(npm, join(debian, 'usr/lib/node_modules/npm'), { recursive: true });
      cpSync(join(root, 'node_modules/node/bin/node'), join(debian, 'usr/bin/node'));
      run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(debian, 'usr/bin/npm')]);
      importImage(debian, 'localhost/debian-node');
      return { base: 'localhost/debian', buildBase: 'localhost/debian-node' };
    },
    build({ base, buildBase }: { base: string; buildBase: string }, commit: string): string {
      const settings = join(folder, 'npmrc');
      const own = ownCertificates();
      const trust = own ? `cafile=${certificates}\n` : '';
      writeFileSync(settings, `${npmSettings()}${trust}`);
      const cache = run('npm', ['config', 'get', 'cache']);
      mkdirSync(cache, { recursive: true });
      podman(
        'build',
        ...['--format', 'docker', '--network', 'host', '--isolation', 'chroot', '--layers=false'],
        ...['--build-arg', `BASE=${base}`, '--build-arg', `BUILD_BASE=${buildBase}`],
        ...['--build-arg', `SOURCE_COMMIT=${commit}`],
        // The one that Debian has: apt.postgresql.org cannot be reached from everywhere.
        ...['--build-arg', 'POSTGRESQL_VERSION=15'],
        ...['--volume', `${settings}:/root/.npmrc:ro`, '--volume', `${cache}:/root/.npm`],
        ...(own ? ['--volume', `${own}:${certificates}:ro`] : []),
        ...['--tag', 'localhost/atrium', root],
      );
      return 'localhost/atrium';
    },
    /**
     * Command that runs a program of the image as its user, on a read-only file system. Uses unshare and chroot,
     * since container runtimes need control groups that test machines don't always grant.
     */
    commandIn(image: string, program: readonly string[], env: Readonly<Record<string, string>>) {
      const files = podman('image', 'mount', image);
      const { User, WorkingDir, Env } = inspect(image).Config;
      const given = [...Env, ...Object.entries(env).map((pair) => pair.join('='))];
      const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" \
        && mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" \
        && exec chroot --userspec=${User} "$0" /usr/bin/env -i --chdir=${WorkingDir} "$@"`;
      return ['unshare', '--mount', 'sh', '-c', script, files, ...given, ...program];
    },
    configOf: (image: string) => inspect(image).Config,
    healthCheckOf: (image: string) => inspect(image).Healthcheck.Test,
    sizeOf: (image: string) => Number(podman('image', 'inspect', '--format', '{{.Size}}', image)),
    close(): void {
      spawnSync('podman', [...storage, 'image', 'unmount', '--all', '--force'], { env: systemEnv });
      spawnSync('podman', [...storage, 'rmi', '--all', '--force'], { env: systemEnv });
      execFileSync('rm', ['-rf', folder]);
    },
  };
}
