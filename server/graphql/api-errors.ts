/** Top-level errors, described for developers. */

import { maxCost } from '#server/settings/sign-in.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import { documentLimits } from './limits/limits.ts';

type ApiErrorDescription = {
  meaning: string;
  /** HTTP status, if not always 200. */
  status?: string;
  /** When to retry. If undefined, don't resend the request unchanged. */
  retry?: string;
};

const figure = (value: number) => value.toLocaleString('en');

/** Errors of the server. Only the client creates UNKNOWN_ERROR. */
export const apiErrors: Record<Exclude<ApiErrorCode, 'UNKNOWN_ERROR'>, ApiErrorDescription> = {
  UNAUTHENTICATED: {
    meaning: 'the field requires signing in.',
    status:
      '200. With an access token that is wrong, expired, revoked or sent in another form: 401',
  },
  FORBIDDEN: { meaning: 'you lack the permission that the field names.' },
  ACCESS_TOKEN_REFUSED: {
    meaning: 'this cannot be done with an access token: sign in instead.',
  },
  NOT_FOUND: { meaning: 'nothing with this ID exists, or you may not see it.' },
  BAD_REQUEST: {
    meaning: 'the document, a variable or an argument is invalid; the message says which.',
    status:
      '200; 400 if nothing could be executed and you accept `application/graphql-response+json`',
  },
  DEMO_MODE: { meaning: 'this installation is a read-only demo.' },
  PERSISTED_DOCUMENT_NOT_FOUND: {
    meaning: 'no document has this `documentId`; send its text.',
    status: '200; 400 if you accept `application/graphql-response+json`',
    retry: 'with the text of the document',
  },
  TRUSTED_DOCUMENT_REQUIRED: {
    meaning:
      'with a session, this installation executes the documents of its own pages only. With an access token, it executes any.',
  },
  RATE_LIMITED: {
    meaning:
      'too many requests, or more points than `rateLimit` says are left; wait as long as `Retry-After` says.',
    status: '429',
    retry: 'after `Retry-After` seconds',
  },
  QUERY_TOO_COMPLEX: {
    meaning: `the document exceeds ${documentLimits.depth} levels, ${documentLimits.fields} fields, ${documentLimits.mutations} mutations or ${figure(maxCost)} points; ask for smaller pages or fewer fields.`,
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'try again; queries are safe to repeat.',
    status: '503',
    retry: 'after `Retry-After` seconds; creations with the same `id`',
  },
  INTERNAL_ERROR: {
    meaning: 'report it with `extensions.requestId`.',
    retry: 'queries once',
  },
};
