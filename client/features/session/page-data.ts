import { ApiError } from '#client/lib/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Setup } from './session.ts';

export type PageData = {
  language: Language;
  setup: Setup;
  failure?: { code: string; requestId?: string; retryAfter?: number } | undefined;
  email?: string | undefined;
  hasRequestedCode?: boolean | undefined;
};

export const pageDataId = 'page-data';

let data: PageData | undefined;

export function setPageData(next: PageData | undefined) {
  data = next;
}

/** Data of the first page; undefined after navigating away and on pages that weren't rendered. */
export function pageDataAt({ key }: { key: string }): PageData | undefined {
  return key === 'default' ? data : undefined;
}

export type EndedSession = { email: string; failure: NonNullable<PageData['failure']> };

export function failureAt(location: { key: string; state?: unknown }): ApiError | null {
  const ended = location.state as Partial<EndedSession> | null | undefined;
  const failure = pageDataAt(location)?.failure ?? ended?.failure;
  return failure ? new ApiError(failure.code, failure) : null;
}
