import { createDatabase, type Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { Permission, Role } from '#shared/permissions.ts';
import { insertToken } from '#tests/support/access-token-kinds.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { createRepository } from '#tests/support/factories.ts';
import { startProduct, testSecret } from '#tests/support/product.ts';

const scopes: Permission[] = [
  'account:update',
  'organization:read',
  'repository:read',
  'repository:create',
];

export type ClientTarget = Awaited<ReturnType<typeof startClientTarget>>;

export async function startClientTarget() {
  const testDatabase = await freshDatabase();
  const product = await startProduct({ databaseUrl: testDatabase.url });
  const search = 'paged';
  const names = Array.from({ length: 25 }, (_, index) => `${search} ${index + 10}`);
  const database = createDatabase(testDatabase.url);
  for (const name of names) await createRepository(database, { name });
  const token = await createToken(database, 'admin');
  const userToken = await createToken(database, 'user');
  await database.$disconnect();
  return {
    url: product.url,
    api: `${product.url}/api/graphql`,
    ...{ token, userToken },
    names,
    search,
    async stop(): Promise<void> {
      await product.stop();
      await testDatabase.drop();
    },
  };
}

/** Of the sample user with this role. */
async function createToken(database: Database, role: Role): Promise<string> {
  const email = `${role}@example.com`;
  const person = { name: 'Ada Lovelace', role, emailVerified: true, onboardedAt: new Date() };
  const { id } = await database.user.upsert({
    where: { email },
    update: person,
    create: { ...person, email, id: newId('User') },
  });
  const { secret } = await insertToken({ database, secret: testSecret }, id, { scopes });
  return secret;
}
