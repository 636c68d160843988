import { useEffect } from 'react';
import { readStoredJson, writeStored } from '#client/lib/stored.ts';
import { useViewer } from './use-session.ts';

const maxRecent = 10;

const storageKey = (viewerId: string) => `recent:${viewerId}`;

/**
 * Keys of the viewer's recently opened pages and records, newest first. Names aren't stored, so that none remain in the
 * browser after signing out.
 */
export function readRecent(viewerId: string): string[] {
  const stored = readStoredJson(storageKey(viewerId));
  if (!Array.isArray(stored)) return [];
  return stored.filter((key): key is string => typeof key === 'string').slice(0, maxRecent);
}

export function rememberRecent(viewerId: string, key: string) {
  const others = readRecent(viewerId).filter((each) => each !== key);
  writeStored(storageKey(viewerId), JSON.stringify([key, ...others].slice(0, maxRecent)));
}

export function useRememberOpened(id: string) {
  const { user } = useViewer();
  useEffect(() => rememberRecent(user.id, id), [user.id, id]);
}
