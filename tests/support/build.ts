import { buildServer } from '#scripts/build.ts';
import { generateServer } from '#scripts/generate.ts';

/** Global set-up of vitest: bundles the server, which tests start as a process. */
export default async function setup(): Promise<void> {
  await generateServer();
  await buildServer();
}
