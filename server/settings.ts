/**
 * The one reader of the environment. Every setting is described in `.env.example`.
 */
import * as z from 'zod';
import { parseNetwork } from './http/client-address.ts';
import { CliError } from './progress.ts';
import { isConfidential, isLoopback, isOrigin, secretProblem } from './settings-rules.ts';

/** Where the product runs: on a developer's machine, for real, or as the read-only demo. */
export type Mode = 'local' | 'production' | 'demo';

/** The error for a value that stops the start. */
function settingError(setting: string, problem: string, example: string): CliError {
  const reason =
    setting === 'BASE_URL'
      ? `Invalid base URL: BASE_URL ${problem}. Please provide a valid base URL.`
      : `${setting} ${problem}.`;
  const error = new CliError(
    `${reason} For example: ${setting}=${example}`,
    `Correct ${setting} in .env or in the environment. .env.example describes every setting.`,
  );
  error.step = 'Reading the settings';
  return error;
}

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true');

const wholeNumber = (min: number, max: number, fallback: number) => {
  const problem = `must be a whole number from ${min} to ${max}`;
  return z.coerce
    .number(problem)
    .int(problem)
    .min(min, problem)
    .max(max, problem)
    .default(fallback);
};

const url = (protocol: RegExp, problem: string) => z.url({ protocol, error: problem });

/** Services that tell people from programs, by the names that better-auth gives them. */
export const captchaProviders = [
  'cloudflare-turnstile',
  'google-recaptcha',
  'hcaptcha',
  'captchafox',
] as const;

const schema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().optional(),
  PORT: wholeNumber(1, 65_535, 3000),
  BASE_URL: url(/^https?$/, 'must be a URL that begins with http:// or https://')
    .refine(isOrigin, 'must be an origin: no path, query, fragment, user name or password')
    .optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'must be a PostgreSQL URL').optional(),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: z
    .string()
    .refine((secret) => !secretProblem(secret), {
      error: ({ input }) => secretProblem(input as string) ?? '',
    })
    .optional(),
  SMTP_URL: url(/^smtps?$/, 'must be a URL that begins with smtp:// or smtps://').optional(),
  MAIL_FROM: z.string().optional(),
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((email) => email.trim().toLowerCase()))
    .transform((list) => list.filter(Boolean))
    .pipe(z.array(z.email('must be e-mail addresses separated by commas'))),
  SIGNUP_ENABLED: flag(true),
  CODE_MINUTES: wholeNumber(1, 10, 5),
  SESSION_DAYS: wholeNumber(1, 365, 30),
  MUTATIONS_PER_MINUTE: wholeNumber(1, 1_000_000, 300),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(50, 'must have at most 50 characters').optional(),
  OIDC_ISSUER: url(/^https?$/, 'must be a URL')
    .refine(isConfidential, 'must be a URL that begins with https://')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  CAPTCHA_PROVIDER: z
    .enum(captchaProviders, `must be one of ${captchaProviders.join(', ')}`)
    .optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_VERIFY_URL: url(/^https?$/, 'must be a URL')
    .refine(isConfidential, 'must be a URL that begins with https://')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((network) => network.trim()))
    .transform((list) => list.filter(Boolean))
    .refine(
      (list) => list.every(parseNetwork),
      'must be networks such as 10.0.0.0/8, separated by commas',
    ),
  DEMO: flag(false),
  DEMO_SCAFFOLD_COMMAND: z.string().default('git clone <repository> && npm start'),
  DEMO_README_URL: url(/^https?$/, 'must be a URL').default('https://example.com/readme'),
  DEMO_CONTACT_EMAIL: z.email('must be an e-mail address').default('hello@example.com'),
  APP_NAME: z.string().max(50, 'must have at most 50 characters').default('Atrium'),
  ENV_NAME: z.string().max(30, 'must have at most 30 characters').optional(),
  ENV_EMOJI: z
    .string()
    .regex(/^\p{RGI_Emoji}$/v, 'must be an emoji')
    .optional(),
  ENV_COLOR: z
    .string()
    .regex(/^[a-z]+$/, 'must be the name of a colour')
    .default('plum'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .optional(),
});

