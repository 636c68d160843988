/** Spans of requests, operations, statements and mails. Does nothing until `setTracing` is called. */
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { currentRequest, type RequestContext } from './request-context.ts';

export type Incoming = {
  method: string;
  path: string;
  traceparent: string | null | undefined;
  address: string | undefined;
};

export type Tracing = {
  tracer: Tracer;
  /** The span that a trusted proxy started, if any. */
  parentOf(incoming: Incoming): Context;
  stop(): Promise<void>;
};

let tracing: Tracing | undefined;

export function setTracing(next: Tracing): void {
  tracing = next;
}

export const isTracing = () => tracing !== undefined;

export const stopTracing = async () => tracing?.stop();

/** Paths that name a route. Pages and files have too many paths for span names. */
const routes = ['/api/graphql', '/api/auth', '/api/export', '/healthz', '/readyz'];

export function startRequestSpan(request: RequestContext, incoming: () => Incoming): void {
  if (!tracing) return;
  const from = incoming();
  const { method, path } = from;
  const route = routes.find((each) => path === each || path.startsWith(`${each}/`));
  request.requestSpan = tracing.tracer.startSpan(
    [method, ...(route ? [route] : [])].join(' '),
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'url.path': path },
    },
    tracing.parentOf(from),
  );
}

export function endRequestSpan({ requestSpan }: RequestContext, status: number): void {
  if (!requestSpan) return;
  requestSpan.setAttributes({ 'http.response.status_code': status });
  end(requestSpan, status >= 500 ? `Status ${status}` : undefined);
}

/** Messages of errors may hold parameters, so only their names are exported. */
function end(span: Span, error?: unknown): void {
  if (error !== undefined) {
    const message = error instanceof Error ? error.name : String(error);
    span.setStatus({ code: SpanStatusCode.ERROR, message });
  }
  span.end();
}

type SpanOptions = { kind: SpanKind; attributes: Attributes };

/** Its parent is the span of the request, or of the operation. */
async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const parent = currentRequest()?.requestSpan;
  const within = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const span = tracing.tracer.startSpan(name, options, within);
  try {
    const result = await work(span);
    end(span);
    return result;
  } catch (error) {
    end(span, error);
    throw error;
  }
}

export const tracedMail =
  <Result>(id: string, send: () => Promise<Result>) =>
  () =>
    traced('send mail', { kind: SpanKind.CLIENT, attributes: { 'mail.id': id } }, send);

/** Spans that the request starts during `work` become children of the operation's. */
export async function tracedOperation<Result>(
  type: string,
  request: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const { requestSpan: parent, operation = '' } = request;
  const options = { kind: SpanKind.INTERNAL, attributes: { 'graphql.operation.type': type } };
  return traced(`${type} ${operation}`.trimEnd(), options, (span) => {
    request.requestSpan = span;
    return work().finally(() => {
      request.requestSpan = parent;
    });
  });
}

/** Values are parameters and not included. */
const maxStatementLength = 2_000;

export function tracedStatement<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
  if (!tracing) return run();
  const operation = /\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': sql.slice(0, maxStatementLength),
  };
  return traced(operation, { kind: SpanKind.CLIENT, attributes }, run);
}

type Read = (statement: { text: string }, values: never[]) => Promise<unknown>;

export const tracedReads = <Traced extends Read>(read: Traced): Traced =>
  ((statement, values) => tracedStatement(statement.text, () => read(statement, values))) as Traced;
