import { extendSchema, graphql, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '#tests/support/schema.ts';

describe('a calendar date', () => {
  const echoing = extendSchema(schema, parse('extend type Query { echo(date: Date!): Date }'));
  const send = async (source: string, variableValues = {}, stored?: Date) => {
    const rootValue = { echo: ({ date }: { date: string }) => stored ?? date };
    const { data, errors } = await graphql({ schema: echoing, source, variableValues, rootValue });
    return errors ? errors[0]?.message : data?.echo;
  };
  const sendBoth = (date: unknown) =>
    Promise.all([
      send('query ($date: Date!) { echo(date: $date) }', { date }),
      send(`{ echo(date: ${JSON.stringify(date)}) }`),
    ]);

  it.each(['2026-01-31', '2028-02-29', '0001-01-01', '9999-12-31'])('may be %s', async (date) => {
    expect(await sendBoth(date)).toEqual([date, date]);
  });

  it.each([
    ...['2026-02-29', '1900-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-00-10'],
    ...['0000-01-01', '10000-01-01', '-0001-01-01', '2026-1-31', '31.01.2026', '20260131'],
    ...['2026-01-31T00:00:00Z', ' 2026-01-31', '2026-01-31\n', '٢٠٢٦-٠١-٣١', '', '2'.repeat(1e6)],
    ...[20260131, true, ['2026-01-31'], null],
  ])('may not be %j', async (date) => {
    for (const answer of await sendBoth(date)) {
      expect(answer).not.toEqual(date);
      expect(answer).toMatch(date === null ? /null/ : /existing day/);
    }
  });

  it('is written from the midnight that Prisma returns for a DATE column', async () => {
    const stored = new Date('2026-01-31T00:00:00.000Z');
    expect(await send('{ echo(date: "2000-01-01") }', {}, stored)).toBe('2026-01-31');
  });
});
