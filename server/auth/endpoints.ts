/**
 * The doors of better-auth that are open, and what each accepts. Whatever is not listed answers 404,
 * however it is spelled: the library registers many more paths than the product uses.
 */
import * as z from 'zod';
import { code, email } from '#shared/rules/account.ts';
import type { CodeDoor } from './email-code/endpoints.ts';
import { listUsersQuery } from './list-users-query.ts';
import type { ProviderDoor } from './providers/endpoints.ts';

/** Nothing but an empty body. */
const nothing = z.strictObject({});

type Door = {
  /** What the body may hold: what the schema names and nothing else. */
  body?: z.ZodType;
  /** The same for the query of a GET; without it the query is the library's to read. */
  query?: z.ZodType<Record<string, string | number | undefined>>;
  /** Whether it is open in the read-only demo too. */
  inDemo?: true;
  /** What code-doors.ts does before better-auth is asked. */
  code?: CodeDoor;
  /** The same of provider-doors.ts. */
  provider?: ProviderDoor;
};

/** Doors by method and path. */
export const openPaths: Readonly<Record<string, Door>> = {
  'POST /email-otp/send-verification-otp': {
    body: z.strictObject({ email, type: z.literal('sign-in') }),
    inDemo: true,
    code: 'askToSignIn',
  },
  'POST /sign-in/email-otp': {
    body: z.strictObject({ email, otp: code }),
    inDemo: true,
    code: 'signIn',
  },
  'POST /sign-in/social': {
    body: z.strictObject({
      provider: z.string().max(30),
      /** Where to go afterwards, if it is a page of ours. */
      redirect: z.string().max(8_000).optional(),
    }),
    provider: 'askProvider',
  },
  'GET /callback/github': { provider: 'providerAnswers' },
  'GET /callback/oidc': { provider: 'providerAnswers' },
  'GET /get-session': { inDemo: true },
  'POST /sign-out': { body: nothing, inDemo: true },
  'POST /revoke-sessions': { body: nothing },
  'POST /revoke-other-sessions': { body: nothing },
  'GET /admin/list-users': { query: listUsersQuery, inDemo: true },
  'POST /email-otp/request-email-change': {
    body: z.strictObject({ newEmail: email }),
    code: 'askToChangeEmail',
  },
  'POST /email-otp/change-email': {
    body: z.strictObject({ newEmail: email, otp: code }),
    code: 'changeEmail',
  },
  'POST /delete-user': { body: nothing },
  'POST /admin/impersonate-user': { body: z.strictObject({ userId: z.string().max(100) }) },
  'POST /admin/stop-impersonating': { body: nothing },
};
