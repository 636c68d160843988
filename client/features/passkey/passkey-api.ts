/** The two ceremonies of WebAuthn, with the browser's own JSON conversion. */
import { call, requireOk } from '#client/features/auth/auth-api.ts';
import { ApiError } from '#client/lib/errors.ts';
import { readJson } from '#client/lib/post-json.ts';
import { withFreshSession } from '#client/lib/reauthentication.ts';

const base = '/passkey';

async function fetchOptions<Options>(path: string): Promise<Options> {
  const url = `/api/auth${base}${path}`;
  if (!navigator.cookieEnabled) throw new ApiError('COOKIES_BLOCKED');
  return withFreshSession(async () => {
    const response = await fetch(url, { headers: { accept: 'application/json' } }).catch(() => {
      throw new ApiError('NETWORK_ERROR');
    });
    return requireOk(response, await readJson(response)) as Options;
  });
}

const verify = (path: string, credential: PublicKeyCredential) =>
  call(path, { response: credential.toJSON() });

/** Older browsers have no JSON conversion, and insecure pages no `PublicKeyCredential`. */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** The code for what the browser threw. Browsers don't tell a cancellation from a missing passkey or screen lock. */
function browserError(error: unknown, codes: { cancelled: string; failed: string }): ApiError {
  if (error instanceof ApiError) return error;
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return new ApiError(codes.cancelled);
  return new ApiError(name === 'InvalidStateError' ? 'PREVIOUSLY_REGISTERED' : codes.failed);
}

/** Paths of the options and of the verification. */
const registrations = {
  add: ['/generate-register-options', '/verify-registration'],
  setup: ['/generate-setup-options', '/verify-setup'],
} as const;

/**
 * Adds a passkey. With `setup`, the one that a sign-in requires, and signs in.
 *
 * @throws {ApiError} also if the person cancels: REGISTRATION_CANCELLED
 */
export async function addPasskey(way: keyof typeof registrations = 'add'): Promise<void> {
  const [optionsPath, verification] = registrations[way];
  if (!supportsPasskeys()) throw new ApiError('FAILED_TO_VERIFY_REGISTRATION');
  const options = await fetchOptions<PublicKeyCredentialCreationOptionsJSON>(optionsPath);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    throw browserError(error, {
      cancelled: 'REGISTRATION_CANCELLED',
      failed: 'FAILED_TO_VERIFY_REGISTRATION',
    });
  });
  await verify(`${base}${verification}`, credential as PublicKeyCredential);
}

type AskOptions = {
  mediation?: CredentialMediationRequirement;
  signal?: AbortSignal;
  /** IDs of the credentials to choose from. By default all for this site. */
  allowed?: readonly string[];
};
type Chosen = { credential: PublicKeyCredential; rpId: string | undefined };

/** @throws {ApiError} also if the person cancels: AUTH_CANCELLED */
export async function askForPasskey(asked: AskOptions = {}): Promise<Chosen> {
  const { allowed = [], ...options } = asked;
  if (!supportsPasskeys()) throw new ApiError('AUTHENTICATION_FAILED');
  const wanted = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>(
    '/generate-authenticate-options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...wanted,
    allowCredentials: allowed.map((id) => ({ id, type: 'public-key' })),
  });
  const credential = (await navigator.credentials
    .get({ publicKey, ...options })
    .catch((error: unknown) => {
      throw browserError(error, { cancelled: 'AUTH_CANCELLED', failed: 'AUTHENTICATION_FAILED' });
    })) as PublicKeyCredential;
  return { credential, rpId: wanted.rpId };
}

async function send(path: string, { credential, rpId }: Chosen): Promise<void> {
  try {
    await verify(path, credential);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PASSKEY_NOT_FOUND') {
      await forgetPasskey(credential.id, rpId);
    }
    throw error;
  }
}

/** @throws {ApiError} if the server refused it */
export const enterWithPasskey = (chosen: Chosen): Promise<void> =>
  send(`${base}/verify-authentication`, chosen);

/**
 * Proves the viewer's identity in their session, with one of their passkeys.
 *
 * @throws {ApiError} also if the person cancels: AUTH_CANCELLED
 */
export async function proveByPasskey(own: readonly string[]): Promise<void> {
  await send('/reauthenticate/passkey', await askForPasskey({ allowed: own }));
}

/** Tells the password manager that a passkey no longer works, where browsers can. */
export async function forgetPasskey(credentialId: string, rpId = window.location.hostname) {
  await PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
}
