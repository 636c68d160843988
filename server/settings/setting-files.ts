/** Settings that are kept in files, as container platforms hand out secrets. */
import { readFileSync, statSync } from 'node:fs';

/** More than any secret or URL needs. */
const maxBytes = 64 * 1024;

type Fault<Name> = (name: Name, problem: string) => Error;

function read(file: string): string | Error {
  try {
    if (statSync(file).size > maxBytes) return new Error(`it has more than ${maxBytes} bytes`);
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return error as Error;
  }
}

/**
 * The values of the settings for which `env` has NAME_FILE, without the line break at the end of the file.
 *
 * @throws what `fault` makes, if a file cannot be read or NAME is set as well
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
