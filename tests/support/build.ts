import { buildServer } from '#scripts/build.ts';
import { generateServer } from '#scripts/generate.ts';

/** Global setup of Vitest: bundles the server, which tests start as a process. */
export default async function setup(): Promise<void> {
  await generateServer();
  await buildServer();
}
