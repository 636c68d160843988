/** Checks schema.graphql, the API's contract. Part of `npm run check`. */
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { fromRoot, root } from '#scripts/lib/task.ts';
import { say } from '#server/progress.ts';
import { checkApiChanges } from './api-changes.ts';
import { brokenRules } from './schema-rules.ts';

/** Also says which release the API was compared with. */
export function checkApi(): string[] {
  const broken = brokenRules(buildSchema(readFileSync(fromRoot('schema.graphql'), 'utf8')));
  const { problems, summary } = checkApiChanges(root);
  say(`schema.graphql: ${summary}`);
  return [...broken, ...problems.map(({ text }) => text)].map(
    (text) => `schema.graphql:1: ${text}`,
  );
}

if (import.meta.main) {
  const problems = checkApi();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
