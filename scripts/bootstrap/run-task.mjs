import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { allocator, fail, modules, node, root } from './common.mjs';

const servers = ['start'];
/** A server that crashes this often within the window isn't restarted. */
const crashLimit = 5;
const crashWindow = 60_000;
/** Doubles with each further restart. */
const firstRestartWaitMs = 250;
/** Ctrl-C may arrive twice, from the terminal and from npm. */
const signalIntervalMs = 500;

/** Runs the task and exits with its code. Restarts a server that crashes. */
export function runTask(task, args) {
  const script = join(root, 'scripts', `${task}.ts`);
  if (!/^(\.\.\/)?([a-z][a-z0-9-]*\/)*[a-z][a-z0-9-]*$/.test(task ?? '') || !existsSync(script)) {
    fail('Starting', `There is no task "${task ?? ''}".`, 'See the scripts in package.json.');
  }
  let child;
  let stopping = false;
  let built = false;
  let crashes = [];

  function start() {
    child = spawnTask(script, built ? [...args, '--built'] : args);
    child.on('message', (message) => {
      if (message === 'built') built = true;
    });
    child.once('error', (error) =>
      fail('Starting', error.message, 'Remove node_modules and run the command again.'),
    );
    child.once('exit', onExit);
  }

  function onExit(code, signal) {
    // 0 is an intended exit, and 1 is a reported failure that a restart would repeat.
    const crashed = servers.includes(task) && !stopping && code !== 0 && code !== 1;
    if (!crashed) process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
    const now = Date.now();
    crashes = [...crashes.filter((time) => now - time < crashWindow), now];
    const reason = signal ?? `exit code ${code}`;
    if (crashes.length >= crashLimit) {
      fail(
        'Running',
        `It crashed ${crashLimit} times within a minute, the last time with ${reason}.`,
        'See the log above; correct the cause and start again.',
      );
    }
    process.stderr.write(`• It crashed (${reason}) and is started again\n`);
    setTimeout(() => stopping || start(), firstRestartWaitMs * 2 ** (crashes.length - 1));
  }

  onStopSignal((signal) => {
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    else process.exit(128 + constants.signals[signal]);
  });
  start();
}

/** Spawns a separate process group, so that a signal reaches the task once, through us. */
function spawnTask(script, args) {
  const env = {
    ...allocator,
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node'),
    // Any existing file keeps Prisma from downloading an unused engine.
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? node,
  };
  return spawn(node, [script, ...args], {
    cwd: root,
    env,
    detached: true,
    // The IPC channel tells the task when this process is gone, even after kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function onStopSignal(stop) {
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - last < signalIntervalMs) return;
      last = Date.now();
      stop(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
  }
}
