import { beforeAll, describe, expect, it } from 'vitest';
import { createRepository, unique } from '#tests/support/factories.ts';
import { readAllPages } from '#tests/support/pages.ts';
import type { Json } from '#tests/support/server.ts';
import { payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const list = `query ($first: Int, $after: String, $last: Int, $before: String, $term: String, $order: RepositoryOrder) {
  repositories(first: $first, after: $after, last: $last, before: $before, searchTerm: $term, orderBy: $order) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { id name }
  }
}`;

const server = await serverForFile();
const admin = await server.as('admin');
const user = await server.as('user');

const fields = 'repository { id name link description }';
const create = (input: object) => payloadOf(admin, 'createRepository', input, fields);

const names = (answer: { data: Json }): string[] =>
  answer.data.repositories.nodes.map((node: { name: string }) => node.name);

describe('a manager', () => {
  it('creates a repository; the link gets its scheme, texts are trimmed and NFC', async () => {
    const name = unique('cre\u0301ation');
    expect(await create({ name: ` ${name} `, link: 'git.example.com/x' })).toEqual({
      repository: {
        id: expect.stringMatching(/^repo_/),
        name: name.normalize('NFC'),
        link: 'https://git.example.com/x',
        description: '',
      },
      errors: [],
    });
  });

  it('is told at the field what is wrong, all at once, and nothing is created', async () => {
    const before = await server.database.repository.count();
    expect(await create({ name: ' ', link: 'abc' })).toEqual({
      repository: null,
      errors: [
        { code: 'NAME_REQUIRED', field: ['name'] },
        { code: 'LINK_TOO_SHORT', field: ['link'] },
      ],
    });
    expect(await server.database.repository.count()).toBe(before);
  });

  it('may not use a name twice, in whatever case or Unicode form, also 20 at once', async () => {
    const name = unique('Straße');
    const spellings = [name, name.toUpperCase(), name.replace('ß', 'ss'), ` ${name.toLowerCase()}`];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create({ name: spellings[index % spellings.length], link: 'a.example' }),
      ),
    );
    const codes = answers.map(({ errors }) => errors[0]?.code ?? 'created');
    expect(codes.filter((code) => code === 'created')).toHaveLength(1);
    expect(codes.filter((code) => code === 'NAME_ALREADY_USED')).toHaveLength(19);
  });

  it('renames a repository but not to a name that is taken', async () => {
    const mine = await createRepository(server.database);
    const taken = await createRepository(server.database);
    const name = unique('renamed');
    const rename = (to: string) =>
      payloadOf(admin, 'updateRepository', { id: mine.id, name: to }, fields);
    expect((await rename(name)).repository).toMatchObject({ name, link: mine.link });
    expect(await rename(taken.name)).toEqual({
      repository: null,
      errors: [{ code: 'NAME_ALREADY_USED', field: ['name'] }],
    });
  });
});

