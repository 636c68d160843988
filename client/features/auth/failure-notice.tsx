import { useTranslation } from 'react-i18next';
import { errorText, type Failure } from '#client/i18n/error-text.ts';
import { Notice } from '#client/ui/base/notice.tsx';

const secondsPerMinute = 60;

/** Why signing in went wrong, and how long to wait where waiting helps. */
export function FailureNotice({ failure }: { failure: Failure }) {
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
