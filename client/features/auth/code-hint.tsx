import { lazy, Suspense } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';

const DevInboxHint = lazy(() => import('./dev-inbox-hint.tsx'));

/** Says where to find the code in demo and development. Renders nothing in production. */
export function CodeHint() {
  const { demo, devInboxUrl } = useSetup();
  if (!demo && !devInboxUrl) return null;
  return (
    <Suspense>
      <DevInboxHint />
    </Suspense>
  );
}
