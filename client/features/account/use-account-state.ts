import { useLocation, useNavigate } from 'react-router';
import { areaOf, paths } from '#client/paths.ts';
import { email as emailRule } from '#shared/rules/account.ts';

type EntryState = {
  /** Opened by a navigation, so going back closes the dialog. */
  opened?: boolean;
  /** When the code was sent, as a Unix timestamp in milliseconds. Survives a reload. */
  sentAt?: number;
} | null;

type Shown = { state?: 'change-name'; newEmail?: string };

function readAccount(search: string) {
  const params = new URLSearchParams(search);
  const { data: newEmail = '' } = emailRule.safeParse(params.get('newEmail'));
  const state = params.get('state') === 'change-name' ? 'change-name' : '';
  return { state, newEmail } as const;
}

/** The open dialog of the account page. Kept in the URL so that going back closes it. */
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
