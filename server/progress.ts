const write = (text: string) => void process.stdout.write(text);
let openLine = false;

type EventLog = {
  info(fields: object, event: string): void;
  fatal(fields: object, event: string): void;
};
let eventLog: EventLog | undefined;

/** From now on, reports progress and failures to `log` instead of printing text. */
export function logProgress(log: EventLog): void {
  eventLog = log;
}

/** An error that the user can fix. Printed as cause and hint, without a stack trace. */
export class CliError extends Error {
  readonly hint: string;
  step = '';

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.hint = hint;
  }
}

/** Prints a line, ending an open progress line first. */
export function say(line: string): void {
  if (openLine) write('\n');
  openLine = false;
  write(`${line}\n`);
}

/**
 * Runs `work` under a progress line: `• Building the client …  done in 4.1 s`.
 * Rethrows errors as `CliError` with the step's title.
 */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  if (openLine) write('\n');
  if (!eventLog) write(`• ${title} …`);
  openLine = !eventLog;
  const start = performance.now();
  try {
    const result = await work();
    const ms = performance.now() - start;
    if (eventLog) eventLog.info({ step: title, ms: Math.round(ms) }, 'start.step');
    else write(`${openLine ? ' ' : `• ${title}`} done in ${seconds(ms)}\n`);
    openLine = false;
    return result;
  } catch (error) {
    if (openLine) write('\n');
    openLine = false;
    const failure = asCliError(error);
    failure.step ||= title;
    throw failure;
  }
}

/** Formats milliseconds: `0.4 s`, `41 s`, `2 min 5 s`. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 60) return `${Math.round(value)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

/** Reports an error's step, cause and hint, on stderr or in the log. With LOG_LEVEL=debug, also prints its stack. */
export function reportError(error: unknown): void {
  const failure = asCliError(error);
  if (eventLog) {
    const { step, message: cause, hint, stack } = failure;
    eventLog.fatal({ step, cause, hint, ...(isDebugging() && { stack }) }, 'process.exited');
    return;
  }
  if (openLine) write('\n');
  openLine = false;
  const lines = [
    `✗ ${failure.step || 'The command'} failed`,
    `  cause: ${indent(failure.message)}`,
    `  hint:  ${indent(failure.hint)}`,
  ];
  if (isDebugging() && error instanceof Error) lines.push(error.stack ?? '');
  process.stderr.write(`${lines.join('\n')}\n`);
}

const isDebugging = () => process.env.LOG_LEVEL === 'debug';

const indent = (text: string) => text.trim().replaceAll('\n', '\n         ');

/** Converts an error to a `CliError`, adding a hint if it has none. */
export function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  const message = error instanceof Error ? error.message || error.name : String(error);
  const failure = new CliError(
    message,
    'Run it again with LOG_LEVEL=debug to see where it comes from.',
    {
      cause: error,
    },
  );
  if (error instanceof Error && error.stack) failure.stack = error.stack;
  return failure;
}
