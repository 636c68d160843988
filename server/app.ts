/**
 * Request → Response: GraphQL, authentication, health, the client's files. Does not listen, so tests
 * call it directly.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { ApiErrorCode } from '#shared/errors.ts';
import { authBasePath, clientAddressHeader, createAuth } from './auth/auth.ts';
import { createBrowserCookies, hasDuplicateCookie } from './auth/browser-cookies.ts';
import { clientNetwork } from './auth/client-network.ts';
import { createCaptcha } from './auth/email-code/captcha.ts';
import { createCodeLimits } from './auth/email-code/code-limits.ts';
import { createEmailCodeEndpoints } from './auth/email-code/endpoints.ts';
import { createCodeSender } from './auth/email-code/send-code.ts';
import { createFormerAdmins } from './auth/former-admins.ts';
import { createAuthHandler } from './auth/handler.ts';
import { createKeyedHmac } from './auth/hmac.ts';
import { createProviderEndpoints } from './auth/providers/endpoints.ts';
import { createRateLimit } from './auth/rate-limit.ts';
import { createSessionKey } from './auth/session-key.ts';
import { createSessionWatch } from './auth/session-watch.ts';
import { createCleanup } from './cleanup.ts';
import { createChanges } from './database/changes.ts';
import type { Database } from './database/client.ts';
import { databaseFault } from './database/fault.ts';
import { createGraphqlHandler, graphqlPath, refuse } from './graphql/handler.ts';
import { createMutationRateLimit } from './graphql/mutation-rate-limit.ts';
import { printContract } from './graphql/print.ts';
import { type Admission, busyMessage } from './http/admission.ts';
import { type AdmissionEndpoint, createAdmissionMiddleware } from './http/admission-middleware.ts';
import { createClientAddress } from './http/client-address.ts';
import type { Client } from './http/fair-queue.ts';
import { graphiqlPage, graphiqlScript, graphiqlScriptPath } from './http/graphiql.ts';
import { requireLocalHost } from './http/local-host.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createStaticFiles } from './http/static-files.ts';
import { createTranslate, languageOfRequest, type Translate } from './i18n.ts';
import { brief, type Log } from './log/log.ts';
import { type RequestContext, runInRequest } from './log/request-context.ts';
import { authEvent, refusalEvent, securityEvent } from './log/security-events.ts';
import { inboxPage } from './mail/inbox-page.ts';
import { createMailer } from './mail/mailer.ts';
import { createOutbox } from './mail/outbox.ts';
import { mailPreviewPage } from './mail/preview-page.ts';
import { createMailTransport } from './mail/transport.ts';
import { createMailWorker } from './mail/worker.ts';
import { createOutbound } from './outbound.ts';
import type { Settings } from './settings.ts';

const clientFolder = fileURLToPath(new URL('../dist/client', import.meta.url));

/** What developers are told when a request does not get through the gate. */
const refusals: Partial<Record<ApiErrorCode, string>> = {
  BAD_REQUEST: 'The body is too long, encoded, broken off or not UTF-8, or a cookie is sent twice.',
  RATE_LIMITED: 'There are too many streams from this address.',
  SERVICE_UNAVAILABLE: busyMessage,
};

type Environment = { Bindings: Partial<HttpBindings>; Variables: { scope: RequestContext } };

type AppDeps = {
  settings: Settings;
  database: Database;
  /** The same for work that nobody waits for; left out, it shares `database`. */
  background?: Database;
  /** Where `database` is, to listen to its changes. */
  databaseUrl: string;
  /** Signs cookies, hashes codes and encrypts waiting mails. */
  secret: string;
  log: Log;
  /** Turns away what is too much; left out, everything is let in. */
  admission?: Admission;
};

