import { CliError } from '#server/progress.ts';
import { type Field, fieldTypes, isTime, type RelatedEntity, requireNaming } from './spec.ts';
import { refuseWord } from './words.ts';

const maxFields = 12;
const example =
  'For example: npm run add -- entity milestone title:text dueOn:date repository:Repository';

/** Names that the columns and fields of every entity have. */
const ofEveryEntity = [
  'id',
  'created',
  'createdAt',
  'updated',
  'updatedAt',
  'searchName',
  'searchText',
];

/** @throws {CliError} naming the first field that can't be written, and what is allowed */
export function readFields(definitions: string[], related: readonly RelatedEntity[]): Field[] {
  if (definitions.length === 0) throw new CliError('The entity has no fields.', example);
  if (definitions.length > maxFields) {
    throw new CliError(
      `${definitions.length} fields are more than one form should ask for.`,
      `Begin with at most ${maxFields}, and add the others by hand: docs/guides/add-an-entity.md.`,
    );
  }
  const fields = definitions.map((definition) => readField(definition, related));
  const naming = requireNaming(fields);
  for (const field of fields) {
    const isKey = field.type === 'text' && (field === naming || field.unique);
    if (isKey) field.key = `${field.name}Key`;
    if (field.optional && isTime(field)) field.order = `${field.name}Order`;
  }
  refuseSameNames(fields, naming);
  return fields;
}

/** @throws {CliError} naming a column that two fields need */
function refuseSameNames(fields: readonly Field[], naming: Field): void {
  const columns = fields.flatMap(({ name, column, key, order }) => [
    ...new Set([name, column, key, order].flatMap((each) => each?.toLowerCase() ?? [])),
  ]);
  const ofHeading = naming.type === 'longtext' ? ['heading', 'headingkey'] : [];
  const reserved = ofHeading.find((name) => columns.includes(name));
  if (reserved) {
    throw new CliError(
      `The first line of "${naming.name}" needs the name "${reserved}", since no text names a record.`,
      'Rename the field, or add a required text.',
    );
  }
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice) throw new CliError(`Two fields need the name "${twice}".`, 'Rename one of them.');
}

function readField(definition: string, related: readonly RelatedEntity[]): Field {
  const [, name = '', typeText = '', marks = ''] =
    /^([^:]+):([^:?!]+)([?!]*)$/.exec(definition) ?? [];
  if (!name) {
    const hint = /^[A-Z]\w*$/.test(definition)
      ? `A related record has a name, too: ${definition.charAt(0).toLowerCase()}${definition.slice(1)}:${definition}`
      : `name:type. ${example}`;
    throw new CliError(`"${definition}" is not a field.`, hint);
  }
  const where = `The field "${name}"`;
  if (!/^[a-z][a-zA-Z0-9]{0,39}$/.test(name)) {
    throw new CliError(
      `${where} has a name that can't be used.`,
      'A name begins with a lower-case letter and has letters and digits only, up to 40: dueOn.',
    );
  }
  if (ofEveryEntity.includes(name) || /^viewerCan/.test(name)) {
    throw new CliError(`${where} exists in every entity.`, 'Choose another name.');
  }
  refuseWord(name, where);
  const type = readType(where, typeText, related);
  const field: Field = {
    ...type,
    name,
    column: type.target ? `${name}Id` : name,
    optional: marks.includes('?'),
    unique: marks.includes('!'),
  };
  checkName(where, field);
  checkMarks(where, field);
  return field;
}

function readType(
  where: string,
  text: string,
  related: readonly RelatedEntity[],
): Pick<Field, 'type' | 'values' | 'target'> {
  const [, list] = /^enum\((.*)\)$/.exec(text) ?? [];
  if (list !== undefined) return { type: 'enum', values: readValues(where, list) };
  const type = fieldTypes.find((each) => each === text);
  if (type && type !== 'enum') return { type, values: [] };
  const target = related.find((entity) => entity.type === text);
  if (target) return { type: 'relation', values: [], target };
  const relatedTypes = related.map((entity) => entity.type).join(', ');
  throw new CliError(
    type === 'enum' ? `${where} has no values.` : `${where} has the unknown type "${text}".`,
    `Types: ${fieldTypes.filter((each) => each !== 'enum').join(', ')}, enum(open|closed), or an entity to relate to: ${relatedTypes}.`,
  );
}

function readValues(where: string, list: string): string[] {
  const values = list.split('|').map((value) => value.trim());
  const isUsable = values.every((value) => /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(value));
  if (!isUsable || values.length < 2 || new Set(values).size < values.length) {
    throw new CliError(
      `${where} has values that can't be used.`,
      'Give at least two different ones, in lower case with underscores: enum(open|in_progress|closed).',
    );
  }
  return values;
}

function checkName(where: string, { name, type }: Field): void {
  if (/Ids?$/.test(name)) {
    throw new CliError(
      `${where} has the name of an ID.`,
      'A relation is named without “Id”, for example repository:Repository. Other fields end otherwise.',
    );
  }
  if (type === 'datetime' && !/[a-z]At$/.test(name)) {
    throw new CliError(`${where} is a time.`, `Names of times end with “At”: ${name}At.`);
  }
}

function checkMarks(where: string, { type, optional, unique }: Field): void {
  if (unique && !['text', 'url', 'email'].includes(type)) {
    throw new CliError(`${where} can't be unique.`, 'A text, url or email can be unique.');
  }
  if (unique && optional) {
    throw new CliError(`${where} can't be both optional and unique.`, 'Use either “?” or “!”.');
  }
  if (optional && type === 'boolean') {
    throw new CliError(
      `${where} can't be optional.`,
      'A checkbox is either on or off. Use enum(yes|no)? for an answer that may be missing.',
    );
  }
}
