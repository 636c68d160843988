import type { BetterAuthPlugin } from 'better-auth';

/** Lets the library's transactions delete recovery codes. */
export const recoveryCodesPlugin = {
  id: 'recovery-codes',
  schema: {
    recoveryCodes: {
      fields: {
        userId: { type: 'string', required: true, input: false },
      },
    },
  },
} satisfies BetterAuthPlugin;
