import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { dayText } from '#client/lib/day.ts';
import { Button } from '#client/ui/base/button.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { DataExportDocument } from './account.generated.ts';

function saveFile(fileName: string, content: unknown) {
  // `__typename` isn't personal data.
  const text = JSON.stringify(
    content,
    (key, value) => (key === '__typename' ? undefined : value),
    2,
  );
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers start the download only after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

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
      void toast('error', failureText(error ? apiErrorOf(error) : { code: 'UNKNOWN_ERROR' }));
      return;
    }
    const picture = await pictureData(data.viewer.user.pictureUrl);
    saveFile(`${t('data.fileName')}-${dayText(new Date())}.json`, { ...data.viewer, picture });
  }

  return (
    <Button
      pending={pending}
      disabled={lockedBy !== undefined}
      aria-describedby={lockedBy}
      onClick={download}
    >
      <Download aria-hidden="true" className="size-4" />
      {t('data.action')}
    </Button>
  );
}
