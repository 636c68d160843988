import { createAuthenticator } from '#tests/support/authenticator.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import { HttpClient } from './http-client.ts';
import { createOrganization, invite, join } from './organization-steps.ts';
import { withOwnProduct } from './setups.ts';
import { banMutation, createUser, errorCodes } from './users.ts';

type Authenticator = ReturnType<typeof createAuthenticator>;
type Target = Pick<Context, 'mailbox'>;

const path = '/api/auth/passkey';
const rotate = 'mutation { createRecoveryCodes { errors { code } } }';
const createToken = `mutation ($name: String!) {
  createAccessToken(input: { name: $name, scopes: [REPOSITORY_READ], expiresInDays: 90 }) {
    secret errors { code } } }`;
const members = `query ($id: ID!) {
  organization(id: $id) { members(first: 10) { nodes { userId } } } }`;

/** A ceremony of a passkey with these endpoints. */
async function ceremony(
  client: HttpClient,
  [ask, answer]: readonly [string, string],
  respond: (options: never, given: { origin: string }) => object,
) {
  const options = await client.fetch(`${path}/${ask}`);
  if (options.status !== 200) return options;
  const response = respond(options.json as never, { origin: client.origin });
  return client.post(`${path}/${answer}`, { response });
}

const add = (client: HttpClient, device: Authenticator) =>
  ceremony(client, ['generate-register-options', 'verify-registration'], device.register);
const setUp = (client: HttpClient, device: Authenticator) =>
  ceremony(client, ['generate-setup-options', 'verify-setup'], device.register);
const signIn = (client: HttpClient, device: Authenticator) =>
  ceremony(client, ['generate-authenticate-options', 'verify-authentication'], device.signIn);

const mailsTo = ({ mailbox }: Target, address: string, subject: RegExp) =>
  mailbox.messages.filter(({ to, subject: title }) => to === address && subject.test(title));

async function linkIn(target: Target, address: string, subject: RegExp): Promise<string> {
  await until(() => mailsTo(target, address, subject).length > 0);
  const [mail] = mailsTo(target, address, subject);
  return /\/secure-account#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Enters the code that the address gets now. Notices arrive in between. */
async function enterNewCode(target: ConstructorParameters<typeof HttpClient>[0], email: string) {
  const codes = () => target.mailbox.messages.filter(({ to, code }) => to === email && code);
  const before = codes().length;
  const client = new HttpClient(target);
  await client.requestCode(email);
  await until(() => codes().length > before);
  return { client, entered: await client.enterCode(email, codes().at(-1)?.code ?? '') };
}

const everything: Scenario = {
  row: 50,
  title: 'one phished code, then all that an account can do in ten minutes',
  async run(context, check) {
    const owner = await createUser(context, context.adminClient, 'USER');
    const thief = await new HttpClient(context).signIn(owner.email);
    const device = createAuthenticator();
    for (let round = 0; round < 11; round += 1) {
      const added = await add(thief, createAuthenticator());
      const id = added.json?.id;
      const removed = await thief.graphql(
        'mutation ($id: ID!) { removePasskey(input: { id: $id }) { errors { code } } }',
        { id },
      );
      check(`passkey ${round} comes and goes`, errorCodes(removed).length === 0, removed);
    }
    check('a passkey', (await add(thief, device)).status === 200);
    check('recovery codes', errorCodes(await thief.graphql(rotate)).length === 0);
    const token = (await thief.graphql(createToken, { name: 'CI' })).data?.createAccessToken
      ?.secret;
    check('a token', typeof token === 'string');
    const organizationId = await createOrganization(thief);
    // An accomplice, and an open invitation. These throw if they fail.
    await join(context, thief, organizationId, 'OWNER');
    await invite(thief, organizationId, newAddress(), 'OWNER');
    const stolen = newAddress();
    await thief.post('/api/auth/email-otp/request-email-change', { newEmail: stolen });
    const { code: otp } = await context.mailbox.next(stolen);
    const moved = await thief.post('/api/auth/email-otp/change-email', { newEmail: stolen, otp });
    check('the address is changed', moved.status === 200, moved.text);

    for (const subject of [/New sign-in/, /passkey/, /recovery codes/, /access token/, /changed/]) {
      const isTold = await until(() => mailsTo(context, owner.email, subject).length > 0);
      check(`the owner is told: ${subject}`, isTold !== undefined);
    }
    const back = await linkIn(context, owner.email, /email was changed/);
    const pressed = await new HttpClient(context).post('/api/auth/secure-account', { token: back });
    check('the link works', pressed.status === 200, pressed.text);
    const stays = JSON.stringify(pressed.json?.stays);
    check('what stays is listed', stays?.includes('ORGANIZATION_CREATED'), stays);

    check('the session is dead', (await thief.viewerId()) === null);
    check('the passkey is dead', (await signIn(new HttpClient(context), device)).status === 400);
    const used = await new HttpClient(context).post(
      '/api/graphql',
      { query: '{ repositories(first: 1) { totalCount } }' },
      { authorization: `Bearer ${token}` },
    );
    check('the token is dead', used.status === 401, used.text);
    const { client: again } = await enterNewCode(context, owner.email);
    check('the owner has the account', (await again.viewerId()) === owner.id);
    const left = await again.graphql(members, { id: organizationId });
    const ids = left.data?.organization?.members?.nodes?.map(
      ({ userId }: { userId: string }) => userId,
    );
    check('alone in the organization', ids?.join() === owner.id, left);
  },
};

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
          'mutation ($id: ID!) { unbanUser(input: { id: $id }) { errors { code } } }',
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

export const phishedCodeScenarios = [everything, pendingSignIns];
