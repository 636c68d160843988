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
import { type Finding, runProbe, table } from '#tests/support/probe.ts';
import { apiRows } from './api.ts';
import { codeRows } from './codes.ts';
import { peopleRows } from './people.ts';
import { permissionRows } from './permissions.ts';
import { socketRows } from './sockets.ts';
import { raw, type Target, Visitor } from './target.ts';
import { webRows } from './web.ts';

const rows = [
  ...codeRows,
  ...webRows,
  ...apiRows,
  ...peopleRows,
  ...permissionRows,
  ...socketRows,
].sort((a, b) => a.row - b.row);

/** Runs all rows. */
export async function attack(whole: Target): Promise<Finding[]> {
  const patient = { ...whole, patient: true };
  const target = { ...patient, root: await new Visitor(patient).signIn(whole.admin) };
  const findings: Finding[] = [];
  for (const row of rows.filter(({ alone }) => alone === 'first')) {
    findings.push(await runProbe(target, row));
  }
  const together = rows.filter(({ alone }) => !alone).map((row) => runProbe(target, row));
  findings.push(...(await Promise.all(together)));
  for (const row of rows.filter(({ alone }) => alone === 'last')) {
    findings.push(await runProbe(target, row));
  }
  const health = await raw(target, `GET /healthz HTTP/1.1\r\nHost: x`);
  const misses = health.status === 200 ? [] : ['the server is not alive any more'];
  findings.push({ row: 0, title: 'alive afterwards', tried: 1, misses, figures: [] });
  return findings.sort((a, b) => a.row - b.row);
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
