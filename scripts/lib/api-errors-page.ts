/** Writes the tables of docs/guides/api-errors.md from the schema and the server's errors. */
import { type GraphQLSchema, isEnumType } from 'graphql';
import { endpoints } from '#server/auth/endpoints.ts';
import { freshMinutes } from '#server/auth/viewer.ts';
import { listExports } from '#server/generated/list-exports.ts';
import { apiErrors } from '#server/graphql/api-errors.ts';

type Row = readonly string[];

function table(heads: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function valuesOf(schema: GraphQLSchema, name: string) {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum.`);
  return type.getValues().map((value) => ({ name: value.name, text: value.description ?? '' }));
}

function fieldsNaming(schema: GraphQLSchema, word: string): string {
  const named = new RegExp(`(?<![\\w:-])${word}(?![\\w:-])`);
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return types
    .flatMap((type) => Object.values(type?.getFields() ?? {}))
    .filter(({ description }) => named.test(description ?? ''))
    .map(({ name }) => `\`${name}\``)
    .join(', ');
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Actions that declare that they need a recent proof of identity, by what they need it for. */
function freshRows(schema: GraphQLSchema): Row[] {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const fresh = mutations.filter(({ extensions }) => extensions.freshSession !== undefined);
  const rule = `requires a proof of identity within the last ${freshMinutes} minutes`;
  const always = 'Always.';
  const shorten = (text: string) =>
    text.replace(`${sentence(rule)}.`, always).replace(` ${rule}`, '');
  const actions = [
    ...fresh.map(({ name, extensions }) => ({
      name,
      when: shorten(String(extensions.freshSession)),
    })),
    ...endpoints
      .filter((endpoint) => endpoint.fresh)
      .map(({ method, path }) => ({ name: `${method} /api/auth${path}`, when: always })),
    ...listExports
      .filter((declared) => declared.fresh)
      .map(({ name }) => ({ name: `GET /api/export/${name}.*`, when: always })),
  ];
  return [...Map.groupBy(actions, ({ when }) => when)].map(([when, group]) => [
    when,
    group.map(({ name }) => `\`${name}\``).join(', '),
  ]);
}

/** The page with the present tables. Everything else on it is written by hand. */
export function fillApiErrorsPage(page: string, schema: GraphQLSchema): string {
  const apiRows = Object.entries(apiErrors).map(([code, { meaning, status, retry }]) => [
    `\`${code}\``,
    sentence(meaning),
    status ?? '200',
    retry ?? 'no',
  ]);
  const accessTokenScopes = new Set(valuesOf(schema, 'AccessTokenScope').map(({ name }) => name));
  const permissionHeads = ['permission', 'roles', 'required by', 'access token'];
  const permissionRows = valuesOf(schema, 'Permission').map(({ name, text }) => {
    const [, permission = '', roles = ''] = /^`([^`]+)`, (.*?)\.?$/.exec(text) ?? [];
    const granted = sentence(roles.replace(/granted to (?!no)/gi, ''));
    return [
      `\`${name}\``,
      granted,
      fieldsNaming(schema, permission),
      accessTokenScopes.has(name) ? 'scope' : 'refused',
    ];
  });
  const tables: Readonly<Record<string, string>> = {
    'Top-level errors': table(['code', 'meaning', 'HTTP status', 'try again'], apiRows),
    'Proof of identity': table(['required for', 'actions'], freshRows(schema)),
    Permissions: table(permissionHeads, permissionRows),
  };
  const sections = page.split(/^(?=## )/m).map((section) => {
    const rows = tables[/^## (.*)/.exec(section)?.[1] ?? ''];
    return rows ? section.replace(/(?:^\|.*\n)+/m, () => `${rows}\n`) : section;
  });
  return sections.join('').replaceAll(/(?<=the last )\d+(?= minutes)/g, `${freshMinutes}`);
}
