import * as z from 'zod';
import type { Role } from '#shared/permissions.ts';
import { emailPattern } from '#shared/rules/account.ts';
import { flag, list, secretProblem, type Variables, wholeNumber } from './schemas.ts';

/**
 * Maximum points of a document: about 0.1 s of server time, 250 statements or 1.6 million characters.
 * The client's most expensive query costs less than half.
 */
export const maxCost = 50_000;

/** Default of POINTS_PER_MINUTE: 200 of the most expensive documents, about 20 s of server time. */
const defaultPointsPerMinute = 10_000_000;

/** Sample users that anyone can sign in as without a code, where the settings offer them. */
export const sampleAccounts: readonly { role: Role; email: string }[] = [
  { role: 'admin', email: 'admin@example.com' },
  { role: 'user', email: 'user@example.com' },
];

const secret = () =>
  z
    .string()
    .refine((text) => !secretProblem(text), {
      error: ({ input }) => secretProblem(input as string) ?? '',
    })
    .optional();

export const signInVariables = {
  AUTH_SECRET: {
    schema: secret(),
    description:
      'Signs session cookies and encrypts queued emails. At least 32 random characters: openssl rand -base64 32. Guessable secrets are rejected. Required in production; local mode creates one in DATA_DIR.',
    example: '"$(openssl rand -base64 32)"',
    isSecret: true,
  },
  AUTH_SECRET_PREVIOUS: {
    schema: secret(),
    description:
      'The previous AUTH_SECRET. Sessions, codes and queued emails created with it stay valid while it is set. Access tokens also stay valid. See docs/guides/production.md for how long to set it.',
    example: '"$(openssl rand -base64 32)"',
    isSecret: true,
  },
  ADMIN_EMAILS: {
    schema: list()
      .transform((emails) => emails.map((email) => email.toLowerCase()))
      .pipe(
        z.array(
          z.email({ pattern: emailPattern, error: 'must be email addresses separated by commas' }),
        ),
      ),
    description:
      'Email addresses, separated by commas, that become admins at their first sign-in. Only once: not again after the account was deleted or its address changed.',
    example: 'ada@example.com,grace@example.com',
  },
  SIGNUP_ENABLED: {
    schema: flag(true),
    description: 'Whether signing in creates an account for an unknown address.',
  },
  CODE_MINUTES: {
    schema: wholeNumber(1, 10, 5),
    description: 'Minutes until a code expires, 1–10.',
  },
  SESSION_DAYS: {
    schema: wholeNumber(1, 365, 30),
    description: 'Days until an unused session expires, 1–365.',
  },
  REQUIRE_PASSKEY_FOR: {
    schema: z.enum(['admin', 'all'], 'must be admin or all').optional(),
    description:
      'Who must sign in with a passkey: admin, or all. Unset: no one. See docs/guides/production.md.',
    example: 'admin',
    isPublic: true,
  },
  PASSKEY_GRACE_DAYS: {
    schema: wholeNumber(0, 90, 7),
    description:
      'Days from the first sign-in under REQUIRE_PASSKEY_FOR until a user must have a passkey, 0–90.',
  },
  TRUSTED_DOCUMENTS_ONLY: {
    schema: flag(false),
    description:
      'Whether a session executes only the GraphQL documents of the built client. Clients without a session execute any. Access tokens do too.',
  },
  POINTS_PER_MINUTE: {
    schema: wholeNumber(maxCost, 2_000_000_000, defaultPointsPerMinute),
    description:
      'Points that the API requests of one person or anonymous network may cost per minute, in each process. See docs/guides/limits.md.',
  },
  MUTATIONS_PER_MINUTE: {
    schema: wholeNumber(1, 1_000_000, 300),
    description:
      'Mutations that one instance accepts per user and minute. Raise it for large imports.',
  },
} satisfies Variables;
