import type { Json, TestServer, TestUser } from './server.ts';

const create = `mutation ($input: CreateAccessTokenInput!) {
  createAccessToken(input: $input) { accessToken { id } secret errors { code field } }
}`;

export async function createServiceAccount(manager: TestUser, name = 'Robot'): Promise<string> {
  const { data } = await manager.send(
    'mutation ($name: String!) { createServiceAccount(input: { name: $name, role: USER }) { user { id } } }',
    { name },
  );
  return data.createServiceAccount.user.id;
}

export async function createToken(
  owner: TestUser,
  input: {
    scopes?: readonly string[];
    expiresInDays?: number | null;
    userId?: string;
    organizationId?: string;
  } = {},
): Promise<{ id: string; secret: string }> {
  const defaults = { name: 'CI', scopes: ['REPOSITORY_READ'], expiresInDays: 90 };
  const { data, errors } = await owner.send<Json>(create, { input: { ...defaults, ...input } });
  const { accessToken, secret, errors: refused } = data?.createAccessToken ?? {};
  if (!secret) throw new Error(`No token: ${JSON.stringify(refused ?? errors)}`);
  return { id: accessToken.id, secret };
}

export function program(
  server: TestServer,
  secret: string,
  header: 'authorization' | 'x-api-key' = 'authorization',
  headers: Record<string, string> = {},
  address = '',
): { send: TestUser['send'] } {
  const value = header === 'authorization' ? `Bearer ${secret}` : secret;
  return { send: server.sendWith({ ...headers, [header]: value }, address) };
}
