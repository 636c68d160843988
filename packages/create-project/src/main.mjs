#!/usr/bin/env node
import { join } from 'node:path';
import { extract } from 'tar';
import { createProject, ProjectError } from './create-project.mjs';

const template = join(import.meta.dirname, '..', 'template.tgz');
const [folder, ...args] = process.argv.slice(2);

try {
  process.exitCode = await createProject({
    folder,
    args,
    copy: (target) => extract({ file: template, cwd: target }),
  });
} catch (error) {
  if (!(error instanceof ProjectError)) throw error;
  process.stderr.write(`${error.message}\nFor example: npm create atrium@latest my-app\n`);
  process.exitCode = 1;
}
