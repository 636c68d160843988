/** Rows 11, 12, 19, 23: asking too much, for what is none of one's business, oddly, or all at once. */
import { readFileSync } from 'node:fs';
import type { Check } from '#tests/support/probe.ts';
import { type Ground, newAddress, type Row, Visitor } from './target.ts';

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** Requests that ask too much, each by itself. */
const excessive: Record<string, object> = {
  'depth of 40': {
    query: `{ viewer ${'{ user { sessions { nodes { user '.repeat(10)} { id } ${'} } } }'.repeat(10)} }`,
  },
  'circular fragments': {
    query: '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }',
  },
  '1,000 aliases': { query: `{ ${times(1_000, (i) => `a${i}: setup { appName }`)} }` },
  '300 aliases of a list': {
    query: `{ ${times(300, (i) => `a${i}: repositories(first: 100) { nodes { id name } }`)} }`,
  },
  '5,000 same fields': { query: `{ setup { ${times(5_000, () => 'appName')} } }` },
  '500 directives': { query: `{ setup { appName ${times(500, () => '@include(if: true)')} } }` },
  '200 directives': { query: `{ setup { appName ${times(200, () => '@skip(if: false)')} } }` },
  '90 kB of {': { query: '{'.repeat(90_000) },
  '90 kB of a comment’s brackets': { query: `{ setup { appName } } # ${'{'.repeat(89_000)} \n {` },
  'lists in lists': {
    query:
      '{ users(first: 100) { nodes { sessions(first: 100) { nodes { id createdAt expiresAt } } } } repositories(first: 100) { nodes { id } } }',
  },
  '100 mutations': {
    query: `mutation { ${times(100, (i) => `a${i}: deleteUser(input: { id: "usr_${i}" }) { errors { code } }`)} }`,
  },
  'a batch': [{ query: '{ setup { appName } }' }, { query: '{ setup { appName } }' }],
  'a batch of 1,000': Array.from({ length: 1_000 }, () => ({ query: '{ setup { appName } }' })),
  'a page of a million': {
    query: 'query ($first: Int) { repositories(first: $first) { nodes { id } } }',
    variables: { first: 1_000_000 },
  },
  'a page of minus one': {
    query: 'query ($first: Int) { repositories(first: $first) { nodes { id } } }',
    variables: { first: -1 },
  },
};

const memory = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  }, 0);

const tooMuch: Row = {
  row: 11,
  title: 'asking too much in one request',
  alone: 'first',
  async probe(target, check, note) {
    const stranger = new Visitor(target);
    const median = async (body: object) => {
      const all: number[] = [];
      for (let i = 0; i < 7; i += 1) {
        const begin = performance.now();
        await stranger.post('/api/graphql', body);
        all.push(performance.now() - begin);
      }
      return all.sort((a, b) => a - b)[3] ?? 0;
    };
    const usual = await median({ query: '{ setup { appName } }' });
    let slowest = 0;
    for (const [what, body] of Object.entries(excessive)) {
      for (const visitor of [stranger, target.root]) {
        const { status, json, headers, text } = await visitor.post('/api/graphql', body);
        const codes: string[] =
          json?.errors?.map((e: { extensions: { code: string } }) => e.extensions.code) ?? [];
        const isRefused =
          codes.length > 0 && codes.every((c) => c !== 'INTERNAL_ERROR') && status < 500;
        // A stranger may be told to sign in first.
        check(`${what}: refused`, isRefused && !hasData(json?.data), text.slice(0, 200));
        const line = logLine(target, headers.get('x-request-id'));
        const most = visitor === stranger ? 0 : 1;
        if (line) check(`${what}: before any SQL`, Number(line.sql) <= most, line.sql);
      }
      const took = await median(body);
      slowest = Math.max(slowest, took);
      // The odd busy moment is measured again.
      let isQuick = took < usual + 20;
      for (let more = 0; !isQuick && more < 3; more += 1)
        isQuick = (await median(body)) < usual + 20;
      check(`${what}: in 20 ms`, isQuick, [usual, took]);
    }
    note(
      `slowest refusal: median ${slowest.toFixed(1)} ms, a plain query takes ${usual.toFixed(1)} ms`,
    );
    if (!target.inside) return;
    const { pids } = target.inside;
    const before = memory(pids);
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(
        Object.values(excessive).map((body) => stranger.post('/api/graphql', body)),
      );
    }
    const grown = memory(pids) - before;
    check('memory is stable', grown < 200 * pids.length, grown);
    note(
      `memory grew by ${Math.round(grown)} MB over ${15 * Object.keys(excessive).length} of them`,
    );
  },
};

const hasData = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null);

/** What the log says of a request, where it can be read. */
function logLine({ inside }: Ground, requestId: string | null): { sql: number } | undefined {
  const line = inside
    ?.log()
    .split('\n')
    .find((each) => each.includes(`"requestId":"${requestId}"`) && each.includes('"sql"'));
  return line && JSON.parse(line);
}

