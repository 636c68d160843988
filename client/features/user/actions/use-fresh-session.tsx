import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReauthenticateDialog } from '#client/features/auth/reauthenticate/lazy-reauthenticate-dialog.ts';
import type { MutationErrors } from '#client/graphql/errors.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';

type FreshSession = {
  /** Opens the dialog if `failed` requires a fresh session, then calls `retry`. */
  handles: (failed: MutationErrors, retry: () => Promise<void>) => boolean;
  dialog: ReactNode;
};

export function useFreshSession(): FreshSession {
  const { t } = useTranslation('user');
  const [retry, setRetry] = useState<(() => Promise<void>) | null>(null);
  const close = () => setRetry(null);
  return {
    handles(failed, submitAgain) {
      const isNeeded = failed.errors.some(({ code }) => code === 'SESSION_NOT_FRESH');
      if (isNeeded) setRetry(() => submitAgain);
      return isNeeded;
    },
    dialog: (
      <MountOnOpen open={retry !== null}>
        <ReauthenticateDialog
          open={retry !== null}
          title={t('form.proveIdentity')}
          onClose={close}
          onReauthenticated={async () => {
            close();
            await retry?.();
          }}
        />
      </MountOnOpen>
    ),
  };
}
