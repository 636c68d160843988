/** Checks comments, names and citations. Part of `npm run check`: prints each problem with its file and line. */

import { readFileSync } from 'node:fs';
import { identifierOf } from '#scripts/bootstrap/product-name.mjs';
import { productName } from '#scripts/lib/rename-product.ts';
import { fromRoot, root } from '#scripts/lib/task.ts';
import { say } from '#server/progress.ts';
import { type Problem, reportProblems } from './report.ts';
import { type Comment, listFiles, parseSources, type Source } from './sources.ts';
import {
  foldersWithRows,
  forbiddenCitations,
  forbiddenIdentifiers,
  forbiddenNames,
  forbiddenPhrases,
  numberedRow,
  translatedTurns,
} from './words.ts';

/** Longer comments must name a public source. */
const maxCommentLines = 2;
/** Per 100 comments. */
const maxTurns = 2;
const publicSource = /https?:\/\/|\b(RFC|CVE|OWASP|CWE|WCAG|NIST)\b/;

const ownFiles = ['scripts/checks/', 'tests/shared/checks'];

const isOwn = (path: string) => ownFiles.some((own) => path.startsWith(own));

function checkComments({ path, comments }: Source): Problem[] {
  return joinLineComments(comments).flatMap(({ text, line }) => {
    const lines = text.split('\n').filter((each) => /[^\s*]/.test(each));
    const counted = lines.filter((each) => !/^\s*\*?\s*@/.test(each)).length;
    if (counted <= maxCommentLines || publicSource.test(text)) return [];
    return [{ path, line, text: `a comment of ${counted} lines` }];
  });
}

function joinLineComments(comments: Comment[]): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    if (
      last?.kind === 'Line' &&
      comment.kind === 'Line' &&
      last.line + last.lines === comment.line
    ) {
      last.text += `\n${comment.text}`;
      last.lines += comment.lines;
    } else joined.push({ ...comment });
  }
  return joined;
}

function checkPhrases({ path, comments }: Source): Problem[] {
  if (isOwn(path)) return [];
  return comments.flatMap(({ text, line }) => {
    const [phrase] = forbiddenPhrases.exec(text.replaceAll(/\s*\n[\s*]*/g, ' ')) ?? [];
    return phrase ? [{ path, line, text: `"${phrase}" in a comment` }] : [];
  });
}

/** Comments, quoted sentences, and PostgreSQL's postmaster.pid. */
const notCode = /\/\/ .*$|(['"`])(?:(?!\1).)* (?:(?!\1).)*\1|postmaster\.pid/g;

function checkNames({ path, text, comments }: Source): Problem[] {
  if (isOwn(path)) return [];
  const commentLines = new Set(
    comments
      .filter(({ kind }) => kind === 'Block')
      .flatMap(({ line, lines }) => Array.from({ length: lines }, (_, index) => line + index)),
  );
  const inPath = wordsOf(path).flatMap((word) => termFor(word) ?? []);
  return [
    ...inPath.map((term) => ({ path, line: 1, text: `the file's name: use ${term}` })),
    ...text.split('\n').flatMap((content, index) => {
      if (commentLines.has(index + 1)) return [];
      const code = content.replace(notCode, '');
      return [...code.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(([name]) => {
        const term =
          termFor(name, forbiddenIdentifiers) ??
          wordsOf(name)
            .map((word) => termFor(word))
            .find(Boolean);
        return term ? [{ path, line: index + 1, text: `${name}: use ${term}` }] : [];
      });
    }),
  ];
}

const wordsOf = (name: string) =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

/** Any word can be the product's name, which imports of its packages have. */
const ownName = identifierOf(productName(root));

const termFor = (name: string, terms = forbiddenNames): string | undefined =>
  Object.hasOwn(terms, name) && name !== ownName ? terms[name] : undefined;

function checkCitations(path: string): Problem[] {
  if (isOwn(path) || !/\.(tsx?|mjs|md|graphql|prisma|sql|ya?ml|css|html|json)$/.test(path))
    return [];
  if (path === 'package-lock.json') return [];
  const rowsAllowed = foldersWithRows.some((folder) => path.startsWith(folder));
  return readFileSync(fromRoot(path), 'utf8')
    .split('\n')
    .flatMap((content, index) => {
      const [found] =
        forbiddenCitations.exec(content) ?? (rowsAllowed ? null : numberedRow.exec(content)) ?? [];
      return found
        ? [{ path, line: index + 1, text: `"${found}" cites what is not in the repository` }]
        : [];
    });
}

/** Turns of translated English per 100 comments. */
export function countTurns(sources: Source[]): number {
  const comments = sources.flatMap((source) => source.comments);
  const found = comments.filter(({ text }) => translatedTurns.test(text)).length;
  return (100 * found) / Math.max(1, comments.length);
}

function checkTurns(sources: Source[]): Problem[] {
  const turns = countTurns(sources).toFixed(1);
  say(`translated turns: ${turns} per 100 comments`);
  if (Number(turns) < maxTurns) return [];
  const text = `${turns} translated turns per 100 comments; fewer than ${maxTurns} are allowed`;
  return [{ path: 'scripts/checks/words.ts', line: 1, text }];
}

function count(kind: string, problems: Problem[]): Problem[] {
  say(`${kind}: ${problems.length}`);
  return problems;
}

if (import.meta.main) {
  const sources = parseSources();
  reportProblems([
    ...count('comments', sources.flatMap(checkComments)),
    ...count('phrases', sources.flatMap(checkPhrases)),
    ...count('names', sources.flatMap(checkNames)),
    ...count('citations', listFiles().flatMap(checkCitations)),
    ...checkTurns(sources),
  ]);
}
