import type { Language } from '#shared/languages.ts';
import type { Namespace } from './text-key.ts';
import { addTexts, hasTexts } from './texts.ts';

/** Path of the folder of all texts on the site. Defined by build-texts.ts. */
declare const textsFolder: string;

const retries = 5;
/** Milliseconds before the first repetition. Each later wait is twice as long. */
const firstWait = 350;
const maxParallel = 10;

/** @throws if the answer is not a text file */
async function fetchTexts(language: Language, namespace: Namespace): Promise<unknown> {
  const address = `${textsFolder}/${language}/${namespace}.json`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const texts = await response.json();
  if (import.meta.env.DEV) {
    const { isPseudo, pseudo } = await import('./pseudo.ts');
    if (isPseudo()) return pseudo(texts);
  }
  return texts;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `read` when fewer than `maxParallel` others run. */
async function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  if (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function fetchRepeatedly(language: Language, namespace: Namespace): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      addTexts(language, namespace, await inTurn(() => fetchTexts(language, namespace)));
      return;
    } catch (error) {
      if (attempt === retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstWait * 2 ** attempt));
    }
  }
}

const loading = new Map<string, Promise<void>>();

/**
 * Loads a namespace in a language unless it is there. A failure is forgotten, so that the next call tries again.
 *
 * @throws if it could not be loaded after all retries
 */
export function loadTexts(language: Language, namespace: Namespace): Promise<void> {
  if (hasTexts(language, namespace)) return Promise.resolve();
  const name = `${language}/${namespace}`;
  const known = loading.get(name);
  if (known) return known;
  const load = fetchRepeatedly(language, namespace).finally(() => loading.delete(name));
  loading.set(name, load);
  return load;
}
