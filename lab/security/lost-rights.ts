import type { GraphqlReply, HttpClient } from '#lab/support/http-client.ts';
import type { Scenario } from './context.ts';
import {
  banMutation,
  createUser,
  deleteMutation,
  errorCodes,
  revokeSessionsMutation,
  setRoleMutation,
} from './users.ts';

const atOnce: Scenario = {
  row: 16,
  title: '1,000 requests after a ban, a revoke, a demotion, a deletion',
  async run(target, check) {
    const admin = (await createUser(target, target.adminClient, 'ADMIN')).client;
    const storm = async (client: HttpClient, query: string) =>
      Promise.all(Array.from({ length: 250 }, () => client.graphql(query)));
    const viewer = '{ setup { appName } viewer { user { id } } }';
    // `setup` proves that the request was answered, not rate limited.
    const isNobody = ({ data }: GraphqlReply) => data?.setup != null && data.viewer === null;

    const banned = await createUser(target, admin, 'USER');
    await admin.graphql(banMutation, { id: banned.id });
    check('banned: none succeeds', (await storm(banned.client, viewer)).every(isNobody));

    const revoked = await createUser(target, admin, 'USER');
    await admin.graphql(revokeSessionsMutation, { id: revoked.id });
    check('revoked: none succeeds', (await storm(revoked.client, viewer)).every(isNobody));

    const demoted = await createUser(target, admin, 'ADMIN');
    const list = '{ setup { appName } users(first: 1) { nodes { id } } }';
    const seen = await demoted.client.graphql(list);
    check('an admin sees people', seen.data?.users?.nodes.length === 1, seen);
    const demotion = await admin.graphql(setRoleMutation, { id: demoted.id, role: 'USER' });
    check('the admin is demoted', errorCodes(demotion).length === 0, demotion);
    const refused = await storm(demoted.client, list);
    check(
      'demoted: none succeeds',
      refused.every(({ codes }) => codes.join() === 'FORBIDDEN'),
      refused.find(({ codes }) => codes.join() !== 'FORBIDDEN'),
    );

    const deleted = await createUser(target, admin, 'USER');
    await admin.graphql(deleteMutation, { id: deleted.id });
    check('deleted: none succeeds', (await storm(deleted.client, viewer)).every(isNobody));
  },
};

export const rightsScenarios = [atOnce];
