import { type GraphqlReply, HttpClient } from '#lab/support/http-client.ts';
import type { Target } from '#lab/support/target.ts';
import { newAddress, until } from './context.ts';

const fields = '{ id email name role }';
export const createUserMutation = `mutation ($email: String!, $role: Role!, $name: String) {
  createUser(input: { email: $email, role: $role, name: $name }) { user ${fields} errors { code } } }`;
export const setRoleMutation = `mutation ($id: ID!, $role: Role!) {
  updateUser(input: { id: $id, role: $role }) { user ${fields} errors { code } } }`;
export const banMutation = `mutation ($id: ID!) {
  banUsers(input: { ids: [$id], banReason: "probe" }) { errors { code } } }`;
export const deleteMutation =
  'mutation ($id: ID!) { deleteUsers(input: { ids: [$id] }) { errors { code } } }';
export const revokeSessionsMutation = `mutation ($id: ID!) {
  revokeSessionsOfUsers(input: { ids: [$id] }) { errors { code } } }`;
export const renameMutation = `mutation ($name: String!) {
  updateViewer(input: { name: $name }) { errors { code } } }`;

export const createRepository = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "git.example.com/x" }) {
    repository { id } errors { code field } } }`;

export type TestUser = { id: string; email: string; client: HttpClient };

export function errorCodes({ data, codes }: GraphqlReply): string[] {
  const payloads = Object.values(data ?? {}) as ({ errors?: { code: string }[] } | null)[];
  return [...codes, ...payloads.flatMap((p) => p?.errors?.map(({ code }) => code) ?? [])];
}

export async function createUser(
  context: Target,
  manager: HttpClient,
  role: 'ADMIN' | 'USER',
): Promise<TestUser> {
  const email = newAddress();
  const made = await manager.graphql(createUserMutation, { email, role, name: 'Probe' });
  const id: string = made.data?.createUser?.user?.id;
  if (!id) throw new Error(`createUser: ${JSON.stringify(made)}`);
  await context.mailbox.next(email);
  const client = await new HttpClient(context).signIn(email);
  await client.graphql(renameMutation, { name: 'Probe' });
  return { id, email, client };
}

/** Enters the code that the address gets now. Notices arrive in between. */
export async function enterNewCode(target: Target, email: string) {
  const codes = () => target.mailbox.messages.filter(({ to, code }) => to === email && code);
  const before = codes().length;
  const client = new HttpClient(target);
  await client.requestCode(email);
  await until(() => codes().length > before);
  return { client, entered: await client.enterCode(email, codes().at(-1)?.code ?? '') };
}
