import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { useRefreshSession } from '#client/features/session/use-session.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Section } from '#client/ui/page/page.tsx';
import { addPasskey, supportsPasskeys } from './passkey-api.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { OwnPasskeysDocument } from './passkeys.generated.ts';

export function OwnPasskeys() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('passkey');
  const [{ data, error }, execute] = useQuery({ query: OwnPasskeysDocument });
  const [isSupported] = useState(supportsPasskeys);
  const [pending, setPending] = useState(false);
  const refreshSession = useRefreshSession();
  function refresh() {
    execute({ requestPolicy: 'network-only' });
    void refreshSession();
  }
  const { passkeys, passkeyRequired = false } = data?.viewer ?? {};

  async function add() {
    setPending(true);
    try {
      await addPasskey();
      refresh();
      toast('success', t('add.done'));
    } catch (thrown) {
      const failure = toApiError(thrown);
      if (failure.code !== 'DEMO_MODE') toast('error', failureText(failure));
    } finally {
      setPending(false);
    }
  }

  return (
    <Section
      title={t('title')}
      action={
        <Button
          size="small"
          pending={pending}
          disabled={lockedBy !== undefined || !isSupported}
          aria-describedby={lockedBy}
          onClick={add}
        >
          <Plus className="size-4" />
          {t('add.button')}
        </Button>
      }
    >
      <p className="max-w-[60ch] text-sm text-pretty text-text-muted">{t('about')}</p>
      {passkeyRequired && <p className="text-sm text-text-muted">{t('required')}</p>}
      {!isSupported && <Notice>{t('add.unsupported')}</Notice>}
      {error && !passkeys ? (
        <Notice failure={apiErrorOf(error)} />
      ) : (
        <ul aria-label={t('title')} aria-busy={!passkeys} className={listClass}>
          {passkeys ? (
            passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                isNeeded={passkeyRequired && passkeys.length === 1}
                onChange={refresh}
              />
            ))
          ) : (
            <RowSkeletons count={1} lead="square" />
          )}
          {passkeys?.length === 0 && (
            <li className="flex items-center gap-3 px-4 py-5 text-sm text-text-muted">
              <KeyRound className="size-4 shrink-0" />
              {t('none')}
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}
