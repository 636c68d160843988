import { HttpClient } from '#lab/support/http-client.ts';
import { askByToken, createToken } from './access-token-steps.ts';
import type { Scenario } from './context.ts';
import {
  banMutation,
  createUser,
  deleteMutation,
  errorCodes,
  setRoleMutation,
  type TestUser,
} from './users.ts';

const rotateTokenMutation = `mutation ($id: ID!) {
  rotateAccessToken(input: { id: $id, overlapHours: 0 }) { secret errors { code } } }`;
const revokeTokenMutation = `mutation ($id: ID!) {
  revokeAccessToken(input: { id: $id }) { errors { code } } }`;

const tokens: Scenario = {
  row: 16,
  title:
    '1,000 requests by token after a ban, a revocation, a demotion, a deletion; rotations at once',
  async run(target, check) {
    const admin = (await createUser(target, target.adminClient, 'ADMIN')).client;
    const list = '{ users(first: 1) { nodes { id } } }';
    const statuses = async (client: HttpClient, secret: string, query = list) =>
      (await Promise.all(Array.from({ length: 250 }, () => askByToken(client, secret, query)))).map(
        ({ status, json }) => `${status} ${json?.errors?.[0]?.extensions?.code}`,
      );
    /** After `take`, a token that worked must fail with `answer` from the next request on, on every instance. */
    async function lose(
      what: string,
      take: (user: TestUser, tokenId: string) => Promise<unknown>,
      answer: string,
    ) {
      const user = await createUser(target, admin, 'ADMIN');
      const { id, secret } = await createToken(user.client);
      const program = new HttpClient(target);
      const before = await askByToken(program, secret, list);
      check(`a token before it was ${what}: people`, before.json?.data?.users != null, before.text);
      await take(user, id);
      const after = await statuses(program, secret);
      // Many invalid tokens from one address are refused without being checked.
      const isRefusal = (each: string) => each === answer || each === '429 RATE_LIMITED';
      check(
        `a token ${what}: none succeeds`,
        after.includes(answer) && after.every(isRefusal),
        after.find((each) => !isRefusal(each)),
      );
    }
    await lose(
      'of a banned user',
      ({ id }) => admin.graphql(banMutation, { id }),
      '401 UNAUTHENTICATED',
    );
    await lose(
      'of a deleted user',
      ({ id }) => admin.graphql(deleteMutation, { id }),
      '401 UNAUTHENTICATED',
    );
    await lose(
      'of a demoted user',
      ({ id }) => admin.graphql(setRoleMutation, { id, role: 'USER' }),
      '200 FORBIDDEN',
    );
    await lose(
      'that was revoked',
      ({ client }, id) => client.graphql(revokeTokenMutation, { id }),
      '401 UNAUTHENTICATED',
    );

    const { client } = await createUser(target, admin, 'ADMIN');
    const { id, secret } = await createToken(client);
    const rotations = Array.from({ length: 10 }, () => client.graphql(rotateTokenMutation, { id }));
    const secrets: string[] = (await Promise.all(rotations)).flatMap(
      ({ data }) => data?.rotateAccessToken?.secret ?? [],
    );
    for (const each of secrets) target.secrets?.add(each);
    const program = new HttpClient(target);
    const valid = async () => {
      const all = await Promise.all(
        [secret, ...secrets].map((each) => askByToken(program, each, list)),
      );
      return all.filter(({ status }) => status === 200).length;
    };
    check(
      '10 rotations at once: one secret is valid',
      secrets.length > 0 && (await valid()) === 1,
      secrets.length,
    );
    await client.graphql(revokeTokenMutation, { id });
    const racing = await createToken(client);
    secrets.push(racing.secret);
    const [revoked, rotated] = await Promise.all([
      client.graphql(revokeTokenMutation, { id: racing.id }),
      client.graphql(rotateTokenMutation, { id: racing.id }),
    ]);
    check('revoked while it is rotated', errorCodes(revoked).length === 0, revoked);
    const raced: string | undefined = rotated.data?.rotateAccessToken?.secret ?? undefined;
    if (raced) secrets.push(raced);
    check('none is valid', (await valid()) === 0);
    const last = errorCodes(await client.graphql(rotateTokenMutation, { id: racing.id }));
    check('nor rotated again', last.join() === 'ACCESS_TOKEN_INACTIVE', last);
  },
};

export const tokenScenarios = [tokens];
