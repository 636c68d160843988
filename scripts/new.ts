/** npm run new -- FOLDER [--name NAME] [--with FEATURES] [--without FEATURES] [--languages CODES] [--yes]: creates a project of your own. */

import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createProject, ProjectError, requireNewFolder } from 'create-atrium';
import { CliError } from '#server/progress.ts';
import { listFiles } from './checks/sources.ts';
import { fromRoot, runTask } from './lib/task.ts';
import { argsOf, readChoices, usage } from './new/choices.ts';

async function createFromCheckout([folder = '', ...args]: string[]): Promise<number> {
  try {
    const base = process.env.INIT_CWD ?? process.cwd();
    const target = requireNewFolder(
      folder.startsWith('-') ? folder : folder && resolve(base, folder),
    );
    const files = listFiles();
    // Asked before anything is copied.
    const choices = argsOf(await readChoices(args, target));
    return await createProject({
      folder: target,
      args: choices,
      copy: (to) => {
        for (const file of files) cpSync(fromRoot(file), join(to, file));
      },
    });
  } catch (error) {
    throw error instanceof ProjectError ? new CliError(error.message, usage) : error;
  }
}

if (import.meta.main) await runTask(createFromCheckout);
