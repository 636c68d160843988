import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from '#server/settings.ts';

export type Log = Logger;

/** Shortens a text that a client chose, such as an operation name. */
export function brief(text: string): string {
  return text.slice(0, 100);
}

/** Bytes that wait for a slow reader of the log. Beyond them, lines are dropped rather than requests. */
const maxBufferedBytes = 16_000_000;

/** Lines wait for others: writing one takes longer than a request needs for anything else. */
const writtenFrom = 8_192;
const longestWaitMilliseconds = 50;

/** Standard output, written in the background when some lines have come together. */
function createDestination(): DestinationStream {
  const output = pino.destination({
    sync: false,
    minLength: writtenFrom,
    maxLength: maxBufferedBytes,
  });
  let isWaiting = false;
  const flush = () => {
    isWaiting = false;
    output.flush();
  };
  return {
    write(line) {
      output.write(line);
      if (!isWaiting) setTimeout(flush, longestWaitMilliseconds).unref();
      isWaiting = true;
    },
  };
}

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
  return pino(options, createDestination());
}
