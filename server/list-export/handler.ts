/** `GET /api/export/<list>.csv` and `.ndjson`: downloads a list with the API's filters, page by page. */
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Limits } from '#server/auth/limits/limit.ts';
import type { FindViewer } from '#server/auth/sessions/active-session.ts';
import {
  isFresh,
  personOf,
  rightsOf,
  type Viewer,
  withoutDisabledOrganizations,
} from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { apiError, rateLimited } from '#server/graphql/errors.ts';
import type { Exchange } from '#server/http/exchange.ts';
import { exhausted, isCrossSite, type Policy } from '#server/http/headers.ts';
import type { Log } from '#server/log/log.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';
import { readParts, streamParts } from './export-stream.ts';
import { exportFormats } from './formats.ts';
import { createArgumentReader, type ListExport } from './list-export.ts';

export const listExportPath = '/api/export';

const openPolicy = { name: 'open-exports', limit: 1 };
/** Retry-After in seconds while the person has another export open. */
const openWaitSeconds = 5;

const statuses: Record<string, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_REQUEST: 400,
  RATE_LIMITED: 429,
};

function refuse(status: number, code: string, message: string, headers: HeadersInit = {}) {
  return Response.json({ code, message }, { status, headers });
}

const tooMany = (policy: Policy, retryAfter: number) =>
  rateLimited('Too many exports.', exhausted(policy, retryAfter), { retryAfter });

type ExportDeps = {
  schema: GraphQLSchema;
  exports: readonly ListExport[];
  /** Separate connection pool, so exports don't take connections from requests. */
  background: Database;
  settings: Settings;
  log: Log;
  findViewer: FindViewer;
  limits: Limits;
};

/** What the rows of an export depend on. */
const readRights = (viewer: Viewer) => [rightsOf(viewer), viewer.user.memberships].join();

export function createExportHandler(deps: ExportDeps) {
  const { schema, background, settings, log, findViewer, limits } = deps;
  const exports = deps.exports.map((declared) => ({
    declared,
    readArguments: createArgumentReader(schema, declared),
  }));
  const open = new Set<string>();

  /** @throws UNAUTHENTICATED or FORBIDDEN if the viewer may not read the list */
  async function requireViewer({ headers }: Request, declared: ListExport): Promise<Viewer> {
    const found = await findViewer(headers);
    const viewer = withoutDisabledOrganizations(found.viewer, settings);
    if (!viewer) throw apiError('UNAUTHENTICATED', 'An export requires signing in.');
    if (viewerCan({ viewer }, declared.permission)) return viewer;
    throw apiError('FORBIDDEN', `The export requires \`${declared.permission}\`.`);
  }

  /** @throws RATE_LIMITED if the person has another export open, or started too many */
  async function takePlace(person: string): Promise<void> {
    const { quota, retryAfter } = await limits.take('listExports', person);
    if (retryAfter !== undefined) throw tooMany(quota, retryAfter);
    if (open.has(person)) throw tooMany(openPolicy, openWaitSeconds);
    open.add(person);
  }

  /** Adds the export to the audit log before it starts. */
  async function auditExport({ user, session }: Viewer, file: string): Promise<void> {
    if (settings.demo) return;
    const actorId = session?.impersonatedBy;
    const event = { userId: user.id, kind: 'list_exported', actorId, detail: file } as const;
    await recordEvent(background, event);
  }

  async function answer(request: Request, { context }: Exchange): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const file = pathname.slice(listExportPath.length + 1);
    const [, name = '', ending = ''] = /^([a-z-]+)\.([a-z]+)$/.exec(file) ?? [];
    const { declared, readArguments } = exports.find((each) => each.declared.name === name) ?? {};
    const format = Object.hasOwn(exportFormats, ending) ? exportFormats[ending] : undefined;
    if (!declared || !readArguments || !format)
      throw apiError('NOT_FOUND', 'There is no such export.');
    if (isCrossSite(request.headers, settings.origins)) {
      throw apiError('FORBIDDEN', 'Exports are not started from other sites.');
    }
    const viewer = await requireViewer(request, declared);
    if (declared.fresh && !settings.demo && !(viewer.session && isFresh(viewer.session))) {
      return refuse(403, 'SESSION_NOT_FRESH', 'The export requires a recent proof of identity.');
    }
    context.viewer = viewer;
    const { requestId, client = 'unknown' } = context;
    const asking = { viewer, settings };
    const visible = visibleWhere(declared.model, asking);
    const args = readArguments(searchParams);
    const parts = readParts(declared, format, {
      database: background,
      conditions: [...visible, ...declared.conditions(args, asking, searchParams)],
      order: args.orderBy,
      async requireRights() {
        const now = await requireViewer(request, declared);
        // The rows are selected by the viewer's rights at the start.
        if (readRights(now) === readRights(viewer)) return;
        throw apiError('FORBIDDEN', 'The rights of the viewer have changed.');
      },
    });
    // Visitors of the demo share accounts. Exports during an impersonation count as the manager's.
    const person = settings.demo ? client : personOf(viewer);
    await takePlace(person);
    securityEvent(log, 'sensitive_read', undefined, { action: file });
    await auditExport(viewer, file).catch((error) => {
      open.delete(person);
      throw error;
    });
    const started = performance.now();
    const response = new Response(null, {
      headers: {
        'content-type': format.contentType,
        'content-disposition': `attachment; filename="${file}"`,
        'cache-control': 'no-store',
      },
    });
    return streamParts(response, parts, (outcome, rows) => {
      open.delete(person);
      const ms = Math.round(performance.now() - started);
      const viewerId = viewer.user.id;
      log.info({ requestId, viewerId, export: name, rows, outcome, ms }, 'export');
    });
  }

  return async function handleExport(request: Request, exchange: Exchange): Promise<Response> {
    try {
      return await answer(request, exchange);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const code = String(error.extensions.code);
      const status = statuses[code] ?? 500;
      const event = eventOfError(status, code);
      if (event) securityEvent(log, event, code);
      const { headers = {} } = (error.extensions.http ?? {}) as { headers?: HeadersInit };
      return refuse(status, code, error.message, headers);
    }
  };
}
