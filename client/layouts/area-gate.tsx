import { lazy, type ReactNode, Suspense } from 'react';
import { Provider } from 'urql';
import { useReloadSession, useViewer } from '#client/features/auth/use-session.ts';
import { clientOf } from '#client/graphql/client.ts';
import { useScrollMemory } from '#client/lib/scroll.ts';
import { ConfirmHost } from '#client/ui/confirm-host.tsx';
import { ToastHost } from '#client/ui/toast-host.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

const Onboarding = lazy(() => import('#client/features/auth/onboarding.tsx'));

/** The inside of an area: data for this viewer alone, onboarding before anything else, and room for questions and toasts. */
export function AreaGate({ children }: { children: ReactNode }) {
  const { session, user } = useViewer();
  const reloadSession = useReloadSession();
  useScrollMemory();
  const client = clientOf(session.id, { onSignedOut: () => void reloadSession() });
  return (
    <Provider value={client}>
      {user.onboardedAt ? (
        children
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Onboarding />
        </Suspense>
      )}
      <ConfirmHost />
      <ToastHost />
    </Provider>
  );
}
