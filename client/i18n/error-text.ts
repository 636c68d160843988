import i18next from 'i18next';

/** What went wrong, in the form in which every source of errors hands it on. */
export type Failure = {
  code: string;
  /** By which the server's log knows the request. */
  requestId?: string | undefined;
  /** Seconds to wait before trying again. */
  retryAfter?: number | undefined;
};

/** Whether there is a text of its own for `code`. */
export function isKnownError(code: string): boolean {
  return i18next.exists(`errors:${code}`);
}

/** The one sentence for a code, in the language spoken. An unknown code shows UNKNOWN_ERROR's. */
export function errorText(code: string): string {
  const key = `errors:${isKnownError(code) ? code : 'UNKNOWN_ERROR'}` as 'errors:UNKNOWN_ERROR';
  return i18next.t(key);
}

/** A failure out of whatever was thrown. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') {
    return thrown as Error & Failure;
  }
  return { code: 'UNKNOWN_ERROR' };
}
