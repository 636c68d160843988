import { useViewer } from './use-session.ts';

/** ID of the note that says why the account can't be changed. */
export const impersonationNoteId = 'impersonation-note';

/** Only users themselves change their account: the ID of a note that says so while impersonating, otherwise undefined. */
export function useImpersonationLock(): string | undefined {
  return useViewer().impersonator ? impersonationNoteId : undefined;
}
