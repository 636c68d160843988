import { readFileSync } from 'node:fs';
import { fromRoot } from './root.ts';

/** What a running product was built from. */
export type BuildInfo = {
  /** Full hash of the Git commit; null outside a checkout. */
  commit: string | null;
  /** ISO 8601. */
  builtAt: string;
};

/** Where `npm run build` writes it. */
export const buildInfoFile = fromRoot('dist', 'build.json');

let known: BuildInfo | null | undefined;

/** What the product was built from; null if it was not built. */
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
