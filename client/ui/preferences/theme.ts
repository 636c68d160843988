import { createStore } from '#client/lib/store.ts';
import { readStored, writeStored } from '#client/lib/stored.ts';

export const themeChoices = ['system', 'light', 'dark'] as const;

export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'theme';
const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function readChoice(): ThemeChoice {
  const stored = readStored(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** The chosen theme. client/document/boot.js applied it before the first paint. */
export const themeChoice = createStore<ThemeChoice>(readChoice(), () => 'system');

export function isDark(): boolean {
  const choice = themeChoice.get();
  return choice === 'dark' || (choice === 'system' && prefersDark().matches);
}

function apply() {
  document.documentElement.classList.toggle('dark', isDark());
}

export function chooseTheme(choice: ThemeChoice) {
  writeStored(storageKey, choice);
  themeChoice.set(choice);
  apply();
}

export function watchTheme() {
  const follow = () => {
    themeChoice.set(readChoice());
    apply();
  };
  prefersDark().addEventListener('change', follow);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) follow();
  });
}
