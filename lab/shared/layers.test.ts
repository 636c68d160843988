import { describe, expect, it } from 'vitest';
import { findUpwardImports } from '#scripts/checks/layers.ts';

const importing = (path: string, ...targets: string[]) => ({
  path,
  imports: targets.map((target, index) => ({ specifier: `#${target}`, line: index + 1, target })),
});
const problemsOf = (...args: Parameters<typeof findUpwardImports>) =>
  findUpwardImports(...args).map(({ path, line }) => `${path}:${line}`);

describe('an import', () => {
  it('may point down, to its own folder, and up from the files that wire the product', () => {
    const down = importing('server/graphql/a.ts', 'server/auth/a.ts', 'server/graphql/b.ts');
    const wiring = importing('server/app.ts', 'server/features/a/schema.ts', 'server/http/a.ts');
    expect(problemsOf([down, wiring])).toEqual([]);
  });

  it('that points up is reported with its line', () => {
    const up = importing('server/log/log.ts', 'server/network/a.ts', 'server/auth/auth.ts');
    expect(problemsOf([up])).toEqual(['server/log/log.ts:2']);
  });

  it('of a feature’s file may come from the layer of what that file imports, and above', () => {
    const low = importing('server/features/a/low.ts', 'server/log/a.ts');
    const high = importing(
      'server/features/a/high.ts',
      'server/features/a/low.ts',
      'server/graphql/a.ts',
    );
    const auth = importing('server/auth/a.ts', low.path, high.path);
    expect(problemsOf([low, high, auth])).toEqual(['server/auth/a.ts:2']);
  });
});