const create = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "git.example.com/x" }) {
    repository { id } errors { code field } } }`;

const foreignIds: Row = {
  row: 12,
  title: 'ids of others, of other types, too many',
  async probe(target, check) {
    const user = await new Visitor(target).signIn(newAddress());
    const other = await new Visitor(target).signIn(newAddress());
    const otherId = (await other.viewerId()) ?? '';
    const session = (await other.graphql('{ viewer { session { id } } }')).data.viewer.session.id;
    const made = await target.root.graphql(create, { name: `r ${newAddress()}` });
    const repository: string = made.data.createRepository.repository.id;

    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    const nothing = await user.graphql(node, { id: 'usr_00000000000000000000000000' });
    for (const id of [
      otherId,
      session,
      'x',
      '',
      `${repository}x`,
      '../..',
      'usr_',
      '__proto__',
      '🧨',
    ]) {
      const reply = await user.graphql(node, { id });
      check(`node ${id.slice(0, 12)}: as if it did not exist`, same(reply, nothing), reply);
    }
    const unknown = await target.root.graphql(query('repository'), { id: 'repo_x' });
    for (const id of [otherId, session, 'x', '']) {
      const reply = await target.root.graphql(query('repository'), { id });
      check(`repository ${id.slice(0, 8)}: as if it did not exist`, same(reply, unknown), reply);
    }
    const nobody = await target.root.graphql(query('user'), { id: 'usr_x' });
    for (const id of [repository, session, 'x']) {
      const reply = await target.root.graphql(query('user'), { id });
      check(`user ${id.slice(0, 8)}: as if they did not exist`, same(reply, nobody), reply);
    }
    const revoke = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { errors { code } } }';
    const notThere = await user.graphql(revoke, { id: 'ses_x' });
    const theirs = await user.graphql(revoke, { id: session });
    check('another’s session: as if it did not exist', same(theirs, notThere), [theirs, notThere]);
    check('and is still there', (await other.viewerId()) === otherId);
    const remove =
      'mutation ($id: ID!) { deleteRepository(input: { id: $id }) { errors { code } } }';
    const wrong = await target.root.graphql(remove, { id: otherId });
    check(
      'a person is no repository',
      wrong.codes.includes('NOT_FOUND') || hasErrors(wrong),
      wrong,
    );
    check('and is still there', (await other.viewerId()) === otherId);
    const many = await user.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array.from({ length: 101 }, () => repository),
    });
    check('101 ids: refused', many.codes.includes('BAD_REQUEST'), many);
  },
};

const query = (field: string) => `query ($id: ID!) { ${field}(id: $id) { id } }`;
const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);
const hasErrors = ({ data }: { data: unknown }) =>
  Object.values((data ?? {}) as Record<string, { errors?: unknown[] } | null>).some(
    (payload) => payload?.errors?.length,
  );

const search: Row = {
  row: 19,
  title: '%, _, \\ and 10 kB in a search; an unknown order',
  async probe(target, check) {
    const word = newAddress().slice(6, 16);
    for (const name of [`${word} 100%`, `${word} a_b`, `${word} c\\d`, `${word} plain`]) {
      await target.root.graphql(create, { name });
    }
    const find = 'query ($term: String) { repositories(searchTerm: $term) { nodes { name } } }';
    const found = async (term: string) => {
      const reply = await target.root.graphql(find, { term });
      return (reply.data?.repositories?.nodes as { name: string }[] | undefined)?.map(
        (n) => n.name,
      );
    };
    check('plainly', (await found(word))?.length === 4);
    for (const [term, name] of [
      [`${word} 100%`, `${word} 100%`],
      [`${word} a_b`, `${word} a_b`],
      [`${word} c\\d`, `${word} c\\d`],
    ] as const) {
      check(`${term} means itself`, same((await found(term)) ?? [], [name]), await found(term));
    }
    for (const term of [
      `${word}%`,
      `${word}_`,
      `${word}\\`,
      `${word.slice(0, 4)}%${word.slice(5)}`,
    ]) {
      check(`${term} finds nothing`, (await found(term))?.length === 0, await found(term));
    }
    for (const term of ['%', '_', '\\', '%%', "'; DROP TABLE x; --", '()|&!:*', '\u202e']) {
      const reply = await target.root.graphql(find, { term });
      check(
        `${term}: no failure`,
        reply.status < 500 && !reply.codes.includes('INTERNAL_ERROR'),
        reply,
      );
    }
    for (const term of ['x'.repeat(10_000), 'a\u0000b']) {
      const reply = await target.root.graphql(find, { term });
      check(`${term.length} characters: refused`, reply.codes.includes('BAD_REQUEST'), reply);
    }
    for (const order of [
      '{ field: NOTHING, direction: ASC }',
      '{ field: "name; --", direction: ASC }',
    ]) {
      const reply = await target.root.graphql(
        `{ repositories(orderBy: ${order}) { nodes { id } } }`,
      );
      check(`order ${order}: refused`, reply.codes.includes('BAD_REQUEST'), reply);
    }
    const after = await target.root.graphql('{ repositories(after: "AAAA") { nodes { id } } }');
    check('a made-up cursor: refused', after.codes.includes('BAD_REQUEST'), after);
  },
};

const oneName: Row = {
  row: 23,
  title: '20 creates of one name at once',
  async probe(target, check) {
    const word = newAddress().slice(6, 16);
    const forms: Record<string, string[]> = {
      'the same': [`same ${word}`],
      'any case': [`Case ${word}`, `CASE ${word.toUpperCase()}`, `case ${word}`],
      'any Unicode form': [`é ${word}`, `e\u0301 ${word}`, `É ${word}`],
      'any width or space': [`wide ${word}`, `ｗｉｄｅ ${word}`, ` wide ${word} `],
    };
    for (const [what, names] of Object.entries(forms)) await oneOf(target, what, names, check);
  },
};

async function oneOf(target: Ground, what: string, names: string[], check: Check): Promise<void> {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      target.root.graphql(create, { name: names[i % names.length] }),
    ),
  );
  const made = replies.filter(({ data }) => data?.createRepository?.repository);
  const told = replies.filter(({ data }) => {
    const [error] = data?.createRepository?.errors ?? [];
    return error?.code === 'NAME_ALREADY_USED' && same(error.field, ['name']);
  });
  check(`${what}: one wins`, made.length === 1, made.length);
  check(`${what}: 19 are told at the field`, told.length === 19, replies.slice(0, 3));
}

export const apiRows = [tooMuch, foreignIds, search, oneName];
