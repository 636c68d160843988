import { useTranslation } from 'react-i18next';
import { errorText } from '#client/i18n/error-text.ts';
import type { ApiError } from '#client/lib/errors.ts';
import { Notice } from '#client/ui/base/notice.tsx';

const secondsPerMinute = 60;

/** Error of a sign-in request, with the time to wait before the next attempt. */
export function FailureNotice({ failure }: { failure: ApiError }) {
  const { t } = useTranslation('auth');
  const { code, retryAfter } = failure;
  return (
    <Notice failure={failure}>
      <p>{errorText(code)}</p>
      {retryAfter !== undefined && (
        <p>
          {retryAfter < secondsPerMinute
            ? t('wait.seconds', { count: retryAfter })
            : t('wait.minutes', { count: Math.ceil(retryAfter / secondsPerMinute) })}
        </p>
      )}
    </Notice>
  );
}
