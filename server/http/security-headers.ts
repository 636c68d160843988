/** Headers that every answer carries, whatever it says. */
import { secureHeaders } from 'hono/secure-headers';
import type { Settings } from '#server/settings.ts';

const oneYear = 365 * 24 * 60 * 60;

/**
 * Content-Security-Policy and its kin. Scripts come from our own origin only, never from a page's
 * text. The reference is served as a page of its own whose editor needs workers made from blobs.
 */
export function securityHeaders(settings: Settings) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
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
