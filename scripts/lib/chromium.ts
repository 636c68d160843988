import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CliError, step } from '#server/progress.ts';
import { runNode } from './task.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApps = ['Google Chrome', 'Chromium'].map(
  (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
);

/**
 * Debian's headless Chromium, for CI: browser tests take a third less time with it, but it doesn't support `--headed`.
 */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Path of Chromium: CHROMIUM_PATH, in CI the headless shell, Playwright's own, or an installed one. Undefined if not
 * found.
 */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new CliError(
      `CHROMIUM_PATH names ${wanted}, which does not exist.`,
      'Correct it or unset it.',
    );
  }
  const installed = (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const fast = process.env.CI ? [headlessShell] : [];
  return [...fast, chromium.executablePath(), ...installed, ...macApps].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds or installs Chromium; in CI, preferably the headless shell. Throws a CliError on failure. */
export async function requireChromium(): Promise<string> {
  if (process.env.CI && !process.env.CHROMIUM_PATH && !isExecutable(headlessShell))
    await step('Installing a Chromium without windows', async () =>
      installPackage('chromium-headless-shell'),
    );
  const found = findChromium();
  if (found) return found;
  return step('Installing a Chromium', async () => {
    const { output } = await runNode(
      ['node_modules/@playwright/test/cli.js', 'install', 'chromium'],
      { timeout: 180_000 },
    );
    const downloaded = findChromium();
    if (downloaded) return downloaded;
    const packaged = installPackage('chromium');
    const now = findChromium();
    if (now) return now;
    throw new CliError(
      `No Chromium was found and none could be installed.\n${(packaged || output).split('\n').slice(-3).join('\n')}`,
      'Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
    );
  });
}

function installPackage(name: string): string {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return '';
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'pipe' as const,
    encoding: 'utf8' as const,
    timeout: 180_000,
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', '--no-remove', name],
      options,
    );
    return '';
  } catch (error) {
    return String((error as { stderr?: string }).stderr ?? error);
  }
}
