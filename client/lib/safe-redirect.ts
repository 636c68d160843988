/** The areas one can be sent to after signing in. */
const areas = /^\/(?:app|manager)(?:\/|$)/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them from URLs
const unsafe = /[\u0000-\u0020\u007F-\u009F\\]|\/\//;

/** Every reading of a path: as it stands, decoded once, decoded twice, … Null if it is malformed. */
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
 * The path, search and hash of `value` if it is an address inside one of our areas, else null.
 * The only judge of where a `redirect` may lead: `//evil`, `/\evil`, `javascript:` and their
 * encoded forms all fail, because every decoding of the path has to pass.
 */
export function safeRedirect(value: string | null | undefined): string | null {
  if (!value || !areas.test(value.split(/[?#]/, 1)[0] ?? '')) return null;
  const url = URL.parse(value, window.location.origin);
  if (url?.origin !== window.location.origin) return null;
  const rawPath = value.split(/[?#]/, 1)[0] ?? '';
  const all = [...(decodings(rawPath) ?? ['\\']), url.pathname];
  const safe = all.every((path) => areas.test(path) && !unsafe.test(path));
  return safe ? url.pathname + url.search + url.hash : null;
}
