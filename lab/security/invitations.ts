/** Replayed and stolen invitations, names in emails, and actions that must happen only once. */

import { type GraphqlReply, HttpClient } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';
import {
  contentsOf,
  createOrganization,
  createTenant,
  invite,
  join,
  mutate,
  newSlug,
} from './organization-steps.ts';
import { createUser, errorCodes, moveMutation, renameMutation } from './users.ts';

const notRecipient = 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION';

const answers: Scenario = {
  row: 12,
  title: 'invitations answered by others, twice, and after a change of address',
  async run(target, check) {
    const { owner, organization } = await createTenant(target);
    const newUser = () => createUser(target, target.adminClient, 'USER');
    const [person, other] = [await newUser(), await newUser()];
    const answer = async (client: HttpClient, id: string, how = 'acceptInvitation') =>
      errorCodes(await mutate(client, how, { id })).join();
    const id = await invite(owner.client, organization, person.email);
    const clients = { other: other.client, owner: owner.client, manager: target.adminClient };
    for (const [who, client] of Object.entries(clients)) {
      for (const how of ['acceptInvitation', 'declineInvitation']) {
        const codes = await answer(client, id, how);
        check(`${how} by the ${who}: refused`, codes === notRecipient, codes);
      }
    }
    const anonymous = await answer(new HttpClient(target), id);
    check('signed out: refused', anonymous === 'UNAUTHENTICATED', anonymous);
    check('accepted', (await answer(person.client, id)) === '');
    for (const how of ['acceptInvitation', 'declineInvitation']) {
      const codes = await answer(person.client, id, how);
      check(`${how} again: refused`, codes === 'INVITATION_NOT_FOUND', codes);
    }
    const left = await mutate(person.client, 'leaveOrganization', { id: organization });
    check('left', errorCodes(left).length === 0, left);
    const replayed = await answer(person.client, id);
    check('after leaving: refused', replayed === 'INVITATION_NOT_FOUND', replayed);

    const moved = await invite(owner.client, organization, other.email);
    await target.adminClient.graphql(moveMutation, { id: other.id, email: newAddress() });
    // The invitation, and the notice of the change.
    for (let mails = 0; mails < 2; mails += 1) await target.mailbox.next(other.email);
    const afterMove = await new HttpClient(target).signIn(other.email);
    await afterMove.graphql(renameMutation, { name: 'Successor' });
    check('the former address alone: may answer', (await answer(afterMove, moved)) === '');
    const lost = await answer(other.client, moved);
    check('the account that had it: refused', lost !== '', lost);
  },
};

const names: Scenario = {
  row: 18,
  title: 'markup, links and control characters in the names of organizations and teams',
  async run(target, check) {
    const own = await createTenant(target);
    const { client } = own.owner;
    const before = await contentsOf(own);
    const inputs = (name: string): [string, object][] => [
      ['createOrganization', { name, slug: newSlug() }],
      ['updateOrganization', { id: own.organization, name }],
      ['createTeam', { organizationId: own.organization, name }],
      ['updateTeam', { id: own.team, name }],
    ];
    const bad = ['a\u202eb', 'a\nb', 'a\u0000b', '\u200b', '🧨'.repeat(2_500), 'a\u2066b\u2069'];
    for (const name of bad) {
      for (const [mutation, input] of inputs(name)) {
        const codes = errorCodes(await mutate(client, mutation, input)).join();
        const isRefused = /^(NAME_(INVALID|REQUIRED|TOO_LONG)|BAD_REQUEST)$/.test(codes);
        check(`${mutation} with ${JSON.stringify(name.slice(0, 9))}: refused`, isRefused, codes);
      }
    }
    for (const slug of [
      ...['../etc', 'a%2fb', 'New', '\u212aelvin', 'a\u200db', '\uff41\uff42\uff43', 'a\u0000b'],
      ...['a--b', '-ab', 'ab-', 'a b', 'a/b', 'a.b', '1'.repeat(41), '1'.repeat(10_000)],
    ]) {
      const codes = errorCodes(await mutate(client, 'createOrganization', { name: 'x', slug }));
      const isRefused = /^(SLUG_INVALID|BAD_REQUEST)$/.test(codes.join());
      check(`the slug ${JSON.stringify(slug.slice(0, 9))}: refused`, isRefused, codes);
    }
    check('and nothing has changed', (await contentsOf(own)) === before);

    const name = `<b onclick=x>Win</b> https://prize.example/x "${newSlug()}"`;
    const email = newAddress();
    await invite(client, await createOrganization(client, name), email);
    const mail = await target.mailbox.next(email);
    check('markup in a mail is text', !/<b onclick/.test(mail.html), mail.html.slice(0, 200));
    check(
      'and a link in a name none',
      !/https:\/\/prize|prize\.example/.test(mail.text + mail.html),
    );
    check('nor is it in the subject', !/prize|onclick/.test(mail.subject), mail.subject);
  },
};

