import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedError } from './errors.ts';

type SystemUser = { uid: number; gid: number };

/** Who PostgreSQL runs as (default: the current user), and a prefix for its command line. */
export type Runner = Partial<SystemUser> & { prefix: string[] };

/**
 * PostgreSQL refuses to run as root, so root switches to `owner` (of existing data), `postgres` or `nobody`, with a
 * capability to reach `paths` if necessary. Throws an EmbeddedError if that's impossible.
 */
export function chooseRunner(paths: string[], owner?: SystemUser): Runner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const user =
    owner && owner.uid !== 0
      ? owner
      : (findUser('postgres') ?? findUser('nobody') ?? { uid: 65534, gid: 65534 });
  const { uid, gid } = user;
  if (paths.every((path) => canReach(path, uid))) return { uid, gid, prefix: [] };
  const capability = findCapability();
  if (!capability) {
    throw new EmbeddedError(
      'NO_USER',
      `root may not run PostgreSQL, and the user ${uid} cannot reach ${paths[0]}.`,
    );
  }
  const capabilities = `-all,+${capability}`;
  return {
    uid,
    gid,
    prefix: [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=${capabilities}`,
      `--ambient-caps=${capabilities}`,
      `--bounding-set=${capabilities}`,
      // initdb checks with access(2) that it can run postgres; access(2) otherwise ignores capabilities.
      '--securebits=+no_setuid_fixup',
      '--no-new-privs',
      '--',
    ],
  };
}

function findUser(name: string): SystemUser | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((row) => row.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  } catch {
    return undefined;
  }
}

function canReach(path: string, uid: number): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stat = statSync(folder);
    if (!(stat.mode & (stat.uid === uid ? 0o100 : 0o001))) return false;
    if (folder === dirname(folder)) return true;
  }
}

// dac_read_search grants less, but containers often have only dac_override. Bits: linux/capability.h.
function findCapability(): 'dac_read_search' | 'dac_override' | undefined {
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' });
    const status = readFileSync('/proc/self/status', 'utf8');
    const held = BigInt(`0x${/CapEff:\s*(\w+)/.exec(status)?.[1] ?? '0'}`);
    if (held & 4n) return 'dac_read_search';
    return held & 2n ? 'dac_override' : undefined;
  } catch {
    return undefined;
  }
}
