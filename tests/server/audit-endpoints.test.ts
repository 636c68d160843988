/** Compares what each endpoint declares to log with a table written by hand. A new endpoint fails here. */
import { expect, it } from 'vitest';
import { endpoints } from '#server/auth/endpoints.ts';

const revoked = ['sessions_revoked'];

const paths: Record<string, readonly string[]> = {
  'POST /email-otp/send-verification-otp': [],
  'POST /sign-in/email-otp': ['signed_in', 'created', 'passkey_requested'],
  'POST /sign-in/sample': ['signed_in'],
  'POST /secure-account': [
    ...['account_secured', 'email_changed', 'passkey_removed', 'provider_unlinked'],
    ...['access_token_revoked', 'role_changed', 'invitation_cancelled'],
    ...['member_role_changed', 'member_removed', 'member_left'],
  ],
  'POST /reauthenticate/email-otp': [],
  'POST /sign-in/social': [],
  'GET /callback/:id': ['signed_in', 'created', 'provider_linked', 'passkey_requested'],
  'GET /passkey/generate-register-options': [],
  'POST /passkey/verify-registration': ['passkey_added'],
  'GET /passkey/generate-authenticate-options': [],
  'POST /passkey/verify-authentication': ['signed_in'],
  'GET /passkey/generate-setup-options': [],
  'POST /passkey/verify-setup': ['signed_in', 'passkey_added'],
  'POST /sign-in/recovery-code': ['signed_in', 'recovery_code_used'],
  'POST /reauthenticate/passkey': [],
  'GET /get-session': [],
  'POST /sign-out': ['signed_out'],
  'POST /revoke-sessions': revoked,
  'POST /revoke-other-sessions': revoked,
  'POST /email-otp/request-email-change': [],
  'POST /email-otp/change-email': ['email_changed'],
  'POST /delete-user': ['deleted'],
  'GET /admin/list-users': ['list_exported'],
  'POST /admin/impersonate-user': ['impersonated'],
  'POST /admin/stop-impersonating': ['impersonation_ended'],
};

it('every endpoint names the events that it adds to the audit log', () => {
  const declared = endpoints.map(({ method, path, audit }) => [`${method} ${path}`, audit]);
  expect(Object.fromEntries(declared)).toEqual(paths);
});
