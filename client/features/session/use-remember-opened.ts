import { useEffect } from 'react';
import { rememberRecent } from '#client/lib/recent.ts';
import { useViewer } from './use-session.ts';

export function useRememberOpened(id: string) {
  const { user } = useViewer();
  useEffect(() => rememberRecent(user.id, id), [user.id, id]);
}
