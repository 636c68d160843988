/** Packs the files of the checkout that git knows. npm itself would leave out some of them, such as .gitignore. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { create } from 'tar';

const root = join(import.meta.dirname, '..', '..', '..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);

await create(
  { cwd: root, gzip: true, portable: true, file: join(import.meta.dirname, '..', 'template.tgz') },
  files,
);
