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
};

/** An entity that relations can lead to: the interface has a list of it to choose from. */
export type RelatedEntity = {
  type: string;
  names: Names;
  /** Whether users read records of it, so that they can choose one. */
  isForUsers: boolean;
  /** Whether each record belongs to the user who created it. */
  isOfUsers: boolean;
  /** Who reads the fields of its `newRecord`, and which records each viewer sees; see tests/support/expectations.ts. */
  access: string;
  sees: Readonly<Record<string, readonly string[]>>;
};

export const owners = ['installation', 'user'] as const;
export type Owner = (typeof owners)[number];

export type Spec = {
  names: Names;
  plural: Names;
  idPrefix: string;
  icon: string;
  fields: readonly Field[];
  /** The first text, which names a record in lists and the audit log. */
  title: Field;
  owner: Owner;
  /** The user that a record belongs to. The API sets it, so no form has it. */
  ownerField: RelationField | undefined;
  /** The first relation of every record of the installation. Who doesn't see that record doesn't see this one. */
  parent: Field | undefined;
  /** Whether users read the records in their area, not only managers in theirs. */
  isInApp: boolean;
  /** Whether managers can select records in the list and delete them together. */
  hasBulk: boolean;
  /** Whether the list can be downloaded. */
  hasExport: boolean;
};

/** The column, and the input field, of a field. */
export const columnOf = ({ type, name }: Field): string =>
  type === 'relation' ? `${name}Id` : name;

/** Texts that lists search. */
export const searched = ({ fields }: Spec): Field[] =>
  fields.filter(({ type }) => ['text', 'longtext', 'url', 'email'].includes(type));

export type RelationField = Field & { target: RelatedEntity };

export const relations = ({ fields }: Spec): RelationField[] =>
  fields.filter((field): field is RelationField => field.target !== undefined);

/** Fields that are read: those that viewers write, and the owner. */
export const shownFields = ({ fields, ownerField }: Spec): Field[] =>
  ownerField ? [...fields, ownerField] : [...fields];

/** Relations of the model: those that viewers choose, and the owner. */
export const storedRelations = (spec: Spec): RelationField[] =>
  spec.ownerField ? [...relations(spec), spec.ownerField] : relations(spec);

/** Whether owners edit their records in the user area, too. */
export const isOwned = ({ owner }: Spec): boolean => owner !== 'installation';

export const has = ({ fields }: Spec, type: FieldType): boolean =>
  fields.some((field) => field.type === type);

export const isTime = ({ type }: Field): boolean => type === 'date' || type === 'datetime';

/** Columns that lists can be sorted by, besides the times of creation and of the last update. */
export const sortedTimes = ({ fields }: Spec): Field[] =>
  fields.filter((field) => isTime(field) && !field.optional);

/** The folded column that compares texts. */
export const keyOf = ({ name }: Field): string => `${name}Key`;

/** Texts with a folded column: the title, and those that are unique. */
export const hasKey = ({ title }: Spec, field: Field): boolean =>
  field === title || (field.type === 'text' && field.unique);

/** The enum's type in the API and in Prisma. */
export const enumType = ({ names }: Spec, { name }: Field): string =>
  `${names.pascal}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

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
