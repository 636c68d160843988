/** Removes each optional feature in a copy of the checkout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { features } from '#scripts/remove/features.ts';
import { fallbackLanguage, languageCodes } from '#shared/languages.ts';
import { type Copy, copyForRemoval } from './copy.ts';

const anyCase = (word: string) => new RegExp(word, 'i');

/** What no file contains once a feature is removed. */
const words: Record<string, RegExp> = {
  // Kubernetes, and columns that better-auth needs for providers, have the same words.
  'access-tokens': anyCase(
    'access.?token(?!ExpiresAt|\\s+String)|service.?account(?!Token)|x-api-key',
  ),
  captcha: anyCase('captcha|VERIFICATION_FAILED|MISSING_RESPONSE'),
  demo: anyCase('\\bdemo(?!te|ti)|inDemo|openDemo'),
  'exports-and-import': anyCase(
    '\\bcsv|ndjson|list[-_ ]?export|exportUrl|api/export|papaparse|createRepositories\\b',
  ),
  graphiql: anyCase('graphiql(?!: false)'),
  impersonation: anyCase('impersonat|admin_session'),
  monitoring: anyCase(
    'METRICS_PORT|prom-client|prometheus|grafana|opentelemetry(?!/(api|semantic))|OTEL_|\\btracing\\b|alerts\\.yml|monitoring|(?<!\\w)atrium_(build|http|graphql|event)_',
  ),
  passkeys: anyCase('passkey|webauthn'),
  'profile-pictures': anyCase('picture'),
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

function findTraces(copy: Copy, name: string): string[] {
  const word = words[name] ?? /(?:)/;
  const isTrace = (file: string) =>
    word.test(file) || word.test(readFileSync(join(copy.folder, file), 'utf8'));
  return copy.files().filter((file) => !isOther(file) && isTrace(file));
}

async function requireSuccess(copy: Copy, ...args: string[]): Promise<void> {
  const { code, output } = await copy.run(...args);
  expect(code, output).toBe(0);
}

const testShared = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'shared'];

describe.each(removed.map(({ name }) => name))('%s', (name) => {
  it('is removed without a trace, and the check passes', { timeout: 600_000 }, async () => {
    const copy = copyForRemoval();
    try {
      await requireSuccess(copy, 'scripts/remove.ts', ...name.split(' '), '--yes');
      expect(findTraces(copy, name)).toEqual([]);
      await requireSuccess(copy, ...testShared);
      // All unit tests for one feature a day, since they take minutes.
      const options = name === featureOfToday ? [] : ['--quick'];
      await requireSuccess(copy, 'scripts/check.ts', ...options);
    } finally {
      copy.remove();
    }
  });
});

const isProduct = (file: string) => /^(client|server|shared)\//.test(file);

function countLines({ folder, files }: Copy): number {
  return files()
    .filter((file) => isProduct(file) && /\.(tsx?|css|graphql)$/.test(file))
    .reduce((sum, file) => sum + readFileSync(join(folder, file), 'utf8').split('\n').length, 0);
}

describe.skipIf(process.env.ALL_FEATURES === 'false')('all features', () => {
  it('are removed together, and the check passes', { timeout: 1_200_000 }, async () => {
    const copy = copyForRemoval();
    try {
      for (const { name } of features) {
        await requireSuccess(copy, 'scripts/remove.ts', ...name.split(' '), '--yes', '--force');
      }
      expect(features.flatMap(({ name }) => findTraces(copy, name))).toEqual([]);
      await requireSuccess(copy, ...testShared);
      await requireSuccess(copy, 'scripts/check.ts', '--quick');
      const begin = performance.now();
      await requireSuccess(copy, 'scripts/build.ts');
      const seconds = (performance.now() - begin) / 1_000;
      const { loaded } = JSON.parse(readFileSync(join(copy.folder, 'dist/sizes.json'), 'utf8'));
      process.stdout.write(
        `Without optional features: ${countLines(copy)} lines, built in ${seconds.toFixed(1)} s, ${(loaded['JavaScript at /login'] / 1_000).toFixed(1)} kB of JavaScript at /login\n`,
      );
    } finally {
      copy.remove();
    }
  });
});
