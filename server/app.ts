/** Creates and connects the application's services. Doesn't listen, so that tests can call it directly. */
import type { IncomingMessage } from 'node:http';
import { type Admission, createAdmission } from '@atrium/fair-admission';
import type { accelerators } from './accelerate.ts';
import { authBasePath } from './auth/auth.ts';
import { createAuthentication } from './auth/handler.ts';
import { createKeyedHmac, type Secrets } from './auth/hmac.ts';
import { createLimits } from './auth/limits/limit.ts';
import { createMailLimits } from './auth/limits/mail-limits.ts';
import {
  createClientKey,
  createKnownPeople,
  createViewerReader,
} from './auth/sessions/active-session.ts';
import { createSignInForms, signInFormPaths } from './auth/sign-in-forms.ts';
import { renewFormerAdmins } from './auth/users.ts';
import { createCleanup } from './cleanup.ts';
import { createChanges } from './database/changes.ts';
import type { Database } from './database/client.ts';
import { createDevPages } from './dev/dev-pages.ts';
import { createTokenReader } from './features/access-token/token-reader.ts';
import { createSessionWatch } from './features/live-events/session-watch.ts';
import { createPictureHandler } from './features/profile-picture/handler.ts';
import { picturePath } from './features/profile-picture/picture.ts';
import { listExports } from './generated/list-exports.ts';
import {
  createGraphqlHandler,
  graphqlPath,
  readTrustedDocuments,
} from './graphql/requests/handler.ts';
import { admissionLimits, createClientIdentity, pageLimits } from './http/admission.ts';
import { inlineScriptHashes } from './http/pages/page-template.ts';
import { createPages } from './http/pages/pages.ts';
import { createReadiness } from './http/readiness.ts';
import { createExportHandler, listExportPath } from './list-export/handler.ts';
import type { Log } from './log/log.ts';
import { createMailer } from './mail/mailer.ts';
import { createOutbox } from './mail/outbox.ts';
import { createTemplates } from './mail/templates.ts';
import { createMailTransport } from './mail/transport.ts';
import { createMailWorker } from './mail/worker.ts';
import { createFindPlace } from './network/places.ts';
import { createOutbound } from './outbound.ts';
import { createBusyRatio, type ProcessState } from './process-state.ts';
import { createEndpoints, createGraphqlEndpoint } from './routes/endpoints.ts';
import { createListener, type Route } from './routes/listener.ts';
import { clientFolder, createPageRoutes } from './routes/page-routes.ts';
import { printContract, schemaOf } from './schema.ts';
import type { Settings } from './settings.ts';

/** Faster replacements, each with the same results as what it replaces. */
type Accelerators = typeof accelerators;

export const loadAccelerators = async ({
  accelerate,
}: Settings): Promise<Accelerators | undefined> =>
  accelerate ? (await import('./accelerate.ts')).accelerators : undefined;

type AppDeps = {
  settings: Settings;
  database: Database;
  /** Client for background work. Defaults to `database`. */
  background?: Database;
  /** Where to LISTEN for changes. */
  listenUrl: string;
  /** Signs cookies, hashes codes and encrypts queued mails. */
  secret: string;
  log: Log;
  /** Folder with the client's documents. Defaults to the built client. */
  trustedDocumentsFolder?: string;
  /** If missing, every request is admitted immediately. */
  admission?: Admission;
  /** Whether all processes that share the port are listening. By default, this is the only one. */
  isComplete?: () => boolean;
  accelerators?: Accelerators | undefined;
};

