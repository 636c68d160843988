import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

export type Log = Logger;

/** The log: one JSON line per event on standard output, nothing secret in it. */
export function createLog(level: Settings['logLevel']): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.password', '*.token', '*.otp', '*.code', '*.cookie', '*.authorization'],
  });
}
