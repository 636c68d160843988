import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { readProviders } from './providers.ts';
import { emailAddress, flag, type ValuesOf, type Variables, webUrl } from './schemas.ts';
import { sampleAccounts } from './sign-in.ts';

export const demoVariables = {
  DEMO: {
    schema: flag(false),
    description:
      'Read-only demo: the code is always 000000, sign-up is off, and no email is sent. Needs a separate database: one with accounts of real people is rejected.',
  },
  DEMO_SCAFFOLD_COMMAND: {
    schema: z.string().default('npm create atrium@latest my-app'),
    description:
      'Shown when the demo rejects a change: how to get the product, its README, a contact.',
  },
  DEMO_README_URL: { schema: webUrl().default('https://example.com/readme'), description: '' },
  DEMO_CONTACT_EMAIL: { schema: emailAddress.default('hello@example.com'), description: '' },
} satisfies Variables;

export const demoGroup = { title: 'Demo', variables: demoVariables };

/** The code of every sign-in in the demo. */
export const demoCode = '0'.repeat(limits.codeLength);

/** What the demo shows about its makers, and the settings that it overrides. Empty unless DEMO is true. */
export function readDemo(values: ValuesOf<typeof demoVariables>) {
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
    providers: readProviders({}),
    captcha: undefined,
    // All visitors share two users.
    sessionsPerUser: 10_000,
  };
}
