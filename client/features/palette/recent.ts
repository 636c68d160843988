/**
 * What one went to last, per person and browser. Only ids and addresses are kept: names are asked of
 * the server each time, so none stays behind for the next one at this computer.
 */
import { readStored, writeStored } from '#client/lib/stored.ts';

const most = 5;

const storageKey = (viewerId: string) => `recent:${viewerId}`;

/** The keys of the things, the last one first. */
export function readRecent(viewerId: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(viewerId)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((key): key is string => typeof key === 'string').slice(0, most);
  } catch {
    return [];
  }
}

export function rememberRecent(viewerId: string, key: string) {
  const others = readRecent(viewerId).filter((each) => each !== key);
  writeStored(storageKey(viewerId), JSON.stringify([key, ...others].slice(0, most)));
}
