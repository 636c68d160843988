/** Announces in CHANGELOG.md what the API no longer has after a removal, as `npm run check` demands. */
import { readFileSync, writeFileSync } from 'node:fs';
import { findUnannounced } from '#scripts/checks/api-changes.ts';

/** Adds an entry to “Breaking” of “Unreleased”. Creates missing sections. */
export function announceRemoval(changelog: string, feature: string, changes: string[]): string {
  const lines = changes.map((change) => `  - ${change.replace(/\.$/, '')}`);
  const entry = `- API: without ${feature} (\`npm run remove -- ${feature}\`):\n${lines.join('\n')}\n`;
  const section = '### Breaking\n';
  const [, title, breaking, rest] =
    /^(## Unreleased\n+)?(### Breaking\n+)?([\s\S]*)$/.exec(
      changelog.slice(changelog.search(/^## /m)),
    ) ?? [];
  const before = changelog.slice(0, changelog.search(/^## /m));
  const start = `${before}${title ?? '## Unreleased\n\n'}${breaking ?? `${section}\n`}${entry}`;
  return `${start}${breaking ? '' : '\n'}${rest}`;
}

/** Reads and writes CHANGELOG.md in `folder`. */
export function announce(folder: string, feature: string): void {
  const changes = findUnannounced(folder);
  if (changes.length === 0) return;
  const file = `${folder}/CHANGELOG.md`;
  writeFileSync(file, announceRemoval(readFileSync(file, 'utf8'), feature, changes));
}
