import { withRetries } from '#client/lib/connection.ts';
import { ApiError } from '#client/lib/errors.ts';
import { readStored, writeStored } from '#client/lib/stored.ts';

async function reachServer(): Promise<void> {
  await fetch(window.location.href, { method: 'HEAD' }).catch(() => {
    throw new ApiError('NETWORK_ERROR');
  });
}

/** Reloads the document if the server responds. Otherwise the browser's error page would replace it. */
export async function reloadDocument(): Promise<void> {
  try {
    // Browsers report that they are online before connections work.
    await (navigator.onLine ? withRetries('document', reachServer) : reachServer());
  } catch {
    return;
  }
  window.location.reload();
  await new Promise(() => {});
}

const reloadedKey = 'reloaded-build';

/** True if missing code should reload the document. Limited to once per build to prevent loops. */
export function claimReload(): boolean {
  if (!navigator.onLine) return false;
  const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  if (readStored(reloadedKey, 'sessionStorage') === build) return false;
  writeStored(reloadedKey, build, 'sessionStorage');
  return readStored(reloadedKey, 'sessionStorage') === build;
}
