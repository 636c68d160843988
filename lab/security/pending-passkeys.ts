import { HttpClient } from '#lab/support/http-client.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { newAddress, type Scenario } from './context.ts';
import { add, setUp, signIn } from './passkey-steps.ts';
import { withOwnProduct } from './setups.ts';
import { banMutation, enterNewCode, errorCodes } from './users.ts';

const pendingSignIns: Scenario = {
  row: 52,
  title: 'a sign-in that waits for a passkey, after what should end it',
  only: ['local'],
  async run(context, check) {
    const env = { REQUIRE_PASSKEY_FOR: 'all' };
    await withOwnProduct(context, { env }, async (own) => {
      const target = { ...own, retries: true };
      const enter = (email: string) => enterNewCode(target, email);
      const create = async (email: string) => {
        const device = createAuthenticator();
        const client = await new HttpClient(target).signIn(email);
        await add(client, device);
        const entered = await signIn(client, device);
        check('signed in with a passkey', entered.status === 200, entered.text);
        return { id: (await client.viewerId()) ?? '', email, client, device };
      };
      const admin = own.adminClient;
      const adminDevice = createAuthenticator();
      await add(admin, adminDevice);
      await signIn(admin, adminDevice);
      type Person = Awaited<ReturnType<typeof create>> & { thief: HttpClient };
      const by =
        (client: HttpClient, ...documents: string[]) =>
        async ({ id }: Person) => {
          for (const document of documents) {
            const answer = await client.graphql(document, { id, ids: [id] });
            check(document, errorCodes(answer).length === 0, answer);
          }
        };
      const ends: Record<string, (person: Person) => Promise<unknown>> = {
        reset: by(
          admin,
          'mutation ($id: ID!) { resetPasskeys(input: { id: $id }) { errors { code } } }',
        ),
        revocation: by(
          admin,
          'mutation ($ids: [ID!]!) { revokeSessionsOfUsers(input: { ids: $ids }) { errors { code } } }',
        ),
        ban: by(
          admin,
          banMutation,
          'mutation ($id: ID!) { unbanUsers(input: { ids: [$id] }) { errors { code } } }',
        ),
        async removal({ client }) {
          const { data } = await client.graphql('{ viewer { passkeys { id } } }');
          const removed = await client.graphql(
            'mutation ($id: ID!) { removePasskey(input: { id: $id }) { errors { code } } }',
            { id: data?.viewer?.passkeys?.[0]?.id },
          );
          check('removed', errorCodes(removed).length === 0, removed);
        },
        async 'another sign-in in that browser'({ thief, device }) {
          const entered = await signIn(thief, device);
          check('signed in', entered.status === 200, entered.text);
          await thief.post('/api/auth/sign-out', {});
        },
      };
      for (const [what, end] of Object.entries(ends)) {
        const person = await create(newAddress());
        const { client: thief, entered } = await enter(person.email);
        check(`${what}: waits`, entered.json?.code === 'PASSKEY_REQUIRED', entered.text);
        await end({ ...person, thief });
        const now = await setUp(thief, createAuthenticator());
        check(`${what}: ended`, now.json?.code === 'SIGN_IN_EXPIRED', now.text);
      }
    });
  },
};

export const pendingPasskeyScenarios = [pendingSignIns];
