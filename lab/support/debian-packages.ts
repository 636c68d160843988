/** Installs Debian packages that some tests need, if possible. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

export const hasProgram = (name: string) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { env: systemEnv }).status === 0;

/** PATH without node_modules/.bin but with the sbin folders. */
export const systemEnv = {
  ...process.env,
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/** Prevents packages from starting their services during installation. */
const policy = '/usr/sbin/policy-rc.d';

/**
 * Installs the missing programs' packages and `besides` with apt-get. Returns what is still missing, or an empty
 * string.
 * @param programs package names by program
 */
export function installPrograms(
  programs: Readonly<Record<string, string>>,
  besides: readonly string[] = [],
): string {
  if (process.getuid?.() !== 0) return 'Missing: the rights of root.';
  const missing = () => Object.keys(programs).filter((name) => !hasProgram(name));
  const wanted = missing();
  if (wanted.length === 0) return '';
  if (hasProgram('apt-get')) {
    const keepsPolicy = existsSync(policy);
    if (!keepsPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    const packages = wanted.map((name) => programs[name] as string);
    const all = new Set([...packages, ...besides]);
    const install = ['install', '-y', '-q', '--no-install-recommends', ...all];
    const options = {
      env: { ...systemEnv, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore' as const,
      timeout: 240_000,
    };
    const installed = spawnSync('apt-get', install, options);
    if (installed.status !== 0) {
      spawnSync('apt-get', ['update', '-q'], options);
      spawnSync('apt-get', install, options);
    }
    if (!keepsPolicy) rmSync(policy);
  }
  const left = missing();
  return left.length > 0
    ? `Missing: ${left.join(', ')} (Debian's packages ${left.map((name) => programs[name]).join(', ')})`
    : '';
}
