import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { brief, type Log } from '#server/log/log.ts';
import { currentRequest, type RequestContext, runInRequest } from '#server/log/request-context.ts';
import { endRequestSpan, startRequestSpan } from '#server/log/tracing.ts';

/** Requests that don't come from the port, as at startup and in tests, have no bindings. */
export type AppEnvironment = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestContext: RequestContext };
};

/** Runs each request in its own context, sets `X-Request-Id` and logs one line. */
export function requestLog(log: Log): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const requestId = randomUUID();
    const start = performance.now();
    await runInRequest(requestId, async (requestContext) => {
      context.set('requestContext', requestContext);
      const { method, path } = context.req;
      startRequestSpan(requestContext, () => ({
        method,
        path: brief(path),
        traceparent: context.req.header('traceparent'),
        address: context.env?.incoming?.socket.remoteAddress,
      }));
      await next();
      context.header('x-request-id', requestId);
      const timing = serverTiming(requestContext, performance.now() - start);
      if (timing) context.header('server-timing', timing);
      logRequest(log, { method, path, status: context.res.status }, performance.now() - start);
    });
  };
}

/** `Server-Timing` header, for viewers allowed to see it. */
export function serverTiming(
  { showsTiming, statements, statementMilliseconds }: RequestContext,
  milliseconds: number,
): string | undefined {
  if (!showsTiming) return undefined;
  return `total;dur=${milliseconds.toFixed(1)}, db;dur=${statementMilliseconds.toFixed(1)};desc="${statements} statements"`;
}

type Answered = { method: string; path: string; status: number };

export type LoggedRequest = Answered & {
  requestId: string | undefined;
  operation: string | undefined;
  ms: number;
  /** Number of database statements. */
  sql: number | undefined;
  points: number | undefined;
};

/** Publishes each `LoggedRequest` to the pages under /dev. */
export const requestChannel = channel('atrium.request');

export function logRequest(
  log: Log,
  { method, path, status }: Answered,
  milliseconds: number,
): void {
  const context = currentRequest();
  const request = {
    requestId: context?.requestId,
    method,
    path: brief(path),
    operation: context?.operation,
    viewerId: context?.viewerId,
    impersonatorId: context?.impersonatorId,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    sql: context?.statements,
    points: context?.points,
    fault: context?.databaseFault,
  };
  log.info(request, 'request');
  endRequestSpan(context, status);
  if (requestChannel.hasSubscribers) requestChannel.publish(request satisfies LoggedRequest);
}