describe('a user', () => {
  it('finds a repository by its name, whatever its case, Unicode form and invisible characters', async () => {
    const name = unique('Straße');
    const { id } = await createRepository(server.database, { name });
    const byName = 'query ($name: String!) { repositoryByName(name: $name) { id } }';
    const find = async (name: string) => (await user.send(byName, { name })).data.repositoryByName;
    for (const same of [name, ` ${name.toUpperCase()}`, name.replace('-', '\u200D-')]) {
      expect(await find(same)).toEqual({ id });
    }
    for (const other of [`${name}.`, '', '\u202E', 'x'.repeat(1_000)]) {
      expect(await find(other)).toBeNull();
    }
  });

  it('finds a repository by part of its name, link or description, whatever the case', async () => {
    const word = unique('needle').replace('-', '');
    const found = await Promise.all([
      createRepository(server.database, { name: `A ${word} here` }),
      createRepository(server.database, { link: `https://git.example.com/${word}` }),
      createRepository(server.database, { description: `Some ${word} in a text` }),
    ]);
    const answer = await user.send(list, { term: word.slice(2).toUpperCase() });
    expect(names(answer).sort()).toEqual(found.map(({ name }) => name).sort());
    expect(answer.data.repositories.totalCount).toBe(3);
  });

  it.each([
    ['the end of a word as a part of one', 'ΟΔΟΣ', 'οδοσίτης'],
    ['a final sigma', 'οδοσ', 'ΚΑΘΟΔΟΣ'],
    ['another Unicode form', 'Ａｍｅ\u0301lie', 'amélie'],
  ])('finds %s', async (_what, term, text) => {
    const word = unique('folded');
    const [first, second] = [`${word} 1`, `${word} 2`];
    await createRepository(server.database, { name: first, description: text });
    await createRepository(server.database, {
      name: second,
      link: `https://git.example.com/${text}`,
    });
    const answer = await user.send(list, { term: `${word} ${term}` });
    expect(names(answer).sort()).toEqual([first, second].sort());
  });

  it('finds no term at the end of one column and the beginning of the next', async () => {
    const { name } = await createRepository(server.database, {
      name: unique('ends'),
      link: 'https://x.example',
    });
    expect(names(await user.send(list, { term: name.slice(-8) }))).toEqual([name]);
    expect(names(await user.send(list, { term: `${name.slice(-8)}https` }))).toEqual([]);
  });

  it.each(['%', '％', '_', '\\', "'", '"%_'])('searches for %s as it stands', async (sign) => {
    const { name } = await createRepository(server.database, { name: unique(`abc${sign}x`) });
    await createRepository(server.database, { name: unique('abcdx') });
    const answer = await user.send(list, { term: `abc${sign}x` });
    expect(names(answer)).toContain(name);
    expect(
      names(answer).every((each) =>
        each.normalize('NFKC').includes(`abc${sign}x`.normalize('NFKC')),
      ),
    ).toBe(true);
  });

  it('finds words in any order, also two letters of one', async () => {
    const [first, second] = [unique('vivid'), unique('lantern')];
    const { name } = await createRepository(server.database, { name: `${first}-${second}` });
    for (const term of [
      `${second} ${first}`,
      `${second.toUpperCase()}  ${first.slice(2)}`,
      `${first} la`,
      `la ${second.slice(3)}`,
      `${first} ${first} a b c d e`.slice(0, first.length * 2 + 1),
    ]) {
      expect(names(await user.send(list, { term })), term).toEqual([name]);
    }
    for (const term of [`${first} an`, `${first} xy`, `${first} nothing`]) {
      expect(names(await user.send(list, { term })), term).toEqual([]);
    }
  });

  it.each([
    ['o’Brien', 'br', 'ri'],
    ["d'Angelo", 'an', 'ng'],
    ['tool(beta)', 'be', 'et'],
    ['مكتبة العلوم', 'ال', 'عل'],
    ['مكتبة العلوم', 'م', 'ع'],
    ['some 9Ωx', '9ω', 'Ωx'],
    ['Ωß', 'ωS', 'ss'],
  ])(
    'finds in “%s” the beginning “%s” of a word, but not “%s”',
    async (text, beginning, inside) => {
      const { name } = await createRepository(server.database, { name: `${text} ${unique('9')}` });
      const last = name.slice(text.length + 1);
      expect(names(await user.send(list, { term: `${beginning} ${last}` }))).toEqual([name]);
      expect(names(await user.send(list, { term: `${inside} ${last}` }))).toEqual([]);
    },
  );

  it('is looked for by a few words only, the rest as one text', async () => {
    const { name } = await createRepository(server.database, {
      name: unique('Lorem'),
      description: 'ipsum dolor sit amet consectetur adipiscing',
    });
    const found = (term: string) => user.send(list, { term: `${name} ${term}` }).then(names);
    expect(await found('dolor ipsum amet consectetur adipiscing')).toEqual([name]);
    expect(await found('dolor ipsum amet adipiscing consectetur')).toEqual([]);
  });

  it('is refused a search of more than 200 characters', async () => {
    const { errors } = await user.send(list, { term: 'x'.repeat(201) });
    expect(errors[0]?.extensions.code).toBe('BAD_REQUEST');
  });
});

