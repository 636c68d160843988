import { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { askByToken, createToken } from './access-token-steps.ts';

type Statuses = (client: HttpClient, secret: string, query: string) => Promise<string[]>;

/** A token limited to an organization sees nothing else, and ends with it. */
export async function checkLimited(client: HttpClient, check: Check, statuses: Statuses) {
  const made = await client.graphql(
    'mutation ($slug: String!) { createOrganization(input: { name: "Probe", slug: $slug }) { organization { id } } }',
    { slug: `probe-${Date.now()}` },
  );
  const { id } = made.data?.createOrganization?.organization ?? {};
  const { secret } = await createToken(client, ['REPOSITORY_READ', 'ORGANIZATION_READ'], {
    organizationId: id,
  });
  const program = new HttpClient(client.target);
  const both = '{ repositories(first: 1) { totalCount } users(first: 1) { totalCount } }';
  const { json, text } = await askByToken(program, secret, both);
  const own = json?.data?.repositories?.totalCount === 0 && json.data.users === null;
  check('a limited token of an admin: nothing of the installation', own, text);
  await client.graphql(
    'mutation ($id: ID!) { deleteOrganization(input: { id: $id }) { errors { code } } }',
    { id },
  );
  const after = await statuses(program, secret, '{ repositories(first: 1) { totalCount } }');
  const isRefusal = (each: string) => /^(401 UNAUTHENTICATED|429 RATE_LIMITED)$/.test(each);
  check('a token limited to a deleted organization: none succeeds', after.every(isRefusal));
}
