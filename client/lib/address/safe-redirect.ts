/** Allowed redirect targets: pages of the areas and the API documentation. */
const targets = /^\/(?:(?:app|manager)(?:\/|$)|api\/graphql$)/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove some of them from URLs
const unsafe = /[\u0000-\u0020\u007F-\u009F\\]|\/\//;

/** The path as given, decoded once, decoded twice, and so on. Null if malformed. */
function decodings(path: string): string[] | null {
  const found = [path];
  for (let current = path; current.includes('%'); ) {
    try {
      current = decodeURIComponent(current);
    } catch {
      return null;
    }
    if (current === found.at(-1)) break;
    found.push(current);
  }
  return found;
}

/**
 * Returns the path, query and hash of a `redirect` parameter if its target is allowed, else null. Every decoding must
 * pass, so that encoded forms of `//evil` or `/\evil` fail.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html
 */
export function safeRedirect(value: string | null | undefined): string | null {
  if (!value || !targets.test(value.split(/[?#]/, 1)[0] ?? '')) return null;
  const url = new URL(value, window.location.origin);
  if (url.origin !== window.location.origin) return null;
  const rawPath = value.split(/[?#]/, 1)[0] ?? '';
  const all = [...(decodings(rawPath) ?? ['\\']), url.pathname];
  const safe = all.every((path) => targets.test(path) && !unsafe.test(path));
  return safe ? url.pathname + url.search + url.hash : null;
}
