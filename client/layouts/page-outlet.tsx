import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { lazyPart } from '#client/lib/lazy-part.ts';

const DetailSkeleton = lazyPart(() => import('#client/ui/page/detail-skeleton.tsx'));

/** Milliseconds before the skeleton appears. */
const delay = 1_000;
/** Minimum display time of the skeleton in milliseconds, to avoid flashing. */
const minimum = 500;

/** True while the skeleton should replace the page because the next one is loading. */
function usePending(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const leaving = next !== undefined && next.pathname !== pathname;
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    const elapsed = performance.now() - since.current;
    const wait = leaving ? delay : Math.max(0, minimum - elapsed);
    const timer = setTimeout(() => {
      since.current = performance.now();
      setShown(leaving);
    }, wait);
    return () => clearTimeout(timer);
  }, [leaving]);
  return shown;
}

/** The page, or a skeleton if the next one loads slowly. */
export function PageOutlet() {
  if (!usePending()) return <Outlet />;
  return (
    <Suspense>
      <DetailSkeleton />
    </Suspense>
  );
}
