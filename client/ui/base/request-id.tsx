import { useTranslation } from 'react-i18next';
import type { ApiError } from '#client/lib/errors.ts';
import { CopyButton } from './copy-button.tsx';

export default function RequestId({
  requestId,
}: {
  requestId: NonNullable<ApiError['requestId']>;
}) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-1 text-xs">
      {t('error.requestId')}
      <bdi dir="ltr" className="font-mono">
        {requestId}
      </bdi>
      <CopyButton text={requestId} label={t('error.copyRequestId')} />
    </div>
  );
}
