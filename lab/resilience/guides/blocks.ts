/** The fenced blocks of docs/guides, run as people copy them into a shell. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fromRoot } from '#scripts/lib/task.ts';
import { isReady } from '#tests/support/product.ts';

export type Block = { name: string; language: string; text: string };

/** In order, named by file and line. */
export function blocksOf(guide: string): Block[] {
  const markdown = readFileSync(fromRoot('docs', 'guides', guide), 'utf8');
  return Array.from(markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm), (match) => {
    const [, , language = '', text = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    return { name: `docs/guides/${guide}:${line}`, language, text };
  });
}

export type Shell = { folder: string; env: Record<string, string> };

const scripts: Record<string, string> = {
  sh: 'sh -e',
  sql: 'psql -v ON_ERROR_STOP=1 "$SUPERUSER_URL"',
};

function start({ name, language, text }: Block, { folder, env }: Shell) {
  const script = scripts[language];
  if (!script) throw new Error(`${name}: who runs "${language}"?`);
  const child = spawn('sh', ['-c', script], { cwd: folder, env, detached: true });
  child.stdin.end(text);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => output.push(String(chunk)));
  }
  const ended = once(child, 'close').then(([code]) => Number(code));
  return { child, ended, output: () => output.join('') };
}

/** Returns what the block printed. Throws if a command fails. */
export async function runBlock(block: Block, shell: Shell): Promise<string> {
  const { ended, output } = start(block, shell);
  const code = await ended;
  if (code !== 0) throw new Error(`${block.name} ended with ${code}:\n${block.text}${output()}`);
  return output();
}

/** Runs a block that starts the product, until it is ready. Returns a function that stops it. */
export async function startBlock(block: Block, shell: Shell) {
  const { child, ended, output } = start(block, shell);
  const signal = (name: NodeJS.Signals) => process.kill(-(child.pid as number), name);
  while (!(await isReady(String(shell.env.BASE_URL)))) {
    if (child.exitCode !== null) throw new Error(`${block.name} ended:\n${output()}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    output,
    async stop(): Promise<number> {
      signal('SIGTERM');
      return ended;
    },
  };
}
