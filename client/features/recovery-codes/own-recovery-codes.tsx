import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { apiErrorOf, findMutationErrors } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { formatDateTime, formatRelative } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Section } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import {
  CreateRecoveryCodesDocument,
  OwnRecoveryCodesDocument,
} from './recovery-codes.generated.ts';

/** A warning appears when no more are left. */
const few = 3;

export function OwnRecoveryCodes() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('recoveryCodes');
  const [{ data, error }, execute] = useQuery({ query: OwnRecoveryCodesDocument });
  const [, createCodes] = useMutation(CreateRecoveryCodesDocument);
  const [pending, setPending] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const { passkeys, recoveryCodes } = data?.viewer ?? {};
  if (error && !data?.viewer) {
    return (
      <Section title={t('title')}>
        <LoadFailed
          failure={apiErrorOf(error)}
          onRetry={() => execute({ requestPolicy: 'network-only' })}
        />
      </Section>
    );
  }
  if (!passkeys?.length && !recoveryCodes) return null;

  const button = t(recoveryCodes ? 'replace.button' : 'create.button');

  async function ask() {
    const question = {
      danger: true,
      title: t('replace.title'),
      body: t('replace.body'),
      confirm: t('replace.button'),
    };
    if (recoveryCodes && !(await confirm(question))) return;
    setPending(true);
    const result = await createCodes({});
    const payload = result.data?.createRecoveryCodes;
    const failed = findMutationErrors(result, payload);
    setPending(false);
    if (failed) return toast('error', failureText(failed));
    setCodes(payload?.codes ?? []);
  }

  return (
    <Section title={t('title')}>
      <p className="max-w-[60ch] text-sm text-pretty text-text-muted">{t('about')}</p>
      {recoveryCodes && recoveryCodes.left <= few && <Notice>{t('few')}</Notice>}
      <SettingsCard>
        <Setting
          label={recoveryCodes ? t('left', { count: recoveryCodes.left }) : t('none')}
          hint={
            recoveryCodes && (
              <span title={formatDateTime(recoveryCodes.createdAt)}>
                {t('created', { date: formatRelative(recoveryCodes.createdAt) })}
              </span>
            )
          }
        >
          <Button
            size="small"
            pending={pending}
            disabled={lockedBy !== undefined}
            aria-describedby={lockedBy}
            onClick={ask}
          >
            {button}
          </Button>
        </Setting>
      </SettingsCard>
      <MountOnOpen open={codes !== undefined}>
        <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />
      </MountOnOpen>
    </Section>
  );
}
