import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { announceRemoval } from '#scripts/remove/changelog.ts';
import { type Removal, reduceCode } from '#scripts/remove/code-rows.ts';
import {
  reduceDocument,
  reduceJson,
  reducePatch,
  reducePrismaSchema,
  reduceYaml,
} from '#scripts/remove/data-rows.ts';
import { planRemoval } from '#scripts/remove/plan.ts';
import { reduceMarkdown } from '#scripts/remove/prose-rows.ts';

const names = /lantern/i;

function removalOf(...deleted: string[]): Removal {
  return { isDeleted: (path) => deleted.includes(path), names, exports: new Map() };
}

/** What the formatter makes alike. */
const plain = (text: string) =>
  text
    .replace(/,?\s+/g, ' ')
    .replace(/(?<=\[) | (?=[\];])/g, '')
    .trim();

const reduce = (text: string, removal = removalOf()) =>
  plain(reduceCode('server/a.tsx', text, removal).text);

describe('a row of code', () => {
  it.each([
    ['an element', 'f([a, lantern(), b]);', 'f([a, b]);'],
    ['a property', 'f({ a: 1, lantern: 2, b });', 'f({ a: 1, b });'],
    ['a property of a type', 'type T = { a: 1; lantern?: 2 };', 'type T = { a: 1; };'],
    ['a member of a union', "type T = 'a' | 'lantern';", "type T = 'a';"],
    ['a first member of a union', "type T = P<S, 'lantern' | 'a'>;", "type T = P<S, 'a'>;"],
    ['a child with what is only around it', '<p>{a}<b> <Lantern /> </b></p>;', '<p>{a}</p>;'],
    ['a declaration among others', 'let a = 1, lantern = 2;\nf(a);', 'let a = 1;\nf(a);'],
    ['a statement with its comment', 'f();\n// Why.\nuse(lantern);\ng();', 'f(); g();'],
    ['a condition of its own', 'if (lantern) {\n f();\n}\ng();', 'g();'],
    ['a last parameter', 'on({ end: (a, lantern) => a });', 'on({ end: (a) => a });'],
    [
      'a parameter of a type',
      'const f: F = (a, b) => {\n a();\n lantern(b);\n};',
      'const f: F = (a) => { a(); };',
    ],
    ['a child', '<p>{a}{lantern && <b />}</p>;', '<p>{a}</p>;'],
    ['an only child', '<p><a b={<i>\n <Lantern />\n</i>} /></p>;', '<p><a /></p>;'],
    ['what it names', "f([{ name: 'a', b }, { name: 'lantern', b }]);", "f([{ name: 'a', b }]);"],
    ['an attribute', '<p a={1} lantern={2} />;', '<p a={1} />;'],
    ['a last argument that has nothing else', 'f(a, { lantern: 1 });', 'f(a);'],
    [
      'a type that has nothing else',
      'type A = { lantern: 1 };\nf((b, a: A) => b);',
      'f((b) => b);',
    ],
    ['a row of a table', "it.each([['a', 1], ['lantern', 2]]);", "it.each([['a', 1]]);"],
    ['a table that has nothing else', "it.each([['lantern', 1]])('a', f);\ng();", 'g();'],
    ['a list that has nothing else', 'f([a, ...[lantern]]);', 'f([a]);'],
    ['all but the rest', 'f(({ lantern, ...rest }) => g(rest));', 'f((rest) => g(rest));'],
    ['a line of a template', `f(\`a\n  \${lantern(b)}\nc \${d}\`);`, `f(\`a\nc \${d}\`);`],
    ['all that a condition runs', 'if (a) {\n lantern();\n}\nf();', 'f();'],
    ['a test', "it('a', f);\nit('has a lantern', g);\n", "it('a', f);"],
  ])('is %s', (_, before, after) => {
    expect(reduce(before)).toBe(plain(after));
  });

  it.each([
    'const f = () => {\n  return a + lantern;\n};',
    'if (lantern) f(); else g();',
    'await write(a, (b) => lantern(b));',
  ])('is not a place that decides about more: %s', (text) => {
    const { problems, text: after } = reduceCode('server/a.ts', text, removalOf());
    expect(problems).toHaveLength(1);
    expect(after).toBe(text);
  });
});

