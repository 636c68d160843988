/** Checks schema.graphql, the API's contract. Part of `npm run check`. */
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { fromRoot, root } from '#scripts/lib/task.ts';
import { say } from '#server/progress.ts';
import { checkApiChanges } from './api-changes.ts';
import { reportProblems } from './report.ts';
import { brokenRules } from './schema-rules.ts';

const path = 'schema.graphql';

if (import.meta.main) {
  const broken = brokenRules(buildSchema(readFileSync(fromRoot(path), 'utf8')));
  const { problems, summary } = checkApiChanges(root);
  say(`${path}: ${summary}`);
  reportProblems([...broken.map((text) => ({ path, line: 1, text })), ...problems]);
}
