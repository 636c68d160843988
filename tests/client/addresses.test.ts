import { expect, it } from 'vitest';
import { readAddresses } from '#client/features/invitation/addresses.ts';

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
  ['Ada <ada@example.org> Bob <bob@example.org>', 'ada bob'],
  ['eve@example.org Bob <bob@example.org>', 'eve bob'],
  ['"ada@example.org", \'bob@example.org\'', 'ada bob'],
  ['"ada @ home" <ada@example.org>', 'ada'],
  ["o'brien@example.org", ["o'brien@example.org"]],
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

it.each([
  [
    'friend@example.org, bad-address eve@example.org',
    ['friend@example.org', 'bad-address', 'eve@example.org'],
  ],
  ['eve@example.org bad-address', ['eve@example.org', 'bad-address']],
  ['bad-address, Ada <ada@example.org>', ['bad-address', 'ada@example.org']],
  ['bad, eve@example.org; Ada <ada@example.org>', ['bad', 'eve@example.org', 'ada@example.org']],
  ['<ada@example.org> (Ada)', ['ada@example.org', 'Ada']],
  ['"Ada", bob@example.org', ['Ada', 'bob@example.org']],
  ['Ada <ada.example.org>', ['Ada ada.example.org']],
  ['ada@example.org <', ['ada@example.org']],
])(
  'keeps every word of %j that is neither an address nor the name in front of one',
  (text, expected) => {
    expect(readAddresses(text)).toEqual(expected);
  },
);
