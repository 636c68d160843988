import { readStored, writeStored } from '#client/lib/stored.ts';

const maxRecent = 10;

const storageKey = (viewerId: string) => `recent:${viewerId}`;

/**
 * Keys of the pages and records that the viewer opened last, newest first. Names are not stored, so that the
 * browser keeps none after signing out.
 */
export function readRecent(viewerId: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(viewerId)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((key): key is string => typeof key === 'string').slice(0, maxRecent);
  } catch {
    return [];
  }
}

/** Puts what the viewer opens at the front. */
export function rememberRecent(viewerId: string, key: string) {
  const others = readRecent(viewerId).filter((each) => each !== key);
  writeStored(storageKey(viewerId), JSON.stringify([key, ...others].slice(0, maxRecent)));
}
