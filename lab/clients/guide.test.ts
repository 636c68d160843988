import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromRoot } from '#scripts/lib/task.ts';
import { run } from './packages.ts';
import { type ClientTarget, startClientTarget } from './product.ts';

/** The guide promises five minutes, including the installation of packages. */
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

/** The guide's blocks as one script: commands are run; blocks that start with a file name are written to it. */
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

async function follow(script: string, token: string): Promise<string> {
  await writeFile(join(folder, 'guide.sh'), `block=0\n${script}`);
  await writeFile(join(folder, 'token'), `${token}\n`);
  return run(folder, 'bash', ['-c', 'bash -euo pipefail guide.sh < token'], { API: target.api });
}

const printed = {
  repository: /^repo_\w+$/m,
  liveEvent: /\n([2-9]\d|\d{3,}) in the copy\n[\s\S]*kind: 'CREATED'/,
};

function expectChanges(output: string): void {
  for (const pattern of Object.values(printed)) expect(output).toMatch(pattern);
  const ids = [...output.matchAll(/^(repo_\w+)$/gm)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThanOrEqual(3);
  expect(ids.at(-1)).toBe(ids.at(-2));
  expect(ids.at(-1)).not.toBe(ids.at(-3));
}

it('leads an admin from a running product to typed answers, pages, changes and events', {
  timeout,
}, async () => {
  const output = await follow(await readGuide(), target.token);
  expect(output).toContain('"name":"Ada Lovelace","role":"ADMIN"');
  expect(output).toContain('\nAda Lovelace\n');
  // The sample data plus the test's repositories: more than one page.
  expect(Number(/\n(\d+) repositories\n/.exec(output)?.[1])).toBeGreaterThan(200);
  expectChanges(output);
  expect(output).toContain('\nADMIN\n');
  expect(output).toContain('"email":"admin@example.com"');
});

it('leads a user to the same, in the folder that is there', { timeout }, async () => {
  const guide = await readGuide();
  const blocks = guide.split(/(?=^echo "== )/m);
  const commands = blocks.filter((block) => !/npm (init|install)|gql\.tada generate/.test(block));
  const output = await follow(commands.join(''), target.userToken);
  expect(output).toContain('"role":"USER"');
  expectChanges(output);
});
