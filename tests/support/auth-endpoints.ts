import { newId } from '#server/database/ids.ts';
import type { TestServer } from './server.ts';

/** CBOR: `{ fmt: 'none', attStmt: {}, authData: h'' }`. */
const noAttestation = 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA';

export const callers = [
  'anonymous',
  'forged',
  'banned',
  'user',
  'stale',
  'impersonating',
  'impersonating without the way back',
  'admin',
] as const;
export type Caller = (typeof callers)[number];

type Denials = Partial<Record<Caller, [status: number, code: string]>>;

export type ExpectedEndpoint = {
  /** Null if the library doesn't have it. */
  registeredAs?: string | null;
  body?: object;
  denied: Denials;
  inDemo: boolean;
};

const unauthenticated: Denials = {
  anonymous: [401, 'UNAUTHENTICATED'],
  forged: [401, 'UNAUTHENTICATED'],
  banned: [401, 'UNAUTHENTICATED'],
};
const ownAccount: Denials = {
  ...unauthenticated,
  impersonating: [403, 'FORBIDDEN'],
  'impersonating without the way back': [403, 'FORBIDDEN'],
};
const ownAccountFresh: Denials = { ...ownAccount, stale: [403, 'SESSION_NOT_FRESH'] };
const adminsOnly = (code: string): Denials => ({
  ...unauthenticated,
  user: [403, code],
  stale: [403, code],
  impersonating: [403, code],
  'impersonating without the way back': [403, code],
});

const email = 'somebody@example.com';
const credential = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
};
const attestation = {
  ...credential,
  response: { clientDataJSON: 'a', attestationObject: noAttestation },
};
const callback = { registeredAs: 'GET /callback/:id', denied: {}, inDemo: false };

/** Keyed by method and path. */
export const expectedEndpoints: Record<string, ExpectedEndpoint> = {
  'POST /email-otp/send-verification-otp': {
    registeredAs: null,
    body: { email, type: 'sign-in' },
    denied: {},
    inDemo: true,
  },
  'POST /sign-in/email-otp': { body: { email, otp: '000000' }, denied: {}, inDemo: true },
  'POST /sign-in/sample': {
    // The product's own endpoint, forwarded as a sign-in with a code.
    registeredAs: 'POST /sign-in/email-otp',
    body: { role: 'user' },
    denied: {},
    inDemo: true,
  },
  'POST /secure-account': {
    registeredAs: null,
    body: { token: 'x' },
    denied: {},
    inDemo: false,
  },
  'POST /reauthenticate/email-otp': {
    // The product's own endpoint, forwarded as a sign-in with a code.
    registeredAs: 'POST /sign-in/email-otp',
    body: { otp: '000000' },
    denied: ownAccount,
    inDemo: false,
  },
  'POST /sign-in/social': { body: { provider: 'github' }, denied: {}, inDemo: false },
  'GET /passkey/generate-register-options': { denied: ownAccountFresh, inDemo: false },
  'POST /passkey/verify-registration': {
    body: { response: attestation },
    denied: ownAccountFresh,
    inDemo: false,
  },
  'GET /passkey/generate-authenticate-options': { denied: {}, inDemo: false },
  'POST /passkey/verify-authentication': {
    body: { response: assertion },
    denied: {},
    inDemo: false,
  },
  'GET /passkey/generate-setup-options': {
    // The product's own endpoints for a sign-in that needs a passkey, forwarded to the library's.
    registeredAs: 'GET /passkey/generate-register-options',
    denied: {},
    inDemo: false,
  },
  'POST /passkey/verify-setup': {
    registeredAs: 'POST /passkey/verify-registration',
    body: { response: attestation },
    denied: {},
    inDemo: false,
  },
  'POST /sign-in/recovery-code': {
    registeredAs: 'POST /sign-in/email-otp',
    body: { code: 'A' },
    denied: {},
    inDemo: false,
  },
  'POST /reauthenticate/passkey': {
    registeredAs: 'POST /passkey/verify-authentication',
    body: { response: assertion },
    denied: ownAccount,
    inDemo: false,
  },
  'GET /callback/github': callback,
  'GET /callback/oidc': callback,
  'GET /get-session': { denied: {}, inDemo: true },
  'POST /sign-out': { body: {}, denied: {}, inDemo: true },
  'POST /revoke-sessions': { body: {}, denied: ownAccountFresh, inDemo: false },
  'POST /revoke-other-sessions': { body: {}, denied: ownAccountFresh, inDemo: false },
  'POST /email-otp/request-email-change': {
    registeredAs: null,
    body: { newEmail: email },
    denied: ownAccountFresh,
    inDemo: false,
  },
  'POST /email-otp/change-email': {
    registeredAs: null,
    body: { newEmail: email, otp: '000000' },
    denied: ownAccountFresh,
    inDemo: false,
  },
  'POST /delete-user': { body: {}, denied: ownAccountFresh, inDemo: false },
  'GET /admin/list-users': {
    denied: adminsOnly('YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'),
    inDemo: true,
  },
  'POST /admin/impersonate-user': {
    body: { userId: newId('User') },
    denied: adminsOnly('YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS'),
    inDemo: false,
  },
  'POST /admin/stop-impersonating': {
    body: {},
    denied: {
      ...unauthenticated,
      'impersonating without the way back': [401, 'SESSION_EXPIRED'],
    },
    inDemo: false,
  },
};

export const endpointNames = Object.keys(expectedEndpoints);
export const postPaths = endpointNames.flatMap((name) =>
  name.startsWith('POST ') ? [name.slice('POST '.length)] : [],
);

/** Returns the cookies of a caller. Each call opens a new session, because some requests end theirs. */
export async function cookiesOf(server: TestServer, caller: Caller): Promise<string> {
  if (caller === 'anonymous') return '';
  if (caller === 'forged') return 'atrium.session_token=forged.signature';
  if (caller === 'admin') return (await server.as('admin')).cookie;
  if (caller.startsWith('impersonating')) {
    const { cookie } = await server.impersonate();
    return caller === 'impersonating' ? cookie : cookie.replace(/[^ ]*admin_session[^;]*/, '');
  }
  const person = await server.as('user');
  if (caller === 'banned') {
    await server.database.user.update({ where: { id: person.id }, data: { banned: true } });
  }
  if (caller === 'stale') {
    const createdAt = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    await server.database.session.updateMany({ where: { userId: person.id }, data: { createdAt } });
  }
  return person.cookie;
}

export function createCall(server: TestServer) {
  return (
    endpoint: string,
    init: { cookie?: string; headers?: Record<string, string>; body?: string } = {},
    query = '',
  ) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const headers = { origin: server.origin, ...init.headers, cookie: init.cookie ?? '' };
    const body = method === 'POST' && init.body !== undefined ? { body: init.body } : {};
    return server.request(`/api/auth${path}${query}`, { method, headers, ...body });
  };
}
