import { ApiError } from '#client/lib/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Setup } from './session.ts';

/** What a page was rendered with on the server, and is taken over with in the browser. */
export type PageData = {
  language: Language;
  setup: Setup;
  /** Why a form that was posted without script was refused, and the email that was typed. */
  failure?: { code: string; requestId?: string; retryAfter?: number } | undefined;
  email?: string | undefined;
  /** Whether this browser has requested a code. */
  hasRequestedCode?: boolean | undefined;
};

/** ID of the element that holds the data as JSON. */
export const pageDataId = 'page-data';

let data: PageData | undefined;

/** Sets the data while the page is rendered, or before it is taken over. */
export function setPageData(next: PageData | undefined) {
  data = next;
}

/** Data of the first page; undefined after navigating from it, and on pages that were not rendered. */
export function pageDataAt({ key }: { key: string }): PageData | undefined {
  return key === 'default' ? data : undefined;
}

/** State of the history entry of /login after the session was ended elsewhere. */
export type EndedSession = { email: string; failure: NonNullable<PageData['failure']> };

/** The failure that the first page was rendered with, or that led to this page. */
export function failureAt(location: { key: string; state?: unknown }): ApiError | null {
  const ended = location.state as Partial<EndedSession> | null | undefined;
  const failure = pageDataAt(location)?.failure ?? ended?.failure;
  return failure ? new ApiError(failure.code, failure) : null;
}
