import { limits } from '#shared/limits.ts';
import type { Values } from './parse.ts';
import { noProviders } from './providers.ts';
import { sampleAccounts } from './sample-accounts.ts';

/** The code of every sign-in in the demo. */
export const demoCode = '0'.repeat(limits.codeLength);

/** What the demo shows about its makers, and the settings that it overrides. Empty unless DEMO is true. */
export function readDemo(values: Values) {
  if (!values.DEMO) return { demo: undefined };
  return {
    demo: {
      scaffoldCommand: values.DEMO_SCAFFOLD_COMMAND,
      readmeUrl: values.DEMO_README_URL,
      contactEmail: values.DEMO_CONTACT_EMAIL,
    },
    smtpUrl: undefined,
    sampleAccounts,
    signUpEnabled: false,
    providers: noProviders,
    captcha: undefined,
    // All visitors share two users.
    sessionsPerUser: 10_000,
  };
}
