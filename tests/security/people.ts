/** People with an account, and what managers do to them. */
import { newAddress, type Target } from './context.ts';
import { type Graph, Visitor } from './visitor.ts';

const fields = '{ id email name roles }';
export const createUser = `mutation ($email: String!, $role: Role!, $name: String) {
  createUser(input: { email: $email, role: $role, name: $name }) { user ${fields} errors { code } } }`;
export const setRole = `mutation ($id: ID!, $role: Role!) {
  updateUser(input: { id: $id, role: $role }) { user ${fields} errors { code } } }`;
export const ban = `mutation ($id: ID!) {
  banUser(input: { id: $id, reason: "probe" }) { errors { code } } }`;
export const remove = 'mutation ($id: ID!) { deleteUser(input: { id: $id }) { errors { code } } }';
export const revokeAll = `mutation ($id: ID!) {
  revokeUserSessions(input: { userId: $id }) { errors { code } } }`;
export const rename = `mutation ($name: String!) {
  updateViewer(input: { name: $name }) { errors { code } } }`;

export type Person = { id: string; email: string; visitor: Visitor };

/** The codes with which a mutation was refused, in payloads and at the top level. */
export function refusals({ data, codes }: Graph): string[] {
  const payloads = Object.values(data ?? {}) as ({ errors?: { code: string }[] } | null)[];
  return [...codes, ...payloads.flatMap((p) => p?.errors?.map(({ code }) => code) ?? [])];
}

/** A new person with a role, onboarded and signed in. */
export async function createPerson(
  context: Target,
  manager: Visitor,
  role: 'ADMIN' | 'USER',
): Promise<Person> {
  const email = newAddress();
  const made = await manager.graphql(createUser, { email, role, name: 'Probe' });
  const id: string = made.data?.createUser?.user?.id;
  if (!id) throw new Error(`createUser: ${JSON.stringify(made)}`);
  // The invitation is a mail too: the code comes in the next one.
  await context.mailbox.next(email);
  const visitor = await new Visitor(context).signIn(email);
  await visitor.graphql(rename, { name: 'Probe' });
  return { id, email, visitor };
}
