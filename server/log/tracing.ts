/** Spans of requests, statements and mails. Nothing is measured unless `setTracer` was called. */
import { currentRequest, type RequestContext } from './request-context.ts';
import type { Attributes, Span } from './span.ts';

type SpanOptions = { kind: 'server' | 'client' | 'internal'; attributes: Attributes };

export type Incoming = {
  method: string;
  path: string;
  /** The header of that name, and the other end of the connection. */
  traceparent: string | null | undefined;
  address: string | undefined;
};

export type Tracer = {
  start(name: string, options: SpanOptions, parent: Span | undefined): Span;
  /** The span of a request; of the trace of its sender if that is a trusted proxy. */
  startRequest(incoming: Incoming): Span;
  /** Sends what is left. */
  stop(): Promise<void>;
};

let tracer: Tracer | undefined;

/** Turns tracing on for this process. */
export function setTracer(next: Tracer): void {
  tracer = next;
}

export const isTracing = () => tracer !== undefined;

/** Sends the spans that are left. */
export const stopTracing = async () => tracer?.stop();

/** Begins the span of a request, which `endRequestSpan` ends. */
export function startRequestSpan(request: RequestContext, incoming: () => Incoming): void {
  if (tracer) request.span = tracer.startRequest(incoming());
}

export function endRequestSpan(request: RequestContext | undefined, status: number): void {
  request?.span?.set({ 'http.response.status_code': status });
  request?.span?.end(status >= 500 ? `Status ${status}` : undefined);
}

/** Runs `work` in a span, within that of the current request. */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const span = tracer.start(name, options, currentRequest()?.span);
  return endWith(span, work);
}

/** The same; spans that begin meanwhile in the request are within this one. */
export async function tracedAround<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const request = currentRequest();
  if (!tracer || !request) return work();
  const outer = request.span;
  const span = tracer.start(name, options, outer);
  request.span = span;
  return endWith(span, work).finally(() => {
    request.span = outer;
  });
}

async function endWith<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Characters of a statement. Values are parameters and not part of it. */
const longestStatement = 2_000;

/** Runs a statement of SQL in a span. */
export function tracedStatement<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
  if (!tracer) return run();
  const operation = /\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': sql.slice(0, longestStatement),
  };
  return traced(operation, { kind: 'client', attributes }, run);
}
