/** Exempts the statement that follows, with a reason: `-- safe: the table has 10 rows`. */
const optOut = /^--\s*safe:\s*\S/;

/** A statement of a script, with the line it begins in. */
export type Statement = { sql: string; line: number; isSafe: boolean };

const tokens =
  /\$(\w*)\$[\s\S]*?\$\1\$|\bE'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|;/gi;

/** Splits a script at the semicolons that are not part of a string, a name, a comment or a function body. */
export function readStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let sql = '';
  let start = 0;
  let isSafe = false;
  let from = 0;
  const add = (text: string, at: number) => {
    if (!sql.trim()) start = at + Math.max(text.search(/\S/), 0);
    sql += text;
  };
  const end = () => {
    const line = script.slice(0, start).split('\n').length;
    if (sql.trim()) statements.push({ sql: sql.trim(), line, isSafe });
    sql = '';
    isSafe = false;
  };
  for (const { 0: token, index } of script.matchAll(tokens)) {
    add(script.slice(from, index), from);
    from = index + token.length;
    if (token === ';') end();
    else if (token.startsWith('--') || token.startsWith('/*')) isSafe ||= optOut.test(token);
    else add(token, index);
  }
  add(script.slice(from), from);
  end();
  return statements;
}
