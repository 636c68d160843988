import { type ComponentType, lazy } from 'react';
import type { Params } from 'react-router';
import { createStore } from '#client/lib/store.ts';

export const missingParts = createStore(0);

/** True if a chunk couldn't be loaded: offline, or replaced by a newer version. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

/**
 * Loads code that its page works without, such as a dialog's. If it is missing, waits for the network instead of
 * failing, so that a form on the page is kept.
 */
export async function loadPart<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingCode(error)) throw error;
  }
  missingParts.set(missingParts.get() + 1);
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  missingParts.set(missingParts.get() - 1);
  return loadPart(load);
}

/** React's `lazy` for part of a page. Missing code suspends it instead of replacing the page with an error. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => loadPart(load));

/** Loads a page's data before it is opened. Exported as `preload` by its module. */
export type PreloadData = (address: { params: Params; search: URLSearchParams }) => void;

type Preloader = (address: string) => void;

let preloader: Preloader = () => {};

/** Registers the preloader. Links can't import the route table, which imports their pages. */
export function setPreloader(next: Preloader) {
  preloader = next;
}

export function preload(address: string) {
  preloader(address);
}
