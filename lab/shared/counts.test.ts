/** Figures of the structure. */
import { describe, expect, it } from 'vitest';
import {
  beyond,
  findCasts,
  findEntityNames,
  findLargeRooms,
  findLongFiles,
  findPrivateParts,
} from '#scripts/checks/counts.ts';

const source = (path: string, text: string, comments: string[] = []) => ({
  path,
  text,
  imports: [],
  comments: comments.map((content) => ({
    ...{ kind: 'Line' as const, text: content, line: 1, lines: 1 },
  })),
});
const linesOf = (problems: { path: string; line: number }[]) =>
  problems.map(({ path, line }) => `${path}:${line}`);

describe('a count', () => {
  it('finds casts through never and unknown in product code, not in comments, texts and tests', () => {
    const text =
      "f(x as never);\nconst y = z() as unknown as Y;\n// x as never\n'it was never used';";
    const found = findCasts([source('server/a.ts', text), source('tests/a.ts', text)]);
    expect(linesOf(found)).toEqual(['server/a.ts:1', 'server/a.ts:2']);
  });

  it('finds folders with too many files, without those of their folders', () => {
    const paths = ['server/a/1.ts', 'server/a/2.ts', 'server/a/b/3.ts', 'docs/1.md', 'docs/2.md'];
    expect(linesOf(findLargeRooms(paths, 1))).toEqual(['server/a:1']);
  });

  it('allows any number of entities', () => {
    const folders = ['shared/rules', 'shared/locales/en', 'tests/entities', 'tests/e2e'];
    const paths = folders.flatMap((folder) => [`${folder}/a.ts`, `${folder}/b.ts`]);
    expect(findLargeRooms(paths, 1)).toEqual([]);
  });

  it('finds files with too many lines', () => {
    const found = findLongFiles(
      [source('shared/a.ts', '1\n2\n3\n'), source('shared/b.ts', '1\n')],
      2,
    );
    expect(linesOf(found)).toEqual(['shared/a.ts:1']);
  });

  it('finds entities where every entity is served, by their names and tables', () => {
    const text = 'type R = Repository;\nconst sql = `FROM "team"`;';
    const sources = [source('server/graphql/a.ts', text), source('server/modules/a.ts', text)];
    expect(linesOf(findEntityNames(sources))).toEqual([
      'server/graphql/a.ts:1',
      'server/graphql/a.ts:2',
    ]);
  });

  it('finds what libraries keep for themselves', () => {
    const lines = [
      'client._events;',
      'row._count;',
      'Object.setPrototypeOf(a, b);',
      'Pool.prototype;',
    ];
    const own = ['class Read extends LazyRead {}', 'Read.prototype;'];
    const found = findPrivateParts([source('server/a.ts', [...lines, ...own].join('\n'))]);
    expect(linesOf(found)).toEqual(['server/a.ts:1', 'server/a.ts:3', 'server/a.ts:4']);
  });
});

describe('an exception', () => {
  const place = { path: 'server/a.ts', line: 3, text: 'as never' };
  const allowed = { 'server/a.ts': { because: 'the library’s types' } };

  it('allows as many places as it says, and reports all of a file with more', () => {
    expect(beyond([place], allowed)).toEqual([]);
    expect(beyond([place, { ...place, line: 5 }], allowed)).toHaveLength(2);
    expect(beyond([place], {})).toEqual([place]);
  });

  it('that is no longer needed is reported', () => {
    expect(linesOf(beyond([], allowed))).toEqual(['scripts/checks/exceptions.ts:1']);
  });
});
