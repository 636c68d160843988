/** What the project has already: names that are taken, and entities to relate to. */
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { buildSchema } from 'graphql';
import { fromRoot, root } from '#scripts/lib/task.ts';
import { CliError } from '#server/progress.ts';
import type { Expectations } from '#tests/support/expectations.ts';
import { seesOwn } from '#tests/support/own-visibility.ts';
import { rolePermissions } from '#tests/support/role-permissions.ts';
import { readText } from './edit.ts';
import { type Names, namesOf } from './names.ts';
import type { RelatedEntity } from './spec.ts';
import { refuseWord } from './words.ts';

const ofProduct: Readonly<Record<string, RelatedEntity['sees']>> = seesOwn;

/** What entity.ts has for each owner of records. */
const ownerMarks = {
  user: 'ownerId: viewer.userId',
  organization: 'belongsToOrganization: true',
};

const findOwner = (text: string) =>
  Object.entries(ownerMarks).find(([, mark]) => text.includes(mark))?.[0];

/** Entities with a list in the interface, so that a form can offer their records. */
export function findRelatedEntities(): RelatedEntity[] {
  const texts = globSync('client/features/*/entity.ts', { cwd: root }).sort().map(readText);
  return texts.flatMap((text) => {
    const [, type] = /^ {2}type: '(\w+)'/m.exec(text) ?? [];
    const [, permission = ''] = /^ {2}permission: '([\w:-]+)'/m.exec(text) ?? [];
    if (!type) return [];
    const names = namesOf(type);
    const owner = findOwner(readText(`server/features/${names.kebab}/entity.ts`));
    const isForUsers = rolePermissions.user?.includes(permission) ?? false;
    return { type, names, permission, isForUsers, owner, access: 'admin', sees: {} };
  });
}

/** Adds what the tests expect of an entity, whose file imports generated code. */
export async function readExpectations(related: RelatedEntity): Promise<void> {
  const file = fromRoot('tests', 'entities', `${related.names.kebab}.ts`);
  const { expectations } = (await import(file)) as { expectations: Expectations };
  const { recordFields, visibility } = expectations;
  related.sees = visibility?.sees ?? ofProduct[related.type] ?? {};
  // Another user’s record, which only managers see.
  if (related.type !== 'User') related.access = recordFields.id ?? 'admin';
}

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const areas = ['app', 'manager'] as const;
export type Area = (typeof areas)[number];

/** @throws {CliError} unless each is an area */
export function readAreas(text: string): Area[] {
  const names = text.split(',');
  const unknown = names.find((name) => !areas.some((area) => area === name));
  if (unknown === undefined) return areas.filter((area) => names.includes(area));
  throw new CliError(`"${unknown}" is no area.`, `Areas: ${areas.join(', ')}, or both.`);
}

/** @throws {CliError} if it can't be a name, or something else has it */
export function refuseTakenName(names: Names, hint = 'Choose another name.'): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(names.kebab) || names.kebab.length > 30) {
    throw new CliError(
      `"${names.kebab}" can't be a name.`,
      'Use words of letters and digits, at most 30 characters: purchase-order.',
    );
  }
  const found = takenBy(names);
  if (found) throw new CliError(`The name "${names.kebab}" is taken by ${found}.`, hint);
}

/** @throws {CliError} if something else has one of the names */
export function refuseTakenNames(names: Names, plural: Names): void {
  refuseWord(names.kebab, `The entity "${names.kebab}"`);
  refuseWord(plural.kebab, `The list "${plural.kebab}"`);
  if (plural.kebab === names.kebab) {
    throw new CliError(
      `"${plural.words}" is both the singular and the plural.`,
      'Name one record and several differently: --plural news-items.',
    );
  }
  refuseTakenName(names);
  refuseTakenName(plural, 'Give another plural: --plural NAMES.');
}

/** Generated files of a removed entity may be left until the next `npm run generate`. */
const hasCode = (folder: string) =>
  globSync(`${folder}/**/*.*`, { cwd: root }).some((file) => !file.includes('.generated.'));

function takenBy({ kebab, camel, pascal, snake }: Names): string | undefined {
  const folders = ['server/features', 'client/features'].map((folder) => `${folder}/${kebab}`);
  const folder = folders.find(hasCode);
  if (folder) return folder;
  const prisma = readText('prisma/schema.prisma');
  if (matches(prisma, /^(?:model|enum) (\w+)/gm).includes(pascal)) return 'prisma/schema.prisma';
  if (matches(prisma, /@@map\("(\w+)"\)/g).includes(snake))
    return 'a table of prisma/schema.prisma';
  const schema = buildSchema(readText('schema.graphql'));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const hasField = roots.some((type) => type?.getFields()[camel]);
  if (hasField || schema.getType(pascal)) return 'schema.graphql';
  if (matches(readText('shared/permissions.ts'), /^ {2}'?([\w-]+)'?: \[/gm).includes(kebab)) {
    return 'shared/permissions.ts';
  }
  const routes = matches(readText('client/routes.tsx'), /\bpath: '([\w-]+)/g);
  return routes.includes(kebab) ? 'a page of client/routes.tsx' : undefined;
}

/** Three or four letters that no other entity's IDs begin with. */
export function chooseIdPrefix({ kebab }: Names): string {
  const taken = globSync('server/features/*/entity.ts', { cwd: root }).flatMap((file) =>
    matches(readText(file), /idPrefix: '(\w+)'/g),
  );
  const others = matches(readText('server/entities.ts'), /idPrefix: '(\w+)'/g);
  const plain = kebab.replace(/[^a-z]/g, '');
  const consonants = plain.charAt(0) + plain.slice(1).replace(/[aeiou]/g, '');
  const candidates = [plain, consonants].flatMap((word) => [word.slice(0, 4), word.slice(0, 3)]);
  const free = candidates.find(
    (each) => /^[a-z]{3,4}$/.test(each) && ![...taken, ...others].includes(each),
  );
  if (free) return free;
  throw new CliError(
    `Every prefix for IDs of "${kebab}" is taken: ${candidates.join(', ')}.`,
    'Choose a name that begins with other letters.',
  );
}

/** The icon of lucide-react with the name, or a general one. */
export function chooseIcon({ kebab, pascal }: Names, general: string): string {
  const file = `node_modules/lucide-react/dist/esm/icons/${basename(kebab)}.mjs`;
  return existsSync(fromRoot(file)) ? pascal : general;
}
