import { Fingerprint } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import type { Way, WayProps } from '#client/features/auth/reauthenticate/code-way.tsx';
import { runSessionTransition } from '#client/features/session/session.ts';
import { useSetup } from '#client/features/session/use-session.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';
import { proveByPasskey, supportsPasskeys } from './passkey-api.ts';
import { OwnPasskeysDocument } from './passkeys.generated.ts';

/** Offered first to people who have a passkey, since a code can be phished. */
export function usePasskeyWay(): Way {
  const { t } = useTranslation('passkey');
  const { passkeysEnabled } = useSetup();
  const isPossible = passkeysEnabled && supportsPasskeys();
  const [{ data, fetching }] = useQuery({ query: OwnPasskeysDocument, pause: !isPossible });
  const passkeys = data?.viewer?.passkeys;
  const isLoading = isPossible && fetching && !passkeys;
  return {
    name: 'passkey',
    isOffered: isLoading ? undefined : isPossible && Boolean(passkeys?.length),
    isRequired: data?.viewer?.passkeyRequired ?? false,
    label: t('proof.instead'),
    Part: PasskeyPart,
  };
}

function PasskeyPart({ onProved, cancel }: WayProps) {
  const { t } = useTranslation('passkey');
  const [{ data }] = useQuery({ query: OwnPasskeysDocument, requestPolicy: 'cache-first' });
  const { pending, failure, attempt } = useAttempt(async () => {
    const passkeys = data?.viewer?.passkeys ?? [];
    const own = passkeys.map((passkey) => passkey.credentialId);
    await runSessionTransition(() => proveByPasskey(own));
    onProved();
  });

  return (
    <div className="grid gap-4">
      <p className="text-sm text-text-muted">{t('proof.body')}</p>
      {failure && <Notice failure={failure} />}
      <DialogActions>
        {cancel}
        <Button look="primary" pending={pending} onClick={attempt} autoFocus>
          <Fingerprint />
          {t('proof.button')}
        </Button>
      </DialogActions>
    </div>
  );
}
