import { builder } from '#server/graphql/builder.ts';
import { captchaProviders } from '#server/settings/captcha.ts';
import type { Settings } from '#server/settings.ts';
import { Setup } from './schema.ts';

const CaptchaProvider = builder.enumType('CaptchaProvider', {
  description: 'A CAPTCHA service.',
  values: Object.fromEntries(
    captchaProviders.map((name) => [
      name.toUpperCase().replaceAll('-', '_'),
      { value: name, description: `\`${name}\`` },
    ]),
  ) as Record<string, { value: (typeof captchaProviders)[number]; description: string }>,
});

const Captcha = builder.objectRef<NonNullable<Settings['captcha']>>('Captcha').implement({
  description:
    'The CAPTCHA to solve before requesting a sign-in code. Send its response in the header `x-captcha-response`.',
  fields: (t) => ({
    provider: t.field({
      type: CaptchaProvider,
      description: 'Service whose widget to show.',
      resolve: ({ provider }) => provider,
    }),
    siteKey: t.exposeString('siteKey', { description: 'Public site key for the widget.' }),
  }),
});

builder.objectField(Setup, 'captcha', (t) =>
  t.field({
    type: Captcha,
    nullable: true,
    description: 'CAPTCHA to solve before requesting a code. Null if none is required.',
    resolve: ({ captcha }) => captcha,
  }),
);
