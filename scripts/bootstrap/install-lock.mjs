import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './common.mjs';

/** A process may take this long to write its PID into the lock it created. */
const gracePeriodMs = 5_000;

export async function withInstallLock(work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `npm-install-${process.getuid()}-${name}`);
  const started = Date.now();
  for (let announced = false; !tryLock(lock); ) {
    if (isAbandoned(lock, started)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!announced) process.stdout.write('• Waiting for another installation …\n');
    announced = true;
    await sleep(500);
  }
  const unlock = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', unlock);
  try {
    await work();
  } finally {
    unlock();
    process.removeListener('exit', unlock);
  }
}

function tryLock(lock) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  return true;
}

function isAbandoned(lock, started) {
  let pid;
  try {
    pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    return Date.now() - started > gracePeriodMs;
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
