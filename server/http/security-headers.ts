import type { captchaProviders } from '#server/settings/captcha.ts';
import type { Settings } from '#server/settings.ts';

/** Scripts and frames of captchas, from each provider's documentation. */
const captchaSources: Record<(typeof captchaProviders)[number], readonly string[]> = {
  'cloudflare-turnstile': ['https://challenges.cloudflare.com'],
  'google-recaptcha': [
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  captchafox: ['https://*.captchafox.com'],
};

/** GraphiQL's editor runs workers from blobs. */
const graphiqlWorkers = ['blob:'];

const oneYear = 365 * 24 * 60 * 60;

/**
 * Security headers of every response. Scripts load only from our origin, and inline scripts need their hash in
 * `inlineScripts`. Captchas load theirs from their services.
 */
export function securityHeaders(settings: Settings, inlineScripts: readonly string[]) {
  const { captcha } = settings;
  const widgets: readonly string[] = captcha ? captchaSources[captcha.provider] : [];
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts, ...widgets],
    'frame-src': widgets.length > 0 ? widgets : ["'none'"],
    'style-src': ["'self'", "'unsafe-inline'", ...widgets],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...widgets],
    'worker-src': ["'self'", ...graphiqlWorkers],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(settings.secure && {
      'strict-transport-security': `max-age=${oneYear}; includeSubDomains`,
    }),
  };
}
