import { secureHeaders } from 'hono/secure-headers';
import type { captchaProviders } from '#server/settings/sign-in.ts';
import type { Settings } from '#server/settings.ts';

const oneYear = 365 * 24 * 60 * 60;

/** Sources of scripts and frames, from each provider's documentation. */
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

/**
 * Security headers of every response. Scripts load only from our origin and the captcha's, and inline
 * scripts need their hash in `inlineScripts`. GraphiQL's editor needs blob workers.
 */
export function securityHeaders(settings: Settings, inlineScripts: readonly string[] = []) {
  const widget = settings.captcha ? captchaSources[settings.captcha.provider] : [];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts, ...widget],
      frameSrc: widget.length > 0 ? [...widget] : ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'", ...widget],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...widget],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    strictTransportSecurity: settings.secure ? `max-age=${oneYear}; includeSubDomains` : false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  });
}
