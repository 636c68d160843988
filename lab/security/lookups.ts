import { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { type Context, newAddress, type Scenario } from './context.ts';

export const createRepository = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "git.example.com/x" }) {
    repository { id } errors { code field } } }`;

const foreignIds: Scenario = {
  row: 12,
  title: 'ids of others, of other types, too many',
  async run(target, check) {
    const user = await new HttpClient(target).signIn(newAddress());
    const other = await new HttpClient(target).signIn(newAddress());
    const otherId = (await other.viewerId()) ?? '';
    const session = (await other.graphql('{ viewer { session { id } } }')).data.viewer.session.id;
    const made = await target.adminClient.graphql(createRepository, { name: `r ${newAddress()}` });
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
    const unknown = await target.adminClient.graphql(query('repository'), { id: 'repo_x' });
    for (const id of [otherId, session, 'x', '']) {
      const reply = await target.adminClient.graphql(query('repository'), { id });
      check(`repository ${id.slice(0, 8)}: as if it did not exist`, same(reply, unknown), reply);
    }
    const nobody = await target.adminClient.graphql(query('user'), { id: 'usr_x' });
    for (const id of [repository, session, 'x']) {
      const reply = await target.adminClient.graphql(query('user'), { id });
      check(`user ${id.slice(0, 8)}: as if they did not exist`, same(reply, nobody), reply);
    }
    const revoke = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { errors { code } } }';
    const notThere = await user.graphql(revoke, { id: 'ses_x' });
    const theirs = await user.graphql(revoke, { id: session });
    check('another’s session: as if it did not exist', same(theirs, notThere), [theirs, notThere]);
    check('and is still there', (await other.viewerId()) === otherId);
    const remove =
      'mutation ($id: ID!) { deleteRepositories(input: { ids: [$id] }) { errors { code } } }';
    const wrong = await target.adminClient.graphql(remove, { id: otherId });
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
const same = (a: object, b: object) =>
  JSON.stringify({ ...a, ms: 0 }) === JSON.stringify({ ...b, ms: 0 });
const hasErrors = ({ data }: { data: unknown }) =>
  Object.values((data ?? {}) as Record<string, { errors?: unknown[] } | null>).some(
    (payload) => payload?.errors?.length,
  );

const search: Scenario = {
  row: 19,
  title: '%, _, \\ and 10 kB in a search; made-up cursors',
  async run(target, check) {
    const word = newAddress().slice(6, 16);
    for (const name of [`${word} 100%`, `${word} a_b`, `${word} c\\d`, `${word} plain`]) {
      await target.adminClient.graphql(createRepository, { name });
    }
    const find = 'query ($term: String) { repositories(searchTerm: $term) { nodes { name } } }';
    const found = async (term: string) => {
      const reply = await target.adminClient.graphql(find, { term });
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
      const reply = await target.adminClient.graphql(find, { term });
      check(
        `${term}: no failure`,
        reply.status < 500 && !reply.codes.includes('INTERNAL_ERROR'),
        reply,
      );
    }
    for (const term of ['x'.repeat(10_000), 'a\u0000b']) {
      const reply = await target.adminClient.graphql(find, { term });
      check(`${term.length} characters: refused`, reply.codes.includes('BAD_REQUEST'), reply);
    }
    const list = `query ($after: String, $orderBy: RepositoryOrder) {
      repositories(after: $after, orderBy: $orderBy) { nodes { id } pageInfo { endCursor } } }`;
    const byName = { field: 'NAME', direction: 'ASC' };
    const { data } = await target.adminClient.graphql(list, { orderBy: byName });
    const cursor: string = data.repositories.pageInfo.endCursor;
    const next = await target.adminClient.graphql(list, { after: cursor, orderBy: byName });
    check('a real cursor works', Array.isArray(next.data?.repositories?.nodes), next);
    const decoded = Buffer.from(cursor, 'base64').toString();
    for (const after of [
      'AAAA',
      Buffer.from(decoded.replace(/name/i, 'name; --')).toString('base64'),
      Buffer.from(`${decoded}' OR 1=1 --`).toString('base64'),
      Buffer.from('{"name":{"gt":""}}').toString('base64'),
    ]) {
      const reply = await target.adminClient.graphql(list, { after, orderBy: byName });
      const found = reply.data?.repositories?.nodes;
      const isFine =
        reply.codes.includes('BAD_REQUEST') || (after !== 'AAAA' && Array.isArray(found));
      check(`cursor ${after.slice(0, 12)}: refused or plain text`, isFine, reply);
    }
  },
};

const oneName: Scenario = {
  row: 23,
  title: '20 creates of one name at once',
  async run(target, check) {
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

async function oneOf(target: Context, what: string, names: string[], check: Check): Promise<void> {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      target.adminClient.graphql(createRepository, { name: names[i % names.length] }),
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

export const lookupScenarios = [foreignIds, search, oneName];
