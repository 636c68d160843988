import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from '#server/settings.ts';

export type Log = Logger;

/** Shortens a text that a client chose, such as an operation name. */
export function brief(text: string): string {
  return text.slice(0, 100);
}

/** Bytes that wait for a slow reader of the log. Beyond them, lines are dropped rather than requests. */
const maxBufferedBytes = 16_000_000;

/**
 * Logs one JSON line per event to standard output, with secrets redacted. Lines are written in the
 * background; what is left is written when the process exits. `worker` is the number of a process among several.
 */
export function createLog(level: Settings['logLevel'], worker?: number): Log {
  const options: LoggerOptions = {
    level,
    base: worker === undefined ? null : { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.password', '*.token', '*.otp', '*.code', '*.cookie', '*.authorization'],
  };
  return pino(options, pino.destination({ sync: false, maxLength: maxBufferedBytes }));
}
