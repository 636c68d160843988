import { capitalized } from '#scripts/add/names.ts';
import type { Field, Spec } from '#scripts/add/spec.ts';
import { CliError } from '#server/progress.ts';

const folded = (text: string) =>
  `lower(upper(normalize(${text}, NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu")`;

/** Sorts what has no day or time. The API accepts none that is later. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/** The value of a text, which generated columns can't read from one another. */
const expressionOf = ({ name, beginningOf }: Field) =>
  beginningOf ? `first_line("${beginningOf}")` : `"${name}"`;

/** Returns the first line with text, cut to 100 characters; null for a blank text, so that the heading refuses it. */
const firstLine = `CREATE OR REPLACE FUNCTION "first_line"("text" text) RETURNS text
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
RETURN regexp_replace(left(substring("text" FROM '\\S[^\\n\\r\\u2028\\u2029]*'), 101), '^(.{99}).{2}$', '\\1…');

`;

const searchExpression = (spec: Spec) => {
  const texts = spec.searched.map(({ name, type, optional }) =>
    optional && (type === 'url' || type === 'email') ? `coalesce("${name}", '')` : `"${name}"`,
  );
  return `folded_text(${texts.join(" || E'\\n' || ")})`;
};

const bounds = (least: number, most: number) =>
  least > 0 ? `BETWEEN ${least} AND ${most}` : `<= ${most}`;

const formats: Partial<Record<Field['type'], (column: string, least: number) => [string, string]>> =
  {
    text: (column, least) => ['length', `char_length(${column}) ${bounds(least, 100)}`],
    longtext: (column, least) => ['length', `char_length(${column}) ${bounds(least, 2000)}`],
    url: (column) => ['format', `${column} ~ '^https?://' AND char_length(${column}) <= 2000`],
    email: (column) => [
      'format',
      `${column} = lower(${column}) AND char_length(${column}) BETWEEN 3 AND 254`,
    ],
  };

/** Name and condition of the check on a text, for every writer. */
function checkOf({ snake }: Spec, field: Field): [name: string, condition: string][] {
  const [what, condition] = formats[field.type]?.(`"${field.name}"`, field.optional ? 0 : 1) ?? [];
  return what && condition ? [[`${snake}_${field.name}_${what}`, condition]] : [];
}

/** Name of the unique index that ignores invisible characters. */
export const visibleKey = ({ snake }: Spec, { name }: Field): string =>
  `${snake}_visible_${name}_key`;

/** Values of other owners may be the same, so that none learns of them. */
const withinOwner = ({ owner }: Spec): string[] => (owner ? [owner.field.column] : []);

/** Columns of the unique index of a field. */
export const uniqueColumns = (spec: Spec, field: Field): string[] => [
  ...withinOwner(spec),
  field.key ?? field.column,
];

/** The same without regard to invisible characters. */
const visibleColumns = (spec: Spec, field: Field): string =>
  [...withinOwner(spec).map((name) => `"${name}"`), `visible_text("${field.key}")`].join(', ');

/** Name that Prisma gives to this index. */
export const uniqueKey = (spec: Spec, field: Field): string =>
  `${spec.snake}_${uniqueColumns(spec, field).join('_')}_key`;

/**
 * Completes Prisma's migration by what its schema can't express.
 *
 * @throws {CliError} if Prisma writes the table in another way than expected
 */
export function migration(spec: Spec, sql: string): string {
  const { snake: table, idPrefix, fields, title } = spec;
  const constraints = [
    [`${table}_id_format`, `"id" ~ '^${idPrefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$'`],
    ...fields.flatMap((field) => checkOf(spec, field)),
  ].map(([name, condition]) => `    CONSTRAINT "${name}" CHECK (${condition})`);
  const primaryKey = `    CONSTRAINT "${table}_pkey" PRIMARY KEY ("id")`;
  const keys = spec.shown.filter(
    (field): field is Field & { key: string } => field.key !== undefined,
  );
  const columns = [
    ...(title.beginningOf ? [[title.name, expressionOf(title)] as const] : []),
    ...keys.map((field) => [field.key, folded(expressionOf(field)), 'und-x-icu'] as const),
    ...fields.flatMap(({ name, order }) =>
      order ? [[order, `coalesce("${name}", '${endOfTime}')`] as const] : [],
    ),
    ['searchName', `folded_text(${expressionOf(title)})`, 'C'] as const,
    ['searchText', searchExpression(spec), 'C'] as const,
  ];
  let script = sql
    .replaceAll(/^--.*\n|\/\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/\n\n(?=CREATE (UNIQUE )?INDEX|ALTER TABLE)/g, '\n');
  for (const [column, expression, collation] of columns) {
    script = withExpression(script, column, { expression, collation });
  }
  script = replace(script, primaryKey, [primaryKey, ...constraints].join(',\n'));
  const unique = keys.filter((field) => field.unique);
  return `${title.beginningOf ? firstLine : ''}${script.trim()}
${unique.map((field) => `\nCREATE UNIQUE INDEX "${visibleKey(spec, field)}" ON "${table}"(${visibleColumns(spec, field)});`).join('')}
CREATE INDEX "${table}_search_idx" ON "${table}" USING gin ("searchText" gin_trgm_ops, "searchName" gin_trgm_ops);
ALTER TABLE "${table}" ALTER COLUMN "searchText" SET STATISTICS 1000;

-- ${capitalized(spec.plural.words)} are counted, each update moves "updatedAt", and IDs are used once.
SELECT count_rows_of('${table}');
SELECT move_updated_at_of('${table}');
SELECT keep_used_ids_of('${table}');
${notifyChanges(spec)}
`;
}

/** Changes are sent to clients. */
function notifyChanges({ snake, owner }: Spec): string {
  const by = owner?.notifiedBy ? `, "function" => '${owner.notifiedBy}'` : '';
  return `SELECT notify_changes_of('${snake}'${by});`;
}

/** Lets the database generate a column of Prisma's table. */
function withExpression(
  script: string,
  column: string,
  { expression, collation }: { expression: string; collation: string | undefined },
): string {
  const definition = new RegExp(`    "${column}" (\\S+) NOT NULL`);
  const [from = `    "${column}" … NOT NULL`, type = ''] = definition.exec(script) ?? [];
  const ofCollation = collation ? ` COLLATE "${collation}"` : '';
  const to = `    "${column}" ${type}${ofCollation} NOT NULL GENERATED ALWAYS AS (
        ${expression}
    ) STORED`;
  return replace(script, from, to);
}

function replace(script: string, from: string, to: string): string {
  const [before, after, ...more] = script.split(from);
  if (before !== undefined && after !== undefined && more.length === 0) return before + to + after;
  throw new CliError(
    `Prisma's migration has no place with ${from.trim()}.`,
    'Run npm run db:new-migration, and complete the migration by hand: docs/guides/add-an-entity.md.',
  );
}
