/** What removals must keep, or refuse. lab/removal, which removes each feature, would not notice that it is gone. */
import { describe, expect, it } from 'vitest';
import { type Removal, reduceCode } from '#scripts/remove/code-rows.ts';
import { features, requireFeature, withShared } from '#scripts/remove/features.ts';
import { reduceMarkdown } from '#scripts/remove/prose-rows.ts';

const removal: Removal = {
  isDeleted: () => false,
  names: /lantern|^isLit$/i,
  absent: /^(isLit|hasLantern)$/,
  prose: /lantern/i,
  exports: new Map(),
};

/** What the formatter makes alike. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

const reduce = (text: string, path = 'server/a.tsx') => plain(reduceCode(path, text, removal).text);

it.each([
  'const f = () => {\n  return a + lantern;\n};',
  'if (lantern) f(); else g();',
  'await write(a, (b) => lantern(b));',
  'f = () => { return isLit; };',
])('a place that decides about more is reported: %s', (text) => {
  expect(reduceCode('server/a.ts', text, removal).problems).toHaveLength(1);
});

it('an element that is shown or else another is reported', () => {
  const text = 'const a = <p>{b ? <Lantern /> : <Candle />}</p>;';
  const { text: kept, problems } = reduceCode('client/a.tsx', text, removal);
  expect(kept).toBe(text);
  expect(problems).toHaveLength(1);
});

it.each([
  ['if (a && !settings.hasLantern && !b) refuse();', 'if (a && !b) refuse();'],
  ['if (settings.hasLantern === false || !b) refuse();', 'if (!b) refuse();'],
  ['if (a && settings.hasLantern) refuse();\nf();', 'f();'],
])('a refusal stays for what else it is about: %s', (before, after) => {
  expect(reduce(before)).toBe(after);
});

describe('with what only a row used', () => {
  it('a call that writes stays', () => {
    const text = 'const a = await db.create(b);\nconst c = await find(b);\nlantern(a, c);';
    expect(reduce(text)).toBe('await db.create(b);');
  });

  it('a call that may throw stays, with what it takes', () => {
    const text = 'const { a } = await postJson(b);\nconst c = requireOk(a);\nlantern(c.d);';
    expect(reduce(text)).toBe('const { a } = await postJson(b); requireOk(a);');
  });

  it('a lookup among nothing goes', () => {
    const text = "const a = { lantern: 'b' };\nexport const f = (c) => a[c] ?? c;";
    expect(reduce(text)).toBe('export const f = (c) => c;');
  });

  it('the other tests of a group stay', () => {
    const other = "describe('a', () => { it('b', () => f()); });";
    const text = other.replace(' });', " it('has a lantern', () => f()); });");
    expect(reduce(text, 'tests/a.test.ts')).toBe(other);
  });
});

it('the other sentences of a text stay', () => {
  expect(reduce('/** One. The lantern is two. */\nf();')).toBe('/** One. */ f();');
  const head = '# A\n\n| a | text |\n|---|---|\n';
  const text = `${head}| b | Of a lantern. |\n| c | A lantern. More. |\n\nOne. A lantern shines.\nTwo.\n`;
  expect(reduceMarkdown('a.md', text, /lantern/i).text).toBe(`${head}| c | More. |\n\nOne. Two.\n`);
});

const namesOf = (removed: Parameters<typeof withShared>[0]) =>
  withShared(removed).map(({ name }) => name);

it('what several features share goes with the last of them', () => {
  const users = ['captcha', 'social-sign-in'];
  expect(namesOf(users.map(requireFeature))).toEqual([...users, 'outbound']);
  expect(namesOf([requireFeature('captcha')])).toEqual(['captcha']);
  expect(namesOf(features).at(-1)).toBe('removal');
});

it('what a remaining page uses stays', () => {
  const users = ['generators', 'organizations'];
  expect(namesOf(users.map(requireFeature))).not.toContain('relations');
  // Its page filters by a user.
  expect(namesOf([...users, 'audit-log'].map(requireFeature))).toContain('relations');
});
