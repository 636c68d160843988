import { type Logger, pino } from 'pino';
import type { Settings } from '#server/settings.ts';

export type Log = Logger;

/** Shortens a text that a client chose, such as an operation name. */
export function brief(text: string): string {
  return text.slice(0, 100);
}

/** Logs one JSON line per event to standard output, with secrets redacted. */
export function createLog(level: Settings['logLevel']): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.password', '*.token', '*.otp', '*.code', '*.cookie', '*.authorization'],
  });
}
