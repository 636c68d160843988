import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MutationErrors } from '#client/graphql/errors.ts';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';

const FreshSessionDialog = lazyWithTexts(
  () => import('./fresh-session-dialog.tsx'),
  'account',
  'auth',
);

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
        <FreshSessionDialog
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
