import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod';
import { CliError } from '#server/progress.ts';
import { exampleOf, schemasOf } from './schemas.ts';
import { variables } from './variables.ts';

export type VariableName = keyof typeof variables;

export const names = Object.keys(variables) as VariableName[];
const environment = z.object(schemasOf(variables));

export type Values = z.infer<typeof environment>;

export function settingError(name: VariableName, problem: string): CliError {
  const reason =
    name === 'BASE_URL'
      ? `Invalid base URL: BASE_URL ${problem}. Please provide a valid base URL.`
      : `${name} ${problem}.`;
  const error = new CliError(
    `${reason} For example: ${name}=${exampleOf(variables[name])}`,
    `Correct ${name} in .env or in the environment. .env.example describes every setting.`,
  );
  error.step = 'Reading the settings';
  return error;
}

/** More than any secret or URL needs. */
const maxBytes = 64 * 1024;

function read(file: string): string | Error {
  try {
    const stats = statSync(file);
    // A device or a pipe may never end.
    if (!stats.isFile()) return new Error('it is not a regular file');
    if (stats.size > maxBytes) return new Error(`it has more than ${maxBytes} bytes`);
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return error as Error;
  }
}

/**
 * Returns the values of the settings for which `env` has NAME_FILE, without the file's final line
 * break.
 *
 * @throws {CliError} if a file can't be read or NAME is also set
 */
function readSettingFiles(
  env: Record<string, string | undefined>,
): Partial<Record<string, string>> {
  const values: Partial<Record<string, string>> = {};
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw settingError(name, `must not be set together with ${name}_FILE`);
    const value = read(file);
    if (value instanceof Error) {
      throw settingError(name, `could not be read from the file of ${name}_FILE: ${value.message}`);
    }
    values[name] = value;
  }
  return values;
}

/**
 * Reads the variables, each from the environment or from the file named by NAME_FILE. Empty values
 * count as unset.
 *
 * @throws {CliError} for the first invalid value, or a file that can't be read
 */
export function parseEnvironment(env: Record<string, string | undefined>): Values {
  const all = { ...env, ...readSettingFiles(env) };
  const set = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const result = environment.safeParse(set);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw settingError(issue?.path[0] as VariableName, issue?.message ?? 'is wrong');
}
