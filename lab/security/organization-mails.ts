import { HttpClient } from '#lab/support/http-client.ts';
import { askByToken, createToken } from './access-token-steps.ts';
import { newAddress, type Scenario } from './context.ts';
import { createOrganization, newSlug } from './organization-steps.ts';
import { createUser } from './users.ts';

/** Burst of invitations per sender, and invitations per mailbox and day. */
const limits = { person: 100, mailbox: 20 };

const inviteMutation = `mutation ($input: InviteMembersInput!) {
  inviteMembers(input: $input) { invitations { id } errors { code } } }`;

const variables = (organizationId: string, emails: string[]) => ({
  input: { organizationId, emails, role: 'MEMBER' },
});

type Answer = { inviteMembers?: { invitations?: unknown[] | null } | null } | null | undefined;

const countOf = (data: Answer): number => data?.inviteMembers?.invitations?.length ?? 0;

const send = async (client: HttpClient, organizationId: string, emails: string[]) =>
  countOf((await client.graphql(inviteMutation, variables(organizationId, emails))).data);

const oneBudgetOfAccessTokens: Scenario = {
  row: 40,
  title: 'invitations by a person, their tokens, service accounts and organizations',
  async run(context, check) {
    const { client } = await createUser(context, context.adminClient, 'USER');
    const [one, two] = [await createOrganization(client), await createOrganization(client)];
    const scopes = ['ORGANIZATION_READ', 'ORGANIZATION_UPDATE'];
    const own = await createToken(client, scopes);
    const program = new HttpClient({ ...context, retries: true });
    const byToken = async (secret: string, organizationId: string, emails: string[]) => {
      const input = variables(organizationId, emails);
      return countOf((await askByToken(program, secret, inviteMutation, input)).json?.data);
    };
    const addresses = (count: number) => Array.from({ length: count }, newAddress);
    let sent = 0;
    for (let account = 0; account < 3; account += 1) {
      const { data } = await client.graphql(
        `mutation ($id: ID!) { createOrganizationServiceAccount(
          input: { organizationId: $id, name: "Robot", role: ADMIN }) { member { userId } } }`,
        { id: one },
      );
      const { userId } = data.createOrganizationServiceAccount.member;
      const robot = await createToken(client, scopes, { userId, organizationId: one });
      const before = sent;
      sent += await byToken(robot.secret, one, addresses(15));
      check(`service account ${account + 1}: invites`, sent > before, sent);
      sent += await byToken(own.secret, two, addresses(15));
      sent += await send(client, two, addresses(15));
    }
    check('one budget for all', sent >= limits.person && sent < limits.person + 10, sent);
  },
};

const spellings: Record<string, (name: string, index: number) => string> = {
  'tags behind a plus': (name, index) => `${name}+${index}@example.org`,
  'dots at Gmail': (name, index) =>
    `${name.slice(0, index + 1)}.${name.slice(index + 1)}@gmail.com`,
};

const oneMailbox: Scenario = {
  row: 40,
  title: 'many organizations that invite one mailbox at once, however they spell it',
  async run(context, check) {
    const organizations: { client: HttpClient; id: string }[] = [];
    for (let person = 0; person < 3; person += 1) {
      const { client } = await createUser(context, context.adminClient, 'USER');
      for (let count = 0; count < 9; count += 1) {
        organizations.push({ client, id: await createOrganization(client) });
      }
    }
    for (const [what, spell] of Object.entries(spellings)) {
      const name = `${newSlug().replace('-', '')}${'x'.repeat(organizations.length)}`;
      const to = organizations.map((_, index) => spell(name, index));
      const sent = await Promise.all(
        organizations.map(({ client, id }, index) => send(client, id, [to[index] ?? ''])),
      );
      let total = sent.reduce((sum, each) => sum + each);
      // Retry invitations rejected by a busy database: they may still be within the limit.
      for (const [index, { client, id }] of organizations.entries()) {
        if (!sent[index]) total += await send(client, id, [to[index] ?? '']);
      }
      check(`${what}: ${limits.mailbox} in all`, total === limits.mailbox, total);
      const received = context.mailbox.messages.filter((mail) => to.includes(mail.to)).length;
      check(`${what}: no more arrive`, received <= limits.mailbox, received);
    }
  },
};

export const organizationMailScenarios = [oneBudgetOfAccessTokens, oneMailbox];
