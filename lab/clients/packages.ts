import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fromRoot } from '#scripts/lib/task.ts';
import { runIfOutdated } from '#scripts/lib/up-to-date.ts';

const execute = promisify(execFile);

/** The environment without the variables that npm and vitest set for this package, such as the setting BASE_URL. */
export const outerEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|config_local)_|VITEST|NODE_ENV$|BASE_URL$)/.test(name),
  ),
);

export async function run(
  folder: string,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, args, {
      cwd: folder,
      env: { ...outerEnv, ...env },
      maxBuffer: 10_000_000,
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

export const install = (client: string) => installIn(`lab/clients/${client}`);

/** Installs the packages of a folder that has its own lockfile. Returns its absolute path. */
export async function installIn(path: string): Promise<string> {
  await runIfOutdated(
    {
      name: path.replaceAll('/', '-'),
      inputs: [`${path}/package.json`, `${path}/package-lock.json`],
      outputs: [`${path}/node_modules/.package-lock.json`],
    },
    () => run(fromRoot(path), 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
  );
  return fromRoot(path);
}

export async function downloadSchema(api: string, folder: string): Promise<void> {
  const response = await fetch(`${api}/schema.graphql`);
  if (!response.ok) throw new Error(`schema.graphql: ${response.status}`);
  await writeFile(`${folder}/schema.graphql`, await response.text());
}
