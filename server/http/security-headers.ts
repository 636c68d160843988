/** Headers that every answer carries, whatever it says. */
import { secureHeaders } from 'hono/secure-headers';
import type { captchaProviders } from '#server/settings/sign-in.ts';
import type { Settings } from '#server/settings.ts';

const oneYear = 365 * 24 * 60 * 60;

/** From where the widget of a captcha takes its scripts and frames, as its makers say. */
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
 * Content-Security-Policy and its kin. Scripts come from our own origin only, never from a page's
 * text, and from the captcha's where there is one. The reference is served as a page of its own whose
 * editor needs workers made from blobs.
 */
export function securityHeaders(settings: Settings) {
  const widget = settings.captcha ? captchaSources[settings.captcha.provider] : [];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...widget],
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
