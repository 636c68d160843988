/** Spans of requests, statements and mails. Does nothing until `setTracer` is called. */
import { currentRequest, type RequestContext } from './request-context.ts';
import type { Attributes, Span } from './span.ts';

type SpanOptions = { kind: 'client' | 'internal'; attributes: Attributes };

export type Incoming = {
  method: string;
  path: string;
  traceparent: string | null | undefined;
  address: string | undefined;
};

export type Tracer = {
  start(name: string, options: SpanOptions, parent: Span | undefined): Span;
  startRequest(incoming: Incoming): Span;
  stop(): Promise<void>;
};

let tracer: Tracer | undefined;

export function setTracer(next: Tracer): void {
  tracer = next;
}

export const isTracing = () => tracer !== undefined;

export const stopTracing = async () => tracer?.stop();

export function startRequestSpan(request: RequestContext, incoming: () => Incoming): void {
  if (tracer) request.span = tracer.startRequest(incoming());
}

export function endRequestSpan({ span }: RequestContext, status: number): void {
  span?.set({ 'http.response.status_code': status });
  span?.end(status >= 500 ? `Status ${status}` : undefined);
}

async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const span = tracer.start(name, options, currentRequest()?.span);
  return endWith(span, work);
}

export const tracedMail =
  <Result>(id: string, send: () => Promise<Result>) =>
  () =>
    traced('send mail', { kind: 'client', attributes: { 'mail.id': id } }, send);

/** Like `traced`, but spans that the request starts during `work` become children of this one. */
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

/** Values are parameters and not included. */
const maxStatementLength = 2_000;

export function tracedStatement<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
  if (!tracer) return run();
  const operation = /\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': sql.slice(0, maxStatementLength),
  };
  return traced(operation, { kind: 'client', attributes }, run);
}

type Read = (statement: { text: string }, values: never[]) => Promise<unknown>;

export const tracedReads = <Traced extends Read>(read: Traced): Traced =>
  ((statement, values) => tracedStatement(statement.text, () => read(statement, values))) as Traced;
