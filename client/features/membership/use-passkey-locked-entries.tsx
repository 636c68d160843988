import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '#client/ui/overlay/menu-trigger.tsx';
import { organizationPaths } from './organization-paths.ts';
import { usePasskeyLocked } from './use-passkey-locked.ts';

/** Entries of the first organizations that need a sign-in with a passkey. */
export function usePasskeyLockedEntries(max: number, { pause }: { pause: boolean }): MenuEntry[] {
  const { t } = useTranslation();
  const organizations = usePasskeyLocked({ pause }) ?? [];
  return organizations.slice(0, max).map(({ name, slug }) => ({
    label: t('nav.passkeyLocked', { name }),
    icon: <Lock className="size-4 text-text-muted" />,
    to: organizationPaths.home(slug),
  }));
}
