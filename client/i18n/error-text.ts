import i18next from 'i18next';

/** Whether the error code has a message. */
export function isKnownError(code: string): boolean {
  return i18next.exists(`errors:${code}`);
}

/** The message of an error code in the current language. Unknown codes get UNKNOWN_ERROR's. */
export function errorText(code: string): string {
  const key = `errors:${isKnownError(code) ? code : 'UNKNOWN_ERROR'}` as 'errors:UNKNOWN_ERROR';
  return i18next.t(key);
}
