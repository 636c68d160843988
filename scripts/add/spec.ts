import { CliError } from '#server/progress.ts';
import type { Files } from './edit.ts';
import type { Names } from './names.ts';

/** Types of fields besides relations. */
export const fieldTypes = [
  'text',
  'longtext',
  'url',
  'email',
  'number',
  'boolean',
  'date',
  'datetime',
  'enum',
] as const;

type FieldType = (typeof fieldTypes)[number] | 'relation';

export type Field = {
  name: string;
  type: FieldType;
  optional: boolean;
  unique: boolean;
  /** Values of an enum, in the spelling of the database. */
  values: readonly string[];
  /** The other entity of a relation. */
  target?: RelatedEntity;
  /** The column, and the input field. */
  column: string;
  /** The folded column that compares texts, of the title and texts that are unique. */
  key?: string;
  /** The column that sorts an optional day or time. */
  order?: string;
  /** The long text whose beginning it is. The database generates it. */
  beginningOf?: string;
};

/** An entity that relations can lead to: the interface has a list of it to choose from. */
export type RelatedEntity = {
  type: string;
  names: Names;
  /** Lets viewers search its records, and so choose one. */
  permission: string;
  /** Whether users have it. */
  isForUsers: boolean;
  /** Who owns its records, if not the installation. */
  owner?: string | undefined;
  /** The field that shows a record, if the entity has no pages. */
  plainTitle?: string;
  /** Nested `create` in the tests, of an entity without `newRecord`. */
  sample?: (id: string, text: string) => string;
  /** Who reads the fields of its `newRecord`, and which records each viewer sees; see tests/support/expectations.ts. */
  access: string;
  sees: Readonly<Record<string, readonly string[]>>;
};

/** What an entity whose records have owners needs. Strings and results of functions are code, if nothing else is said. */
export type RecordOwner = {
  /** The relation to the owner. */
  field: RelationField;
  /** Whether the input of a new record names the owner. */
  isChosen: boolean;
  /** More actions of its permissions than every entity has. */
  moreActions: readonly string[];
  /** Actions that users may do by their role in the installation. */
  userActions: readonly string[];
  /** Actions whose permissions open the forms in the user area: to create, and to update. */
  formActions: [toCreate: string, toUpdate: string];
  /** How mutations check their permission. */
  scope: 'can' | 'canSomewhere';
  /** Sentences, and ends of sentences, for developers. */
  columnComment: string;
  keptBecause: string;
  relationText: (spec: Spec) => string;
  /** Column of the owner that records of the other entity have in common with this one's, or a condition on it. */
  ownerInCommon: (target: RelatedEntity) => string | undefined;
  created?: string;
  ofOthers?: (spec: Spec) => string;
  /** In the interface, for an empty list. */
  emptyText?: (spec: Spec) => string;
  /** Rows of server/features/<entity>/entity.ts. */
  visible: (spec: Spec) => string;
  policyFile: (spec: Spec) => string;
  /** Statements with which createX begins. */
  checks?: string;
  /** What its audit events name besides the record. */
  auditColumns?: string;
  /** Function in SQL that notifies of changes, if it says more than which records changed. */
  notifiedBy?: string;
  /** Changes to other shared files. */
  edit?: (spec: Spec, files: Files) => void;
  /** Parts of pages where permissions may come from the owner. */
  pages?: OwnerPages;
  tests: OwnerTests;
};

type OwnerPages = {
  /** Component that shows its children to those who have a permission. */
  can: string;
  canDelete: (spec: Spec) => string;
  formField: (spec: Spec) => string;
  guard: (spec: Spec) => string;
};

type OwnerTests = {
  /** Who may use the mutations in tests/entities/<entity>.ts. */
  writers: 'signedIn' | 'admin';
  flag?: string;
  /** Labels of the records that each viewer sees. */
  sees: Readonly<Record<string, readonly string[]>>;
  /** The same for those that they change. */
  changes: Readonly<Record<string, readonly string[]>>;
  /** Fills in the owner in tests/e2e/<entities>.spec.ts, if it is chosen. */
  browserFill?: string;
};

