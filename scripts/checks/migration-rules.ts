/** Finds statements that block requests on a large table, or break the previous version. */
import type { Problem } from './report.ts';

type Rule = { found: RegExp; text: string };

const rules: Rule[] = [
  {
    found: /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/,
    text: 'writes wait until the index is built: CREATE INDEX CONCURRENTLY, alone in its migration',
  },
  {
    found: /^ALTER TABLE .*\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/,
    text: 'the table is rewritten: add a column of the new type and fill it in batches',
  },
  {
    found: /^ALTER TABLE .*\bADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b/,
    text: 'fails where there are rows, and for the version before: add a DEFAULT',
  },
  {
    found:
      /^ALTER TABLE .*\bADD COLUMN .*(\b(GENERATED|SERIAL|BIGSERIAL)\b|\bDEFAULT (gen_random_uuid|clock_timestamp|random|nextval)\b)/i,
    text: 'the table is rewritten: add the column empty and fill it in batches',
  },
  {
    found: /^ALTER TABLE .*\bALTER (COLUMN )?\S+ SET NOT NULL\b/,
    text: 'the table is read under a lock: add a CHECK ("column" IS NOT NULL) NOT VALID, validate it, then set NOT NULL',
  },
  {
    found: /^ALTER TABLE .*\bADD (CONSTRAINT \S+ )?(CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/,
    text: 'the table is read under a lock: add NOT VALID, and VALIDATE CONSTRAINT in the next migration',
  },
  {
    found: /^ALTER TABLE .*\bADD (CONSTRAINT \S+ )?(UNIQUE|PRIMARY KEY)\b(?!.*\bUSING INDEX\b)/,
    text: 'an index is built under a lock: build it concurrently, then ADD CONSTRAINT … USING INDEX',
  },
  {
    found:
      /^(DROP TABLE|ALTER TABLE .*\b(DROP (COLUMN )?(?!CONSTRAINT|DEFAULT|NOT|IDENTITY)|RENAME)\b)/,
    text: 'the version before, which still runs, uses it: leave it out one version later',
  },
  {
    found: /^(VACUUM FULL|CLUSTER|LOCK|REINDEX (?!.*CONCURRENTLY))\b/,
    text: 'the table is locked',
  },
  {
    found: /^UPDATE (?!.*\bWHERE\b)/,
    text: 'every row is locked and written at once: fill in batches',
  },
];

/** Exempts the statement that follows, with a reason: `-- safe: the table has 10 rows`. */
const optOut = /^--\s*safe:\s*\S/;

type Statement = { text: string; line: number; isSafe: boolean };

const tokens = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--.*|\/\*[\s\S]*?\*\/|;/g;

/** Splits a script into single-line statements without comments, function bodies and string contents. */
export function readStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let text = '';
  let isSafe = false;
  let from = 0;
  let begin = 0;
  const add = (part: string, at: number) => {
    if (!text.trim() && part.trim()) begin = at + part.search(/\S/);
    text += part;
  };
  const end = () => {
    const line = script.slice(0, begin).split('\n').length;
    if (text.trim()) statements.push({ text: text.replaceAll(/\s+/g, ' ').trim(), line, isSafe });
    text = '';
    isSafe = false;
  };
  for (const { 0: token, index } of script.matchAll(tokens)) {
    add(script.slice(from, index), from);
    from = index + token.length;
    if (token === ';') end();
    else if (token.startsWith('-') || token.startsWith('/')) isSafe ||= optOut.test(token);
    else add("''", index);
  }
  add(script.slice(from), from);
  end();
  return statements;
}

const target =
  /^(?:CREATE (?:UNIQUE )?INDEX .*?\bON (?:ONLY )?|ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|DROP TABLE (?:IF EXISTS )?|UPDATE (?:ONLY )?|LOCK (?:TABLE )?|CLUSTER |VACUUM FULL |REINDEX TABLE )"?(\w+)/i;
const created = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)/i;

export function findMigrationProblems(path: string, script: string): Problem[] {
  const statements = readStatements(script);
  const own = new Set(statements.flatMap(({ text }) => created.exec(text)?.[1] ?? []));
  const problems = statements.flatMap(({ text, line, isSafe }) => {
    if (isSafe || own.has(target.exec(text)?.[1] ?? '')) return [];
    const rule = rules.find(({ found }) => found.test(text));
    return rule ? [{ path, line, text: rule.text }] : [];
  });
  const concurrent = statements.find(({ text }) => /\bCONCURRENTLY\b/.test(text));
  if (concurrent && statements.length > 1) {
    problems.push({
      path,
      line: concurrent.line,
      text: 'CONCURRENTLY runs alone in its migration',
    });
  }
  return problems;
}
