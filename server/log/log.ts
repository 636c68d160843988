import { type Logger, pino } from 'pino';
import type { Settings } from '#server/settings.ts';

export type Log = Logger;

/** A text of the client's own making as the log takes it: a name, not 90 kB of it. */
export function brief(text: string): string {
  return text.slice(0, 100);
}

/** The log: one JSON line per event on standard output, nothing secret in it. */
export function createLog(level: Settings['logLevel']): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.password', '*.token', '*.otp', '*.code', '*.cookie', '*.authorization'],
  });
}
