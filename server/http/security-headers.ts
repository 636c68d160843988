import { secureHeaders } from 'hono/secure-headers';
import type { Settings } from '#server/settings.ts';
import { captchaSources } from './captcha-sources.ts';
import { graphiqlWorkers } from './graphiql-sources.ts';

const oneYear = 365 * 24 * 60 * 60;

/**
 * Security headers of every response. Scripts load only from our origin and from widgets, and inline
 * scripts need their hash in `inlineScripts`.
 */
export function securityHeaders(settings: Settings, inlineScripts: readonly string[] = []) {
  const widgets: string[] = [...captchaSources(settings)];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts, ...widgets],
      frameSrc: widgets.length > 0 ? widgets : ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'", ...widgets],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...widgets],
      workerSrc: ["'self'", ...graphiqlWorkers],
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
