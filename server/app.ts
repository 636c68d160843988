/** Creates the application's services and connects them. Does not listen, so tests call it directly. */
import { createAuthentication } from './auth/authentication.ts';
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
  const spend = createMutationRateLimit(settings.mutationsPerMinute);
  const { auth, formerAdmins, handleAuth } = createAuthentication({
    ...deps,
    translate,
    mailer,
    outbox,
    onMail: worker.wake,
    spend,
  });
  const changes = createChanges({ listen: databaseUrl, log });
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
