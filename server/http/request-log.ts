import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { brief, type Log } from '#server/log/log.ts';
import { type RequestContext, runInRequest } from '#server/log/request-context.ts';

/** Bindings are missing where tests call the application without a port. */
export type AppEnvironment = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestContext: RequestContext };
};

/** Runs each request in a context of its own, returns `X-Request-Id` and logs one line. */
export function requestLog(log: Log): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const requestId = randomUUID();
    const start = performance.now();
    await runInRequest(requestId, async (requestContext) => {
      context.set('requestContext', requestContext);
      await next();
      context.header('x-request-id', requestId);
      log.info(lineOf(context, requestContext, performance.now() - start), 'request');
    });
  };
}

function lineOf(
  { req: { method, path }, res: { status } }: Context<AppEnvironment>,
  context: RequestContext,
  milliseconds: number,
) {
  const { requestId, operation, viewerId, impersonatorId, statements, databaseFault } = context;
  return {
    requestId,
    method,
    path: brief(path),
    operation,
    viewerId,
    impersonatorId,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    sql: statements,
    fault: databaseFault,
  };
}
