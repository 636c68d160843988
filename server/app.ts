/** Creates the application's services and connects them. Does not listen, so tests call it directly. */
import { createAuth } from './auth/auth.ts';
import { createBrowserCookies } from './auth/browser-cookies.ts';
import { createCaptcha } from './auth/email-code/captcha.ts';
import { createCodeLimits } from './auth/email-code/code-limits.ts';
import { createEmailCodeEndpoints } from './auth/email-code/endpoints.ts';
import { createCodeSender } from './auth/email-code/send-code.ts';
import { endpoints } from './auth/endpoints.ts';
import { createFormerAdmins } from './auth/former-admins.ts';
import { createAuthHandler } from './auth/handler.ts';
import { createKeyedHmac } from './auth/hmac.ts';
import { createProviderEndpoints } from './auth/providers/endpoints.ts';
import { createRateLimit } from './auth/rate-limit.ts';
import { createSessionWatch } from './auth/session-watch.ts';
import { createCleanup } from './cleanup.ts';
import { createChanges } from './database/changes.ts';
import type { Database } from './database/client.ts';
import { createGraphqlHandler } from './graphql/handler.ts';
import { createMutationRateLimit } from './graphql/mutation-rate-limit.ts';
import type { Admission } from './http/admission.ts';
import { createAuthEndpoint, createGraphqlEndpoint } from './http/admission-endpoints.ts';
import { createAdmissionMiddleware } from './http/admission-middleware.ts';
import { createClientIdentity } from './http/client-identity.ts';
import { createReadiness } from './http/readiness.ts';
import { createRoutes } from './http/routes.ts';
import { createTranslate } from './i18n.ts';
import type { Log } from './log/log.ts';
import { createDevPages } from './mail/dev-pages.ts';
import { createMail } from './mail/mail.ts';
import { createOutbound } from './outbound.ts';
import { printContract, schema } from './schema.ts';
import type { Settings } from './settings.ts';

type AppDeps = {
  settings: Settings;
  database: Database;
  /** A client for background work; left out, it shares `database`. */
  background?: Database;
  /** Where to listen for changes of `database`. */
  databaseUrl: string;
  /** Signs cookies, hashes codes and encrypts queued mails. */
  secret: string;
  log: Log;
  /** Left out, every request is admitted at once. */
  admission?: Admission;
};

/** The application without its port. */
export function createApp(deps: AppDeps) {
  const { settings, database, background = database, databaseUrl, secret, log, admission } = deps;
  const common = { settings, database, log };
  const translate = createTranslate();
  const { outbox, worker, mailer } = createMail({ ...deps, background, translate });
  const cleanup = createCleanup({ database: background, log });
  const hmac = createKeyedHmac(secret);
  const formerAdmins = createFormerAdmins({ database, settings, hmac });
  const outbound = createOutbound(log);
  const auth = createAuth({ ...common, secret, mailer, formerAdmins, outbound, endpoints });
  const changes = createChanges({ listen: databaseUrl, log });
  const codeLimits = createCodeLimits(createRateLimit(database, hmac), hmac);
  const cookies = createBrowserCookies(settings, hmac);
  const emailCode = createEmailCodeEndpoints({
    auth,
    settings,
    codeLimits,
    cookies,
    captcha: createCaptcha(auth, settings, outbound),
    outbox,
    hmac,
    sender: createCodeSender({ database, settings, hmac, translate, outbox, onMail: worker.wake }),
  });
  const providers = createProviderEndpoints({ auth, settings, codeLimits, cookies });
  const spend = createMutationRateLimit(settings.mutationsPerMinute);
  const handlers = { ...emailCode, ...providers };
  const handleAuth = createAuthHandler({ ...common, auth, handlers, translate, spend });
  const handleGraphql = createGraphqlHandler({
    ...common,
    schema,
    auth,
    formerAdmins,
    mailer,
    changes,
    sessionWatch: createSessionWatch({ database, changes, log }),
    spend,
    translate,
  });
  const identity = createClientIdentity({ auth, settings, secret });
  const admitted = createAdmissionMiddleware({ admission, identity, settings });
  const readiness = createReadiness(database);
  const { fetch } = createRoutes({
    printContract,
    settings,
    log,
    translate,
    readiness,
    graphql: admitted(createGraphqlEndpoint(handleGraphql, log)),
    auth: admitted(createAuthEndpoint(handleAuth, { translate, log })),
    devPages: settings.devInbox ? createDevPages({ outbox, translate, settings }) : undefined,
  });

  return {
    fetch,
    clientOf: identity.clientOf,
    auth,
    worker,
    cleanup,
    /** Makes /readyz answer 503 and ends event streams. */
    drain(): void {
      readiness.drain();
      changes.stop();
    },
  };
}