describe('a list', () => {
  const word = unique('paged').replace('-', '');
  beforeAll(async () => {
    // Some share the creation time, so the ID decides their order.
    for (let index = 0; index < 7; index += 1) {
      await createRepository(server.database, {
        name: `${word} ${index}`,
        createdAt: new Date(2026, 0, 1 + Math.floor(index / 3)),
      });
    }
  });

  const orders = (['NAME', 'CREATED_AT', 'UPDATED_AT'] as const).flatMap((field) =>
    (['ASC', 'DESC'] as const).map((direction) => ({ field, direction })),
  );

  it.each(orders)(
    'by $field $direction shows everything once, forwards and backwards',
    async (order) => {
      const whole = names(await user.send(list, { term: word, order, first: 100 }));
      expect(whole).toHaveLength(7);
      for (const end of ['first', 'last'] as const) {
        const nodes = await readAllPages<{ name: string }>(end, 2, async (page) => {
          const { data } = await user.send(list, { term: word, order, ...page });
          return data.repositories;
        });
        expect(nodes.map(({ name }) => name)).toEqual(whole);
      }
    },
  );

  it.each([
    { first: 0 },
    { first: 101 },
    { first: -1 },
    { last: 1_000_000 },
    { first: 1, last: 1 },
  ])('refuses the page size %o', async (size) => {
    const { errors } = await user.send(list, size);
    expect(errors[0]?.extensions.code).toBe('BAD_REQUEST');
  });

  it('refuses a cursor of another order or none at all', async () => {
    const { data } = await user.send(list, {
      first: 1,
      order: { field: 'NAME', direction: 'ASC' },
    });
    const after = data.repositories.pageInfo.endCursor;
    for (const cursor of [after, 'nonsense', btoa('{}')]) {
      const { errors } = await user.send(list, { after: cursor });
      expect(errors[0]?.extensions.code).toBe('BAD_REQUEST');
    }
  });

  it('knows its total without counting, through creating and deleting', async () => {
    const count = await server.database.repository.count();
    const total = async () => (await user.send(list, {})).data.repositories.totalCount;
    expect(await total()).toBe(count);
    const { id } = await createRepository(server.database);
    expect(await total()).toBe(count + 1);
    await server.database.repository.delete({ where: { id } });
    expect(await total()).toBe(count);
  });

  it('counts a search up to a limit, and without a search at any size', async () => {
    const word = unique('bounded');
    for (let index = 0; index < 3; index += 1) {
      await createRepository(server.database, { name: `${word} ${index}` });
    }
    const query = `query ($term: String, $limit: Int! = 10000) {
      repositories(searchTerm: $term) { totalCountUpTo(limit: $limit) { count isExact } } }`;
    const upTo = async (variables: object) =>
      (await user.send(query, variables)).data.repositories.totalCountUpTo;
    expect(await upTo({ term: word })).toEqual({ count: 3, isExact: true });
    expect(await upTo({ term: word, limit: 3 })).toEqual({ count: 3, isExact: true });
    expect(await upTo({ term: word, limit: 2 })).toEqual({ count: 2, isExact: false });
    const count = await server.database.repository.count();
    expect(await upTo({ limit: 1 })).toEqual({ count, isExact: true });
    expect((await user.send(query, { term: word })).statements).toBe(3);
    for (const limit of [0, 10_001]) {
      const { errors } = await user.send(query, { term: word, limit });
      expect(errors[0]?.extensions.code).toBe('BAD_REQUEST');
    }
  });

  it('costs one statement for the session and one for the page; a total costs one more', async () => {
    const page = await user.send(
      '{ repositories { nodes { id name link } pageInfo { hasNextPage } } }',
    );
    expect(page.statements).toBe(2);
    const counted = await user.send(list, {});
    expect(counted.statements).toBe(3);
    const searched = await user.send(list, { term: word });
    expect(searched.statements).toBe(3);
  });
});
