import { useEffect } from 'react';
import { rememberRecent } from '#client/lib/recent.ts';
import { useViewer } from './use-session.ts';

/** Remembers that the viewer opened a record, for their home page and the command palette. */
export function useRememberOpened(id: string) {
  const { user } = useViewer();
  useEffect(() => rememberRecent(user.id, id), [user.id, id]);
}
