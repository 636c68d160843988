import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from '#server/settings.ts';
import { currentRequest } from './request-context.ts';

export type Log = Logger;

/** Truncates text that a client chose, such as an operation name. */
export function brief(text: string): string {
  return text.slice(0, 100);
}

/** Beyond this, lines are dropped rather than requests. */
const maxBufferedBytes = 16_000_000;

/** Lines are batched, because writing one takes longer than the rest of a request. */
const createDestination = () =>
  pino.destination({
    sync: false,
    minLength: 8_192,
    maxLength: maxBufferedBytes,
    periodicFlush: 100,
  });

export type Observe = (fields: Readonly<Record<string, unknown>>, message: string) => void;

function requestFields(): object {
  const { requestId, requestSpan } = currentRequest() ?? {};
  return { requestId, traceId: requestSpan?.spanContext().traceId };
}

/** Passes every event to `observe`, including events below `level`, which aren't written. */
function observedByMetrics(level: Settings['logLevel'], observe: Observe): LoggerOptions {
  const lowest = pino.levels.values[level] ?? Number.POSITIVE_INFINITY;
  return {
    level: 'debug',
    hooks: {
      logMethod(args, method, number) {
        const [fields, message] = args as unknown[];
        if (typeof message === 'string') observe(fields as Record<string, unknown>, message);
        if (number >= lowest) method.apply(this, args);
      },
    },
  };
}

type LogOptions = {
  worker?: number | undefined;
  metricsObserver?: Observe | undefined;
  /** Default: standard output, in the background. */
  destination?: DestinationStream;
};

/**
 * Logs one JSON line per event, with secrets redacted. `worker` is the process number if there are several.
 * `metricsObserver` receives every event, whatever the level.
 */
export function createLog(
  level: Settings['logLevel'],
  { worker, metricsObserver, destination = createDestination() }: LogOptions = {},
): Log {
  const options: LoggerOptions = {
    level,
    base: worker === undefined ? null : { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.password', '*.token', '*.otp', '*.code', '*.cookie', '*.authorization'],
    ...(metricsObserver && observedByMetrics(level, metricsObserver)),
    mixin: requestFields,
  };
  return pino(options, destination);
}
