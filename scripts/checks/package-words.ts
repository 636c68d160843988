import { readFileSync } from 'node:fs';
import { fromRoot } from '#scripts/lib/task.ts';
import type { Problem } from './report.ts';
import type { Source } from './sources.ts';

/** Finds names of the product's models in `packages/`, which must serve any product. */
export function findProductWords(sources: Source[]): Problem[] {
  const schema = readFileSync(fromRoot('prisma', 'schema.prisma'), 'utf8');
  const models = [...schema.matchAll(/^model (\w+)/gm)].map(([, name]) => name);
  const word = new RegExp(`\\b(${models.join('|')})\\b`);
  return sources
    .filter(({ path }) => path.startsWith('packages/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) => {
        const [name] = word.exec(content) ?? [];
        const problem = `${name}: a package names no model of the product`;
        return name ? [{ path, line: index + 1, text: problem }] : [];
      }),
    );
}
