import type { captchaProviders } from '#server/settings/captcha.ts';
import type { Settings } from '#server/settings.ts';

/** Sources of scripts and frames, from each provider's documentation. */
const sources: Record<(typeof captchaProviders)[number], readonly string[]> = {
  'cloudflare-turnstile': ['https://challenges.cloudflare.com'],
  'google-recaptcha': [
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  captchafox: ['https://*.captchafox.com'],
};

export const captchaSources = ({ captcha }: Settings): readonly string[] =>
  captcha ? sources[captcha.provider] : [];
