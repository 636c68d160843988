import i18next from 'i18next';
import type { ErrorDetails } from '#client/lib/errors.ts';

/** Whether the error code has a message. */
export function isKnownError(code: string): boolean {
  return i18next.exists(`errors:${code}`);
}

/** The message of an error code in the current language. Unknown codes get UNKNOWN_ERROR's. */
export function errorText(code: string): string {
  const key = `errors:${isKnownError(code) ? code : 'UNKNOWN_ERROR'}` as 'errors:UNKNOWN_ERROR';
  return i18next.t(key);
}

const secondsPerMinute = 60;

/** The message of a failure in the current language, with the time to wait if the server named it. */
export function failureText({ code, retryAfter }: ErrorDetails & { code: string }): string {
  const text = errorText(code);
  // The text of SERVICE_UNAVAILABLE says when to try again.
  if (retryAfter === undefined || code === 'SERVICE_UNAVAILABLE') return text;
  const wait =
    retryAfter < secondsPerMinute
      ? i18next.t('wait.seconds', { count: retryAfter })
      : i18next.t('wait.minutes', { count: Math.ceil(retryAfter / secondsPerMinute) });
  return `${text} ${wait}`;
}