describe('with a row goes', () => {
  it('the import of a deleted file, and what uses its names', () => {
    const text = "import { light } from './b.ts';\nf([light(), 1]);\n";
    expect(reduce(text, removalOf('server/b.ts'))).toBe('f([1]);');
  });

  it('what only it used, but nothing that is used elsewhere', () => {
    const text = "import { a, b } from './b.ts';\nconst c = a;\nf([lantern(b, c), a]);\n";
    expect(reduce(text)).toBe("import { a } from './b.ts'; f([a]);");
  });

  it('what only it used within a function that stays', () => {
    const text =
      'export function f(deps) {\n  const { a, b } = deps;\n  lantern(b);\n  return a;\n}\n';
    expect(reduce(text)).toContain('const { a } = deps');
  });

  it('the result of a call that writes, which stays', () => {
    const text = 'const a = await db.create(b);\nconst c = await find(b);\nlantern(a, c);';
    expect(reduce(text)).toBe('await db.create(b);');
    const other = 'function f(a) { return a; }';
    expect(reduce(`{\n${text}\n}\n${other}`)).toBe(`{ await db.create(b); } ${other}`);
  });

  it('the result of a call that may throw, which stays with what it takes', () => {
    const text = 'const { a } = await postJson(b);\nconst c = requireOk(a);\nlantern(c.d);';
    expect(reduce(text)).toBe('const { a } = await postJson(b); requireOk(a);');
  });

  it('what a function takes for it alone', () => {
    const text = 'on(({ a, b }) => {\n  if (b.lantern) return;\n  f(a);\n});\ng(({ b }) => b);\n';
    expect(reduce(text)).toBe('on(({ a }) => { f(a); }); g(({ b }) => b);');
  });

  it('what it exports, in other files too', () => {
    const removal = removalOf('server/b.ts');
    reduceCode('server/c.ts', "import { x } from './b.ts';\nexport const y = x;\n", removal);
    expect(reduce("import { y } from './c.ts';\nf([y, 1]);\n", removal)).toBe('f([1]);');
  });
});

it('a group that loses all its tests goes, with what only it used', () => {
  const reduceTest = (text: string) => plain(reduceCode('tests/a.test.ts', text, removalOf()).text);
  const group = (body: string) =>
    `const a = 1;\ndescribe('b', () => {\n  const c = a;\n${body}\n});\nit('d', () => f());\n`;
  const lost = "it('is a lantern', () => f(c));";
  expect(reduceTest(group(lost))).toBe(plain("it('d', () => f());"));
  const other = "it('is other', () => f());";
  expect(reduceTest(group(`${lost}\n${other}`))).toBe(
    plain(`describe('b', () => {\n${other}\n});\nit('d', () => f());`),
  );
});

it('a file that loses all its tests is deleted', () => {
  const root = mkdtempSync(join(tmpdir(), 'removal-'));
  mkdirSync(join(root, 'tests'));
  const files = ['tests/a.test.ts', 'tests/b.test.ts'];
  const other = "const c = 1;\nit('is other', () => f(c));\n";
  writeFileSync(join(root, 'tests/a.test.ts'), "const a = 1;\nit('is a lantern', () => f(a));\n");
  writeFileSync(join(root, 'tests/b.test.ts'), `it('is a lantern', f);\n${other}`);
  const feature = { name: 'lantern', purpose: '', files: [], names, prose: names };
  const { deleted, changed } = planRemoval(root, files, feature);
  rmSync(root, { recursive: true });
  expect(deleted).toEqual(['tests/a.test.ts']);
  expect([...changed]).toEqual([['tests/b.test.ts', other]]);
});

it('a row of prose is a section, an item, a row or column of a table, or a sentence', () => {
  const text = `# A

One. A lantern shines.
Two.

- A lantern
- Another item
- **Lanterns.** They shine. Only at night.
- **Fire.** A lantern shines. Two.
- **Light.** A lantern shines.
- **Light** needs a lantern. More.

| a | text | lantern |
|---|---|---|
| b | c | |
| d | Of a lantern. | |
| e | A lantern. More. | |

## Lanterns

Text.

### More

## Last
`;
  expect(reduceMarkdown('a.md', text, names).text).toBe(`# A

One. Two.

- Another item
- **Fire.** Two.
- More.

| a | text |
|---|---|
| b | c |
| e | More. |

## Last
`);
});

