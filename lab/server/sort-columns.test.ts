/** A cursor's value is compared by the column's type, whatever the column's name. */
import { expect, it } from 'vitest';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { pageQuery } from '#server/graphql/building/keyset.ts';

const id = 'usr_01jd00000000000000000000aa';

function pageAfter(model: Prisma.ModelName, column: string, value: string) {
  const after = Buffer.from(JSON.stringify([column, value, id])).toString('base64url');
  const page = { after, limit: 1, inverted: false };
  return JSON.stringify(pageQuery({}, { model, column, direction: 'asc' }, page));
}

it('a time that is not called …At', () => {
  const found = pageAfter('User', 'banExpires', '2026-01-31T09:15:00+01:00');
  expect(found).toContain('"2026-01-31T08:15:00.000Z"');
  expect(() => pageAfter('User', 'banExpires', 'tomorrow')).toThrow(
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'BAD_REQUEST' }) }),
  );
});

it('a text', () => {
  expect(pageAfter('User', 'nameKey', 'tomorrow')).toContain('"tomorrow"');
});
