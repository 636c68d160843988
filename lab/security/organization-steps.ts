import type { GraphqlReply, HttpClient } from '#lab/support/http-client.ts';
import { type Context, newAddress } from './context.ts';
import { createUser, type TestUser } from './users.ts';

export function mutate(client: HttpClient, name: string, input: object): Promise<GraphqlReply> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code field } } }`;
  return client.graphql(document, { input });
}

export const newSlug = () => newAddress().split('@')[0] ?? '';

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

export type Tenant = {
  owner: TestUser;
  slug: string;
  organization: string;
  member: string;
  team: string;
  invitation: string;
  repository: string;
};

export async function createTenant(target: Context): Promise<Tenant> {
  const owner = await createUser(target, target.adminClient, 'USER');
  const { client } = owner;
  const slug = newSlug();
  const organizationId = await createOrganization(client, `Tenant ${slug}`, slug);
  const { memberId } = await join(target, client, organizationId);
  const named = { organizationId, name: newSlug() };
  const repository = { ...named, link: 'git.example.com/x' };
  return {
    ...{ owner, slug, organization: organizationId, member: memberId },
    team: await create(client, 'createTeam', named, 'team'),
    invitation: await invite(client, organizationId, newAddress()),
    repository: await create(client, 'createRepository', repository, 'repository'),
  };
}

export async function contentsOf({ owner, organization }: Tenant): Promise<string> {
  const { data } = await owner.client.graphql(
    `query ($id: ID!) { organization(id: $id) { name slug memberCount
      members { nodes { id role } } teams { nodes { id name memberCount } }
      invitations { nodes { id email role state } } repositories { nodes { id name } } } }`,
    { id: organization },
  );
  return JSON.stringify(data);
}
