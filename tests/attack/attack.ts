/**
 * Tries from outside what must not be possible, against a product that runs somewhere:
 *
 *   node tests/attack/attack.ts --smtp PORT --admin EMAIL URL [URL of another instance …]
 *
 * The product's SMTP_URL must be smtp://127.0.0.1:PORT, its ADMIN_EMAILS must name EMAIL, and it is
 * changed: people and repositories are made, admins demoted. It knows nothing of the product but its
 * addresses. Prints a table and exits with 1 on any miss.
 */
import { parseArgs } from 'node:util';
import { startMailbox } from '#tests/support/mailbox.ts';
import { codeRows } from './codes.ts';
import { peopleRows } from './people.ts';
import { type Ground, type Row, raw, type Target, Visitor } from './target.ts';
import { webRows } from './web.ts';

export type Finding = { row: number; title: string; tried: number; misses: string[] };

/** What no answer and no log may hold. */
const innards = /node_modules|\bat \S+ \(|PrismaClient|SELECT |\/server\/[\w-]+\/|ECONNREFUSED/;

const rows = [...codeRows, ...webRows, ...peopleRows].sort((a, b) => a.row - b.row);

async function run(target: Ground, { row, title, probe }: Row): Promise<Finding> {
  const finding: Finding = { row, title, tried: 0, misses: [] };
  try {
    await probe(target, (what, isFine, seen) => {
      finding.tried += 1;
      const detail = seen === undefined ? '' : ` (${JSON.stringify(seen)?.slice(0, 400)})`;
      if (!isFine) finding.misses.push(what + detail);
      if (innards.test(detail)) finding.misses.push(`${what}: says too much${detail}`);
    });
  } catch (error) {
    finding.misses.push(`stopped: ${(error as Error).message}`);
  }
  return finding;
}

/** Runs all rows. */
export async function attack(whole: Target): Promise<Finding[]> {
  const target = { ...whole, root: await new Visitor(whole).signIn(whole.admin) };
  const findings: Finding[] = [];
  for (const row of rows.filter(({ alone }) => alone === 'first')) {
    findings.push(await run(target, row));
  }
  const together = rows.filter(({ alone }) => !alone).map((row) => run(target, row));
  findings.push(...(await Promise.all(together)));
  for (const row of rows.filter(({ alone }) => alone === 'last')) {
    findings.push(await run(target, row));
  }
  const health = await raw(target, `GET /healthz HTTP/1.1\r\nHost: x`);
  const misses = health.status === 200 ? [] : ['the server is not alive any more'];
  findings.push({ row: 0, title: 'alive afterwards', tried: 1, misses });
  return findings.sort((a, b) => a.row - b.row);
}

/** The findings as people read them. */
export function table(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ row, title, tried, misses }) => [
      `${misses.length ? '✗' : '✓'} ${String(row).padStart(2)}  ${title.padEnd(62)} ${String(tried).padStart(4)} tried`,
      ...misses.map((miss) => `       ${miss}`),
    ])
    .join('\n');
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { smtp: { type: 'string' }, admin: { type: 'string' } },
  });
  if (!positionals.length || !values.smtp || !values.admin) {
    process.stderr.write('Usage: node tests/attack/attack.ts --smtp PORT --admin EMAIL URL …\n');
    process.exit(2);
  }
  const mailbox = await startMailbox(Number(values.smtp));
  const findings = await attack({ urls: positionals, mailbox, admin: values.admin });
  await mailbox.close();
  process.stdout.write(`${table(findings)}\n`);
  process.exit(findings.some(({ misses }) => misses.length) ? 1 : 0);
}
