import { CliError } from '#server/progress.ts';
import type { Feature } from './feature.ts';
import { accelerators } from './features/accelerators.ts';
import { accessTokens } from './features/access-tokens.ts';
import { auditLog } from './features/audit-log.ts';
import { captcha } from './features/captcha.ts';
import { commandPalette } from './features/command-palette.ts';
import { demo } from './features/demo.ts';
import { exportsAndImport } from './features/exports-and-import.ts';
import { generators } from './features/generators.ts';
import { graphiql } from './features/graphiql.ts';
import { impersonation } from './features/impersonation.ts';
import { languageFeatures } from './features/language.ts';
import { liveEvents } from './features/live-events.ts';
import { loginError } from './features/login-error.ts';
import { monitoring } from './features/monitoring.ts';
import { organizations } from './features/organizations.ts';
import { outbound } from './features/outbound.ts';
import { passkeys } from './features/passkeys.ts';
import { profilePictures } from './features/profile-pictures.ts';
import { removal } from './features/removal.ts';
import { screenshots } from './features/screenshots.ts';
import { selectedTypes } from './features/selected-types.ts';
import { socialSignIn } from './features/social-sign-in.ts';
import { starter } from './features/starter.ts';
import { statistics } from './features/statistics.ts';
import { streams } from './features/streams.ts';

export const features: readonly Feature[] = [
  accelerators,
  accessTokens,
  auditLog,
  captcha,
  commandPalette,
  demo,
  exportsAndImport,
  generators,
  graphiql,
  impersonation,
  liveEvents,
  monitoring,
  organizations,
  passkeys,
  profilePictures,
  screenshots,
  socialSignIn,
  starter,
  statistics,
  ...languageFeatures,
];

/** What several features use, and what all do. */
const shared: readonly { feature: Feature; users?: readonly string[] }[] = [
  { feature: loginError, users: ['live-events', 'social-sign-in'] },
  { feature: outbound, users: ['captcha', 'social-sign-in'] },
  { feature: selectedTypes, users: ['live-events', 'organizations'] },
  { feature: streams, users: ['exports-and-import', 'live-events', 'monitoring'] },
  { feature: removal },
];

/** With what they are the last to use. */
export function withShared(removed: readonly Feature[]): readonly Feature[] {
  const unneeded = shared.filter(({ users }) => {
    const using = features.filter(({ name }) => users?.includes(name) ?? true);
    return using.length > 0 && using.every((each) => removed.includes(each));
  });
  return [...removed, ...unneeded.map(({ feature }) => feature)];
}

/** @throws {CliError} that lists the features, if there is none with this name */
export function requireFeature(name: string): Feature {
  const feature = features.find((each) => each.name === name);
  if (feature) return feature;
  const width = Math.max(...features.map((each) => each.name.length));
  const list = features.map((each) => `  ${each.name.padEnd(width)}  ${each.purpose}`);
  throw new CliError(
    name ? `There is no feature "${name}".` : 'The name of the feature is missing.',
    `Features that can be removed:\n${list.join('\n')}`,
  );
}