it('the items of a list that lost some are counted again', () => {
  const text = '# A\n\n1. The lantern.\n2. One.\n3. Two.\n\n# B\n\n2. Lanterns.\n1. Three.\n';
  const reduced = '# A\n\n1. One.\n2. Two.\n\n# B\n\n1. Three.\n';
  expect(reduceMarkdown('a.md', text, names).text).toBe(reduced);
});

it('a text without a full stop ends without one', () => {
  const head = '| a | b |\n|---|---|\n';
  const text = `${head}| c | d. The lantern burns |\n`;
  expect(reduceMarkdown('a.md', text, names).text).toBe(`${head}| c | d |\n`);
});

it('a row of a patch is a line, or a hunk that names it', () => {
  const patch = `--- a/a.ts
+++ b/a.ts
@@ -3,3 +3,5 @@
 a
+b
+lantern
 lantern
 c
@@ -9,2 +11,3 @@ lantern
 d
+e
 f
--- a/b.ts
+++ b/b.ts
@@ -1,1 +1,2 @@ lantern
+g
 h
`;
  expect(reducePatch('a.patch', patch, names).text).toBe(`--- a/a.ts
+++ b/a.ts
@@ -3,2 +3,3 @@
 a
+b
 c
`);
});

it('a name of two words may be broken into two lines', () => {
  const text = 'One. A paper\nlantern shines. Two.\n';
  expect(reduceMarkdown('a.md', text, /paper lantern/).text).toBe('One. Two.\n');
});

it('a row of data is a property, a selection, a field or a value of an enum', () => {
  const json = '{ "a": ["lantern", "b"], "lantern": 1, "c": ["lantern"], "d": [] }';
  expect(JSON.parse(reduceJson('a.json', json, names).text)).toEqual({ a: ['b'], d: [] });
  const texts = '{ "a": "Kept. The lantern burns. Stays.", "b": "ذهب. Lantern." }';
  expect(JSON.parse(reduceJson('a.json', texts, names, names).text)).toEqual({
    a: 'Kept. Stays.',
    b: 'ذهب.',
  });
  const document = 'query A {\n  b\n  lantern {\n    c\n  }\n}\n';
  expect(reduceDocument('a.graphql', document, names).text).toBe('query A {\n  b\n}\n');
  const emptied = 'query A {\n  b\n  c {\n    d {\n      lantern\n    }\n  }\n}\n';
  expect(reduceDocument('a.graphql', emptied, names).text).toBe('query A {\n  b\n}\n');
  const schema =
    'model A {\n  id String\n  lantern Lantern?\n}\n\nmodel Lantern {\n  id String\n}\n\nenum B {\n  lantern\n  other\n}\n';
  const { text } = reducePrismaSchema('schema.prisma', schema, names);
  expect(text).toBe('model A {\n  id String\n}\n\n\nenum B {\n  other\n}\n');
});

it('a removed field leaves unique keys, and takes other indexes along', () => {
  const keys = '  @@unique([a, lantern])\n  @@unique([lantern])\n  @@index([lantern, a])\n';
  const { text } = reducePrismaSchema('schema.prisma', `${keys}  @@index([a])\n`, names);
  expect(text).toBe('  @@unique([a])\n  @@index([a])\n');
});

it('removals from the API are announced as breaking', () => {
  const changes = ['Field A.lantern was removed.'];
  const entry =
    '- API: without lantern (`npm run remove -- lantern`):\n  - Field A.lantern was removed\n';
  const existing = '# Changelog\n\n## Unreleased\n\n### Breaking\n\n- Older.\n';
  expect(announceRemoval(existing, 'lantern', changes)).toBe(
    `# Changelog\n\n## Unreleased\n\n### Breaking\n\n${entry}- Older.\n`,
  );
  expect(announceRemoval('# Changelog\n\n## 1.0.0\n', 'lantern', changes)).toBe(
    `# Changelog\n\n## Unreleased\n\n### Breaking\n\n${entry}\n## 1.0.0\n`,
  );
});

it('a row of YAML is a line with what is below it, and its comment', () => {
  const text = 'a:\n  - b: 1\n  # Shines.\n  - name: lantern\n    c: 2\n\nd: 3\n';
  expect(reduceYaml('a.yaml', text, names).text).toBe('a:\n  - b: 1\n\nd: 3\n');
});
