/** Removes features in a copy of the checkout and searches it for what is left of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fallbackLanguage, languageCodes } from '#shared/languages.ts';
import type { Copy } from './copy.ts';

const anyCase = (word: string) => new RegExp(word, 'i');

/** What no file contains once a feature is removed. */
export const words: Record<string, RegExp> = {
  accelerators: anyCase('accelerat|prisma-sql|planned-execution|loaded-columns'),
  // Kubernetes, and columns that better-auth needs for providers, have the same words.
  'access-tokens': anyCase(
    'access.?token(?!ExpiresAt|\\s+String)|service.?account(?!Token)|x-api-key',
  ),
  'audit-log': anyCase(
    '(?<!no-|server)audit(?!s\\b|=)|account_event|kumbukumbu ya ukaguzi|التدقيق',
  ),
  captcha: anyCase('captcha|VERIFICATION_FAILED|MISSING_RESPONSE'),
  'command-palette': anyCase('palette'),
  'component-gallery': /component-gallery|(client|dist)\/gallery|vite\.gallery|dev\/components/,
  demo: anyCase('\\bdemo(?!te|ti)|inDemo|openDemo'),
  'exports-and-import': anyCase(
    '\\bcsv|ndjson|list[-_ ]?export(?!ed)|exportUrl|api/export|papaparse|createRepositories\\b',
  ),
  generators: /npm run add\b|scripts\/add\b|lab\/(generators|recipes)/,
  graphiql: anyCase('graphiql(?!: false)'),
  impersonation: anyCase(
    '(?<!YOU_(CANNOT|ARE_NOT_ALLOWED_TO)_)impersonat(?!edBy\\s+String)|admin_session',
  ),
  // Not what urql accepts, nor `onSignedOut`.
  'live-events':
    /[lL]ive[- ]?[eE]vent|liveList|[eE]vent[- ]?[sS]tream(?!,)|Server-Sent|graphql-sse|\bSignedOut\b/,
  monitoring: anyCase(
    'METRICS_PORT|prom-client|prometheus|grafana|opentelemetry(?!/(api|semantic))|OTEL_|\\btracing\\b|alerts\\.yml|monitoring|(?<!\\w)atrium_(build|http|graphql|event)_',
  ),
  organizations: anyCase(
    'organi[sz]ation|memberships?\\b|(?<![.\\w-])members?(?![\\w-])|\\bteams?\\b',
  ),
  passkeys: anyCase('passkey|webauthn|recovery[-_ ]?code'),
  'profile-pictures': anyCase('picture'),
  screenshots: /npm run screens|SCREENS_LANGUAGE|tests\/screens/,
  starter: /npm run (new|bench|test:)\b|make-own|(?<![\w,-])lab\//,
  // Not those of PostgreSQL's planner.
  statistics: /\bStatistics\b|features\/statistics|\bstatistics(\(| \{|:|\.json)/,
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
  /^(CHANGELOG\.md|prisma\/migrations\/|lab\/bench\/peers\/package-lock)/.test(file);

function findTraces(copy: Copy, name: string): string[] {
  const word = words[name] ?? /(?:)/;
  const isTrace = (file: string) =>
    word.test(file) || word.test(readFileSync(join(copy.folder, file), 'utf8'));
  return copy.files().filter((file) => !isOther(file) && isTrace(file));
}

export async function requireSuccess(copy: Copy, ...args: string[]): Promise<string> {
  const { code, output } = await copy.run(...args);
  expect(code, output).toBe(0);
  return output;
}

const checkSizes =
  "import('#scripts/checks/sizes.ts').then(({ checkSizes }) => assert.deepEqual(checkSizes(), []))";

/** Builds the copy. Fails if a page loads more than it may. */
export async function requireBuild(copy: Copy): Promise<void> {
  await requireSuccess(copy, 'scripts/build.ts');
  await requireSuccess(copy, '--eval', checkSizes);
}

/** Removes features together. Fails if a file still names one of them. */
export async function requireRemoval(copy: Copy, names: readonly string[]): Promise<void> {
  await requireSuccess(copy, 'scripts/remove.ts', names.join(), '--yes', '--force');
  expect(names.flatMap((name) => findTraces(copy, name))).toEqual([]);
}

export const unitTests = (...projects: string[]) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
];
