/** Finds statements that block requests for as long as a large table takes, or break the previous version. */
import { blockedBy, type Effects } from '#scripts/migrations/trace.ts';
import type { Problem } from './report.ts';

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

type Blocking = { table: string; blocked: 'reads and writes' | 'writes' };

/** The tables that others wait for after the statement, those for which reads wait first. */
function blockedTables({ locks }: Effects): Blocking[] {
  return [...locks]
    .map(([table, mode]) => ({ table, blocked: blockedBy(mode) }))
    .filter((each): each is Blocking => each.blocked !== 'neither')
    .sort((a, b) => a.blocked.localeCompare(b.blocked));
}

function findProblem(effects: Effects, before: Effects | undefined): string | undefined {
  const { locks, read, written, rewritten, indexed, removed, required } = effects;
  if (removed.length) {
    return `the version before, which still runs, uses ${quoted(removed)}: drop or rename it one version later`;
  }
  if (required.length) {
    return `${quoted(required)} fails where there are rows, and for the version before: add a DEFAULT`;
  }
  if (rewritten.length) {
    return `${quoted(rewritten)} is rewritten while reads and writes wait: add an empty column and fill it in batches`;
  }
  const [held] = blockedTables(effects);
  if (indexed.length && held) {
    return `writes to ${quoted(indexed)} wait until the index is built: CREATE INDEX CONCURRENTLY, alone in its migration; a constraint follows with USING INDEX`;
  }
  if (read.length === 0) return undefined;
  if (held && before?.locks.get(held.table) === locks.get(held.table)) {
    return `${held.blocked} of "${held.table}" wait, by a statement above, while ${quoted(read)} is read: move this one to the next migration`;
  }
  if (held) {
    return `${held.blocked} of "${held.table}" wait while ${quoted(read)} is read: add the constraint NOT VALID and validate it in the next migration, before SET NOT NULL as CHECK ("column" IS NOT NULL)`;
  }
  if (written.length) {
    return `rows of ${quoted(written)} are locked until all of ${quoted(read)} is read: write them in batches`;
  }
  return undefined;
}

/** What to change in the migration at `path`, by what its statements do. */
export function findMigrationProblems(path: string, effects: Effects[]): Problem[] {
  const problems = effects.flatMap((each, index) => {
    const text = each.isSafe ? undefined : findProblem(each, effects[index - 1]);
    return text ? [{ path, line: each.line, text }] : [];
  });
  const concurrent = effects.find(({ sql }) =>
    /^(CREATE|DROP|REINDEX)\b.*\bCONCURRENTLY\b/is.test(sql),
  );
  if (concurrent && effects.length > 1) {
    const text = 'CONCURRENTLY runs alone in its migration';
    problems.push({ path, line: concurrent.line, text });
  }
  return problems;
}
