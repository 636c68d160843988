/** A cursor's value is compared by the column's type, whatever the column's name. */
import { expect, it } from 'vitest';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { keysetConnection } from '#server/graphql/building/keyset.ts';

const id = 'usr_01jd00000000000000000000aa';

async function pageAfter(model: Prisma.ModelName, column: string, value: string) {
  const after = Buffer.from(JSON.stringify([column, value, id])).toString('base64url');
  const conditions: object[] = [];
  await keysetConnection({
    args: { after },
    order: { model, column, direction: 'asc' },
    where: {},
    async find({ where }) {
      conditions.push(where);
      return [];
    },
    count: async () => 0,
  });
  return JSON.stringify(conditions);
}

it('a time that is not called …At', async () => {
  const found = await pageAfter('User', 'banExpires', '2026-01-31T09:15:00+01:00');
  expect(found).toContain('"2026-01-31T08:15:00.000Z"');
  await expect(pageAfter('User', 'banExpires', 'tomorrow')).rejects.toMatchObject({
    extensions: { code: 'BAD_REQUEST' },
  });
});

it('a text', async () => {
  expect(await pageAfter('User', 'nameKey', 'tomorrow')).toContain('"tomorrow"');
});
