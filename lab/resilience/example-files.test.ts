/** Example files that no test can run here. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installIn } from '#lab/clients/packages.ts';
import { installPrograms, systemEnv } from '#lab/support/debian-packages.ts';
import { fromRoot, runNode } from '#scripts/lib/task.ts';

type Manifest = { apiVersion: string; kind: string };
type YamlDocument = { errors: unknown[]; toJS(): unknown };

it('systemd accepts the units', ({ skip }) => {
  const missing = installPrograms({ 'systemd-analyze': 'systemd' });
  skip(Boolean(missing), missing);
  const examples = fromRoot('docs', 'examples', 'systemd');
  const folder = mkdtempSync(join(tmpdir(), 'atrium-units-'));
  try {
    const units = readdirSync(examples);
    for (const unit of units) {
      const text = readFileSync(join(examples, unit), 'utf8');
      writeFileSync(join(folder, unit), text.replaceAll('/srv/atrium/', `${fromRoot()}/`));
    }
    const args = ['verify', ...units.map((unit) => join(folder, unit))];
    const { status, stderr } = spawnSync('systemd-analyze', args, {
      env: systemEnv,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Types name unknown fields, which Kubernetes' own schemas accept. */
it('Kubernetes knows every field of the manifests', { timeout: 180_000 }, async () => {
  const packages = await installIn('lab/resilience/kubernetes');
  const { parseAllDocuments } = createRequire(`${packages}/`)('yaml');
  const read = (file: string) => {
    const text = readFileSync(fromRoot('docs', 'examples', 'kubernetes', file), 'utf8');
    return parseAllDocuments(text, { strict: true }).map((document: YamlDocument) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    }) as Manifest[];
  };
  const manifests = [...read('app.yaml'), ...read('backup.yaml')];
  expect(manifests.length).toBeGreaterThan(5);
  const code = manifests.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as T${index} } from 'kubernetes-models/${manifest.apiVersion}/${manifest.kind}';
       export const m${index}: T${index} = ${JSON.stringify(manifest, null, 2)};`,
  );
  const folder = join(packages, 'node_modules', '.cache');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifests.mts'), code.join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
  ];
  const { code: exit, output } = await runNode([
    'node_modules/typescript/bin/tsc',
    ...options,
    join(folder, 'manifests.mts'),
  ]);
  expect([exit, output]).toEqual([0, '']);
  expect(read('postgresql.yaml').map(({ kind }) => kind)).toEqual(['Cluster']);
});
