/** The columns of the table in endpoints.ts. */
import type { ZodType } from 'zod';
import type { SecurityEvent } from '#server/log/security-events.ts';
import type { Permission } from '#shared/permissions.ts';
import type { EmailCodeEndpoints } from './email-code/endpoints.ts';
import type { Hook } from './hooks.ts';
import type { QuerySchema } from './input.ts';
import type { ProviderEndpoints } from './providers/endpoints.ts';

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Below /api/auth, as better-auth registers it: `:id` matches one segment. */
  path: string;
  /** The JSON body of a POST. Unknown fields are refused. */
  body?: ZodType;
  /** The query of a GET; without it, better-auth reads the query itself. */
  query?: QuerySchema;
  /** Who may call it: everyone, signed-in users, or users with a permission. */
  who: 'anyone' | 'viewer' | Permission;
  /** The error code for users without the permission; `FORBIDDEN` by default. */
  forbiddenCode?: string;
  /** Refused while a manager impersonates the user. */
  refusesImpersonation?: true;
  /** Needs a session that was opened within the last hour. */
  fresh?: true;
  /** Allowed in the read-only demo. */
  demo?: true;
  /** Security events: of a success, and of a refused code or sign-in. */
  event?: SecurityEvent;
  failureEvent?: SecurityEvent;
  /** Our own handler; without one, better-auth answers and a POST counts as a write. */
  handler?: keyof EmailCodeEndpoints | keyof ProviderEndpoints;
  /** What runs before and after better-auth's handler. */
  before?: Hook;
  after?: Hook;
};
