import { generateServer } from '#scripts/generate.ts';
import { withDatabase } from '#scripts/lib/database.ts';
import { migratedSchemaPath, migrationPath } from '#scripts/lib/migration-path.ts';
import { diffSchemas } from '#scripts/lib/schema-engine.ts';
import { fromRoot } from '#scripts/lib/task.ts';
import { CliError, say, step } from '#server/progress.ts';
import { readText } from './edit.ts';
import { draftsPath, schemaPath } from './edits.ts';
import { entityFiles } from './files.ts';
import { namesOf, pluralOf } from './names.ts';
import { chooseOwner, ownersHelp } from './owner.ts';
import {
  chooseIcon,
  chooseIdPrefix,
  findRelatedEntities,
  readAreas,
  readExpectations,
  refuseTakenNames,
} from './project.ts';
import { readFields } from './read-fields.ts';
import { createSpec, type RelatedEntity, type Spec } from './spec.ts';
import { migration } from './templates/migration.ts';
import { parseAddition, writeFiles } from './write.ts';

const usage =
  'npm run add -- entity milestone title:text dueOn:date done:boolean repository:Repository';

const help = [
  'npm run add -- entity NAME field:type… [options]\n',
  ownersHelp,
  '  --areas app,manager   Users read the records in their area. Without it, only managers have pages of them.',
  '  --bulk                Several records can be selected and deleted together.',
  '  --csv                 The list can be downloaded.',
  '  --plural NAMES        The plural, if English forms it irregularly.',
  '  --dry-run             Prints the files that would be written.',
  `\nFor example: ${usage}`,
  'Types of fields, and what to do next: docs/guides/add-an-entity.md',
].join('\n');

const options = {
  bulk: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
  plural: { type: 'string' },
  owner: { type: 'string', default: 'installation' },
  areas: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const parse = (args: string[]) => parseAddition(args, options, `For example: ${usage}`);
type Options = ReturnType<typeof parse>['values'];

function readSpec(
  name: string,
  definitions: string[],
  { related, ...options }: Options & { related: RelatedEntity[] },
): Spec {
  const names = namesOf(name);
  const plural = namesOf(options.plural ?? pluralOf(names.kebab));
  refuseTakenNames(names, plural);
  const fields = readFields(definitions, related);
  const owner = chooseOwner(options.owner, fields, related);
  const areas = readAreas(options.areas ?? (owner ? 'app,manager' : 'manager'));
  requireAreas(areas, owner !== undefined);
  return createSpec({
    ...names,
    plural,
    idPrefix: chooseIdPrefix(names),
    icon: chooseIcon(names, 'Box'),
    fields,
    owner,
    isInApp: areas.includes('app'),
    hasBulk: options.bulk,
    hasExport: options.csv,
  });
}

function requireAreas(areas: readonly string[], isOwned: boolean): void {
  if (isOwned && !areas.includes('app')) {
    throw new CliError(
      `"${areas.join()}" lacks the area of the owners.`,
      'Leave out --areas: owners edit their records in the user area, and managers in theirs.',
    );
  }
  if (areas.includes('manager')) return;
  throw new CliError(
    `"${areas.join()}" are no areas of an entity.`,
    'Managers edit it in their area: --areas manager, or --areas app,manager if users read it in theirs.',
  );
}

/** Writes an entity as docs/guides/add-an-entity.md describes it. */
export async function addEntity(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  if (values.help) return say(help);
  const [name, ...definitions] = positionals;
  if (!name) throw new CliError('The name of the entity is missing.', `For example: ${usage}`);
  const related = findRelatedEntities();
  const spec = readSpec(name, definitions, { ...values, related });
  await generateServer();
  await Promise.all(related.map(readExpectations));
  const { created, edited } = entityFiles(spec);
  const migrationFile = `prisma/${migrationPath(fromRoot('prisma'), spec.plural.snake)}`;
  const schema = edited.get(schemaPath) ?? '';
  const migratedSchema = `prisma/${migratedSchemaPath}`;
  edited.set(migratedSchema, schema);
  created.set(migrationFile, '');
  const isDryRun = values['dry-run'];
  if (!isDryRun) {
    const sql = await step('Writing the migration', () =>
      withDatabase((url) => diffSchemas(url, readText(migratedSchema), schema)),
    );
    created.set(migrationFile, migration(spec, sql));
  }
  const { kebab, plural, isInApp } = spec;
  const pages = (isInApp ? ['app', 'manager'] : ['manager']).map(
    (area) => `/${area}/${plural.kebab}`,
  );
  const next = [
    `Review the difference, then run: npm run check. Pages: ${pages.join(', ')}`,
    `Translate shared/locales/*/${kebab}.json, and remove it from ${draftsPath}.`,
  ];
  await writeFiles({ created, edited, isDryRun, next });
}