export function createApp(deps: AppDeps) {
  const { settings, listenUrl, secret, log, admission } = deps;
  const { isComplete = () => true, trustedDocumentsFolder = clientFolder } = deps;
  const { accelerators } = deps;
  // Modules call Prisma in both modes. Accelerated, an extension answers frequent calls with SQL.
  const accelerated = (plain: Database) => accelerators?.accelerateDatabase(plain) ?? plain;
  const database = accelerated(deps.database);
  const background = accelerated(deps.background ?? deps.database);
  const common = { settings, database, log, findPlace: createFindPlace(settings.geoipFile, log) };
  const secrets: Secrets = [secret, ...settings.formerSecrets];
  const hmac = createKeyedHmac(secrets);
  const templates = createTemplates(settings);
  const count = createMailLimits({ database, hmac });
  const outbox = createOutbox(deps.database, secrets);
  const transport = createMailTransport(settings);
  const worker = createMailWorker({ database: background, outbox, transport, log });
  const mailer = createMailer({ settings, outbox, templates, count, onMail: worker.wake });
  const cleanup = createCleanup({ database: background, mailer, log, settings });
  const limits = createLimits(settings);
  const { auth, handleAuth } = createAuthentication({
    ...deps,
    secrets,
    hmac,
    templates,
    mailer,
    outbox,
    onMail: worker.wake,
    limits,
    findPlace: common.findPlace,
    outbound: createOutbound(log),
  });
  const changes = createChanges({ listenUrl, log });
  const { $connections: requests } = deps.database;
  const processState: ProcessState = {
    busyRatio: createBusyRatio(),
    admission: (admission ?? createAdmission(admissionLimits)).state,
    pools: { requests, ...(deps.background && { background: deps.background.$connections }) },
  };
  const services = {
    ...common,
    hmac,
    mailer,
    changes,
    sessionWatch: createSessionWatch({ database, changes, log }),
    processState,
    acceleratedQuery: accelerators?.queryFromInfo,
  };
  const people = createKnownPeople();
  const findViewer = createViewerReader({ auth, database, secrets, settings, people });
  const findTokenViewer = createTokenReader({ database, hmac, limits });
  const trusted = readTrustedDocuments(trustedDocumentsFolder);
  const schema = accelerators?.schema() ?? schemaOf();
  const graphql = createGraphqlHandler({
    schema,
    services,
    findViewer,
    findTokenViewer,
    limits,
    trusted,
    people,
    acceleratedExecute: accelerators?.execute,
  });
  const handleExport = createExportHandler({
    schema,
    settings,
    log,
    background,
    limits,
    findViewer,
    exports: listExports,
  });
  const handlePicture = createPictureHandler({ database, findViewer });
  const findClientKey = createClientKey(people, { secrets, settings, hmac });
  const identify = createClientIdentity({ findClientKey, settings });
  const readiness = createReadiness(database, isComplete);
  const pages = createPages({
    folder: clientFolder,
    settings,
    log,
    querySetup: async (query) => (await graphql.query(query)).data.setup,
  });
  const endpoint = createEndpoints(log);
  const reads = ['GET', 'HEAD'];
  const forms = createSignInForms({ handleAuth, renderForm: pages.renderForm });
  const routes: Route[] = [
    { path: authBasePath, isFolder: true, endpoint: endpoint(handleAuth, 'GET, POST') },
    {
      path: listExportPath,
      isFolder: true,
      methods: reads,
      endpoint: endpoint(handleExport, 'GET'),
    },
    { path: picturePath, isFolder: true, methods: reads, endpoint: endpoint(handlePicture, 'GET') },
    ...signInFormPaths.map((path) => ({ path, methods: ['POST'], endpoint: forms })),
  ];
  const pageRoutes = createPageRoutes({
    printContract: () => printContract(schema),
    settings,
    readiness,
    pages,
    devPages: settings.devInbox ? createDevPages({ outbox, templates, settings }) : undefined,
  });

  return {
    listener: createListener({
      settings,
      log,
      readiness,
      identify,
      admission,
      // Separate slots, so that pages are served while the database is slow.
      pageAdmission: admission && createAdmission(pageLimits),
      graphql: { path: graphqlPath, endpoint: createGraphqlEndpoint(graphql.handle, log) },
      routes,
      pages: pageRoutes.fetch,
      inlineScripts: inlineScriptHashes(clientFolder),
    }),
    clientOf: (incoming: IncomingMessage) => identify(incoming).client,
    auth,
    worker,
    cleanup,
    processState,
    /** Re-hashes records signed with a previous secret so it can be retired. */
    async takeOverSecrets(): Promise<void> {
      if (settings.formerSecrets.length > 0) await renewFormerAdmins(services);
    },
    isDraining: readiness.isDraining,
    drain: readiness.drain,
    stopChanges: changes.stop,
  };
}
