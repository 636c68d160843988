import { ApiError } from '#client/lib/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Setup } from './session.ts';

/** Data the server rendered a page with, used again for hydration. */
export type PageData = {
  language: Language;
  setup: Setup;
  /** Error of a form posted without scripts, and the email that was typed. */
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

/** History state of /login after the session was ended elsewhere. */
export type EndedSession = { email: string; failure: NonNullable<PageData['failure']> };

/** The failure that the first page was rendered with, or that led to this page. */
export function failureAt(location: { key: string; state?: unknown }): ApiError | null {
  const ended = location.state as Partial<EndedSession> | null | undefined;
  const failure = pageDataAt(location)?.failure ?? ended?.failure;
  return failure ? new ApiError(failure.code, failure) : null;
}
