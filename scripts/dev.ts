/** npm run dev: Vite with hot reload, in front of a server that restarts on every change. */

import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { createServer } from 'vite';
import { reportError, say, step } from '#server/progress.ts';
import { generate } from './generate.ts';
import { settings } from './lib/database.ts';
import { followParent, fromRoot, root, runNode } from './lib/task.ts';

async function dev(): Promise<void> {
  followParent();
  const { port, host } = settings();
  await generate();
  const apiPort = await freePort();

  // The browser sees one origin: Vite serves the client and proxies the rest to the server.
  const target = `http://127.0.0.1:${apiPort}`;
  process.env.API_URL = target;
  const vite = await step('Starting Vite', async () => {
    const server = await createServer({
      configFile: fromRoot('vite.config.ts'),
      clearScreen: false,
      server: {
        host,
        port,
        strictPort: true,
        // vite.config.ts sends the rest of the server's paths to API_URL.
        proxy: { '/readyz': target },
      },
    });
    await server.listen();
    // Vite would exit on SIGTERM and on a closed stdin before the server has drained.
    process.removeAllListeners('SIGTERM');
    process.stdin.removeAllListeners('end');
    return server;
  });
  const server = spawn(
    process.execPath,
    [
      '--watch-preserve-output',
      '--watch-path=server',
      '--watch-path=shared',
      '--watch',
      'server/main.ts',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      detached: true,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(apiPort),
        BASE_URL: process.env.BASE_URL ?? `http://localhost:${port}`,
      },
    },
  );
  say(`  The client with hot reload: http://localhost:${port}`);
  const stopWatching = regenerate();

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    stopWatching();
    server.kill('SIGTERM');
    await vite.close();
    if (server.exitCode === null && server.signalCode === null) {
      await new Promise((resolve) => server.once('exit', resolve));
    }
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  server.once('exit', () => void end());
}

/** Runs `generate` in a separate process shortly after a schema or document changes. */
function regenerate(): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(async () => {
        const { code, output } = await runNode(['scripts/generate.ts']);
        if (code !== 0 || output) say(output);
      });
    }, 200);
  };
  const watchers = ['prisma', 'server', 'shared', 'client'].map((folder) =>
    watch(fromRoot(folder), { recursive: true }, (_, file) => {
      if (file && !/generated|node_modules/.test(file) && /\.(prisma|graphql|json|ts)$/.test(file))
        changed();
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createTcpServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

try {
  await dev();
} catch (error) {
  reportError(error);
  process.exit(1);
}
