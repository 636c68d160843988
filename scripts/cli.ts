/**
 * The program of the container image: start, migrate, admin EMAIL or version. It is bundled with the server as
 * dist/server/cli.js. npm scripts run its commands from the sources.
 */

import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import { CliError, say } from '#server/progress.ts';
import { runTask } from './lib/task.ts';

type Command = (args: string[]) => Promise<void>;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  migrate: async () => (await import('./commands/migrate.ts')).migrateDatabase,
  admin: async () => (await import('./commands/admin.ts')).admin,
  version: async () => printVersion,
};

async function printVersion(): Promise<void> {
  const { commit = null, builtAt = null } = readBuildInfo() ?? {};
  say(JSON.stringify({ version: packageJson.version, commit, builtAt }));
}

async function runCommand([name = '', ...args]: string[]): Promise<void> {
  if (name === 'backup' || name === 'restore') {
    throw new CliError(
      `The command "${name}" was removed.`,
      'Use pg_dump and pg_restore: docs/guides/back-up.md.',
    );
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    const names = ['start', ...Object.keys(commands)].join(', ');
    throw new CliError(`There is no command "${name}".`, `Commands: ${names}.`);
  }
  const run = await load();
  await run(args);
}

if (import.meta.main) {
  if (process.argv[2] === 'start') await import('#server/main.ts');
  else await runTask(runCommand);
}
