/** Imports within server/ point down its layers. The upward ones that are left are counted, and the counts only shrink. */
import type { Problem } from './report.ts';
import type { Source } from './sources.ts';

/** Lowest first. What isn't listed wires the product and may import everything. */
const layers = [
  ['root.ts', 'progress.ts', 'load-once.ts', 'build-info.ts'],
  ['network'],
  ['settings', 'settings.ts'],
  ['log', 'tracing'],
  ['database', 'entities.ts'],
  ['i18n.ts', 'metrics', 'outbound.ts', 'retention.ts'],
  ['http'],
  ['mail', 'pictures'],
  ['auth'],
  ['graphql'],
  ['export'],
  ['modules'],
];

type Upward = { count: number; because: string };

const upward: Record<string, Upward> = {
  'http → auth': {
    count: 10,
    because: 'who a client is, the check for duplicate cookies, and routes',
  },
  'http → graphql': { count: 9, because: 'the fast path, the checks of requests, and routes' },
  'http → export': { count: 1, because: 'the path in routes.ts' },
  'http → pictures': { count: 2, because: 'the path and the policy in routes.ts' },
  'pictures → auth': { count: 1, because: 'the type of the function that finds the viewer' },
  'auth → graphql': { count: 1, because: 'wrong access tokens are counted in point budgets' },
  'settings → graphql': {
    count: 1,
    because: 'POINTS_PER_MINUTE is at least the cost of a document',
  },
};

const roomOf = (path: string) => /^server\/([^/]+)/.exec(path)?.[1];
const levelOf = (room: string) => {
  const level = layers.findIndex((rooms) => rooms.includes(room));
  return level < 0 ? layers.length : level;
};

export function findUpwardImports(
  sources: Pick<Source, 'path' | 'imports'>[],
  allowed = upward,
): Problem[] {
  const found = new Map<string, Problem[]>();
  for (const { path, imports } of sources) {
    const from = roomOf(path);
    if (!from || from === 'generated') continue;
    for (const { target = '', line, specifier } of imports) {
      const to = roomOf(target);
      if (!to || to === 'generated' || levelOf(to) <= levelOf(from)) continue;
      const arrow = `${from} → ${to}`;
      const text = `${specifier}: ${arrow} points up the layers of server/ (scripts/checks/layers.ts).`;
      found.set(arrow, [...(found.get(arrow) ?? []), { path, line, text }]);
    }
  }
  const shrunk = Object.entries(allowed).flatMap(([arrow, { count }]) => {
    const left = found.get(arrow)?.length ?? 0;
    const text = `${arrow} has ${left} imports left: lower its count from ${count}.`;
    return left < count ? [{ path: 'scripts/checks/layers.ts', line: 1, text }] : [];
  });
  const added = [...found].filter(([arrow, { length }]) => length > (allowed[arrow]?.count ?? 0));
  return [...added.flatMap(([, problems]) => problems), ...shrunk];
}
