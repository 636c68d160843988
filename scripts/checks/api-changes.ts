/** Compares the API with the last release. Breaking changes must be announced. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BreakingChange,
  BreakingChangeType,
  buildSchema,
  type DangerousChange,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isObjectType,
} from 'graphql';
import { breakingNotes, findBaseline } from './api-baseline.ts';

type Change = BreakingChange | DangerousChange;

/** Last day of a deprecated element, at the end of its reason: `… until 2027-01-31.` */
export const lastDay = /\buntil (\d{4}-\d\d-\d\d)\.?$/;

const removals: ReadonlySet<string> = new Set([
  BreakingChangeType.FIELD_REMOVED,
  BreakingChangeType.ARG_REMOVED,
  BreakingChangeType.VALUE_REMOVED_FROM_ENUM,
]);

/** Additions that keep every document valid and its result unchanged. */
const compatible: ReadonlySet<string> = new Set([
  DangerousChangeType.OPTIONAL_ARG_ADDED,
  DangerousChangeType.OPTIONAL_INPUT_FIELD_ADDED,
  DangerousChangeType.IMPLEMENTED_INTERFACE_ADDED,
]);

const extensions: ReadonlySet<string> = new Set([
  DangerousChangeType.VALUE_ADDED_TO_ENUM,
  DangerousChangeType.TYPE_ADDED_TO_UNION,
]);

const announcesMore = /\bmay be added\b/;

/** Coordinate of the changed element: `Type`, `Type.field`, `Type.field(arg:)` or `@directive`. */
function coordinateOf({ description }: Change): string {
  const [field] = /@\w+(?:\(\w+:\))?|\b\w+\.\w+(?:\(\w+:\))?/.exec(description) ?? [];
  const [, union] = /union type (\w+)/.exec(description) ?? [];
  return field ?? union ?? /\w+/.exec(description)?.[0] ?? description;
}

function deprecationOf(schema: GraphQLSchema, coordinate: string): string | undefined | null {
  const [, typeName = '', name = '', arg] = /^(\w+)\.(\w+)(?:\((\w+):\))?$/.exec(coordinate) ?? [];
  const type = schema.getType(typeName);
  if (isEnumType(type)) return type.getValue(name)?.deprecationReason;
  const field = type && 'getFields' in type ? type.getFields()[name] : undefined;
  if (!arg || !field) return field?.deprecationReason;
  return 'args' in field
    ? field.args.find((each) => each.name === arg)?.deprecationReason
    : undefined;
}

type Comparison = {
  before: GraphQLSchema;
  now: GraphQLSchema;
  announced: string;
  version: string;
  today: string;
};

function isReturned(schema: GraphQLSchema, name: string): boolean {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.some((type) =>
    Object.values(type.getFields()).some((field) => getNamedType(field.type).name === name),
  );
}

function isCompatible(change: Change, { now }: Comparison): boolean {
  if (compatible.has(change.type)) return true;
  if (!extensions.has(change.type)) return false;
  const [name = ''] = coordinateOf(change).split('.');
  return !isReturned(now, name) || announcesMore.test(now.getType(name)?.description ?? '');
}

/** Requires the full description: a coordinate alone would also cover the next change of the same element. */
function isAnnounced(description: string, announced: string): boolean {
  const [, ...endings] = announced.split(description.replace(/\.$/, ''));
  // “… to String” does not announce “… to String!”, nor the reverse.
  return endings.some((ending) => !/^[\w!\]]/.test(ending));
}

function objectionTo(change: Change, comparison: Comparison): string | undefined {
  if (isCompatible(change, comparison)) return undefined;
  const { before, announced, version, today } = comparison;
  const { type, description } = change;
  const coordinate = coordinateOf(change);
  if (!isAnnounced(description, announced)) {
    return `Write in CHANGELOG.md under “Breaking”: “${description}” Or take it back.`;
  }
  if (version.startsWith('0.') || !removals.has(type)) return undefined;
  const [, day] = lastDay.exec(deprecationOf(before, coordinate) ?? '') ?? [];
  if (day && day < today) return undefined;
  const release = day ? `It is promised until ${day}.` : 'Deprecate it in a release first.';
  return `${description} ${release}`;
}

const changesOf = ({ before, now }: Comparison): Change[] => [
  ...findBreakingChanges(before, now),
  ...findDangerousChanges(before, now),
];

export function findObjections(comparison: Comparison): string[] {
  return changesOf(comparison).flatMap((change) => objectionTo(change, comparison) ?? []);
}

function comparisonOf(folder: string): Comparison | { missing: string } {
  const baseline = findBaseline(folder);
  if ('missing' in baseline) return baseline;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const { version, sdl } = baseline;
  return {
    before: buildSchema(sdl),
    now: buildSchema(read('schema.graphql')),
    announced: breakingNotes(read('CHANGELOG.md'), version),
    version,
    today: new Date().toISOString().slice(0, 10),
  };
}

/** Descriptions of the breaking changes that CHANGELOG.md lacks. */
export function findUnannounced(folder: string): string[] {
  const comparison = comparisonOf(folder);
  if ('missing' in comparison) return [];
  return changesOf(comparison)
    .filter((change) => !isCompatible(change, comparison))
    .map(({ description }) => description)
    .filter((description) => !isAnnounced(description, comparison.announced));
}

/**
 * Compares schema.graphql with the last release.
 *
 * @param folder root of the repository
 * @returns the problems, and a line that says what was compared
 */
export function checkApiChanges(folder: string): { problems: { text: string }[]; summary: string } {
  const comparison = comparisonOf(folder);
  if ('missing' in comparison) {
    return { problems: [], summary: `not compared with a release: ${comparison.missing}` };
  }
  return {
    problems: findObjections(comparison).map((text) => ({ text })),
    summary: `compared with ${comparison.version}`,
  };
}