/** What is chosen of an entity. */
type Choices = Names & {
  plural: Names;
  idPrefix: string;
  icon: string;
  fields: readonly Field[];
  /** Undefined for records that belong to the installation. */
  owner: RecordOwner | undefined;
  /** Whether users read the records in their area, not only managers in theirs. */
  isInApp: boolean;
  /** Whether managers can select records in the list and delete them together. */
  hasBulk: boolean;
  /** Whether the list can be downloaded. */
  hasExport: boolean;
};

/** Actions of every entity's permissions. */
export const recordActions = ['read', 'create', 'update', 'delete'] as const;

/** Actions that users may do by their role in the installation. */
export const userActions = ({ isInApp, owner }: Spec): readonly string[] =>
  owner?.userActions ?? (isInApp ? ['read'] : []);

export const isText = ({ type }: Field): boolean =>
  ['text', 'longtext', 'url', 'email'].includes(type);

export type RelationField = Field & { target: RelatedEntity };

export type Spec = ReturnType<typeof createSpec>;

/** Completes choices by what follows from them. */
export function createSpec(choices: Choices) {
  const { fields, owner } = choices;
  const naming = requireNaming(fields);
  const title = isTitle(naming) ? naming : beginning(naming);
  const read = title === naming ? fields : [title, ...fields];
  const relations = fields.filter((field): field is RelationField => field.target !== undefined);
  return {
    ...choices,
    /** Names a record in lists and in the audit log: the first text, or else how the first long text begins. */
    title,
    /** The field that viewers name a record by. */
    naming,
    relations,
    /** The first relation of every record of the installation. Who doesn't see that record doesn't see this one. */
    parent: owner ? undefined : relations.find(({ optional }) => !optional),
    /** Fields that are read: those that viewers write, the title and the owner. */
    shown: owner ? [...read, owner.field] : read,
    /** Relations of the model: those that viewers choose, and the owner. */
    stored: owner ? [...relations, owner.field] : relations,
    /** Texts that lists search. */
    searched: fields.filter(isText),
    /** Dates and times that lists can be sorted by, besides `createdAt` and `updatedAt`. */
    sortedTimes: fields.filter(isTime),
    /** Fields by which lists can be filtered. */
    filters: fields.filter((field) => field.type !== 'number' && !isText(field)),
  };
}

const isTitle = ({ type, optional }: Field): boolean => type === 'text' && !optional;

/**
 * Finds the field that names a record: the first required text or, without one, the first required long text, such as
 * the body of a comment.
 *
 * @throws {CliError} if there is neither
 */
export function requireNaming(fields: readonly Field[]): Field {
  const isLong = ({ type, optional }: Field) => type === 'longtext' && !optional;
  const found = fields.find(isTitle) ?? fields.find(isLong);
  if (found) return found;
  throw new CliError(
    'No field names a record in lists.',
    'Add a required text, such as title:text, or a required long text, such as body:longtext, whose first line names it.',
  );
}

const beginning = ({ name }: Field): Field => ({
  name: 'heading',
  type: 'text',
  optional: false,
  unique: false,
  values: [],
  column: 'heading',
  key: 'headingKey',
  beginningOf: name,
});

/** Whether owners can't choose the related record: it is up to those who may search such records. */
export const isForManagers = ({ owner }: Spec, { target }: Field): boolean =>
  owner !== undefined && target?.isForUsers === false;

export const isTime = ({ type }: Field): boolean => type === 'date' || type === 'datetime';

export const has = ({ fields }: Spec, type: FieldType): boolean =>
  fields.some((field) => field.type === type);

/** The enum's type in the API and in Prisma. */
export const enumType = ({ pascal }: Spec, { name }: Field): string =>
  `${pascal}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Marks a line that an entity doesn't need. `finish` removes it. */
export const dropped = '\0';

/** A text for each item that has one: lines of a template. */
export const each = <Item>(
  items: readonly Item[],
  line: (item: Item, index: number) => string,
): string => items.map(line).filter(Boolean).join('\n') || dropped;

/** A template's text without the lines that the entity doesn't need. */
export const finish = (text: string): string =>
  text
    .replaceAll(/^[^\S\n]*\0\n/gm, '')
    .replaceAll('\0', '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimStart();
