import * as z from 'zod';
import { CliError } from '#server/progress.ts';
import type { Variable } from './schemas.ts';
import { readSettingFiles } from './setting-files.ts';
import { variables } from './variables.ts';

type Variables = typeof variables;
export type VariableName = keyof Variables;

const schemas = Object.fromEntries(
  Object.entries(variables).map(([name, { schema }]) => [name, schema]),
) as { [Name in VariableName]: Variables[Name]['schema'] };
const environment = z.object(schemas);

export type Values = z.infer<typeof environment>;

export function exampleOf({ schema, example }: Variable): string {
  return example ?? String(schema.safeParse(undefined).data ?? '');
}

/** Why removed settings prevent a start. */
const removed: Record<string, string> = {
  DATABASE_REPLICA_URLS:
    'was removed: the primary answers all reads. A read replica is added as docs/guides/scaling.md shows',
};

function requireNoneRemoved(env: Record<string, string | undefined>): void {
  for (const [name, reason] of Object.entries(removed)) {
    const set = [name, `${name}_FILE`].find((each) => env[each]);
    if (!set) continue;
    const error = new CliError(`${set} ${reason}.`, `Remove ${set} from .env and the environment.`);
    error.step = 'Reading the settings';
    throw error;
  }
}

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

/**
 * Reads the variables, each from the environment or from the file named by NAME_FILE. Empty values
 * count as unset.
 *
 * @throws {CliError} for the first invalid value, a removed setting, or a file that can't be read
 */
export function parseEnvironment(env: Record<string, string | undefined>): Values {
  requireNoneRemoved(env);
  const names = Object.keys(variables) as VariableName[];
  const all = { ...env, ...readSettingFiles(env, names, settingError) };
  const set = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const result = environment.safeParse(set);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw settingError(issue?.path[0] as VariableName, issue?.message ?? 'is wrong');
}
