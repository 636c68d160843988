import { useLocation, useNavigate } from 'react-router';
import { areaOf, paths } from '#client/paths.ts';
import { email as emailRule } from '#shared/rules/account.ts';

/** What the history entry knows beyond its address. */
type EntryState = {
  /** A dialog was opened here, so the way back closes it. */
  opened?: boolean;
  /** When the code for the new address was sent; a reload does not reset the wait. */
  sentAt?: number;
} | null;

type Shown = { state?: 'change-name'; newEmail?: string };

/** The search parameters of the account page; a bad value counts as none. */
function readAccount(search: string) {
  const params = new URLSearchParams(search);
  const { data: newEmail = '' } = emailRule.safeParse(params.get('newEmail'));
  const state = params.get('state') === 'change-name' ? 'change-name' : '';
  return { state, newEmail } as const;
}

/** Which of the page's dialogs is open: it stands in the address, and the phone's back key closes it. */
export function useAccountState() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const area = areaOf(pathname);
  const entry = state as EntryState;
  const shown = readAccount(search);

  return {
    ...shown,
    sentAt: entry?.sentAt,
    async show(next: Shown, sentAt?: number) {
      const isOpen = Boolean(shown.state || shown.newEmail);
      const opened = isOpen ? entry?.opened : true;
      await navigate(paths.account(area, next), {
        replace: isOpen,
        state: { opened, sentAt } as EntryState,
      });
    },
    async close() {
      if (!shown.state && !shown.newEmail) return;
      if (entry?.opened) await navigate(-1);
      else await navigate(paths.account(area), { replace: true });
    },
  };
}

export type AccountState = ReturnType<typeof useAccountState>;
