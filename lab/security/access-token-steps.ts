import type { HttpClient, Reply } from '#lab/support/http-client.ts';

const createMutation = `mutation ($scopes: [AccessTokenScope!]!, $organizationId: ID, $userId: ID) {
  createAccessToken(input: { name: "Probe", scopes: $scopes, expiresInDays: 30, organizationId: $organizationId, userId: $userId }) {
    accessToken { id } secret errors { code } } }`;

export async function createToken(
  client: HttpClient,
  scopes = ['USER_LIST', 'USER_GET'],
  of: { userId?: string; organizationId?: string } = {},
): Promise<{ id: string; secret: string }> {
  const made = await client.graphql(createMutation, { scopes, ...of });
  const { accessToken, secret } = made.data?.createAccessToken ?? {};
  if (!secret) throw new Error(`createAccessToken: ${JSON.stringify(made)}`);
  client.target.secrets?.add(secret);
  return { id: accessToken.id, secret };
}

export function askByToken(
  client: HttpClient,
  secret: string,
  query: string,
  variables: object = {},
): Promise<Reply> {
  return client.post('/api/graphql', { query, variables }, { authorization: `Bearer ${secret}` });
}
