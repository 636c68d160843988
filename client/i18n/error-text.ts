import i18next from 'i18next';
import type { ErrorDetails } from '#client/lib/errors.ts';

export function isKnownError(code: string): boolean {
  return i18next.exists(`errors:${code}`);
}

/** Localized message of an error code. Unknown codes get the text of UNKNOWN_ERROR. */
export function errorText(code: string): string {
  const key = `errors:${isKnownError(code) ? code : 'UNKNOWN_ERROR'}` as 'errors:UNKNOWN_ERROR';
  return i18next.t(key);
}

const secondsPerMinute = 60;

/** Localized message of a failure, with the time to wait if the server named it. */
export function failureText({ code, retryAfter }: ErrorDetails & { code: string }): string {
  const text = errorText(code);
  // SERVICE_UNAVAILABLE's text already says when to try again.
  if (retryAfter === undefined || code === 'SERVICE_UNAVAILABLE') return text;
  const wait =
    retryAfter < secondsPerMinute
      ? i18next.t('wait.seconds', { count: retryAfter })
      : i18next.t('wait.minutes', { count: Math.ceil(retryAfter / secondsPerMinute) });
  return `${text} ${wait}`;
}
