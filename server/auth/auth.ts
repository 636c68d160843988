/**
 * better-auth: sign-in by a code sent by mail, sessions, roles. Which of its paths are open, and what
 * they accept, stands in open-paths.ts.
 */
import { createHmac } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { admin, emailOTP } from 'better-auth/plugins';
import type { Database } from '#server/database/client.ts';
import { type IdentifiedModel, newId } from '#server/database/ids.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import type { Log } from '#server/log.ts';
import { codeMail } from '#server/mail/code-mail.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Settings } from '#server/settings.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { accessControl, roles } from '#shared/permissions.ts';

/** Where better-auth is mounted. */
export const authBasePath = '/api/auth';

/** The request header in which app.ts tells better-auth the client's address. */
export const clientAddressHeader = 'x-atrium-client-address';

const secondsPerDay = 24 * 60 * 60;

type AuthParts = {
  database: Database;
  settings: Settings;
  secret: string;
  outbox: Outbox;
  translate: Translate;
  log: Log;
  /** Called when a mail was put into the outbox. */
  onMail(): void;
};

function modelName(name: string): IdentifiedModel {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as IdentifiedModel;
}

/** better-auth as this product uses it. */
export function createAuth({
  database,
  settings,
  secret,
  outbox,
  translate,
  log,
  onMail,
}: AuthParts) {
  const keyedHash = async (code: string) => createHmac('sha256', secret).update(code).digest('hex');

  return betterAuth({
    appName: settings.appName,
    baseURL: settings.baseUrl,
    basePath: authBasePath,
    secret,
    trustedOrigins: settings.origins,
    database: prismaAdapter(database, { provider: 'postgresql', transaction: true }),
    telemetry: { enabled: false },
    logger: {
      // The library's sentences may hold addresses: only that something was said is kept.
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'debug']({ message }, 'auth.library'),
    },
    session: {
      expiresIn: settings.sessionDays * secondsPerDay,
      updateAge: secondsPerDay,
      freshAge: 60 * 60,
    },
    user: {
      additionalFields: {
        language: { type: 'string', required: false, input: false },
        onboardedAt: { type: 'date', required: false, input: false },
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => ({
            data: {
              ...user,
              ...(settings.adminEmails.includes(user.email) ? { role: 'admin' } : {}),
              language: languageOfRequest(context?.headers ?? new Headers()),
            },
          }),
        },
      },
    },
    advanced: {
      cookiePrefix: 'atrium',
      useSecureCookies: settings.secure,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => newId(modelName(model)), joins: true },
    },
    // Budgets are counted per address and shared by all instances, see code-budget.ts.
    rateLimit: { enabled: false },
    plugins: [
      emailOTP({
        otpLength: limits.codeLength,
        expiresIn: settings.codeMinutes * 60,
        allowedAttempts: limits.codeAttempts,
        disableSignUp: !settings.signUpEnabled,
        storeOTP: { hash: keyedHash },
        ...(settings.mode === 'demo' ? { generateOTP: () => '0'.repeat(limits.codeLength) } : {}),
        async sendVerificationOTP({ email, otp }, context) {
          // Everybody knows the demo's code, and no mail leaves it.
          if (settings.mode === 'demo') return;
          const user = await database.user.findUnique({
            where: { email },
            select: { language: true },
          });
          const language = isLanguage(user?.language)
            ? user.language
            : languageOfRequest(context?.headers ?? new Headers());
          await outbox.add({
            to: email,
            content: codeMail(translate, {
              appName: settings.appName,
              code: otp,
              minutes: settings.codeMinutes,
              language,
            }),
            expiresAt: new Date(Date.now() + settings.codeMinutes * 60_000),
          });
          onMail();
        },
      }),
      admin({ ac: accessControl, roles, defaultRole: 'user', adminRoles: ['admin'] }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
/** The signed-in person and the browser they use, as better-auth hands them out. */
export type AuthSession = Auth['$Infer']['Session'];
