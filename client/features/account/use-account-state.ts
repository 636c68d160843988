import { useLocation, useNavigate } from 'react-router';
import { areaOf, paths } from '#client/paths.ts';
import { email as emailRule } from '#shared/rules/account.ts';

/** State of the history entry. */
type EntryState = {
  /** A dialog was opened by a navigation, so going back closes it. */
  opened?: boolean;
  /** When the code was sent, in milliseconds since 1970. Survives a reload. */
  sentAt?: number;
} | null;

type Shown = { state?: 'change-name'; newEmail?: string };

/** The search parameters of the account page. Invalid values are read as none. */
function readAccount(search: string) {
  const params = new URLSearchParams(search);
  const { data: newEmail = '' } = emailRule.safeParse(params.get('newEmail'));
  const state = params.get('state') === 'change-name' ? 'change-name' : '';
  return { state, newEmail } as const;
}

/** The open dialog of the account page, kept in the URL, so that going back closes it. */
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
