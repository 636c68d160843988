import { describe, expect, it } from 'vitest';
import { fold } from '#shared/fold.ts';
import {
  createOrganization,
  createRepository,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { readAllPages } from '#tests/support/pages.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const manager = await server.as('admin');

/** What is stored, and what people type for it. */
const spellings = [
  ['Hélène atelier', 'helene'],
  ['Émile', 'emile'],
  ['أحمد المكتبة', 'احمد'],
  ['مُحَمَّد', 'محمد'],
  ['المكتبة', 'مكتبه'],
  ['مكتبة الدوري', 'الدورى'],
  ['مكتبة', 'مكتبــة'],
  ['İstanbul', 'istanbul'],
  ['O’Brien', "o'brien"],
  ['Ærø', 'aero'],
  ['Œuvre', 'oeuvre'],
  ['Ångström', 'angstrom'],
  ['Société d’études', "societe d'etudes"],
  ['Straße', 'STRASSE'],
  ['Ёлка', 'елка'],
  ['فروشگاه کتاب', 'كتاب'],
  ['غرفة ٤٢', 'غرفه 42'],
] as const;

const lists = {
  repositories: (name: string) => createRepository(database, { name }),
  users: (name: string) => createUser(database, { name }),
  organizations: (name: string) => createOrganization(database, { name }),
};

const found = async (list: string, term: string) => {
  const { data, errors } = await manager.send(
    `query ($term: String) { ${list}(searchTerm: $term) { nodes { id name } } }`,
    { term },
  );
  expect(errors).toEqual([]);
  return data[list].nodes.map(({ name }: { name: string }) => name);
};

describe.each(Object.entries(lists))('a search in %s', (list, create) => {
  it.each(spellings)('finds %s for “%s”, and for itself', async (text, term) => {
    const word = unique('spelt');
    await create(`${text} ${word}`);
    for (const searched of [term, text]) {
      expect(await found(list, `${searched} ${word}`)).toEqual([`${text} ${word}`]);
    }
  });

  it('finds a short word without its accent at the beginning of names only', async () => {
    const word = unique('short');
    const names = [`Él ${word}`, `${word} d’Él`, `${word} x-él`];
    for (const name of [...names, `${word} bel`]) await create(name);
    expect((await found(list, `el ${word}`)).sort()).toEqual(names.sort());
    expect((await found(list, `Él ${word}`)).sort()).toEqual(names.sort());
  });

  it('sorts names by the rules of languages, the same on every page', async () => {
    const word = unique('sorted');
    const ordered = [
      'Ærø',
      'Ångström',
      'Émile',
      'emily',
      'Œuvre',
      'website',
      'zebra',
      'Ωmega',
      'محمد',
      'مُحَمَّد',
      'مكتبة',
    ];
    for (const name of [...ordered].reverse()) await create(`${name} ${word}`);
    const sorted = ordered.map((name) => `${name} ${word}`);
    const document = `query ($term: String, $first: Int, $after: String, $direction: OrderDirection!) {
      ${list}(searchTerm: $term, first: $first, after: $after, orderBy: { field: NAME, direction: $direction }) {
        nodes { name } pageInfo { endCursor hasNextPage } } }`;
    const read = async (direction: string) => {
      const nodes = await readAllPages<{ name: string }>('first', 2, async (page) => {
        const { data } = await manager.send(document, { term: word, direction, ...page });
        return data[list];
      });
      return nodes.map(({ name }) => name);
    };
    expect(await read('ASC')).toEqual(sorted);
    expect(await read('DESC')).toEqual([...sorted].reverse());
  });
});

it('tells names apart that a search does not', async () => {
  const word = unique('apart');
  const create = (name: string) => mutate(manager, 'createRepository', { name, link: 'x.example' });
  for (const name of [`Résumé ${word}`, `Resume ${word}`]) {
    expect(await create(name)).toEqual([]);
  }
  expect(await create(`RÉSUMÉ ${word}`)).toEqual(['NAME_ALREADY_USED']);
});

it('ignores a word that is nothing but marks', async () => {
  const { name } = await createRepository(database, { name: unique('marks') });
  expect(await found('repositories', `${name} ـــ`)).toEqual([name]);
});

it('folds each character in the database as in the program', async () => {
  const characters = Array.from({ length: 0x1_ffff - 1 }, (_, i) => i + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  type Row = Record<'text' | 'folded' | 'parts' | 'lower' | 'upper', string>;
  const rows = await database.$queryRaw<Row[]>`
    SELECT text, folded_text(text) AS folded, normalize(text, NFKD) AS parts,
      lower(text COLLATE "und-x-icu") AS lower, upper(text COLLATE "und-x-icu") AS upper
    FROM unnest(${characters}::text[]) AS text`;
  const known = rows.filter(
    ({ text, parts, lower, upper }) =>
      // Some characters are younger than the Unicode of one of the two.
      text.normalize('NFKD') === parts &&
      text.toLowerCase() === lower &&
      text.toUpperCase() === upper,
  );
  expect(known.length).toBeGreaterThan(120_000);
  const differing = known.filter(({ text, folded }) => fold(text) !== folded);
  expect(differing.map(({ text, folded }) => [text, folded, fold(text)])).toEqual([]);
});
