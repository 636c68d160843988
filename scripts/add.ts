/**
 * npm run add -- entity NAME field:type… [--plural NAMES] [--areas app,manager] [--dry-run]: writes an entity as
 * docs/guides/add-an-entity.md describes it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError, say, step } from '#server/progress.ts';
import { readText } from './add/edit.ts';
import { schemaPath } from './add/edits.ts';
import { entityFiles } from './add/files.ts';
import { namesOf, pluralOf } from './add/names.ts';
import {
  chooseIcon,
  chooseIdPrefix,
  findRelatedEntities,
  refuseTakenNames,
} from './add/project.ts';
import { isTitle, readFields } from './add/read-fields.ts';
import type { Field, Spec } from './add/spec.ts';
import { migration } from './add/templates/migration.ts';
import { generateServer } from './generate.ts';
import { withDatabase } from './lib/database.ts';
import { migrationPath } from './lib/migration-path.ts';
import { diffSchemas } from './lib/schema-engine.ts';
import { fromRoot, requireNode, runTask } from './lib/task.ts';

const usage =
  'npm run add -- entity milestone title:text dueOn:date done:boolean repository:Repository';

type Options = { plural?: string | undefined; areas: string };

async function readSpec(name: string, definitions: string[], options: Options): Promise<Spec> {
  const names = namesOf(name);
  const plural = namesOf(options.plural ?? pluralOf(names.kebab));
  refuseTakenNames(names, plural);
  const isInApp = readAreas(options.areas).includes('app');
  const fields = readFields(definitions, await findRelatedEntities());
  return {
    names,
    plural,
    idPrefix: chooseIdPrefix(names),
    icon: chooseIcon(names),
    fields,
    title: fields.find(isTitle) as Field,
    parent: fields.find(({ type, optional }) => type === 'relation' && !optional),
    isInApp,
  };
}

function readAreas(text: string): string[] {
  const areas = text.split(',');
  if (areas.includes('manager') && areas.every((area) => ['app', 'manager'].includes(area))) {
    return areas;
  }
  throw new CliError(
    `"${text}" are no areas of an entity.`,
    'Managers edit it in their area: --areas manager, or --areas app,manager if users read it in theirs.',
  );
}

/** What the migrations lead to, see scripts/db-new-migration.ts. */
const migratedSchemaPath = 'prisma/migrations/schema.prisma';

async function addEntity(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  const [kind, name, ...definitions] = positionals;
  if (kind !== 'entity' || !name) {
    throw new CliError(
      kind && kind !== 'entity'
        ? `"${kind}" can't be added.`
        : 'The name of the entity is missing.',
      `For example: ${usage}`,
    );
  }
  // Entities to relate to are read with their expectations, which import generated code.
  await generateServer();
  const spec = await readSpec(name, definitions, values);
  const { created, edited } = entityFiles(spec);
  const migrationFile = `prisma/${migrationPath(spec.plural.snake)}`;
  const schema = edited.get(schemaPath) ?? '';
  edited.set(migratedSchemaPath, schema);
  const paths = [...created.keys(), migrationFile];
  if (values['dry-run']) return sayFiles(paths, [...edited.keys()]);
  const sql = await step('Writing the migration', () =>
    withDatabase((url) => diffSchemas(url, readText(migratedSchemaPath), schema)),
  );
  created.set(migrationFile, migration(spec, sql));
  for (const [path, text] of [...created, ...edited]) {
    mkdirSync(dirname(fromRoot(path)), { recursive: true });
    writeFileSync(fromRoot(path), text);
  }
  await step('Formatting the files', () => format([...created.keys(), ...edited.keys()]));
  await step('Generating code', () =>
    requireNode(['scripts/generate.ts'], 'Correct what is named above, then: npm run generate'),
  );
  sayFiles(paths, [...edited.keys()]);
  sayNext(spec);
}

function parse(args: string[]) {
  const options = {
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

function format(paths: string[]): Promise<string> {
  const files = paths.filter((path) => /\.(tsx?|json|graphql)$/.test(path));
  return requireNode(
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...files],
    'Correct what is named above.',
  );
}

function sayFiles(created: string[], edited: string[]): void {
  for (const path of created.toSorted()) say(`  new   ${path}`);
  for (const path of edited.toSorted()) say(`  edit  ${path}`);
  say('  schema.graphql and docs/guides/api-errors.md follow from them.');
}

function sayNext({ names, plural }: Spec): void {
  say('');
  say(`Review the difference, then run: npm run check. Pages: /manager/${plural.kebab}`);
  say(
    `Translate shared/locales/*/${names.kebab}.json, and remove it from shared/locales/drafts.json.`,
  );
}

if (import.meta.main) await runTask(addEntity);
