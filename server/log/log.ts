import { type Logger, pino } from 'pino';
import type { Settings } from '#server/settings.ts';

export type Log = Logger;

/** Shortens a text that a client chose, such as an operation name. */
export function brief(text: string): string {
  return text.slice(0, 100);
}

/**
 * Logs one JSON line per event to standard output, with secrets redacted. `worker` is the number of a
 * process among several.
 */
export function createLog(level: Settings['logLevel'], worker?: number): Log {
  return pino({
    level,
    base: worker === undefined ? null : { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.password', '*.token', '*.otp', '*.code', '*.cookie', '*.authorization'],
  });
}
