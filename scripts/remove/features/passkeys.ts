import type { Feature } from '#scripts/remove/feature.ts';

export const passkeys: Feature = {
  name: 'passkeys',
  purpose: 'sign-in with a fingerprint, face, screen lock or security key',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*{passkey,recovery-code,recoveryCode}*{,/**}',
    'tests/support/{attestation,authenticator}.ts',
    'docs/decisions/{036-passkeys,037-requiring-passkeys}.md',
  ],
  names:
    /passkey|recovery[-_ ]?codes?|^(CHALLENGE_NOT_FOUND|AUTHENTICATION_FAILED|FAILED_TO_VERIFY_REGISTRATION|PREVIOUSLY_REGISTERED|(REGISTRATION|AUTH)_CANCELLED|RESOLVED?_USER_(REQUIRED|INVALID)|UNABLE_TO_CREATE_SESSION|SESSION_REQUIRED|SIGN_IN_EXPIRED)$/i,
  absent: /^(passkeyName|passkeysEnabled|passkeyDueAt)$/,
  unchanged: /^withPasskeyWay$/,
  prose: /passkey|recovery[- ]codes?/i,
};
