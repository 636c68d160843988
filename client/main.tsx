import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { startI18n } from '#client/i18n/i18n.ts';
import { unreachablePage } from '#client/i18n/unreachable-page.ts';
import { ConnectionStatus } from '#client/layouts/connection-status.tsx';
import { setPreloader } from '#client/lib/preload.ts';
import { watchTheme } from '#client/ui/preferences/theme.ts';
import { preloadPage } from './route-builder.ts';
import { routes } from './routes.tsx';

// The router loads the session and the page meanwhile. Nothing renders before the texts are loaded.
const language = startI18n();
const router = createBrowserRouter(routes);
setPreloader((target) => preloadPage(routes, target));
watchTheme();
const hasTexts = await language.then(
  () => true,
  () => false,
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
if (hasTexts) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
      <ConnectionStatus />
    </StrictMode>,
  );
} else {
  root.append(unreachablePage());
}
