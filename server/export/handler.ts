/** `GET /api/export/<list>.csv` and `.ndjson`: a list with the filters of the API, as a file. */
import { GraphQLError } from 'graphql';
import type { ViewerReader } from '#server/auth/active-session.ts';
import { recordEvent } from '#server/auth/audit-log.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { allowedViewer, viewerCan } from '#server/graphql/context.ts';
import { apiError } from '#server/graphql/errors.ts';
import type { MutationRateLimit } from '#server/graphql/mutation-rate-limit.ts';
import { isCrossSite } from '#server/http/csrf.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';
import type { ListExport } from './export.ts';
import { exportStream } from './export-stream.ts';
import { exportFormats } from './formats.ts';
import { readOrder } from './parameters.ts';
import { readPages } from './rows.ts';
import { createRunningExports, exportLimits } from './running.ts';

export const exportPath = '/api/export';

type ExportDeps = {
  exports: readonly ListExport[];
  /** With connections of its own, so that exports do not take those of requests. */
  background: Database;
  settings: Settings;
  log: Log;
  findViewer: ViewerReader['findViewer'];
  spend: MutationRateLimit;
};

/** The HTTP status of each code that an export is refused with. */
const statuses: Record<string, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_REQUEST: 400,
  RATE_LIMITED: 429,
};

/** Answers requests for exports. */
export function createExportHandler(deps: ExportDeps) {
  const { exports, background, settings, log, findViewer, spend } = deps;
  const start = createRunningExports();

  /** @throws UNAUTHENTICATED or FORBIDDEN unless the request's viewer may read the list */
  async function requireViewer({ headers }: Request, declared: ListExport): Promise<Viewer> {
    const found = await findViewer(headers, () => new Headers(headers));
    const viewer = allowedViewer({ settings }, found.viewer);
    if (!viewer) throw apiError('UNAUTHENTICATED', 'An export requires signing in.');
    if (!viewerCan({ viewer }, declared.permission)) {
      throw apiError('FORBIDDEN', `The export requires \`${declared.permission}\`.`);
    }
    return viewer;
  }

  /** @throws RATE_LIMITED if the viewer, or everyone together, exports too much */
  async function startFor({ user }: Viewer): Promise<() => void> {
    const request = currentRequest();
    // Visitors of the demo share accounts.
    const key = settings.mode === 'demo' ? (request?.client ?? 'unknown') : user.id;
    const share = Math.ceil(settings.mutationsPerMinute / exportLimits.perMinute);
    const retryAfter = await spend(`export:${key}`, share);
    const end = retryAfter === undefined ? start(key) : undefined;
    if (end) return end;
    throw apiError('RATE_LIMITED', 'Too many exports.', { retryAfter: retryAfter ?? 5 });
  }

  /** Adds the export to the audit log, before it starts. `end` frees its place where that fails. */
  async function recordExport({ user, session }: Viewer, file: string, end: () => void) {
    if (!settings.recordsVisitors) return;
    const actorId = session?.impersonatedBy;
    await recordEvent(background, {
      ...{ userId: user.id, kind: 'list_exported', actorId, detail: file },
    }).catch((error) => {
      end();
      throw error;
    });
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const file = pathname.slice(exportPath.length + 1);
    const [, name = '', ending = ''] = /^([a-z-]+)\.([a-z]+)$/.exec(file) ?? [];
    const declared = exports.find((each) => each.name === name);
    const format = Object.hasOwn(exportFormats, ending) ? exportFormats[ending] : undefined;
    if (!declared || !format) throw apiError('NOT_FOUND', 'There is no such export.');
    if (isCrossSite(request.headers, settings.origins)) {
      throw apiError('FORBIDDEN', 'Exports are not started from other sites.');
    }
    const viewer = await requireViewer(request, declared);
    const current = currentRequest();
    if (current) current.viewerId = viewer.user.id;
    const conditions = declared.conditions(searchParams, viewer, settings);
    const order = readOrder(searchParams, declared.orders);
    const end = await startFor(viewer);
    const requestId = current?.requestId;
    const started = performance.now();
    securityEvent(log, 'sensitive_read', undefined, { action: file });
    await recordExport(viewer, file, end);
    const columns = declared.columns.filter(
      ({ ofOrganizations }) => settings.organizations || !ofOrganizations,
    );
    const body = exportStream({
      declared: { ...declared, columns },
      format,
      pages: readPages(declared, { database: background, conditions, ...order }),
      async requirePermission() {
        const { user } = await requireViewer(request, declared);
        // The conditions are those of the organizations that the viewer belonged to.
        if (user.memberships !== viewer.user.memberships) {
          throw apiError('FORBIDDEN', 'The organizations of the viewer have changed.');
        }
      },
      onEnd(outcome, rows) {
        end();
        const ms = Math.round(performance.now() - started);
        log.info(
          { requestId, viewerId: viewer.user.id, export: name, rows, outcome, ms },
          'export',
        );
      },
    });
    return new Response(body, {
      headers: {
        'content-type': format.contentType,
        'content-disposition': `attachment; filename="${file}"`,
        'cache-control': 'no-store',
      },
    });
  }

  return async function handleExport(request: Request): Promise<Response> {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const code = String(error.extensions.code);
      const status = statuses[code] ?? 500;
      const event = eventOfError(status, code);
      if (event) securityEvent(log, event, code);
      const headers = {
        ...(status === 429 && { 'retry-after': String(error.extensions.retryAfter) }),
      };
      return Response.json({ code, message: error.message }, { status, headers });
    }
  };
}
