import { describe, expect, it } from 'vitest';
import { type Removal, reduceCode } from '#scripts/remove/code-rows.ts';

const removal = (): Removal => ({
  isDeleted: (path) => path === 'server/lantern.ts',
  names: /lantern|^isLit$/i,
  absent: /^(isLit|lantern\w*)$/,
  unchanged: /^withLight$/,
  prose: /lantern/i,
  exports: new Map(),
});

/** What the formatter makes alike. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll(/[()] ?/g, '')
    .replaceAll(/,(?= [}\]])/g, '')
    .trim();

const reduce = (text: string) => plain(reduceCode('server/a.tsx', text, removal()).text);

describe('a condition on what is absent', () => {
  it.each([
    ['const a = isLit ? b : c;', 'const a = c;'],
    ['const a = !x.isLit ? b : c;', 'const a = b;'],
    ['f(a && !isLit);', 'f(a);'],
    ['f(lantern?.x ?? b);', 'f(b);'],
    ['f(isLit || b);', 'f(b);'],
    ['f(lantern === null ? a : b);', 'f(a);'],
    ['f(lantern !== undefined ? a : b);', 'f(b);'],
    ["f(kind === 'lantern' || b);", 'f(b);'],
    ['function f() { if (!isLit) return 1; return 2; }', 'function f() { return 1; }'],
    ['function f() { if (lanternOf(a)) return 1; return 2; }', 'function f() { return 2; }'],
    ['function f() { if (isLit) g(); else h(); }', 'function f() { h(); }'],
    ['const { isLit, b } = c;\nf(b, isLit ? 1 : 2);', 'const { b } = c; f(b, 2);'],
    ['const isOn = c.isLit;\nf(isOn ? 1 : 2);', 'f(2);'],
    ['f(a, isLit);', 'f(a);'],
    ['function f(a: A, isLit: boolean) { g(a); }', 'function f(a: A) { g(a); }'],
    ['<p>{isLit ? <b /> : <i />}</p>;', '<p><i /></p>;'],
    ["<p a={isLit ? 'b' : 'c'} />;", "<p a='c' />;"],
    ["const text = isLit ? 'lit.' : '';\nf(`$" + '{text}a`);', 'f(`a`);'],
    ['f({ b: withLight(b) });', 'f({ b });'],
    ['f(`a$' + '{isLit}b`);', 'f(`ab`);'],
    ['f(`a$' + "{isLit ? b : ''}`);", 'f(`a`);'],
    ['f(all.filter((each) => !isLit(each)));', 'f(all);'],
    ['f(`SELECT a."id", a."lantern", b."x" FROM b`);', 'f(`SELECT a."id", b."x" FROM b`);'],
    ['f(`, "b" AS (SELECT "id", "b"."lantern" FROM c)`);', 'f(`, "b" AS (SELECT "id" FROM c)`);'],
    ['f(withLight(await g({ a }), lantern));', 'f(await g({ a }));'],
    ['if (a && !settings.hasLantern && !b) refuse();', 'if (a && !b) refuse();'],
    ['if (!(await hasLantern(c)) && !can(x)) refuse();', 'if (!can(x)) refuse();'],
    ['if (settings.hasLantern === false || !b) refuse();', 'if (!b) refuse();'],
    ['if (a && settings.hasLantern) refuse();\nf();', 'f();'],
    ['f({ a: b || !c.hasLantern() });', 'f({ a: true });'],
    ["const a = { name: b.lanternName ?? '', c };", "const a = { name: '', c };"],
  ])('is resolved: %s', (before, after) => {
    expect(reduce(before)).toBe(plain(after));
  });

  it('is reported if the result is shared', () => {
    const { problems } = reduceCode('server/a.ts', 'f = () => { return isLit; };', removal());
    expect(problems).toHaveLength(1);
  });
});

describe('a sentence', () => {
  it.each([
    ['/** One. The lantern is two. */\nf();', '/** One. */ f();'],
    ['// The lantern.\nf();', 'f();'],
    ['// Such as: The lantern.\nf();', '// Such as. f();'],
    ["f('One. The lantern is two. Three.');", "f('One. Three.');"],
    ['f(`{ a { lantern b } }\n`);', 'f(`{ a { b } } `);'],
    ['f({ b: g(`mutation {\n lantern { c } }`), a });', 'f({ a });'],
  ])('is a row: %s', (before, after) => {
    expect(reduce(before)).toBe(plain(after));
  });

  it('of a file is not removed with its first import', () => {
    const text = "/** The file. */\nimport { lantern } from './lantern.ts';\nf(lantern ? 1 : 2);\n";
    expect(reduce(text)).toBe(plain('/** The file. */ f(2);'));
  });
});

it('leaves the other sentences of a comment, in its form', () => {
  const long = 'A sentence that fills its line. '.repeat(5).trim();
  const comment = (text: string) =>
    `/**\n * ${text}\n *\n * Why.\n *\n * @throws if a\n * @throws otherwise\n */\nf();\n`;
  const given = { ...removal(), prose: removal().names };
  const after = reduceCode('server/a.ts', comment(`${long} A lantern.`), given).text;
  expect(after).toBe(comment(long.replace(/(?<=^.{117}) /, '\n * ')));
});

it('takes a whole test along', () => {
  const text = "it('a', () => { const x = b(); lanternOf(x); expect(x); });\nit('c', f);\n";
  expect(plain(reduceCode('tests/a.test.ts', text, removal()).text)).toBe(plain("it('c', f);"));
});

it('takes a test along, but not the group that it is in', () => {
  const text = `describe('a', () => {
    it('b', () => f());
    it('has a lantern', () => f());
    it.each([1, 2])('has %i lanterns', () => f());
  });`;
  const after = "describe('a', () => { it('b', () => f()); });";
  expect(plain(reduceCode('tests/a.test.ts', text, removal()).text)).toBe(plain(after));
});

it('takes an object of a list along that is named by its first property', () => {
  expect(reduce("f([{ path: 'lantern', a }, { path: 'b', lantern }]);")).toBe(
    plain("f([ { path: 'b', }]);"),
  );
});
