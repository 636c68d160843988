import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { lazyPart } from '#client/lib/loading/lazy-part.ts';

const DetailSkeleton = lazyPart(() => import('#client/ui/page/detail-skeleton.tsx'));

const delayMs = 1_000;
/** Avoids flashing. */
const minimumMs = 500;

function usePending(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const leaving = next !== undefined && next.pathname !== pathname;
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    const elapsed = performance.now() - since.current;
    const wait = leaving ? delayMs : Math.max(0, minimumMs - elapsed);
    const timer = setTimeout(() => {
      since.current = performance.now();
      setShown(leaving);
    }, wait);
    return () => clearTimeout(timer);
  }, [leaving]);
  return shown;
}

export function PageOutlet() {
  if (!usePending()) return <Outlet />;
  return (
    <Suspense>
      <DetailSkeleton />
    </Suspense>
  );
}
