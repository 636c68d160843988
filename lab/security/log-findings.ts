import type { Target } from '#lab/support/target.ts';
import type { Context } from './context.ts';

/** Opaque IDs and process IDs may contain six digits by chance. */
const idNames = new Set(['requestId', 'pid', 'time', 'id']);

/** Finds log lines that contain codes, addresses or cookies, and lines of invalid JSON. */
export function logFindings({
  mailbox,
  operator,
  secrets = new Set(),
}: Target & Pick<Context, 'operator'>): string[] {
  const codes = new Set(mailbox.messages.map(({ code }) => code).filter(Boolean));
  const addresses = new Set(mailbox.messages.map(({ to }) => to));
  const holdsSecret = createSearch(secrets);
  const findings: string[] = [];
  for (const line of operator.log().split('\n')) {
    let event: unknown = line;
    try {
      if (line.startsWith('{')) event = JSON.parse(line);
    } catch {
      findings.push(`no JSON: ${line.slice(0, 200)}`);
      continue;
    }
    const values = valuesOf(event);
    const words = values.flatMap((value) => value.split(/[^0-9A-Za-z-]+/));
    const isSaid =
      words.some((word) => codes.has(word)) ||
      values.some(
        (value) => /[^\s@"]+@[^\s@"]+\.[a-z]+/i.test(value) && hasAny(value, addresses),
      ) ||
      holdsSecret(line) ||
      /session_token|atrium\.(code|device)=|Bearer /.test(line);
    if (isSaid) findings.push(line.slice(0, 300));
  }
  return findings;
}

const hasAny = (text: string, words: ReadonlySet<string>) => {
  for (const word of words) if (word && text.includes(word)) return true;
  return false;
};

/**
 * Searches for many words in one pass: a long run has 100,000 lines and 10,000 secrets. Ignores words under 12
 * characters, such as the day in a device cookie: they aren't secret and occur in IDs by chance.
 */
function createSearch(words: ReadonlySet<string>): (text: string) => boolean {
  const length = 12;
  const byStart = new Map<string, string[]>();
  for (const word of words) {
    const start = word.slice(0, length);
    if (start.length === length) byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return (text) => {
    for (let at = 0; at + length <= text.length; at += 1) {
      const known = byStart.get(text.slice(at, at + length));
      if (known?.some((word) => text.startsWith(word, at))) return true;
    }
    return false;
  };
}

function valuesOf(value: unknown, name = ''): string[] {
  if (idNames.has(name)) return [];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) => [key, ...valuesOf(each, key)]);
  }
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
