/** What docs/guides say about an alert, to be run. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

const guide = (name: string) => readFileSync(`docs/guides/${name}.md`, 'utf8');

/** The alert's section of the guide for incidents. */
export const sectionOf = (alert: string): string =>
  guide('incident').split(`\n## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';

/** The job that makes backups and tells Prometheus. */
export const backupJob = (): string => codeIn(guide('back-up'), 'sh');

/** The first block of code in `language`. */
export const codeIn = (text: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)?.[1] ?? '';

/** Runs a command and returns what it printed, also if it failed. */
export async function sh(script: string, databaseUrl: string, more = {}): Promise<string> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: databaseUrl, ...more };
  const { stdout, stderr } = await run('sh', ['-ec', script], { env }).catch((error) => error);
  return stdout + stderr;
}
