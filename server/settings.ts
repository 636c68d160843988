/** The only reader of the environment. */

import type { Role } from '#shared/permissions.ts';
import {
  parseEnvironment,
  settingError,
  type Values,
  type VariableName,
} from './settings/parse.ts';
import { readCaptcha, readProviders } from './settings/providers.ts';
import { isConfidential, isLoopback, isPooled } from './settings/rules.ts';

/** The sample users whom people may sign in as without a code, in local mode and in the demo. */
export const sampleAccounts: readonly { role: Role; email: string }[] = [
  { role: 'admin', email: 'admin@example.com' },
  { role: 'user', email: 'user@example.com' },
];

/** Where the application runs: on a developer's machine, in production, or as the read-only demo. */
export type Mode = 'local' | 'production' | 'demo';

/** @throws {CliError} for a combination of settings that would expose people's data */
function requireSafe(values: Values, mode: Mode): void {
  const demand = (isMet: boolean, name: VariableName, problem: string) => {
    if (!isMet) throw settingError(name, problem);
  };
  const { NODE_ENV, HOST, BASE_URL, AUTH_SECRET, SMTP_URL, DATABASE_URL } = values;
  demand(
    !isPooled(DATABASE_URL ?? '') || values.DATABASE_DIRECT_URL !== undefined,
    'DATABASE_DIRECT_URL',
    'must be set where DATABASE_URL has pgbouncer=true',
  );
  if (NODE_ENV === 'production') {
    demand(AUTH_SECRET !== undefined, 'AUTH_SECRET', 'must be set in production');
    demand(BASE_URL !== undefined, 'BASE_URL', 'must be set in production');
    demand(
      isConfidential(BASE_URL ?? ''),
      'BASE_URL',
      'must begin with https:// in production: session cookies would be sent unencrypted',
    );
  }
  if (mode === 'production') {
    demand(SMTP_URL !== undefined, 'SMTP_URL', 'must be set in production, which has no dev inbox');
  }
  if (mode === 'local') {
    demand(
      HOST === undefined || isLoopback(HOST),
      'HOST',
      'must be a loopback address unless NODE_ENV=production: local mode shows sign-in codes to anyone who can reach it',
    );
  }
}

/**
 * Reads the settings of `env`, with defaults.
 *
 * @throws {CliError} for the first bad value, or one that is required in production
 */
export function readSettings(env: Record<string, string | undefined>) {
  const values = parseEnvironment(env);
  const production = values.NODE_ENV === 'production';
  const mode: Mode = values.DEMO ? 'demo' : production ? 'production' : 'local';
  requireSafe(values, mode);
  const { github, oidc, missing } = readProviders(values);
  const isDemo = mode === 'demo';
  const baseUrl = new URL(values.BASE_URL ?? `http://localhost:${values.PORT}`).origin;
  return Object.freeze({
    mode,
    production,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    /** Processes that serve the port. */
    processes: values.WEB_CONCURRENCY,
    /** Where metrics are served; undefined: nowhere. */
    metricsPort: values.METRICS_PORT,
    /** Whether traces are sent. */
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && env.OTEL_SDK_DISABLED !== 'true',
    /** The public origin, without a trailing slash. */
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    /** Origins whose pages may send requests. */
    origins:
      mode === 'local'
        ? [
            baseUrl,
            ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${values.PORT}`),
          ]
        : [baseUrl],
    databaseUrl: values.DATABASE_URL,
    /** For what needs a session of its own; undefined: `databaseUrl`. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
    dataDir: values.DATA_DIR,
    authSecret: values.AUTH_SECRET,
    /** Secrets that are accepted besides the current one. */
    formerSecrets: values.AUTH_SECRET_PREVIOUS ? [values.AUTH_SECRET_PREVIOUS] : [],
    smtpUrl: isDemo ? undefined : values.SMTP_URL,
    /** Whether mails are shown at /dev/inbox instead of being sent. */
    devInbox: mode === 'local' && !values.SMTP_URL,
    /** Whose sign-in takes no code; none where anyone but a developer or a visitor could do it. */
    sampleAccounts: isDemo || (mode === 'local' && !values.SMTP_URL) ? sampleAccounts : [],
    mailFrom: values.MAIL_FROM ?? `${values.APP_NAME} <no-reply@${new URL(baseUrl).hostname}>`,
    adminEmails: values.ADMIN_EMAILS,
    signUpEnabled: !isDemo && values.SIGNUP_ENABLED,
    /** Identity providers, in the order of their buttons. The demo has none. */
    providers: isDemo ? [] : [github, oidc].filter((provider) => provider !== undefined),
    github: isDemo ? undefined : github,
    oidc: isDemo ? undefined : oidc,
    captcha: isDemo ? undefined : readCaptcha(values),
    /** Missing variables of identity providers that are configured in part. */
    missing,
    codeMinutes: values.CODE_MINUTES,
    sessionDays: values.SESSION_DAYS,
    /** Days that rows of the audit log and of the outbox are kept. */
    retentionDays: { auditDays: values.AUDIT_DAYS, mailDays: values.MAIL_DAYS },
    /** Whether a session executes the documents of the built client only. */
    trustedDocumentsOnly: values.TRUSTED_DOCUMENTS_ONLY,
    /** Per principal and process. */
    pointsPerMinute: values.POINTS_PER_MINUTE,
    /** Per user and instance. */
    mutationsPerMinute: values.MUTATIONS_PER_MINUTE,
    /** Whether sign-ins are recorded. Visitors of the demo share accounts and would see each other's. */
    recordsVisitors: !isDemo,
    /** Beyond it, the session unused for longest ends. All visitors of the demo share two users. */
    sessionsPerUser: isDemo ? 10_000 : 100,
    /** Networks of proxies whose X-Forwarded-For is trusted. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** Whether there are organizations, also in the schema. */
    organizations: values.ORGANIZATIONS ?? mode !== 'production',
    appName: values.APP_NAME,
    environment: { name: values.ENV_NAME, emoji: values.ENV_EMOJI, color: values.ENV_COLOR },
    demo: isDemo
      ? {
          scaffoldCommand: values.DEMO_SCAFFOLD_COMMAND,
          readmeUrl: values.DEMO_README_URL,
          contactEmail: values.DEMO_CONTACT_EMAIL,
        }
      : undefined,
    // A developer's terminal shows problems only.
    logLevel: values.LOG_LEVEL ?? (mode === 'local' ? 'warn' : 'info'),
  });
}

export type Settings = ReturnType<typeof readSettings>;
