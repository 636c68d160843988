import { brief, type Log } from '#server/log/log.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';
import { endRequestSpan } from '#server/log/tracing.ts';

/** `Server-Timing` header, for viewers allowed to see it. */
export function serverTiming(
  { showsTiming, statements, statementMilliseconds }: RequestContext,
  milliseconds: number,
): string | undefined {
  if (!showsTiming) return undefined;
  return `total;dur=${milliseconds.toFixed(1)}, db;dur=${statementMilliseconds.toFixed(1)};desc="${statements} statements"`;
}

type Answered = { method: string; path: string; status: number };

export function logRequest(
  log: Log,
  { method, path, status }: Answered,
  milliseconds: number,
): void {
  const context = currentRequest();
  log.info(
    {
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
    },
    'request',
  );
  endRequestSpan(context, status);
}
