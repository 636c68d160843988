import type { GraphqlReply, HttpClient } from '#lab/support/http-client.ts';
import { type Context, newAddress } from './context.ts';
import { createUser, type TestUser } from './users.ts';

export function mutate(client: HttpClient, name: string, input: object): Promise<GraphqlReply> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code field } } }`;
  return client.graphql(document, { input });
}

const newSlug = () => newAddress().split('@')[0] ?? '';

async function create(client: HttpClient, name: string, input: object, record: string) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${record} { id } errors { code field } } }`;
  const reply = await client.graphql(document, { input });
  const made = [reply.data?.[name]?.[record]].flat()[0];
  if (!made?.id) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  return made.id as string;
}

export const createOrganization = (owner: HttpClient, name = 'Probe', slug = newSlug()) =>
  create(owner, 'createOrganization', { name, slug }, 'organization');

export function invite(
  by: HttpClient,
  organizationId: string,
  email: string,
  role = 'MEMBER',
): Promise<string> {
  const input = { organizationId, emails: [email], role };
  return create(by, 'inviteMembers', input, 'invitations');
}

export async function join(
  target: Context,
  by: HttpClient,
  organizationId: string,
  role = 'MEMBER',
): Promise<TestUser & { memberId: string }> {
  const person = await createUser(target, target.adminClient, 'USER');
  const id = await invite(by, organizationId, person.email, role);
  await target.mailbox.next(person.email);
  return { ...person, memberId: await create(person.client, 'acceptInvitation', { id }, 'member') };
}
