import { expect, it } from 'vitest';
import { readAddresses } from '#client/features/organization/addresses.ts';

it.each([
  ['', []],
  [' \n ; , ', []],
  ['ada@example.org', ['ada@example.org']],
  ['ada@example.org bob@example.org', ['ada@example.org', 'bob@example.org']],
  ['ada@example.org, bob@example.org;eve@example.org\n', 'ada bob eve'],
  ['ada@example.org،bob@example.org؛eve@example.org', 'ada bob eve'],
  ['Ada Lovelace <ada@example.org>', ['ada@example.org']],
  ['"Lovelace, Ada" <ada@example.org>, bob@example.org', 'ada bob'],
  ['Lovelace, Ada <ada@example.org>; Bob <mailto:bob@example.org>', 'ada bob'],
  ['ada@example.org\nADA@example.org', ['ADA@example.org']],
] as const)('reads the addresses in %j', (text, expected) => {
  const addresses =
    typeof expected === 'string'
      ? expected.split(' ').map((name) => `${name}@example.org`)
      : expected;
  expect(readAddresses(text)).toEqual(addresses);
});

it('keeps what holds no address, so that it is refused', () => {
  expect(readAddresses('ada, bob@example.org\nEve Adams')).toEqual([
    'ada',
    'bob@example.org',
    'Eve Adams',
  ]);
});