async function race(times: number, send: (index: number) => Promise<GraphqlReply>) {
  const replies = await Promise.all(Array.from({ length: times }, (_, index) => send(index)));
  const codes = replies.map((reply) => errorCodes(reply).join());
  return {
    succeeded: codes.filter((code) => code === '').length,
    refused: [...new Set(codes.filter((code) => code !== ''))].join(),
  };
}

const once: Scenario = {
  row: 23,
  title: '20 at once: a slug, a team, an invitation, a membership, the last owner, a limit',
  async run(target, check) {
    const own = await createTenant(target);
    const { client } = own.owner;
    const person = await createUser(target, target.adminClient, 'USER');
    const expectOne = (what: string, { succeeded, refused }: Awaited<ReturnType<typeof race>>) => ({
      refusedWith: (...codes: string[]) => {
        check(`${what}: one wins`, succeeded === 1, succeeded);
        check(`${what}: the others are told`, codes.includes(refused), refused);
      },
    });
    const slug = newSlug();
    const sameSlug = await race(20, (i) =>
      mutate(client, 'createOrganization', { name: 'x', slug: i % 2 ? slug : slug.toUpperCase() }),
    );
    expectOne('a slug', sameSlug).refusedWith('ORGANIZATION_SLUG_ALREADY_TAKEN');
    const name = newSlug();
    const { organization: organizationId } = own;
    const team = await race(20, (i) =>
      mutate(client, 'createTeam', {
        organizationId,
        name: i % 2 ? name : ` ${name.toUpperCase()} `,
      }),
    );
    expectOne('a team', team).refusedWith('TEAM_ALREADY_EXISTS');
    const emails = [person.email];
    const invited = await race(20, () =>
      mutate(client, 'inviteMembers', { organizationId, emails, role: 'MEMBER' }),
    );
    check('an invitation: each request is answered with it', invited.succeeded === 20, invited);
    const { data } = await person.client.graphql('{ viewer { invitations { nodes { id } } } }');
    const [{ id }, ...others] = data.viewer.invitations.nodes;
    check('an invitation: there is one', others.length === 0, others.length);
    const joined = await race(20, () => mutate(person.client, 'acceptInvitation', { id }));
    expectOne('a membership', joined).refusedWith(
      ...['INVITATION_NOT_FOUND', 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION'],
      'INVITATION_NOT_FOUND,USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
    );

    const second = await join(target, client, organizationId, 'OWNER');
    const owners = [client, second.client];
    const left = await race(2, (i) =>
      mutate(owners[i] ?? client, 'leaveOrganization', { id: organizationId }),
    );
    expectOne('leaving', left).refusedWith('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');

    const founder = await createUser(target, target.adminClient, 'USER');
    const many = await race(14, () =>
      mutate(founder.client, 'createOrganization', { name: 'Many', slug: newSlug() }),
    );
    check('ten organizations of one owner, no more', many.succeeded === 10, many);
  },
};

export const invitationScenarios = [answers, names, once];
