/** Probes: what is tried at a running product, row by row, and what came of it. */

/** Says what was tried, whether what must happen did, and what was seen instead. */
export type Check = (what: string, isFine: boolean, seen?: unknown) => void;

export type Finding = {
  row: number;
  title: string;
  tried: number;
  misses: string[];
  /** What was measured, for people to read. */
  figures: string[];
};

type Probed<Ground> = {
  row: number;
  title: string;
  /** `note` keeps a figure for the table. */
  probe(ground: Ground, check: Check, note: (figure: string) => void): Promise<void>;
};

/** What no answer may hold. */
export const innards =
  /node_modules|\bat \S+ \(|PrismaClient|SELECT |\/server\/[\w-]+\/|ECONNREFUSED/;

/** Runs a row's probe; an error in it is a miss. */
export async function runProbe<Ground>(
  ground: Ground,
  { row, title, probe }: Probed<Ground>,
): Promise<Finding> {
  const finding: Finding = { row, title, tried: 0, misses: [], figures: [] };
  const check: Check = (what, isFine, seen) => {
    finding.tried += 1;
    const detail = seen === undefined ? '' : ` (${JSON.stringify(seen)?.slice(0, 400)})`;
    if (!isFine) finding.misses.push(what + detail);
    if (innards.test(detail)) finding.misses.push(`${what}: says too much${detail}`);
  };
  try {
    await probe(ground, check, (figure) => void finding.figures.push(figure));
  } catch (error) {
    finding.misses.push(`stopped: ${(error as Error).stack}`);
  }
  return finding;
}

/** The findings as people read them. */
export function table(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ row, title, tried, misses, figures }) => [
      `${misses.length ? '✗' : '✓'} ${String(row).padStart(2)}  ${title.padEnd(62)} ${String(tried).padStart(4)} tried`,
      ...misses.map((miss) => `       ${miss}`),
      ...figures.map((figure) => `       ${figure}`),
    ])
    .join('\n');
}
