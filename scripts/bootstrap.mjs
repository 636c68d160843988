/**
 * node scripts/bootstrap.mjs TASK [args]: runs scripts/TASK.ts on the Node.js version from package.json, after
 * installing missing or outdated packages. Needs Node.js 20 and no packages.
 */
import { fail } from './bootstrap/common.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { runTask } from './bootstrap/run-task.mjs';

function requireVersions() {
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

/** What runs in production: after `npm ci --omit=dev`, nothing else is installed. */
const productionTasks = ['start', 'build', 'cli', 'admin'];

requireVersions();
const [task, ...args] = process.argv.slice(2);
await ensureInstalled({ needsDev: !productionTasks.includes(task) });
runTask(task, args);
