import type { Source } from './sources.ts';

/**
 * Finds a shortest cycle for each group of files that import each other. Type-only imports count, because such files
 * can't be understood or moved separately either.
 */
export function findCycles(sources: Source[]): string[][] {
  const imports = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const reported = new Set<string>();
  return [...imports.keys()].flatMap((path) => {
    if (reported.has(path)) return [];
    const cycle = shortestCycle(path, imports);
    for (const each of cycle) reported.add(each);
    return cycle.length ? [cycle] : [];
  });
}

function shortestCycle(start: string, imports: Map<string, string[]>): string[] {
  const previous = new Map<string, string>();
  const queue = [start];
  for (let current = queue.shift(); current !== undefined; current = queue.shift()) {
    for (const next of imports.get(current) ?? []) {
      if (next === start) return trace(start, current, previous);
      if (previous.has(next)) continue;
      previous.set(next, current);
      queue.push(next);
    }
  }
  return [];
}

function trace(start: string, end: string, previous: Map<string, string>): string[] {
  const path = [end];
  for (let file = end; file !== start; ) {
    file = previous.get(file) ?? start;
    path.unshift(file);
  }
  return path;
}