/** What to write instead, per setting. */
const examples: Partial<Record<keyof typeof schema.shape, string>> = {
  HOST: '127.0.0.1',
  PORT: '3000',
  BASE_URL: 'https://atrium.example.com',
  DATABASE_URL: 'postgresql://user:password@localhost:5432/atrium',
  AUTH_SECRET: '"$(openssl rand -base64 32)"',
  SMTP_URL: 'smtp://user:password@mail.example.com:587',
  ADMIN_EMAILS: 'ada@example.com,grace@example.com',
  CODE_MINUTES: '5',
  SESSION_DAYS: '30',
  MUTATIONS_PER_MINUTE: '300',
  OIDC_NAME: 'Example',
  OIDC_ISSUER: 'https://login.example.com',
  CAPTCHA_PROVIDER: 'cloudflare-turnstile',
  CAPTCHA_SITE_KEY: '0x4AAAAAAA',
  CAPTCHA_SECRET: '0x4AAAAAAA',
  CAPTCHA_VERIFY_URL: 'https://captcha.example.com/siteverify',
  TRUSTED_PROXIES: '10.0.0.0/8,::1',
  DEMO_CONTACT_EMAIL: 'hello@example.com',
  ENV_EMOJI: '🌱',
  ENV_COLOR: 'plum',
  LOG_LEVEL: 'info',
  DEMO: 'false',
};

function parse(env: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const setting = String(issue?.path[0]) as keyof typeof schema.shape;
  throw settingError(setting, issue?.message ?? 'is wrong', examples[setting] ?? 'true');
}

type Values = z.infer<typeof schema>;

/**
 * The settings named, if all are set.
 *
 * @returns what is missing where only some are
 */
function together<Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): { all?: { [Each in Name]-?: NonNullable<Values[Each]> }; missing: Name[] } {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return { missing: [] };
  return missing.length === 0 ? { all: values as never, missing } : { missing };
}

