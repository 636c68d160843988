/** Imports within server/ point down its layers. */
import type { Problem, Source } from './sources.ts';

/** Lowest first. What isn't listed, such as routes/ and app.ts, wires the product and may import everything. */
const layers = [
  ['root.ts', 'progress.ts', 'load-once.ts', 'build-info.ts'],
  ['network'],
  ['settings', 'settings.ts'],
  ['log'],
  ['tracing.ts'],
  ['database', 'entities.ts'],
  ['process-state.ts'],
  ['metrics'],
  ['i18n.ts', 'outbound.ts', 'retention.ts'],
  ['http'],
  ['mail'],
  ['pictures'],
  ['auth'],
  ['graphql'],
  ['organizations', 'api-docs'],
  ['list-export'],
  ['modules'],
];

const roomOf = (path: string) => /^server\/([^/]+)/.exec(path)?.[1];
const levelOf = (room: string) => {
  const level = layers.findIndex((rooms) => rooms.includes(room));
  return level < 0 ? layers.length : level;
};

export function findUpwardImports(sources: Source[]): Problem[] {
  return sources.flatMap(({ path, imports }) => {
    const from = roomOf(path);
    if (!from || from === 'generated') return [];
    return imports.flatMap(({ target = '', line, specifier }) => {
      const to = roomOf(target);
      if (!to || to === 'generated' || levelOf(to) <= levelOf(from)) return [];
      const text = `${specifier}: ${from} → ${to} points up the layers of server/ (scripts/checks/layers.ts).`;
      return [{ path, line, text }];
    });
  });
}
