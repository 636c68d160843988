import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { dayText } from '#client/lib/day.ts';
import { saveFile } from '#client/lib/save-file.ts';
import { Button } from '#client/ui/base/button.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { DataExportDocument } from './account.generated.ts';

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

export function DataExport() {
  const lockedBy = useImpersonationLock();
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
    <Button
      pending={pending}
      disabled={lockedBy !== undefined}
      aria-describedby={lockedBy}
      onClick={download}
    >
      <Download className="size-4" />
      {t('data.action')}
    </Button>
  );
}
