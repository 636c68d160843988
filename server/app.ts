/** Creates the application's services and connects them. Does not listen, so tests call it directly. */
import type { IncomingMessage } from 'node:http';
import { createTokenReader } from './auth/access-tokens/token-reader.ts';
import { createViewerReader } from './auth/active-session.ts';
import { createAuthentication } from './auth/authentication.ts';
import { createChangeCookie, withChangeCookie } from './auth/change-cookie.ts';
import { createKeyedHmac, type Secrets } from './auth/hmac.ts';
import { createSessionCookie } from './auth/session-cookie.ts';
import { createSessionWatch } from './auth/session-watch.ts';
import { createSignInForms } from './auth/sign-in-forms.ts';
import { createCleanup } from './cleanup.ts';
import { createChanges } from './database/changes.ts';
import type { Database } from './database/client.ts';
import { createDevPages } from './dev/dev-pages.ts';
import { createExportHandler } from './export/handler.ts';
import { listExports } from './generated/exports.ts';
import { createGraphqlHandler, graphqlPath } from './graphql/handler.ts';
import { createMutationRateLimit } from './graphql/mutation-rate-limit.ts';
import { readTrustedDocuments } from './graphql/trusted-documents.ts';
import type { Admission } from './http/admission.ts';
import { createAuthEndpoint, createGraphqlEndpoint } from './http/admission-endpoints.ts';
import { createAdmissionMiddleware } from './http/admission-middleware.ts';
import { createClientIdentity } from './http/client-identity.ts';
import { withDirectStreams } from './http/direct-streams.ts';
import { createFailureResponse } from './http/failure.ts';
import { createFastPath } from './http/fast-path.ts';
import { createInSlot } from './http/in-slot.ts';
import { createPages } from './http/pages.ts';
import { createReadiness } from './http/readiness.ts';
import { clientFolder, createRoutes } from './http/routes.ts';
import { createUnreadResponses } from './http/unread-responses.ts';
import { createTranslate } from './i18n.ts';
import type { Log } from './log/log.ts';
import { createMail } from './mail/mail.ts';
import { createTemplates } from './mail/templates.ts';
import { createPictureHandler } from './pictures/handler.ts';
import { printContract, schemaOf } from './schema.ts';
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
  /** The folder with the documents of the client; left out, that of the built client. */
  trustedDocumentsFolder?: string;
  /** Left out, every request is admitted at once. */
  admission?: Admission;
  /** Whether all processes that share the port listen; left out, this is the only one. */
  isComplete?: () => boolean;
};

/** The application without its port. */
export function createApp(deps: AppDeps) {
  const { settings, database, background = database, databaseUrl, secret, log, admission } = deps;
  const { isComplete = () => true, trustedDocumentsFolder = clientFolder } = deps;
  const common = { settings, database, log };
  const secrets: Secrets = [secret, ...settings.formerSecrets];
  const hmac = createKeyedHmac(secrets);
  const translate = createTranslate();
  const templates = createTemplates({ translate, settings });
  const { outbox, worker, mailer } = createMail({ ...deps, secrets, background, templates });
  const cleanup = createCleanup({ database: background, mailer, log, settings });
  const spend = createMutationRateLimit(settings.mutationsPerMinute);
  const { auth, formerAdmins, handleAuth } = createAuthentication({
    ...deps,
    secrets,
    hmac,
    translate,
    templates,
    mailer,
    outbox,
    onMail: worker.wake,
    spend,
  });
  const changes = createChanges({ listen: databaseUrl, log });
  database.$replicas()?.listen(changes);
  const changeCookie = createChangeCookie(settings);
  const services = {
    ...common,
    auth,
    hmac,
    formerAdmins,
    mailer,
    changes,
    sessionWatch: createSessionWatch({ database, changes, log }),
    translate,
  };
  const readSessionCookie = createSessionCookie(secrets, settings);
  const viewers = createViewerReader({ auth, database, settings, readSessionCookie });
  const findTokenViewer = createTokenReader({ database, hmac });
  const trusted = readTrustedDocuments(trustedDocumentsFolder);
  const schema = schemaOf(settings);
  const graphql = createGraphqlHandler({
    ...{ schema, services, viewers, findTokenViewer, spend },
    ...{ trusted, changeCookie },
  });
  const handleExport = createExportHandler({
    ...{ settings, log, background, spend },
    findViewer: viewers.findViewer,
    exports: listExports,
  });
  const handlePicture = createPictureHandler({ database, findViewer: viewers.findViewer });
  const identity = createClientIdentity({ readSessionCookie, settings });
  const unread = createUnreadResponses();
  const inSlot = createInSlot(admission);
  const admitted = createAdmissionMiddleware({ admission, inSlot, unread, identity, settings });
  const readiness = createReadiness(database, isComplete);
  const failure = createFailureResponse({ translate, log });
  const endpoint = createGraphqlEndpoint(graphql.handle, log);
  const pages = createPages({
    folder: clientFolder,
    settings,
    log,
    async querySetup(query) {
      const response = await graphql.handle(
        new Request(new URL(graphqlPath, settings.baseUrl), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        }),
      );
      return ((await response.json()) as { data: { setup: unknown } }).data.setup;
    },
  });
  const routes = createRoutes({
    printContract: () => printContract(schema),
    settings,
    log,
    failure,
    readiness,
    graphql: admitted(endpoint),
    auth: admitted(
      createAuthEndpoint(withChangeCookie(handleAuth, { database, changeCookie }), {
        translate,
        log,
      }),
    ),
    exports: admitted(createAuthEndpoint(handleExport, { translate, log })),
    pictures: admitted(createAuthEndpoint(handlePicture, { translate, log })),
    pages,
    signInForms: admitted(
      createSignInForms({ handleAuth, renderForm: pages.renderForm, translate }),
    ),
    translate,
    devPages: settings.devInbox ? createDevPages({ outbox, templates, settings }) : undefined,
  });

  return {
    fetch: withDirectStreams(routes.fetch),
    clientOf: (incoming: IncomingMessage) => identity.of(incoming).client,
    /** The way of plain GraphQL requests; `headers` are those of every response. */
    createFastPath: (headers: Record<string, string>) =>
      createFastPath({
        ...{
          graphql,
          trusted,
          endpoint,
          inSlot,
          unread,
          identity,
          settings,
          readiness,
          failure,
          log,
        },
        headers,
      }),
    auth,
    worker,
    cleanup,
    /** Takes over what is recorded by a former secret, which is removed one day. */
    async takeOverSecrets(): Promise<void> {
      if (settings.formerSecrets.length > 0) await formerAdmins.renew();
    },
    /** Makes /readyz answer 503 and ends event streams. */
    drain(): void {
      readiness.drain();
      changes.stop();
    },
  };
}
