import './browser.ts';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, parsePath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { toast } from 'sonner';
import { afterEach, expect } from 'vitest';
import { chooseLanguage, loadNamespaces } from '#client/i18n/i18n.ts';
import type { Namespace } from '#client/i18n/texts.ts';
import { ConfirmRoot } from '#client/ui/overlay/confirm-dialog.tsx';
import type { Language } from '#shared/languages.ts';

export type ShowOptions = {
  language?: Language;
  namespaces?: Namespace[];
  path?: string;
  /** The product's public configuration, stored where the component reads it. */
  setup?: Record<string, unknown>;
  /** Of the viewer, as the API spells them. Without them, there is no viewer. */
  permissions?: readonly string[];
};

// Dialogs and calendars are compiled when the first test opens one.
configure({ asyncUtilTimeout: 10_000 });
afterEach(async () => {
  toast.dismiss();
  // sonner removes a toast a moment later, when the page of the test must still exist.
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull());
  cleanup();
});

/** Renders a component with the product's router and language. A second page is at /elsewhere. */
export async function show(component: ReactNode, options: ShowOptions = {}) {
  const { language = 'en', namespaces = [], path = '/', setup = {}, permissions } = options;
  await loadNamespaces(namespaces);
  await chooseLanguage(language);
  const router = createMemoryRouter(
    [
      {
        id: 'login',
        loader: () => ({
          setup,
          viewer: permissions ? { permissions, user: { id: 'viewer' } } : null,
        }),
        hydrateFallbackElement: <p>…</p>,
        element: (
          <>
            <Outlet />
            <ConfirmRoot />
          </>
        ),
        children: [
          { path: '/', element: component },
          { path: '/elsewhere', element: <p>Elsewhere</p> },
        ],
      },
    ],
    // A unique key: lists remember their length by history entry.
    { initialEntries: [{ ...parsePath(path), key: crypto.randomUUID() }] },
  );
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}
