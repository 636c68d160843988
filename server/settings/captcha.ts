import * as z from 'zod';
import { confidentialUrl, readTogether, type ValuesOf, type Variables } from './schemas.ts';

/** Captcha services, by better-auth's names. */
export const captchaProviders = [
  'cloudflare-turnstile',
  'google-recaptcha',
  'hcaptcha',
  'captchafox',
] as const;

export const captchaVariables = {
  CAPTCHA_PROVIDER: {
    schema: z.enum(captchaProviders, `must be one of ${captchaProviders.join(', ')}`).optional(),
    description: `One of ${captchaProviders.join(', ')}. reCAPTCHA is the v2 checkbox.`,
    example: 'cloudflare-turnstile',
    isPublic: true,
  },
  CAPTCHA_SITE_KEY: {
    schema: z.string().optional(),
    description: 'The public key, which browsers receive, and the secret key.',
    example: '0x4AAAAAAA',
  },
  CAPTCHA_SECRET: {
    schema: z.string().optional(),
    description: '',
    example: '0x4AAAAAAA',
    isSecret: true,
  },
  CAPTCHA_VERIFY_URL: {
    schema: confidentialUrl().optional(),
    description:
      "Where to verify answers. Default: the provider's own address. Set it for a proxy or a compatible service.",
    example: 'https://captcha.example.com/siteverify',
  },
} satisfies Variables;

export const captchaGroup = {
  title: 'Captcha',
  description:
    'Required before a code is sent. Set provider, site key and secret, or none of them.',
  variables: captchaVariables,
};

/**
 * Reads the captcha, if configured.
 *
 * @throws the error made by `fault`, if only partially configured: without a site key, no code could be requested;
 *   without a secret, bots could request codes
 */
export function readCaptcha(
  values: ValuesOf<typeof captchaVariables>,
  fault: (name: keyof typeof captchaVariables, problem: string) => Error,
) {
  const { all, missing } = readTogether(values, {
    provider: 'CAPTCHA_PROVIDER',
    siteKey: 'CAPTCHA_SITE_KEY',
    secret: 'CAPTCHA_SECRET',
  });
  const [first] = missing;
  if (first) {
    throw fault(
      first,
      'must be set where there is a captcha, or none of CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY and CAPTCHA_SECRET',
    );
  }
  return all && { ...all, verifyUrl: values.CAPTCHA_VERIFY_URL };
}
