import { expect, it } from 'vitest';
import packageJson from '#package' with { type: 'json' };
import { parseSources } from '#scripts/checks/sources.ts';

/** What `npm run build` and `npm start` run. */
const built =
  /^((server|client|shared|prisma)\/|packages\/[^/]+\/src\/|(vite|rolldown|codegen|prisma)\b[^/]*\.ts$)/;

it('what is built needs no devDependencies, which `npm ci --omit=dev` leaves out', () => {
  const isDev = (specifier: string) =>
    Object.keys(packageJson.devDependencies).some((name) => `${specifier}/`.startsWith(`${name}/`));
  const needed = parseSources()
    .filter(({ path }) => built.test(path))
    .flatMap(({ path, imports }) => imports.map(({ specifier }) => [path, specifier] as const))
    .filter(([, specifier]) => isDev(specifier));
  expect(needed).toEqual([]);
});
