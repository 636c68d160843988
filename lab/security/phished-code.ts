import { HttpClient } from '#lab/support/http-client.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import { createOrganization, invite, join } from './organization-steps.ts';
import { add, addAndRemovePasskeys, signIn } from './passkey-steps.ts';
import { createUser, enterNewCode, errorCodes } from './users.ts';

type Target = Pick<Context, 'mailbox'>;

const rotate = 'mutation { createRecoveryCodes { errors { code } } }';
const createToken = `mutation ($name: String!) {
  createAccessToken(input: { name: $name, scopes: [REPOSITORY_READ], expiresInDays: 90 }) {
    secret errors { code } } }`;
const members = `query ($id: ID!) {
  organization(id: $id) { members(first: 10) { nodes { userId } } } }`;

const mailsTo = ({ mailbox }: Target, address: string, subject: RegExp) =>
  mailbox.messages.filter(({ to, subject: title }) => to === address && subject.test(title));

async function linkIn(target: Target, address: string, subject: RegExp): Promise<string> {
  await until(() => mailsTo(target, address, subject).length > 0);
  const [mail] = mailsTo(target, address, subject);
  return /\/secure-account#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const everything: Scenario = {
  row: 50,
  title: 'one phished code, then all that an account can do in ten minutes',
  async run(context, check) {
    const owner = await createUser(context, context.adminClient, 'USER');
    const thief = await new HttpClient(context).signIn(owner.email);
    const device = createAuthenticator();
    await addAndRemovePasskeys(thief, check);
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

export const phishedCodeScenarios = [everything];
