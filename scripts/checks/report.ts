export type Problem = { path: string; line: number; text: string };

export function reportProblems(problems: Problem[]): void {
  for (const { path, line, text } of problems) console.error(`${path}:${line}: ${text}`);
  if (problems.length) process.exitCode = 1;
}
