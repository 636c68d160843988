import type { ZodType } from 'zod';
import type { AuditEventKind, SignInMethod } from '#server/generated/prisma/client.ts';
import type { SecurityEvent } from '#server/log/security-events.ts';
import type { Permission } from '#shared/permissions.ts';
import type { EmailCodeEndpoints } from './email-code/endpoints.ts';
import type { Hooks } from './hooks.ts';
import type { QuerySchema } from './input.ts';
import type { PasskeyEndpoints } from './passkeys/endpoints.ts';
import type { PendingEndpoints } from './passkeys/pending-endpoints.ts';
import type { ProviderEndpoints } from './providers/endpoints.ts';
import type { SecureAccountEndpoints } from './secure-account/endpoints.ts';

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Relative to /api/auth, as better-auth registers it. `:id` matches one segment. */
  path: string;
  body?: ZodType;
  /** Query of a GET. Without it, better-auth reads the query. */
  query?: QuerySchema;
  who: 'anyone' | 'viewer' | Permission;
  forbiddenCode?: string;
  refusesImpersonation?: true;
  /** Requires a proof of identity within the last minutes (session-rules.ts). */
  fresh?: true;
  demo?: true;
  /** Audit events it can add. Empty if it changes nothing and reads no list. */
  audit: readonly AuditEventKind[];
  /** Recorded in the session that it opens. */
  signInMethod?: SignInMethod;
  event?: SecurityEvent;
  failureEvent?: SecurityEvent;
  /** Our own handler. Without it, better-auth answers and a POST counts as a write. */
  handler?:
    | keyof EmailCodeEndpoints
    | keyof ProviderEndpoints
    | keyof PasskeyEndpoints
    | keyof PendingEndpoints
    | keyof SecureAccountEndpoints;
  before?: Hooks;
  after?: Hooks;
};