/** The identity providers besides the code by mail; one that is set in part is not offered. */
function readProviders(values: Values) {
  const github = together(values, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']);
  const oidc = together(values, [
    'OIDC_NAME',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
  ]);
  return {
    github: github.all && {
      id: 'github',
      name: 'GitHub',
      clientId: github.all.GITHUB_CLIENT_ID,
      clientSecret: github.all.GITHUB_CLIENT_SECRET,
    },
    oidc: oidc.all && {
      id: 'oidc',
      name: oidc.all.OIDC_NAME,
      issuer: oidc.all.OIDC_ISSUER,
      clientId: oidc.all.OIDC_CLIENT_ID,
      clientSecret: oidc.all.OIDC_CLIENT_SECRET,
    },
    missing: [...github.missing, ...oidc.missing],
  };
}

/**
 * The captcha, if there is one. It cannot be set in part: without its site key nobody could ask for a
 * code, without its secret everybody could.
 */
function readCaptcha(values: Values) {
  const { all, missing } = together(values, [
    'CAPTCHA_PROVIDER',
    'CAPTCHA_SITE_KEY',
    'CAPTCHA_SECRET',
  ]);
  const [first] = missing;
  if (first) {
    throw settingError(
      first,
      'must be set where there is a captcha, or none of CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY and CAPTCHA_SECRET',
      examples[first] ?? '',
    );
  }
  return (
    all && {
      provider: all.CAPTCHA_PROVIDER,
      siteKey: all.CAPTCHA_SITE_KEY,
      secret: all.CAPTCHA_SECRET,
      verifyUrl: values.CAPTCHA_VERIFY_URL,
    }
  );
}

/** Refuses combinations of settings that would expose people's data. */
function requireSafe(values: Values, mode: Mode): void {
  const refuseUnless = (isFine: boolean, setting: keyof Values, problem: string) => {
    if (!isFine) throw settingError(setting, problem, examples[setting] ?? '');
  };
  const { NODE_ENV, HOST, BASE_URL, AUTH_SECRET, SMTP_URL } = values;
  if (NODE_ENV === 'production') {
    refuseUnless(AUTH_SECRET !== undefined, 'AUTH_SECRET', 'must be set in production');
    refuseUnless(BASE_URL !== undefined, 'BASE_URL', 'must be set in production');
    refuseUnless(
      isConfidential(BASE_URL ?? ''),
      'BASE_URL',
      'must begin with https:// in production: session cookies can be read on the way otherwise',
    );
  }
  if (mode === 'production') {
    refuseUnless(
      SMTP_URL !== undefined,
      'SMTP_URL',
      'must be set in production, where nobody can read the dev inbox',
    );
  }
  if (mode === 'local') {
    refuseUnless(
      HOST === undefined || isLoopback(HOST),
      'HOST',
      'must be a loopback address unless NODE_ENV=production: local mode shows sign-in codes to everybody who can reach it',
    );
  }
}

/**
 * Checks the environment and completes it with the defaults.
 *
 * @throws {CliError} for the first bad value, or one that production cannot do without
 */
export function readSettings(env: Record<string, string | undefined>) {
  const values = parse(env);
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
    /** Origin under which browsers reach the product, without a trailing slash. */
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    /** Origins whose pages may send requests: our own, on a developer's machine under all its names. */
    origins:
      mode === 'local'
        ? [
            baseUrl,
            ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${values.PORT}`),
          ]
        : [baseUrl],
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    authSecret: values.AUTH_SECRET,
    smtpUrl: isDemo ? undefined : values.SMTP_URL,
    /** Whether mails are caught by the product and shown at /dev/inbox. */
    devInbox: mode === 'local' && !values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.APP_NAME} <no-reply@${new URL(baseUrl).hostname}>`,
    adminEmails: values.ADMIN_EMAILS,
    signUpEnabled: !isDemo && values.SIGNUP_ENABLED,
    /** Identity providers, in the order of their buttons. In the demo nobody can be let in by one. */
    providers: isDemo ? [] : [github, oidc].filter((provider) => provider !== undefined),
    github: isDemo ? undefined : github,
    oidc: isDemo ? undefined : oidc,
    captcha: isDemo ? undefined : readCaptcha(values),
    /** Settings without which an identity provider is not offered although others of it are set. */
    missing,
    codeMinutes: values.CODE_MINUTES,
    sessionDays: values.SESSION_DAYS,
    /** Mutations of one person on this instance. */
    mutationsPerMinute: values.MUTATIONS_PER_MINUTE,
    /**
     * Whether sign-ins are kept with their time, address and browser. In the demo visitors share
     * accounts, so each would see the others.
     */
    recordsVisitors: !isDemo,
    /** A session beyond these ends the one that was unused for the longest; all visitors of the demo share two users. */
    sessionsPerUser: isDemo ? 10_000 : 100,
    /** Networks of the proxies in front of us, whose X-Forwarded-For is believed. */
    trustedProxies: values.TRUSTED_PROXIES,
    appName: values.APP_NAME,
    environment: { name: values.ENV_NAME, emoji: values.ENV_EMOJI, color: values.ENV_COLOR },
    demo: isDemo
      ? {
          scaffoldCommand: values.DEMO_SCAFFOLD_COMMAND,
          readmeUrl: values.DEMO_README_URL,
          contactEmail: values.DEMO_CONTACT_EMAIL,
        }
      : undefined,
    // On a developer's machine the terminal is for what the developer must know.
    logLevel: values.LOG_LEVEL ?? (mode === 'local' ? 'warn' : 'info'),
  });
}

export type Settings = ReturnType<typeof readSettings>;
