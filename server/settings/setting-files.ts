/** Reads settings from files, as container platforms provide secrets. */
import { readFileSync, statSync } from 'node:fs';

/** More than any secret or URL needs. */
const maxBytes = 64 * 1024;

type Fault<Name> = (name: Name, problem: string) => Error;

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
 * @throws the error made by `fault`, if a file can't be read or NAME is also set
 */
export function readSettingFiles<Name extends string>(
  env: Record<string, string | undefined>,
  names: readonly Name[],
  fault: Fault<Name>,
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw fault(name, `must not be set together with ${name}_FILE`);
    const value = read(file);
    if (value instanceof Error) {
      throw fault(name, `could not be read from the file of ${name}_FILE: ${value.message}`);
    }
    values[name] = value;
  }
  return values;
}
