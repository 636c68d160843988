import { readFileSync } from 'node:fs';
import { fromRoot } from './root.ts';

export type BuildInfo = {
  /** Full Git commit hash; null outside a checkout. */
  commit: string | null;
  builtAt: string;
};

export const buildInfoFile = fromRoot('dist', 'build.json');

let known: BuildInfo | null | undefined;

/** Null if the product wasn't built. */
export function readBuildInfo(): BuildInfo | null {
  if (known === undefined) {
    try {
      known = JSON.parse(readFileSync(buildInfoFile, 'utf8')) as BuildInfo;
    } catch {
      known = null;
    }
  }
  return known;
}
