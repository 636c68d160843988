/** docs/guides/api.md works as it stands: its blocks are run in order, in a new folder, against a running product. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromRoot } from '#scripts/lib/task.ts';
import { run } from './packages.ts';
import { type ClientTarget, startClientTarget } from './product.ts';

/** What "in five minutes" leaves, with the installation of the packages. */
const timeout = 300_000;

let target: ClientTarget;
let folder: string;
beforeAll(async () => {
  target = await startClientTarget();
  folder = await mkdtemp(join(tmpdir(), 'atrium-guide-'));
}, timeout);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await target?.stop();
});

/** The guide's blocks as one script: commands are run, and files, which begin with their name, are written. */
async function readGuide(): Promise<string> {
  const text = await readFile(fromRoot('docs', 'guides', 'api.md'), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks
    .map(([, language, content = '']) => {
      if (language === 'sh') return `echo "== $((++block))"\n${content}`;
      const [, name] = /^\/\/ (\S+)\n/.exec(content) ?? [];
      if (!name) throw new Error(`A block is neither commands nor a named file:\n${content}`);
      return `cat > ${name} <<'END'\n${content}END\n`;
    })
    .join('\n');
}

it('leads from a running product to typed answers, pages, changes and events', {
  timeout,
}, async () => {
  // The product's own package.json holds back the same package.
  const overrides = { '@graphql-tools/delegate': '12.2.0' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ overrides }));
  await writeFile(join(folder, 'guide.sh'), `block=0\n${await readGuide()}`);
  await writeFile(join(folder, 'token'), `${target.token}\n`);
  const output = await run(folder, 'bash', ['-c', 'bash -euo pipefail guide.sh < token'], {
    API: target.api,
  });
  expect(output).toContain('"name":"Ada Lovelace","role":"ADMIN"');
  expect(output).toContain('\nAda Lovelace\n');
  // The samples and those of the test: more than a page.
  expect(Number(/\n(\d+) repositories\n/.exec(output)?.[1])).toBeGreaterThan(200);
  expect(output).toMatch(/\nrepo_\w+\n/);
  expect(output).toMatch(/kind: 'CREATED'/);
  expect(output).toContain('\nADMIN\n');
  const once = [...output.matchAll(/"createRepository":\{"repository":\{"id":"(repo_\w+)"/g)];
  expect(once).toHaveLength(2);
  expect(once[0]?.[1]).toBe(once[1]?.[1]);
  expect(output).toContain('"email":"user@example.com"');
});
