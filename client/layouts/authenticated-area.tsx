import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Provider } from 'urql';
import { Shortcuts } from '#client/features/palette/shortcuts.tsx';
import { passkeyOffer } from '#client/features/passkey/sign-in.ts';
import { inSessionTransition, onForeignSession } from '#client/features/session/session.ts';
import { useRefreshSession, useViewer } from '#client/features/session/use-session.ts';
import { useSessionEnd } from '#client/features/session/use-session-end.ts';
import { entities } from '#client/generated/entities.ts';
import { clientOf, refetchActive, refetchTypes } from '#client/graphql/client.ts';
import { useLiveEvents } from '#client/graphql/live-events/use-live-events.ts';
import { keepFocus } from '#client/lib/keep-focus.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { useScrollRestoration } from '#client/lib/scroll.ts';
import { paths } from '#client/paths.ts';
import { DetailSkeleton } from '#client/ui/page/page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

const Overlays = lazyPart(() => import('./overlays.tsx'));
const PasskeyPrompt = lazyPart(() => import('#client/features/passkey/passkey-prompt.tsx'));
const Onboarding = lazyPart(() => import('#client/features/auth/onboarding.tsx'));

export function AuthenticatedArea({ children }: { children: ReactNode }) {
  const { session, user, permissions, passkeyDueAt } = useViewer();
  const isPasskeyOffered = passkeyOffer.use();
  const refreshSession = useRefreshSession();
  useScrollRestoration();
  useEffect(keepFocus, []);
  const endSession = useSessionEnd();
  const onSignedOut = () => {
    if (!inSessionTransition()) endSession();
  };
  const refreshViewer = useCallback(async () => {
    if (inSessionTransition()) return false;
    const fresh = await refreshSession();
    if (fresh && !fresh.viewer && !inSessionTransition()) endSession();
    return fresh !== null;
  }, [refreshSession, endSession]);
  useEffect(() => onForeignSession(refreshViewer), [refreshViewer]);
  const client = clientOf([session.id, ...permissions].join(' '), {
    entities,
    onSignedOut,
    liveEventSession: { id: session.id, check: refreshViewer },
  });
  const handlers = useMemo(
    () => ({
      onSignedOut(code: string) {
        // Shows banned users the reason; others may sign in again.
        if (code === 'BANNED_USER') window.location.assign(paths.loginError(code));
        else if (!inSessionTransition()) endSession();
      },
      onViewerChange: refreshViewer,
      refetch: refetchActive,
      refetchTypes,
    }),
    [refreshViewer, endSession],
  );
  useLiveEvents(client, handlers);
  return (
    <Provider value={client}>
      {user.onboardedAt ? (
        <>
          {passkeyDueAt && (
            <Suspense>
              <PasskeyPrompt dueAt={passkeyDueAt} />
            </Suspense>
          )}
          {children}
          <Shortcuts entities={entities} />
          {isPasskeyOffered && !passkeyDueAt && (
            <Suspense>
              <PasskeyPrompt />
            </Suspense>
          )}
        </>
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Onboarding />
        </Suspense>
      )}
      <Suspense>
        <Overlays />
      </Suspense>
    </Provider>
  );
}

const skeletonDelayMs = 1_000;
/** Avoids flashing. */
const skeletonMinimumMs = 500;

function useLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}

function usePending(leaving: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    const elapsed = performance.now() - since.current;
    const wait = leaving ? skeletonDelayMs : Math.max(0, skeletonMinimumMs - elapsed);
    const timer = setTimeout(() => {
      since.current = performance.now();
      setShown(leaving);
    }, wait);
    return () => clearTimeout(timer);
  }, [leaving]);
  return shown;
}

/** The page of an area, or a skeleton while the next one takes long to load. */
export function PageOutlet() {
  const leaving = useLeaving();
  return (
    <>
      {leaving && <div aria-hidden="true" className="leaving-bar" />}
      {usePending(leaving) ? <DetailSkeleton /> : <Outlet />}
    </>
  );
}