/** The product without its port. */
export function createApp(parts: AppDeps) {
  const { settings, database, background = database, databaseUrl, secret, log, admission } = parts;
  const translate = createTranslate();
  const outbox = createOutbox(database, secret);
  const transport = createMailTransport(settings);
  const worker = createMailWorker({ database: background, outbox, transport, log });
  const cleanup = createCleanup({ database: background, log });
  const mailer = createMailer({ outbox, translate, settings, onMail: worker.wake });
  const hmac = createKeyedHmac(secret);
  const formerAdmins = createFormerAdmins({ database, settings, hmac });
  const outbound = createOutbound(log);
  const auth = createAuth({ database, settings, secret, mailer, formerAdmins, log, outbound });
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
  const handleAuth = createAuthHandler({
    auth,
    emailCode,
    providers,
    translate,
    settings,
    log,
    spend,
  });
  const handleGraphql = createGraphqlHandler({
    database,
    auth,
    formerAdmins,
    mailer,
    changes,
    sessionWatch: createSessionWatch({ database, changes, log }),
    settings,
    spend,
    translate,
    log,
  });
  const staticFiles = createStaticFiles(clientFolder);
  const clientAddress = createClientAddress(settings.trustedProxies);
  const admit = createAdmissionMiddleware(admission);
  let sessionCookie: string | undefined;
  void auth.$context.then(({ authCookies }) => {
    sessionCookie = authCookies.sessionToken.name;
  });
  const sessionKey = createSessionKey(secret, () => sessionCookie);
  let draining = false;

  /** Notes who was turned away at the gate; being busy is nobody's fault. */
  const note = (status: number, code: ApiErrorCode) => {
    const event = refusalEvent(status, code);
    if (event) securityEvent(log, event, code);
  };
  const graphqlEndpoint: AdmissionEndpoint = {
    handle: handleGraphql,
    refuse: (_request, status, code) => {
      note(status, code);
      return refuse(status, code, refusals[code] ?? '');
    },
  };
  const authEndpoint: AdmissionEndpoint = {
    async handle(request) {
      const response = await handleAuth(request);
      await authEvent(log, new URL(request.url).pathname.slice(authBasePath.length), response);
      return response;
    },
    refuse({ headers }, status, code) {
      note(status, code);
      const message = translate(languageOfRequest(headers))(`errors:${code}`);
      return Response.json({ code, message }, { status });
    },
  };

  /** Who a request from `address` counts for. */
  function clientFor(address: string | undefined, cookies: string | null | undefined): Client {
    const network = clientNetwork(address ?? 'unknown');
    return { network, key: sessionKey(cookies) ?? network };
  }

  /** Who a request counts for. */
  function clientOf({ socket, headers }: IncomingMessage): Client {
    const forwardedFor = headers['x-forwarded-for']?.toString();
    return clientFor(clientAddress(socket.remoteAddress, forwardedFor), headers.cookie);
  }

  /** Lets the request through the gate to one of the doors, with the address of whoever sent it. */
  function admitRequest(context: Context<Environment>, door: AdmissionEndpoint): Promise<Response> {
    const request = context.req.raw;
    const { incoming, outgoing } = context.env ?? {};
    const headers = new Headers(request.headers);
    const address = clientAddress(incoming?.socket.remoteAddress, headers.get('x-forwarded-for'));
    context.get('scope').client = address;
    context.get('scope').closeConnection = outgoing && (() => void outgoing.destroy());
    // What they claim themselves does not count.
    headers.delete(clientAddressHeader);
    if (address) headers.set(clientAddressHeader, address);
    if (hasDuplicateCookie(headers, settings)) {
      return Promise.resolve(door.refuse(request, 400, 'BAD_REQUEST'));
    }
    const client = clientFor(address, headers.get('cookie'));
    return admit({ request, headers, client, outgoing }, door);
  }

  const app = new Hono<Environment>();

  app.use(async (context, next) => {
    const requestId = randomUUID();
    const begin = performance.now();
    await runInRequest(requestId, async (scope) => {
      context.set('scope', scope);
      await next();
      context.header('x-request-id', requestId);
      // Whoever keeps a connection finds another instance for the next request.
      if (draining) context.header('connection', 'close');
      logRequest(log, context, scope, performance.now() - begin);
    });
  });
  app.use(securityHeaders(settings));
  app.use(async (context, next) => {
    // Two programs in a row could each believe another one (RFC 9112 3.2).
    const hosts = context.env?.incoming?.headersDistinct?.host?.length ?? 1;
    if (hosts > 1) return context.json({ code: 'BAD_REQUEST' }, 400, { connection: 'close' });
    return next();
  });
  app.use(requireLocalHost(settings, log));
  app.use('/api/*', compress(), async (context, next) => {
    await next();
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });

  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    const ready = !draining && (await isReachable(database));
    return context.text(ready ? 'ready' : 'not ready', ready ? 200 : 503);
  });

  app.all(`${authBasePath}/*`, (context) => admitRequest(context, authEndpoint));

  app.get(`${graphqlPath}/schema.graphql`, (context) => context.text(printContract()));
  app.get(graphiqlScriptPath, graphiqlScript);
  app.all(graphqlPath, (context) => {
    const isPage =
      context.req.method === 'GET' &&
      !context.req.query('query') &&
      (context.req.header('accept') ?? '').includes('text/html');
    return isPage ? graphiqlPage() : admitRequest(context, graphqlEndpoint);
  });
  app.all('/api/*', (context) => context.json({ code: 'NOT_FOUND' }, 404));

  if (settings.devInbox) {
    app.get('/dev/inbox', async (context) => context.html(inboxPage(await outbox.caught())));
    app.get('/dev/inbox.json', async (context) =>
      context.json(await outbox.caught(context.req.query('to'))),
    );
    app.get('/dev/mails', (context) => context.html(mailPreviewPage({ translate, settings })));
  }
  app.all('/dev/*', (context) => context.notFound());

  app.all('*', (context) => staticFiles(context.req.raw) ?? context.notFound());
  app.notFound((context) => context.text('Not found', 404));
  app.onError((error, context) => {
    if (databaseFault(error)) return unavailable(context, translate);
    log.error({ requestId: context.get('scope')?.requestId, err: error }, 'request.failed');
    return context.json({ code: 'INTERNAL_ERROR' }, 500);
  });

  return {
    fetch: app.fetch,
    clientOf,
    auth,
    worker,
    cleanup,
    /** From now on /readyz says that no more requests should come. */
    drain(): void {
      draining = true;
      changes.stop();
    },
  };
}

export type App = ReturnType<typeof createApp>;

function unavailable(context: Context<Environment>, translate: Translate): Response {
  const code = 'SERVICE_UNAVAILABLE';
  const message = translate(languageOfRequest(context.req.raw.headers))(`errors:${code}`);
  return context.json({ code, message }, 503, { 'retry-after': '1' });
}

async function isReachable(database: Database): Promise<boolean> {
  return database.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}

function logRequest(
  log: Log,
  context: Context<Environment>,
  {
    requestId,
    operation,
    viewerId,
    impersonatorId,
    statements,
    databaseFault: fault,
  }: RequestContext,
  milliseconds: number,
): void {
  log.info(
    {
      requestId,
      method: context.req.method,
      path: brief(context.req.path),
      operation,
      viewerId,
      impersonatorId,
      status: context.res.status,
      ms: Math.round(milliseconds * 10) / 10,
      sql: statements,
      fault,
    },
    'request',
  );
}
