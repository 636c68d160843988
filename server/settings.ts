/** The only module that reads the environment. */

import { readCaptcha } from './settings/captcha.ts';
import { readDemo } from './settings/demo.ts';
import {
  parseEnvironment,
  settingError,
  type Values,
  type VariableName,
} from './settings/parse.ts';
import { readProviders } from './settings/providers.ts';
import {
  hasIpAddress,
  isConfidential,
  isLoopback,
  isPooled,
  isPublic,
} from './settings/schemas.ts';
import { showSettings } from './settings/shown.ts';
import { sampleAccounts } from './settings/sign-in.ts';
import { defaultDrainSeconds } from './settings/variables.ts';

/** Where it runs, which decides about what is safe. */
export type Mode = 'local' | 'production' | 'demo';

function modeOf({ DEMO, NODE_ENV }: Values): Mode {
  if (DEMO) return 'demo';
  return NODE_ENV === 'production' ? 'production' : 'local';
}

/** @throws {CliError} for a combination of settings that would expose personal data */
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
  demand(
    values.REQUIRE_PASSKEY_FOR === undefined || !hasIpAddress(BASE_URL ?? 'http://localhost'),
    'REQUIRE_PASSKEY_FOR',
    'needs a BASE_URL with a host name: browsers refuse passkeys for an IP address',
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
    demand(
      values.TRUSTED_PROXIES.length === 0 || SMTP_URL !== undefined,
      'SMTP_URL',
      'must be set together with TRUSTED_PROXIES: local mode without it shows sign-in codes to anyone who can reach it',
    );
    demand(
      !isPublic(BASE_URL ?? ''),
      'BASE_URL',
      'must not be a public https:// address unless NODE_ENV=production: local mode shows sign-in codes to anyone who can reach it',
    );
  }
}

/** What a command needs that only uses the database. `url` allows for sessions; undefined means the embedded one. */
export function readDatabaseSettings(env: Record<string, string | undefined>) {
  const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR } = parseEnvironment(env);
  return { url: DATABASE_DIRECT_URL ?? DATABASE_URL, dataDir: DATA_DIR };
}

/**
 * Reads the settings from `env`, with defaults.
 *
 * @throws {CliError} for the first invalid value, or a missing one that production requires
 */
export function readSettings(env: Record<string, string | undefined>) {
  const values = parseEnvironment(env);
  const production = values.NODE_ENV === 'production';
  const mode = modeOf(values);
  requireSafe(values, mode);
  const baseUrl = new URL(values.BASE_URL ?? `http://localhost:${values.PORT}`).origin;
  return Object.freeze({
    mode,
    production,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    processes: values.WEB_CONCURRENCY,
    drainMs: (values.DRAIN_SECONDS ?? (production ? defaultDrainSeconds : 0)) * 1_000,
    accelerate: values.ACCELERATE,
    metricsPort: values.METRICS_PORT,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && env.OTEL_SDK_DISABLED !== 'true',
    /** Public origin, without a trailing slash. */
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    origins:
      mode === 'local'
        ? [
            baseUrl,
            ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${values.PORT}`),
          ]
        : [baseUrl],
    databaseUrl: values.DATABASE_URL,
    /** For connections that need a session. If undefined, `databaseUrl` is used. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    dataDir: values.DATA_DIR,
    authSecret: values.AUTH_SECRET,
    formerSecrets: values.AUTH_SECRET_PREVIOUS ? [values.AUTH_SECRET_PREVIOUS] : [],
    smtpUrl: values.SMTP_URL,
    /** Shows emails at /dev/inbox instead of sending them. */
    devInbox: mode === 'local' && !values.SMTP_URL,
    /** Users that can sign in without a code. Empty where people sign in whom they are not meant for. */
    sampleAccounts: mode === 'local' && !values.SMTP_URL ? sampleAccounts : [],
    mailFrom: values.MAIL_FROM ?? `${values.APP_NAME} <no-reply@${new URL(baseUrl).hostname}>`,
    adminEmails: values.ADMIN_EMAILS,
    signUpEnabled: values.SIGNUP_ENABLED,
    providers: readProviders(values),
    captcha: readCaptcha(values, settingError),
    codeMinutes: values.CODE_MINUTES,
    sessionDays: values.SESSION_DAYS,
    geoipFile: values.GEOIP_FILE,
    retentionDays: { auditDays: values.AUDIT_DAYS, mailDays: values.MAIL_DAYS },
    /** Who must sign in with a passkey. Undefined in the demo. */
    requirePasskeyFor: mode === 'demo' ? undefined : values.REQUIRE_PASSKEY_FOR,
    passkeyGraceDays: values.PASSKEY_GRACE_DAYS,
    trustedDocumentsOnly: values.TRUSTED_DOCUMENTS_ONLY,
    /** Per principal and process. */
    pointsPerMinute: values.POINTS_PER_MINUTE,
    /** Per user and instance. */
    mutationsPerMinute: values.MUTATIONS_PER_MINUTE,
    /** Beyond this, the least recently used session ends. */
    sessionsPerUser: 100,
    trustedProxies: values.TRUSTED_PROXIES,
    organizations: values.ORGANIZATIONS ?? mode !== 'production',
    appName: values.APP_NAME,
    environment: { name: values.ENV_NAME, emoji: values.ENV_EMOJI, color: values.ENV_COLOR },
    shown: showSettings(values),
    // A developer's terminal only shows problems.
    logLevel: values.LOG_LEVEL ?? (mode === 'local' ? 'warn' : 'info'),
    ...readDemo(values),
  });
}

export type Settings = ReturnType<typeof readSettings>;
