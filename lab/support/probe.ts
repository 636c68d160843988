/** Runs the scenarios of lab/security and lab/resilience and formats their findings. */
import { internalDetails } from '#lab/support/http-client.ts';

export type Check = (what: string, isFine: boolean, seen?: unknown) => void;

export type Finding = {
  row: number;
  title: string;
  tried: number;
  failures: string[];
  figures: string[];
};

type Probed<Context> = {
  row: number;
  title: string;
  probe(context: Context, check: Check, note: (figure: string) => void): Promise<void>;
};

export async function runProbe<Context>(
  context: Context,
  { row, title, probe }: Probed<Context>,
): Promise<Finding> {
  const finding: Finding = { row, title, tried: 0, failures: [], figures: [] };
  const check: Check = (what, isFine, seen) => {
    finding.tried += 1;
    const detail = seen === undefined ? '' : ` (${JSON.stringify(seen)?.slice(0, 400)})`;
    if (!isFine) finding.failures.push(what + detail);
    if (internalDetails.test(detail)) finding.failures.push(`${what}: says too much${detail}`);
  };
  try {
    await probe(context, check, (figure) => void finding.figures.push(figure));
  } catch (error) {
    finding.failures.push(`stopped: ${(error as Error).stack}`);
  }
  return finding;
}

export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ row, title, tried, failures, figures }) => [
      `${failures.length ? '✗' : '✓'} ${String(row).padStart(2)}  ${title.padEnd(62)} ${String(tried).padStart(4)} tried`,
      ...failures.map((miss) => `       ${miss}`),
      ...figures.map((figure) => `       ${figure}`),
    ])
    .join('\n');
}

/** The value below which `share` (0–1) of the `values` lie: the median, unless another share is given. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
