import type { GraphqlReply, HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import type { Scenario } from './context.ts';
import {
  banMutation,
  createUser,
  deleteMutation,
  errorCodes,
  revokeSessionsMutation,
  setRoleMutation,
} from './users.ts';

const fields: Scenario = {
  row: 13,
  title: 'extra fields',
  async run(target, check) {
    const { client: admin } = await createUser(target, target.adminClient, 'ADMIN');
    const now = async () =>
      (await admin.graphql('{ viewer { user { id name role email } } }')).data;
    const before = JSON.stringify(await now());
    for (const extra of [
      'role: ADMIN',
      'banned: false',
      'id: "x"',
      'emailVerified: true',
      '__proto__: { role: ADMIN }',
    ]) {
      const reply = await admin.graphql(
        `mutation { updateViewer(input: { name: "M", ${extra} }) { errors { code } } }`,
      );
      check(`updateViewer with ${extra}: refused`, reply.codes.includes('BAD_REQUEST'), reply);
    }
    for (const extra of [
      '{"__proto__":{"role":"admin"},"name":"M"}',
      '{"name":"M","role":"admin"}',
      '{"name":"M","constructor":{}}',
    ]) {
      const body = `{"query":"mutation ($i: UpdateViewerInput!) { updateViewer(input: $i) { errors { code } } }","variables":{"i":${extra}}}`;
      const { json } = await admin.post('/api/graphql', body);
      const isRefused = json?.errors?.[0]?.extensions?.code === 'BAD_REQUEST';
      check(`variables ${extra}: refused`, isRefused, json);
    }
    check('and nothing has changed', JSON.stringify(await now()) === before);
  },
};

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

const lastAdmin: Scenario = {
  row: 15,
  title: 'the last admin',
  exclusive: 'end',
  async run(target, check) {
    const one = await createUser(target, target.adminClient, 'ADMIN');
    const two = await createUser(target, one.client, 'ADMIN');
    const { data } = await one.client.graphql(
      '{ users(first: 100, role: ADMIN) { nodes { id } } }',
    );
    for (const { id } of data.users.nodes) {
      if (id !== one.id && id !== two.id)
        await one.client.graphql(setRoleMutation, { id, role: 'USER' });
    }
    const count = async (client: HttpClient): Promise<number | undefined> => {
      const list = '{ users(first: 100, role: ADMIN) { nodes { status } } }';
      const people: { status: string }[] | undefined = (await client.graphql(list)).data?.users
        ?.nodes;
      return people?.filter(({ status }) => status !== 'BANNED').length;
    };

    let pair = [one, two] as const;
    const races = [setRoleMutation, banMutation, deleteMutation].flatMap(
      (mutation) => Array(5).fill(mutation) as string[],
    );
    for (const mutation of races) {
      const [a, b] = pair;
      const against = (from: HttpClient, id: string) =>
        from.graphql(mutation, mutation === setRoleMutation ? { id, role: 'USER' } : { id });
      await Promise.all([against(a.client, b.id), against(b.client, a.id)]);
      const counts = [await count(a.client), await count(b.client)];
      const isOne = counts.filter((each) => each === 1).length === 1;
      check('two remove each other at once: one is left', isOne, counts);
      const left = counts[0] === 1 ? a : b;
      await checkCannotLeave(check, left);
      pair = [left, await createUser(target, left.client, 'ADMIN')];
    }
  },
};

async function checkCannotLeave(
  check: Check,
  { id, client }: { id: string; client: HttpClient },
): Promise<void> {
  const self = async (what: string, mutation: string, variables: object) =>
    check(
      `the last one cannot ${what}`,
      errorCodes(await client.graphql(mutation, variables)).length > 0,
    );
  await self('demote', setRoleMutation, { id, role: 'USER' });
  await self('ban', banMutation, { id });
  await self('delete', deleteMutation, { id });
  const left = await client.post('/api/auth/delete-user', {});
  check(
    'the last one cannot leave',
    left.status >= 400 && left.json?.code === 'LAST_ADMIN',
    left.text,
  );
  check('and is still there', (await client.viewerId()) === id);
}

export const rightsScenarios = [fields, atOnce, lastAdmin];
