/** Removes each optional feature in a copy of the checkout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { features } from '#scripts/remove/features.ts';
import { fallbackLanguage, languageCodes } from '#shared/languages.ts';
import { copyCheckout } from './copy.ts';

const anyCase = (word: string) => new RegExp(word, 'i');

/** What no file contains once a feature is removed. */
const words: Record<string, RegExp> = {
  captcha: anyCase('captcha|VERIFICATION_FAILED|MISSING_RESPONSE'),
  graphiql: anyCase('graphiql(?!: false)'),
  'project-creation': /npm run new\b|make-own/,
  'social-sign-in': anyCase(
    'social.sign-?in|sign-in/social|\\boidc|OpenID|GITHUB_CLIENT|identity.?provider|linkedProvider|_(un)?linked\\b(?<!already_linked)',
  ),
  ...Object.fromEntries(
    languageCodes
      .filter((code) => code !== fallbackLanguage)
      .map((code) => [`language ${code}`, new RegExp(`['"\`]${code}['"\`]|locales/${code}/`)]),
  ),
};

/** History, and the packages of other products that the benchmark compares with. */
const isOther = (file: string) =>
  /^(CHANGELOG\.md|prisma\/migrations\/|tests\/bench\/peers\/package-lock)/.test(file);

const day = Math.floor(Date.now() / 86_400_000);
const featureOfToday = features[day % features.length]?.name;

/** Two a day if suites take turns, otherwise all. */
const removed =
  process.env.ALL_FEATURES === 'false'
    ? features.filter((_feature, at) => (at - day) % Math.ceil(features.length / 2) === 0)
    : features;

it('covers every feature that can be removed', () => {
  expect(features.map(({ name }) => name).sort()).toEqual(Object.keys(words).sort());
});

describe.each(removed.map(({ name }) => name))('%s', (name) => {
  it('is removed without a trace, and the check passes', { timeout: 600_000 }, async () => {
    const copy = copyCheckout();
    try {
      const removal = await copy.run('scripts/remove.ts', ...name.split(' '), '--yes');
      expect(removal.code, removal.output).toBe(0);

      const word = words[name] ?? /(?:)/;
      const isTrace = (file: string) =>
        word.test(file) || word.test(readFileSync(join(copy.folder, file), 'utf8'));
      expect(copy.files().filter((file) => !isOther(file) && isTrace(file))).toEqual([]);

      const tested = await copy.run('node_modules/vitest/vitest.mjs', 'run', '--project', 'shared');
      expect(tested.code, tested.output).toBe(0);

      // All unit tests for one feature a day, since they take minutes.
      const options = name === featureOfToday ? [] : ['--quick'];
      const checked = await copy.run('scripts/check.ts', ...options);
      expect(checked.code, checked.output).toBe(0);
    } finally {
      copy.delete();
    }
  });
});
