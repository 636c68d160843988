/** Each action is in the audit log exactly once, with its actor and the credential used. */

import { HttpClient } from '#lab/support/http-client.ts';
import { askByToken, createToken } from './access-token-steps.ts';
import { type Context, newAddress, type Scenario } from './context.ts';
import { createUser } from './users.ts';

type Told = { kind: string; actorId: string; accessTokenId: string | null; subjectId: string };

export async function eventsOf({ adminClient }: Context, filter: object = {}): Promise<Told[]> {
  const { data } = await adminClient.graphql(
    `query ($filter: AuditEventFilter) { auditEvents(filter: $filter, first: 100) { nodes {
      kind actorId accessTokenId impersonatedUserId sessionId subjectId } } }`,
    { filter },
  );
  return data?.auditEvents?.nodes ?? [];
}

export const kindsOf = (events: readonly Told[]) => events.map(({ kind }) => kind).join(' ');

const post = (client: HttpClient, path: string) => client.post(`/api/auth${path}`, {});

const everythingOnce: Scenario = {
  row: 45,
  title: 'endpoints and tokens, also where they change nothing',
  async run(context, check) {
    const person = await createUser(context, context.adminClient, 'ADMIN');
    const token = await createToken(person.client, ['REPOSITORY_CREATE']);
    const input = { name: newAddress(), link: 'git.example.com/x' };
    const document = `mutation ($input: CreateRepositoryInput!) {
      createRepository(input: $input) { errors { code } } }`;
    const program = new HttpClient(context);
    await askByToken(program, token.secret, document, { input });
    const { text } = await askByToken(program, token.secret, document, { input });
    check('the name is taken', text.includes('NAME_ALREADY_USED'), text);
    const [created, ...others] = await eventsOf(context, { accessTokenId: token.id });
    check(
      'the token’s change is told once, with the token',
      others.length === 0 &&
        created?.kind === 'REPOSITORY_CREATED' &&
        created.actorId === person.id,
      [created, ...others],
    );
    await post(person.client, '/revoke-other-sessions');
    await post(person.client, '/sign-out');
    await post(person.client, '/sign-out');
    const told = kindsOf(
      await eventsOf(context, { actorId: person.id, kinds: ['SESSIONS_REVOKED', 'SIGNED_OUT'] }),
    );
    check(
      'signing out is told once, and nothing of no other sessions',
      told === 'SIGNED_OUT',
      told,
    );
  },
};

export const auditLogScenarios = [everythingOnce];
