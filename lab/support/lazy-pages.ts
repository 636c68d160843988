import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import { runnerImport } from 'vite';

const client = join(import.meta.dirname, '..', '..', 'client');

function lazyPaths(routes: readonly RouteObject[], base = ''): string[] {
  return routes.flatMap(({ path, lazy, children }) => {
    const own = path ? `${base}/${path}` : base;
    if (children) return lazyPaths(children, own);
    return lazy ? [own.replace('/*', '').replace(':id', 'id')] : [];
  });
}

export async function readLazyPages(): Promise<string[]> {
  const { module } = await runnerImport<{ routes: RouteObject[] }>(join(client, 'routes.tsx'), {
    configFile: false,
    root: client,
    logLevel: 'error',
  });
  return lazyPaths(module.routes);
}
