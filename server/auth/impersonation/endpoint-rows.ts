import * as z from 'zod';
import { recordNoted } from '#server/auth/audit-log/endpoint-audit.ts';
import type { Endpoint } from '#server/auth/endpoint.ts';
import { auditImpersonationEnd, keepSessionLength, requireImpersonable } from './hooks.ts';

export const impersonationEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/admin/impersonate-user',
    audit: ['impersonated'],
    body: z.strictObject({ userId: z.string().max(100) }),
    who: 'user:impersonate',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
    fresh: true,
    signInMethod: 'impersonation',
    event: 'authn_impersonate_success',
    before: requireImpersonable,
  },
  {
    method: 'POST',
    path: '/admin/stop-impersonating',
    audit: ['impersonation_ended'],
    body: z.strictObject({}),
    who: 'viewer',
    event: 'session_ended',
    before: auditImpersonationEnd,
    after: [keepSessionLength, recordNoted],
  },
];
