import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { useSetup, useViewer } from '#client/features/session/use-session.ts';
import { QueryFailed } from '#client/graphql/entity-boundary.tsx';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { formatDateTime, formatRelative } from '#client/i18n/format.ts';
import { formatDay } from '#client/lib/day.ts';
import { saveFile } from '#client/lib/download.ts';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Section } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import {
  CreateRecoveryCodesDocument,
  OwnRecoveryCodesDocument,
} from './recovery-codes.generated.ts';

/** A warning appears when no more are left. */
const few = 3;

export function OwnRecoveryCodes() {
  const { t } = useTranslation('recoveryCodes');
  const query = useQuery({ query: OwnRecoveryCodesDocument });
  const [{ data, error }] = query;
  const [, createCodes] = useMutation(CreateRecoveryCodesDocument);
  const [pending, setPending] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const { passkeys, recoveryCodes } = data?.viewer ?? {};
  if (error && !data?.viewer) {
    return (
      <Section title={t('title')}>
        <QueryFailed query={query} />
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
    const failed = findMutationErrors(result);
    setPending(false);
    if (failed) return toast('error', failureText(failed));
    setCodes(result.data?.createRecoveryCodes?.codes ?? []);
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
          <AccountButton size="small" pending={pending} onClick={ask}>
            {button}
          </AccountButton>
        </Setting>
      </SettingsCard>
      <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

type CodesDialogProps = { codes: readonly string[] | undefined; onClose: () => void };

function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { t } = useTranslation('recoveryCodes');
  return (
    <ResponsiveDialog
      open={codes !== undefined}
      onClose={onClose}
      // The codes can't be shown again, so only its button closes the dialog.
      staysOpen
      title={t('sheet.title')}
      description={t('sheet.body')}
    >
      {codes && <Codes codes={codes} onDone={onClose} />}
    </ResponsiveDialog>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('recoveryCodes');
  const { appName } = useSetup();
  const { email } = useViewer().user;
  const heading = t('sheet.heading', { appName, email });
  const created = t('sheet.created', { date: formatDay(new Date()) });
  const text = codes.join('\n');
  const download = () =>
    saveFile(`${t('sheet.fileName')}.txt`, `${heading}\n${created}\n\n${text}\n`, 'text/plain');
  return (
    <>
      {/* Takes the focus, so that a repeated key press doesn't close the dialog. */}
      <section
        ref={focus}
        tabIndex={-1}
        aria-label={t('title')}
        className="mt-2 flex items-start gap-3 rounded-control border border-line-strong bg-surface-sunken py-3 ps-3 pe-2"
      >
        <ol className="grid grow grid-cols-[repeat(auto-fit,minmax(15ch,1fr))] justify-items-center gap-2 font-mono text-sm whitespace-nowrap select-all">
          {codes.map((code) => (
            <li key={code} dir="ltr">
              {code}
            </li>
          ))}
        </ol>
        <CopyButton text={text} label={t('sheet.copy')} />
      </section>
      <DialogActions>
        <Button onClick={download}>
          <Download />
          {t('sheet.download')}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t('sheet.done')}
        </Button>
      </DialogActions>
    </>
  );
}
