import { availableParallelism } from 'node:os';
import * as z from 'zod';
import { parseNetwork } from '#server/network/client-address.ts';
import { captchaGroup, captchaVariables } from './captcha.ts';
import { demoGroup, demoVariables } from './demo.ts';
import { providerGroup, providerVariables } from './providers.ts';
import {
  flag,
  isOrigin,
  list,
  optionalFlag,
  optionalNumber,
  shortText,
  url,
  type Variables,
  webUrl,
  wholeNumber,
} from './schemas.ts';
import { signInVariables } from './sign-in.ts';

const maxProcesses = 64;

/**
 * HAProxy notices within 6 s by default (three checks, 2 s apart) and Kubernetes within a few, without checks. With up
 * to 20 s for requests in flight, it fits Kubernetes' grace period of 30 s.
 */
export const defaultDrainSeconds = 8;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const serverVariables = {
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
} satisfies Variables;

const organizationVariables = {
  ORGANIZATIONS: {
    schema: optionalFlag(),
    description:
      'Whether users can create organizations with members, teams and repositories. false hides organizations in the interface and refuses changes to them in the API. What is stored is kept, and only managers read it. Default: true; in production false.',
    example: 'true',
  },
} satisfies Variables;

const organizationGroup = { title: 'Features', variables: organizationVariables };

/** Retention in days, used where no setting applies. */
export const defaultDays = { auditDays: 400, mailDays: 30 };

const dataVariables = {
  DATABASE_URL: {
    schema: url(/^postgres(ql)?$/, 'must be a PostgreSQL URL').optional(),
    description:
      'PostgreSQL 15 or later. Unset: an embedded PostgreSQL that keeps its data in DATA_DIR.',
    example: 'postgresql://user:password@localhost:5432/atrium',
  },
  DATABASE_DIRECT_URL: {
    schema: url(/^postgres(ql)?$/, 'must be a PostgreSQL URL').optional(),
    description:
      'The same database without PgBouncer, for migrations. Live events use it, too. Required if DATABASE_URL points to a pooler in transaction mode, which needs ?pgbouncer=true at the end of its URL.',
    example: 'postgresql://user:password@localhost:5433/atrium',
  },
  DATA_DIR: {
    schema: z.string().default('.data'),
    description: 'Folder of the embedded PostgreSQL.',
  },
  GEOIP_FILE: {
    schema: z.string().optional(),
    description:
      'MaxMind DB file (.mmdb) with cities or countries, such as GeoLite2-City. Sessions and emails about new devices then name the place of the IP address. A replaced file is read within a minute. See docs/guides/production.md.',
    example: '/usr/share/GeoIP/GeoLite2-City.mmdb',
  },
  AUDIT_DAYS: {
    schema: wholeNumber(30, 3_650, defaultDays.auditDays),
    description:
      "Retention of the audit log in days, 30–3650. Repetitions are limited, except managers': of one kind of event by one person about one account, the first 100 and the newest 200 are kept. Of events by members about an organization's records, 10,000 are kept, until the organization is deleted. A flood only displaces its own events.",
  },
  MAIL_DAYS: {
    schema: wholeNumber(2, 365, defaultDays.mailDays),
    description:
      'Days until sent and failed emails, stored without their content, are deleted, 2–365.',
  },
} satisfies Variables;

const mailVariables = {
  SMTP_URL: {
    schema: url(/^smtps?$/, 'must be a URL that begins with smtp:// or smtps://').optional(),
    description: 'The mail server. Required in production. Unset: emails are shown at /dev/inbox.',
    example: 'smtp://user:password@mail.example.com:587',
  },
  MAIL_FROM: {
    schema: z.string().optional(),
    description: 'The sender. Default: APP_NAME, and no-reply@ at the host of BASE_URL.',
    example: 'Atrium <no-reply@example.com>',
    isPublic: true,
  },
} satisfies Variables;

const appearanceVariables = {
  APP_NAME: {
    schema: shortText(50).default('Atrium'),
    description: 'Name shown in the interface and in emails.',
    isPublic: true,
  },
  ENV_NAME: {
    schema: shortText(30).optional(),
    description: 'Name, emoji and color that distinguish installations.',
    example: 'staging',
    isPublic: true,
  },
  ENV_EMOJI: {
    schema: z
      .string()
      .regex(/^\p{RGI_Emoji}$/v, 'must be an emoji')
      .optional(),
    description: '',
    example: '🌱',
    isPublic: true,
  },
  ENV_COLOR: {
    schema: z
      .string()
      .regex(/^[a-z]+$/, 'must be the name of a color')
      .default('plum'),
    description: '',
    isPublic: true,
  },
} satisfies Variables;

type Group = { title: string; description?: string; variables: Variables };

export const groups: readonly Group[] = [
  { title: 'Server', variables: serverVariables },
  { title: 'Data', variables: dataVariables },
  { title: 'Sign-in', variables: signInVariables },
  providerGroup,
  captchaGroup,
  { title: 'Email', variables: mailVariables },
  { title: 'Appearance', variables: appearanceVariables },
  organizationGroup,
  demoGroup,
];

export const variables = {
  ...serverVariables,
  ...dataVariables,
  ...signInVariables,
  ...providerVariables,
  ...captchaVariables,
  ...mailVariables,
  ...appearanceVariables,
  ...organizationVariables,
  ...demoVariables,
};
