/** The cluster runs with the settings of docs/guides/scaling.md. */
import { readFileSync } from 'node:fs';
import { fromRoot } from '#scripts/lib/task.ts';

/** Reads the block of code that begins with `beginning`, and replaces the guide's addresses. */
function readBlock(beginning: string, replacements: Readonly<Record<string, string>> = {}): string {
  const guide = readFileSync(fromRoot('docs', 'guides', 'scaling.md'), 'utf8');
  const block = guide.split(/^```\w*\n/m).find((each) => each.startsWith(beginning));
  if (!block) throw new Error(`docs/guides/scaling.md has no block that begins with ${beginning}.`);
  return Object.entries(replacements).reduce((text, [here, there]) => {
    if (!text.includes(here)) throw new Error(`docs/guides/scaling.md lacks "${here}".`);
    return text.replace(here, there);
  }, block);
}

const readValues = (yaml: string, line: RegExp) =>
  Object.fromEntries(
    [...yaml.matchAll(line)].map(([, key, value = '']) => [key, JSON.parse(value)]),
  );

/** The settings of Patroni, by the level at which they are written. */
export function readPatroniSettings() {
  const yaml = readBlock('# Patroni, in bootstrap.dcs');
  return {
    dcs: readValues(yaml, /^(\w+): (\S+)$/gm),
    postgresql: readValues(yaml, /^ {2}(\w+): (\S+)$/gm),
  };
}

/** The file of PgBouncer, up to what the guide leaves open. */
export const readPgbouncerFile = (databasePort: number) =>
  readBlock('[databases]', { 'host=10.0.0.5 port=5432': `host=127.0.0.1 port=${databasePort}` });
