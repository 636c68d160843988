export type Problem = { path: string; line: number; text: string };

/** Prints the problems as `file:line: text` and sets the exit code. */
export function reportProblems(problems: Problem[]): void {
  for (const { path, line, text } of problems) console.error(`${path}:${line}: ${text}`);
  if (problems.length) process.exitCode = 1;
}
