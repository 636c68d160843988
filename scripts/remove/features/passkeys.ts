import type { Feature } from '#scripts/remove/feature.ts';

export const passkeys: Feature = {
  name: 'passkeys',
  purpose: 'sign-in with a fingerprint, face, screen lock or security key',
  files: [
    'client/features/passkey/**',
    'server/features/passkey/**',
    '{client,scripts,server,shared,tests,lab}/**/*passkey*',
    'tests/support/{attestation,authenticator}.ts',
    'docs/decisions/{036-passkeys,037-requiring-passkeys}.md',
    'client/features/recovery-codes/**',
    'server/features/recovery-codes/**',
    '{client,shared,tests,lab}/**/*{recovery-code,recoveryCode}*',
  ],
  names:
    /passkey|recovery[-_ ]?codes?|^(CHALLENGE_NOT_FOUND|AUTHENTICATION_FAILED|FAILED_TO_VERIFY_REGISTRATION|PREVIOUSLY_REGISTERED|(REGISTRATION|AUTH)_CANCELLED|RESOLVED?_USER_(REQUIRED|INVALID)|UNABLE_TO_CREATE_SESSION|SESSION_REQUIRED|SIGN_IN_EXPIRED)$/i,
  absent: /^(passkeyName|passkeysEnabled|passkeyDueAt)$/,
  unchanged: /^withPasskeyWay$/,
  prose: /passkey|recovery[- ]codes?/i,
  packages: ['@better-auth/passkey', '@simplewebauthn/server'],
};
