/** Imports within server/ point down its layers. */
import type { Problem, Source } from './sources.ts';

/**
 * Lowest first. What isn't listed, such as routes/ and app.ts, wires the product and may import everything. A file of a
 * feature stands where the highest file that it imports stands.
 */
const layers = [
  ['root.ts', 'progress.ts', 'load-once.ts', 'build-info.ts'],
  ['network'],
  ['settings', 'settings.ts'],
  ['log'],
  ['tracing.ts'],
  ['database', 'entities.ts'],
  ['process-state.ts'],
  ['metrics'],
  ['i18n.ts', 'retention.ts'],
  ['outbound.ts'],
  ['http'],
  ['mail'],
  ['auth'],
  ['graphql'],
  ['api-docs'],
  ['list-export'],
];

const roomOf = (path: string) => /^server\/([^/]+)/.exec(path)?.[1];
const isGenerated = (path: string) => path.startsWith('server/generated/');

/** The level of each file of server/. */
function findLevels(sources: Source[]): (path: string) => number {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const known = new Map<string, number>();
  function levelOf(path: string): number {
    const room = roomOf(path);
    if (!room || isGenerated(path)) return -1;
    if (room !== 'features') {
      const level = layers.findIndex((rooms) => rooms.includes(room));
      return level < 0 ? layers.length : level;
    }
    const found = known.get(path);
    if (found !== undefined) return found;
    known.set(path, -1);
    const levels = (importsOf.get(path) ?? []).map(({ target = '' }) => levelOf(target));
    known.set(path, Math.max(-1, ...levels));
    return known.get(path) ?? -1;
  }
  return levelOf;
}

export function findUpwardImports(sources: Source[]): Problem[] {
  const levelOf = findLevels(sources);
  return sources.flatMap(({ path, imports }) => {
    if (!roomOf(path) || isGenerated(path)) return [];
    return imports.flatMap(({ target = '', line, specifier }) => {
      if (levelOf(target) <= levelOf(path)) return [];
      const text = `${specifier}: ${path} imports from a higher layer of server/ (scripts/checks/layers.ts).`;
      return [{ path, line, text }];
    });
  });
}
