import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import type { WayProps } from '#client/features/auth/reauthenticate/code-way.tsx';
import { runSessionTransition } from '#client/features/session/session.ts';
import { useSetup } from '#client/features/session/use-session.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { Button, Spinner } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';
import { proveByPasskey, supportsPasskeys } from './passkey-api.ts';
import { OwnPasskeysDocument } from './passkeys.generated.ts';

/** A passkey is offered first to people who have one, since a code can be phished. */
export function withPasskeyWay(codeWay: ReactNode, props: WayProps) {
  return <PasskeyOrCode codeWay={codeWay} {...props} />;
}

function PasskeyOrCode({ codeWay, ...props }: WayProps & { codeWay: ReactNode }) {
  const { t } = useTranslation('passkey');
  const [usesCode, setUsesCode] = useState(false);
  const { passkeysEnabled } = useSetup();
  const isPossible = passkeysEnabled && supportsPasskeys();
  const [{ data, fetching }] = useQuery({ query: OwnPasskeysDocument, pause: !isPossible });
  const { passkeys, passkeyRequired } = data?.viewer ?? {};
  if (isPossible && fetching && !passkeys) {
    return (
      <div className="grid min-h-24 place-items-center">
        <Spinner />
      </div>
    );
  }
  if (!isPossible || !passkeys?.length) return codeWay;
  if (passkeyRequired) return <PasskeyWay {...props} />;
  return (
    <>
      {usesCode ? codeWay : <PasskeyWay {...props} />}
      <Button look="quiet" onClick={() => setUsesCode(!usesCode)}>
        {t(usesCode ? 'proof.instead' : 'proof.useCode')}
      </Button>
    </>
  );
}

function PasskeyWay({ onProved, cancel }: WayProps) {
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
