/** `npm run add -- language` in a copy of the checkout: what it writes passes the checks, and can be removed again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLanguage } from '#shared/languages.ts';
import { copyForGenerators } from './copy.ts';

const copy = copyForGenerators();
const { folder, git, run } = copy;
const add = (...args: string[]) => run(['scripts/add.ts', 'language', ...args]);

/** A list in one text: `npm run remove -- language` would remove the element of an array. */
const unoffered = (codes: string) => codes.split(' ').find((code) => !isLanguage(code)) ?? '';
/** With the plural forms of English, with a single one, and from right to left. */
const added = [unoffered('de nl it'), unoffered('ja zh ko'), unoffered('he fa ur')];

beforeAll(copy.prepare);
afterAll(copy.remove);

it.each([
  [[], 'The language is missing'],
  [['en'], 'The language "en" is offered already'],
  [['german'], '"german" is not the ISO 639-1 code of a language'],
  [['xx'], '"xx" is not the ISO 639-1 code of a language'],
  // A former code of Hebrew.
  [['iw'], '"iw" is not the ISO 639-1 code of a language'],
])('%j is refused, and nothing is written', (args, message) => {
  const { code, output } = add(...args);
  expect(output).toContain(message);
  expect(code).toBe(1);
  expect(git('status', '--porcelain')).toBe('');
});

it('names the files that it would write', () => {
  const { output } = add(added[0] ?? '', '--dry-run');
  expect(output).toContain(`new   shared/locales/${added[0]}/mail.json`);
  expect(git('status', '--porcelain')).toBe('');
});

it('adds languages that pass the checks, and that can be removed', () => {
  for (const language of added) {
    const { code, output } = add(language);
    expect(code, output).toBe(0);
  }
  const offered = readFileSync(join(folder, 'shared', 'languages.ts'), 'utf8');
  for (const language of added) {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language);
    const direction = language === added[2] ? 'rtl' : 'ltr';
    expect(offered).toContain(`${language}: { name: '${name}', direction: '${direction}'`);
  }
  copy.commit('Add languages');
  for (const args of [
    ['scripts/checks/api.ts'],
    ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.tests.json'],
    ['node_modules/vitest/vitest.mjs', 'run', 'tests/shared/l', 'tests/client/i18n'],
    ['node_modules/vitest/vitest.mjs', 'run', 'tests/server/mail-templates'],
  ]) {
    const { code, output } = run(args);
    expect(code, output).toBe(0);
  }
  for (const language of added) {
    const { code, output } = run(['scripts/remove.ts', 'language', language, '--force']);
    expect(code, output).toBe(0);
  }
  expect(git('diff', 'HEAD~1')).toBe('');
}, 600_000);
