/**
 * The one reader of the environment. Every setting is described in `.env.example`.
 */
import * as z from 'zod';
import { parseNetwork } from './http/client-address.ts';

/** Where the product runs: on a developer's machine, for real, or as the read-only demo. */
export type Mode = 'local' | 'production' | 'demo';

/** A setting that stops the start: its name, what is wrong, and an example that would do. */
export class SettingsError extends Error {
  readonly setting: string;

  constructor(setting: string, problem: string, example: string) {
    super(`${setting} ${problem}. For example: ${setting}=${example}`);
    this.setting = setting;
  }
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

const schema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().optional(),
  PORT: wholeNumber(1, 65_535, 3000),
  BASE_URL: url(/^https?$/, 'must be a URL that begins with http:// or https://').optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'must be a PostgreSQL URL').optional(),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
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
  PORT: '3000',
  BASE_URL: 'https://atrium.example.com',
  DATABASE_URL: 'postgresql://user:password@localhost:5432/atrium',
  AUTH_SECRET: '"$(openssl rand -base64 32)"',
  SMTP_URL: 'smtp://user:password@mail.example.com:587',
  ADMIN_EMAILS: 'ada@example.com,grace@example.com',
  CODE_MINUTES: '5',
  SESSION_DAYS: '30',
  TRUSTED_PROXIES: '10.0.0.0/8,::1',
  DEMO_CONTACT_EMAIL: 'hello@example.com',
  ENV_EMOJI: '🌱',
  ENV_COLOR: 'plum',
  LOG_LEVEL: 'info',
};

function parse(env: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const setting = String(issue?.path[0]) as keyof typeof schema.shape;
  throw new SettingsError(setting, issue?.message ?? 'is wrong', examples[setting] ?? 'true');
}

/**
 * Checks the environment and completes it with the defaults.
 *
 * @throws {SettingsError} for the first bad value, or one that production cannot do without
 */
export function readSettings(env: Record<string, string | undefined>) {
  const values = parse(env);
  const production = values.NODE_ENV === 'production';
  const mode: Mode = values.DEMO ? 'demo' : production ? 'production' : 'local';
  const require = (setting: keyof typeof values, problem: string) => {
    if (values[setting] === undefined) {
      throw new SettingsError(setting, problem, examples[setting] ?? '');
    }
  };
  if (production) require('AUTH_SECRET', 'must be set in production');
  if (mode === 'production') {
    require('SMTP_URL', 'must be set in production, where nobody can read the dev inbox');
  }
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
        ? [baseUrl, `http://localhost:${values.PORT}`, `http://127.0.0.1:${values.PORT}`]
        : [baseUrl],
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    authSecret: values.AUTH_SECRET,
    smtpUrl: mode === 'demo' ? undefined : values.SMTP_URL,
    /** Whether mails are caught by the product and shown at /dev/inbox. */
    devInbox: mode === 'local' && !values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.APP_NAME} <no-reply@${new URL(baseUrl).hostname}>`,
    adminEmails: values.ADMIN_EMAILS,
    signUpEnabled: mode !== 'demo' && values.SIGNUP_ENABLED,
    codeMinutes: values.CODE_MINUTES,
    sessionDays: values.SESSION_DAYS,
    /** Networks of the proxies in front of us, whose X-Forwarded-For is believed. */
    trustedProxies: values.TRUSTED_PROXIES,
    appName: values.APP_NAME,
    environment: { name: values.ENV_NAME, emoji: values.ENV_EMOJI, color: values.ENV_COLOR },
    demo:
      mode === 'demo'
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
