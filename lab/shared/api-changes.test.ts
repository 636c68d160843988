import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkApiChanges, findObjections } from '#scripts/checks/api-changes.ts';
import { brokenRules } from '#scripts/checks/schema-rules.ts';

const contract = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'api-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
}

function releasedRepository({ version = '0.2.0', sdl = contract } = {}) {
  const folder = makeFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  git(folder, 'init', '--quiet');
  write('schema.graphql', sdl);
  write('CHANGELOG.md', `# Changelog\n\n## ${version} – 2026-11-21\n\n### Breaking\n\n- Old.\n`);
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'Release');
  return {
    folder,
    write,
    problems: () => checkApiChanges(folder).problems.map(({ text }) => text),
    announce: (...lines: string[]) =>
      write(
        'CHANGELOG.md',
        `# Changelog\n\n## Unreleased\n\n${lines.join('\n')}\n\n## ${version} – 2026-11-21\n\n### Breaking\n\n- Old.\n`,
      ),
  };
}

const withoutFilter = contract.replace(
  /\n *"""Which users to return\."""\n *filter: UserFilter\n/,
  '',
);

describe('an argument that is dropped', () => {
  it('fails until it is announced', () => {
    expect(withoutFilter).not.toBe(contract);
    const { write, problems, announce } = releasedRepository();
    expect(problems()).toEqual([]);
    write('schema.graphql', withoutFilter);
    expect(problems()).toEqual([
      'Write in CHANGELOG.md under “Breaking”: “Argument Query.users(filter:) was removed.” Or take it back.',
    ]);
    announce('### Added', '', '- Argument `Query.users(filter:)` was removed.');
    expect(problems()).toHaveLength(1);
    announce('### Breaking', '', '- `Query.users(filter:)` lost something.');
    expect(problems()).toHaveLength(1);
    announce(
      '### Breaking',
      '',
      '- API: Argument `Query.users(filter:)` was',
      '  removed: use `searchTerm`.',
    );
    expect(problems()).toEqual([]);
  });

  it('fails also after it was committed', () => {
    const { folder, write, problems } = releasedRepository();
    write('schema.graphql', withoutFilter);
    git(folder, 'commit', '--quiet', '-am', 'Drop an argument');
    expect(problems()).toHaveLength(1);
  });

  it('is not held against what an older release announced', () => {
    const { write, problems, folder } = releasedRepository();
    const released = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    write(
      'CHANGELOG.md',
      released.replace('- Old.', '- Argument `Query.users(filter:)` was removed.'),
    );
    write('schema.graphql', withoutFilter);
    expect(problems()).toHaveLength(1);
  });
});

describe('an element that was announced once', () => {
  const announced = 'API: Field `Query.a` changed type from `Int` to `String`.';
  const objections = (now: string) =>
    findObjections({
      before: buildSchema('type Query { a: Int b: Int }'),
      now: buildSchema(`type Query { ${now} }`),
      announced: announced.replaceAll('`', ''),
      version: '0.2.0',
      today: '2027-03-01',
    });

  it('may change as announced, and not in another way', () => {
    expect(objections('a: String b: Int')).toEqual([]);
    expect(objections('b: Int')[0]).toContain('Field Query.a was removed.');
    expect(objections('a: [String] b: Int')[0]).toContain('from Int to [String].');
    expect(objections('a: String! b: Int')[0]).toContain('from Int to String!.');
  });
});

it('compares with the newest release, without any tag', () => {
  const { folder, write, problems } = releasedRepository({ sdl: withoutFilter });
  write('schema.graphql', contract);
  const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  write('CHANGELOG.md', text.replace('## 0.2.0', '## 0.3.0 – 2026-12-01\n\n- More.\n\n## 0.2.0'));
  git(folder, 'commit', '--quiet', '-am', 'Release again');
  write('schema.graphql', withoutFilter);
  expect(problems()).toHaveLength(1);
});

it('says why nothing is compared where there is no history', () => {
  const archive = makeFolder();
  expect(checkApiChanges(archive).summary).toContain('no git history');
  const { folder } = releasedRepository();
  const clone = join(archive, 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, clone]);
  expect(checkApiChanges(clone)).toEqual({
    problems: [],
    summary: 'not compared with a release: a shallow clone',
  });
});

describe('from 1.0 on', () => {
  const before = (reason: string) =>
    buildSchema(`type Query { old: Int @deprecated(reason: "${reason}") new: Int }`);
  const objections = (reason: string) =>
    findObjections({
      before: before(reason),
      now: buildSchema('type Query { new: Int }'),
      announced: 'Field Query.old was removed.',
      version: '1.4.0',
      today: '2027-03-01',
    });

  it('removes only what was deprecated until a day that is over', () => {
    expect(objections('Use `new` until 2027-02-28.')).toEqual([]);
    expect(objections('Use `new` until 2027-03-01.')[0]).toContain('promised until 2027-03-01');
    expect(objections('Use `new`.')[0]).toContain('Deprecate it in a release first');
  });
});

describe('a new value', () => {
  const schemaWith = (values: string, description: string, use: string) =>
    buildSchema(`type Query { ${use} } "${description}" enum E { ${values} }`);
  const objections = (description: string, use: string, laterUse = use) =>
    findObjections({
      before: schemaWith('X', description, use),
      now: schemaWith('X Y', description, laterUse),
      announced: '',
      version: '0.1.0',
      today: '2027-03-01',
    });

  it('must be announced, unless its enum says that there may be more', () => {
    expect(objections('Kinds.', 'a: E')).toEqual([
      'Write in CHANGELOG.md under “Breaking”: “Enum value E.Y was added.” Or take it back.',
    ]);
    expect(objections('Kinds. New ones may be added.', 'a: E')).toEqual([]);
  });

  it('is free in an enum that is only sent, as are fields and optional arguments', () => {
    expect(objections('Orders.', 'a(by: E): Int', 'b: Int a(by: E, c: Int): Int')).toEqual([]);
  });
});

it.each([
  ['type thing { id: ID! }', 'thing: types are in PascalCase'],
  ['type A { user_name: Int }', 'A.user_name: camelCase is expected'],
  ['enum E { one }', 'E.one: UPPER_CASE is expected'],
  ['input Options { a: Int }', 'Options: inputs end with Input, Order or Filter'],
  ['type A { userId: String }', 'A.userId: IDs are of type ID'],
  ['type A { a: Int }', 'A.a has no description'],
  ['scalar DateTime type A { created: DateTime! }', 'A.created: times end with At'],
  ['type Query { users: [Int!]! }', 'Query.users: a field that can be refused is nullable'],
  ['type Mutation { ban: Int! }', 'Mutation.ban: it returns a nullable BanPayload with errors'],
  ['type Mutation { ban(id: ID!): Int }', 'Mutation.ban: it takes one input: BanInput!'],
  ['type A { a: Int @deprecated(reason: "Old.") }', 'A.a: the reason of its deprecation ends with'],
])('a contract with %s breaks a rule', (sdl, rule) => {
  const schema = buildSchema(sdl, { assumeValid: true });
  expect(brokenRules(schema).join('\n')).toContain(rule);
});
