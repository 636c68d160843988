import { parseArgs } from 'node:util';
import { generateServer } from '#scripts/generate.ts';
import { withDatabase } from '#scripts/lib/database.ts';
import { migratedSchemaPath, migrationPath } from '#scripts/lib/migration-path.ts';
import { diffSchemas } from '#scripts/lib/schema-engine.ts';
import { CliError, say, step } from '#server/progress.ts';
import { readText } from './edit.ts';
import { schemaPath } from './edits.ts';
import { entityFiles } from './files.ts';
import { namesOf, pluralOf } from './names.ts';
import {
  chooseIcon,
  chooseIdPrefix,
  findRelatedEntities,
  readAreas,
  refuseTakenNames,
} from './project.ts';
import { isTitle, readFields } from './read-fields.ts';
import type { Field, Spec } from './spec.ts';
import { migration } from './templates/migration.ts';
import { sayFiles, writeFiles } from './write.ts';

const usage =
  'npm run add -- entity milestone title:text dueOn:date done:boolean repository:Repository';

type Options = { plural?: string | undefined; areas: string; bulk: boolean; csv: boolean };

async function readSpec(name: string, definitions: string[], options: Options): Promise<Spec> {
  const names = namesOf(name);
  const plural = namesOf(options.plural ?? pluralOf(names.kebab));
  refuseTakenNames(names, plural);
  const areas = readAreas(options.areas);
  requireManager(areas);
  const fields = readFields(definitions, await findRelatedEntities());
  return {
    names,
    plural,
    idPrefix: chooseIdPrefix(names),
    icon: chooseIcon(names, 'Box'),
    fields,
    title: fields.find(isTitle) as Field,
    parent: fields.find(({ type, optional }) => type === 'relation' && !optional),
    isInApp: areas.includes('app'),
    hasBulk: options.bulk,
    hasExport: options.csv,
  };
}

function requireManager(areas: readonly string[]): void {
  if (areas.includes('manager')) return;
  throw new CliError(
    `"${areas.join()}" are no areas of an entity.`,
    'Managers edit it in their area: --areas manager, or --areas app,manager if users read it in theirs.',
  );
}

/** Writes an entity as docs/guides/add-an-entity.md describes it. */
export async function addEntity(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  const [name, ...definitions] = positionals;
  if (!name) throw new CliError('The name of the entity is missing.', `For example: ${usage}`);
  // Entities to relate to are read with their expectations, which import generated code.
  await generateServer();
  const spec = await readSpec(name, definitions, values);
  const { created, edited } = entityFiles(spec);
  const migrationFile = `prisma/${migrationPath(spec.plural.snake)}`;
  const schema = edited.get(schemaPath) ?? '';
  const migratedSchema = `prisma/${migratedSchemaPath}`;
  edited.set(migratedSchema, schema);
  created.set(migrationFile, '');
  if (values['dry-run']) return sayFiles({ created, edited });
  const sql = await step('Writing the migration', () =>
    withDatabase((url) => diffSchemas(url, readText(migratedSchema), schema)),
  );
  created.set(migrationFile, migration(spec, sql));
  await writeFiles({ created, edited });
  sayNext(spec);
}

function parse(args: string[]) {
  const options = {
    bulk: { type: 'boolean', default: false },
    csv: { type: 'boolean', default: false },
    plural: { type: 'string' },
    areas: { type: 'string', default: 'manager' },
    'dry-run': { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new CliError((error as Error).message, `For example: ${usage}`);
  }
}

function sayNext({ names, plural }: Spec): void {
  say('');
  say(`Review the difference, then run: npm run check. Pages: /manager/${plural.kebab}`);
  say(
    `Translate shared/locales/*/${names.kebab}.json, and remove it from shared/locales/drafts.json.`,
  );
}
