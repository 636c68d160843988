import { buildServer } from '#scripts/build.ts';
import { generateServer } from '#scripts/generate.ts';

export default async function setup(): Promise<void> {
  await generateServer();
  await buildServer();
}
