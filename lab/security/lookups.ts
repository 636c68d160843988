import { HttpClient } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';

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

export const lookupScenarios = [foreignIds];
