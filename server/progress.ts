const write = (text: string) => void process.stdout.write(text);
let openLine = false;

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
  write(`• ${title} …`);
  openLine = true;
  const start = performance.now();
  try {
    const result = await work();
    write(`${openLine ? ' ' : `• ${title}`} done in ${seconds(performance.now() - start)}\n`);
    openLine = false;
    return result;
  } catch (error) {
    if (openLine) write('\n');
    openLine = false;
    throw withStep(error, title);
  }
}

/** Formats milliseconds: `0.4 s`, `41 s`, `2 min 5 s`. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 60) return `${Math.round(value)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

/** Prints an error's step, cause and hint to stderr, plus its stack if LOG_LEVEL=debug. */
export function reportError(error: unknown): void {
  if (openLine) write('\n');
  openLine = false;
  const failure = asCliError(error);
  const lines = [
    `✗ ${failure.step || 'The command'} failed`,
    `  cause: ${indent(failure.message)}`,
    `  hint:  ${indent(failure.hint)}`,
  ];
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) lines.push(error.stack ?? '');
  process.stderr.write(`${lines.join('\n')}\n`);
}

const indent = (text: string) => text.trim().replaceAll('\n', '\n         ');

function withStep(error: unknown, title: string): CliError {
  const failure = asCliError(error);
  failure.step ||= title;
  return failure;
}

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
