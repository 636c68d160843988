import { availableParallelism } from 'node:os';
import * as z from 'zod';
import { parseNetwork } from '#server/network/client-address.ts';
import { isOrigin } from './rules.ts';
import { flag, list, optionalNumber, type Variable, webUrl, wholeNumber } from './schemas.ts';

const maxProcesses = 64;

/**
 * HAProxy notices within 6 s by default (three checks, 2 s apart) and Kubernetes within a few, without checks. With up
 * to 20 s for requests in flight, it fits Kubernetes' grace period of 30 s.
 */
export const defaultDrainSeconds = 8;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export const serverVariables = {
  NODE_ENV: {
    schema: z
      .enum(['production', 'development', 'test'], 'must be production, development or test')
      .optional(),
    description:
      'production, development or test; other values prevent startup. production requires BASE_URL, AUTH_SECRET and SMTP_URL. development, test or no value mean local mode, which shows sign-in codes at /dev/inbox. Local mode listens on the loopback interface only, rejects requests forwarded by a proxy or tunnel, and answers only requests whose Host is localhost, 127.0.0.1, [::1] or the host of BASE_URL.',
    example: 'production',
    isPublic: true,
  },
  HOST: {
    schema: z.string().optional(),
    description:
      'Address to listen on. Default 127.0.0.1, in production 0.0.0.0. Local mode accepts loopback addresses only: to open it on another machine, forward the port with ssh -L.',
    example: '127.0.0.1',
    isPublic: true,
  },
  PORT: { schema: wholeNumber(1, 65_535, 3000), description: 'Port to listen on.' },
  WEB_CONCURRENCY: {
    schema: z.preprocess(
      (value) => (value === 'auto' ? Math.min(maxProcesses, availableParallelism()) : value),
      wholeNumber(1, maxProcesses, 1, ', or auto'),
    ),
    description: `Processes that serve the port, 1–${maxProcesses}, or auto: one per processor core. Each needs memory and 15 database connections. See docs/guides/production.md.`,
  },
  DRAIN_SECONDS: {
    schema: optionalNumber(0, 300),
    description: `Seconds that an instance keeps serving after SIGTERM, while /readyz answers 503 and load balancers take notice, 0–300. Default: ${defaultDrainSeconds} in production, otherwise 0. See docs/guides/scaling.md.`,
    example: String(defaultDrainSeconds),
  },
  ACCELERATE: {
    schema: flag(true),
    description:
      'Uses the accelerators in server/accelerate.ts. false serves the same responses more slowly without them.',
  },
  BASE_URL: {
    schema: webUrl('must be a URL that begins with http:// or https://')
      .refine(isOrigin, 'must be an origin: no path, query, fragment, user name or password')
      .optional(),
    description:
      'The public URL: scheme, host and port, no path. Used for links in emails and to check the origin of requests. Required in production, where it must start with https:// (http:// on a loopback address).',
    example: 'https://atrium.example.com',
    isPublic: true,
  },
  TRUSTED_PROXIES: {
    schema: list().refine(
      (networks) => networks.every(parseNetwork),
      'must be networks such as 10.0.0.0/8, separated by commas',
    ),
    description:
      'Networks of your reverse proxies, separated by commas. Their X-Forwarded-For identifies the client. Unset: the client is the peer of the connection.',
    example: '10.0.0.0/8,::1',
    isPublic: true,
  },
  LOG_LEVEL: {
    schema: z
      .enum(logLevels, `must be ${logLevels.slice(0, -1).join(', ')} or ${logLevels.at(-1)}`)
      .optional(),
    description: `${logLevels.join(', ')}. Default: info; in local mode warn.`,
    example: 'info',
    isPublic: true,
  },
  METRICS_PORT: {
    schema: optionalNumber(1, 65_535),
    description:
      'Port for Prometheus: GET /metrics, for all processes of this instance. It has no password, so keep it inside your network. Unset: no metrics.',
    example: '9464',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: webUrl().optional(),
    description:
      "Trace collector, reached by OTLP over HTTP. OpenTelemetry's other variables also apply, such as OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME and OTEL_TRACES_SAMPLER. Unset: no traces. See docs/guides/monitoring.md.",
    example: 'http://localhost:4318',
  },
} satisfies Record<string, Variable>;
