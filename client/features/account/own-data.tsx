import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient } from 'urql';
import { call } from '#client/features/auth/auth-api.ts';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { forgetSession, runSessionTransition } from '#client/features/session/session.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { dayText } from '#client/lib/day.ts';
import { saveFile } from '#client/lib/download.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { DangerZone } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { limits } from '#shared/limits.ts';
import { DataExportDocument } from './account.generated.ts';

export function OwnData() {
  const { t } = useTranslation(['account', 'list']);
  const [open, setOpen] = useState(false);
  return (
    <div>
      <SettingsCard>
        <Setting label={t('account:data.title')} hint={t('account:data.body')}>
          <DataExport />
        </Setting>
      </SettingsCard>
      <DangerZone title={t('account:delete.title')} body={t('account:delete.hint')}>
        <AccountButton
          look="danger"
          aria-label={t('account:delete.action')}
          onClick={() => setOpen(true)}
        >
          {t('list:record.delete')}
        </AccountButton>
      </DangerZone>
      <DeleteDialog open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

/** As JSON, without `__typename`, which isn't personal data. */
const exportText = (content: unknown) =>
  JSON.stringify(content, (key, value) => (key === '__typename' ? undefined : value), 2);

async function pictureData(url: string | null): Promise<string | null> {
  const response = url ? await fetch(url).catch(() => null) : null;
  if (!response?.ok) return null;
  const blob = await response.blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(blob);
  });
}

function DataExport() {
  const { t } = useTranslation('account');
  const client = useClient();
  const [pending, setPending] = useState(false);

  async function download() {
    setPending(true);
    const variables = { entries: limits.pageSizeMax };
    const { data, error } = await client
      .query(DataExportDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    setPending(false);
    if (error || !data?.viewer) {
      toast('error', failureText(error ? apiErrorOf(error) : { code: 'UNKNOWN_ERROR' }));
      return;
    }
    const picture = await pictureData(data.viewer.user.pictureUrl);
    const text = exportText({ ...data.viewer, picture });
    saveFile(`${t('data.fileName')}-${dayText(new Date())}.json`, text, 'application/json');
  }

  return (
    <AccountButton pending={pending} onClick={download}>
      <Download />
      {t('data.action')}
    </AccountButton>
  );
}

function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigate();
  const [isDeleted, setIsDeleted] = useState(false);
  const closeDialog = useRef(onClose);

  // Keeps the confirmation open after the session has ended; closing it redirects to /login.
  const { pending, failure, attempt } = useAttempt(() =>
    runSessionTransition(async () => {
      await call('/delete-user', {});
      setIsDeleted(true);
      await new Promise<void>((resolve) => {
        closeDialog.current = resolve;
      });
      forgetSession();
      await navigate(paths.login(), { state: discardUnsavedChanges });
    }),
  );

  return (
    <ResponsiveDialog
      open={open}
      onClose={isDeleted ? () => closeDialog.current() : onClose}
      title={t(isDeleted ? 'account:delete.done' : 'account:delete.question')}
      description={t(isDeleted ? 'account:delete.doneBody' : 'account:delete.body')}
      alert
    >
      {isDeleted ? (
        <DialogActions>
          <Button look="primary" onClick={() => closeDialog.current()} autoFocus>
            {t('account:delete.leave')}
          </Button>
        </DialogActions>
      ) : (
        <>
          {failure && <Notice failure={failure} />}
          <DialogActions>
            <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
            <Button look="danger" pending={pending} onClick={attempt}>
              {t('account:delete.confirm')}
            </Button>
          </DialogActions>
        </>
      )}
    </ResponsiveDialog>
  );
}
