import { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { type Context, newAddress, type Scenario } from './context.ts';
import { createUser, errorCodes, moveMutation, setRoleMutation, type TestUser } from './users.ts';

const refusal = 'YOU_CANNOT_CHANGE_EMAIL_OF_FORMER_ADMINS_YET';

const inOneRequest = `mutation ($id: ID!, $email: String!) {
  demoted: updateUser(input: { id: $id, role: USER }) { errors { code } }
  moved: updateUser(input: { id: $id, email: $email }) { errors { code } }
  promoted: updateUser(input: { id: $id, role: ADMIN }) { errors { code } } }`;
const demoteMany = `mutation ($id: ID!) {
  updateUserRoles(input: { ids: [$id], role: USER }) { errors { code } } }`;

type Input = { id: string; email: string };

const ways: Record<string, (attacker: HttpClient, input: Input) => Promise<string[]>> = {
  'in one request': async (attacker, input) =>
    errorCodes(await attacker.graphql(inOneRequest, input)),
  async 'in three requests'(attacker, { id, email }) {
    await attacker.graphql(setRoleMutation, { id, role: 'USER' });
    const moved = await attacker.graphql(moveMutation, { id, email });
    await attacker.graphql(setRoleMutation, { id, role: 'ADMIN' });
    return errorCodes(moved);
  },
  async 'in a bulk action and an update'(attacker, { id, email }) {
    await attacker.graphql(demoteMany, { id });
    return errorCodes(await attacker.graphql(moveMutation, { id, email }));
  },
};

async function checkNotMoved(
  context: Context,
  check: Check,
  what: string,
  victim: TestUser,
  to: string,
) {
  const { data } = await context.adminClient.graphql(
    'query ($id: ID!) { user(id: $id) { email } }',
    {
      id: victim.id,
    },
  );
  check(`${what}: the address stays`, data?.user?.email === victim.email, data);
  const outsider = await new HttpClient(context).signIn(to);
  check(`${what}: the new address is nobody`, (await outsider.viewerId()) !== victim.id);
}

const smallSteps: Scenario = {
  row: 39,
  title: 'taking over the account of another admin by small steps',
  async run(context, check) {
    const attacker = await createUser(context, context.adminClient, 'ADMIN');
    const act = (userId: string) =>
      attacker.client.post('/api/auth/admin/impersonate-user', { userId });
    for (const [what, attempt] of Object.entries(ways)) {
      const victim = await createUser(context, context.adminClient, 'ADMIN');
      const email = newAddress();
      const codes = await attempt(attacker.client, { id: victim.id, email });
      check(`${what}: refused`, codes.join() === refusal, codes);
      await checkNotMoved(context, check, what, victim, email);
    }
    const victim = await createUser(context, context.adminClient, 'ADMIN');
    const { id } = victim;
    const email = newAddress();
    const [demoted, ...others] = await Promise.all([
      attacker.client.graphql(setRoleMutation, { id, role: 'USER' }),
      ...Array.from({ length: 10 }, () => attacker.client.graphql(moveMutation, { id, email })),
    ]);
    check('demoted', demoted && errorCodes(demoted).length === 0, demoted);
    check(
      'at once: refused',
      others.every((reply) => errorCodes(reply).length > 0),
      others[0],
    );
    await checkNotMoved(context, check, 'at once', victim, email);
    const acting = await act(id);
    check('acting as who was just demoted: refused', acting.status === 403, acting.text);
    check('and is still oneself', (await attacker.client.viewerId()) === attacker.id);
  },
};

export const takeoverScenarios = [smallSteps];
