import { createDatabase } from '#server/database/client.ts';
import type { Permission } from '#shared/permissions.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { createRepository } from '#tests/support/factories.ts';
import { startProduct } from '#tests/support/product.ts';

export const email = 'admin@example.com';

const scopes: Permission[] = [
  'account:update',
  'organization:read',
  'repository:read',
  'repository:create',
];

export type ClientTarget = {
  url: string;
  api: string;
  token: string;
  userToken: string;
  names: string[];
  search: string;
  stop(): Promise<void>;
};

export async function startClientTarget(): Promise<ClientTarget> {
  const testDatabase = await freshDatabase();
  const product = await startProduct({
    databaseUrl: testDatabase.url,
    env: { ADMIN_EMAILS: email },
  });
  const search = 'paged';
  const names = Array.from({ length: 25 }, (_, index) => `${search} ${index + 10}`);
  const database = createDatabase(testDatabase.url);
  for (const name of names) await createRepository(database, { name });
  const token = await createAccessToken(product.url);
  const userToken = await createAccessToken(product.url, 'user@example.com');
  // The guide requests a code for this address, too, and an address gets one a minute.
  await database.rateLimit.deleteMany();
  await database.$disconnect();
  return {
    url: product.url,
    api: `${product.url}/api/graphql`,
    ...{ token, userToken },
    names,
    search,
    async stop() {
      await product.stop();
      await testDatabase.drop();
    },
  };
}

/** Reads the code in the dev inbox, where it arrives a moment after the request. */
async function readCode(url: string, to: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${url}/dev/inbox.json?to=${to}`);
    const [mail] = (await response.json()) as { code: string }[];
    if (mail) return mail.code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('No code arrived.');
}

async function createAccessToken(url: string, address = email): Promise<string> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await post('/api/auth/email-otp/send-verification-otp', { email: address, type: 'sign-in' });
  await post('/api/auth/sign-in/email-otp', { email: address, otp: await readCode(url, address) });
  await post('/api/graphql', {
    query: 'mutation { updateViewer(input: { name: "Ada Lovelace" }) { errors { code } } }',
  });
  const query = `mutation ($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { secret errors { code field } }
  }`;
  const input = {
    name: 'Clients',
    scopes: scopes.map((scope) => scope.toUpperCase().replaceAll(/[:-]/g, '_')),
    expiresInDays: 30,
  };
  const { data, errors } = await post('/api/graphql', { query, variables: { input } });
  const secret = data?.createAccessToken?.secret;
  if (!secret) throw new Error(JSON.stringify(errors ?? data));
  return secret;
}
