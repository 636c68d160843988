import * as z from 'zod';
import { emailAddress, flag, type Variable, webUrl } from './schemas.ts';

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
} satisfies Record<string, Variable>;

export const demoGroup = { title: 'Demo', variables: demoVariables };
