import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type PageData, pageDataId, setPageData } from '#client/features/session/page-data.ts';
import { provideSession, signedOutKey } from '#client/features/session/session.ts';
import { currentLanguage, startI18n, watchLanguage } from '#client/i18n/i18n.ts';
import { pageTextsId, provideTexts } from '#client/i18n/texts.ts';
import { ConnectionStatus } from '#client/layouts/connection-status.tsx';
import { preloadPage } from '#client/layouts/route-builder.ts';
import { setPreloader } from '#client/lib/loading/code.ts';
import { forgetPrefetched } from '#client/lib/prefetched-queries.ts';
import { forgetUnsavedForms } from '#client/ui/form/kept-values.ts';
import { watchTheme } from '#client/ui/preferences/theme.ts';
import { routes } from './routes.tsx';

/**
 * Finds the fields of a page whose script hasn't run yet. The result enters what was typed into them into the page that
 * has replaced that one.
 */
function watchTypedText(page: HTMLElement): () => void {
  // Fields keep their text after they were removed, also what was typed until then.
  const fields = [...page.querySelectorAll('input')];
  return () => {
    for (const { name, value, defaultValue } of fields.splice(0)) {
      const field = page.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
      if (!field || value === defaultValue || value === field.value) continue;
      field.select();
      // Fires the events of typing, so that React notices, which setting `value` would not.
      document.execCommand('insertText', false, value);
    }
  };
}

/** Shows a page that needs neither scripts nor texts. Defined in client/document/boot.js. */
declare function showUnreachable(): void;

type Router = ReturnType<typeof createBrowserRouter>;

const prefetchedTimeoutMs = 5_000;

function readData<Data>(id: string): Data | undefined {
  const content = document.getElementById(id)?.textContent;
  return content ? JSON.parse(content) : undefined;
}

const whenLoaded = (router: Router) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** True if hydration is safe: React would render exactly what the server did. */
function canTakeOver({ state }: Router, { language }: PageData): boolean {
  const { pathname, search, state: kept } = state.location;
  const isHere = pathname + search === window.location.pathname + window.location.search;
  return isHere && kept === null && !state.errors && language === currentLanguage();
}

const page = readData<PageData>(pageDataId);
if (page) {
  provideSession({ setup: page.setup, viewer: null });
  setPageData(page);
}
provideTexts(readData(pageTextsId));
setTimeout(forgetPrefetched, prefetchedTimeoutMs);
// The router loads the session and page in parallel. Nothing renders before the texts are loaded.
const language = startI18n(page?.language);
const router = createBrowserRouter(routes);
setPreloader((target) => preloadPage(routes, target));
watchTheme();
// Not deferred: choices in other tabs are reported only once.
watchLanguage();
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === signedOutKey && newValue) forgetUnsavedForms();
});

/** React unmounts everything after an error in the error page itself. */
const rootOptions = {
  onUncaughtError(error: unknown) {
    reportError(error);
    showUnreachable();
  },
};

async function show(root: HTMLElement) {
  try {
    await language;
  } catch {
    return showUnreachable();
  }
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
      <ConnectionStatus />
    </StrictMode>
  );
  // A rendered page stays on screen, with what was typed, until React can hydrate it.
  if (page) await whenLoaded(router);
  const enterTypedText = watchTypedText(root);
  if (page && canTakeOver(router, page)) {
    hydrateRoot(root, app, {
      ...rootOptions,
      // React replaces a page that a browser extension has changed.
      onRecoverableError(error) {
        reportError(error);
        queueMicrotask(enterTypedText);
      },
    });
  } else {
    flushSync(() => createRoot(root, rootOptions).render(app));
    enterTypedText();
  }
  document.documentElement.classList.remove('other-language');
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Not awaited here: the imports of pages in this chunk wait until it has run.
void show(root);
