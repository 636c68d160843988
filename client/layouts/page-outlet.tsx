import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';

const DetailSkeleton = lazy(() => import('#client/ui/page/detail-skeleton.tsx'));

/** Milliseconds before the skeleton appears. */
const delay = 1_000;
/** Milliseconds that the skeleton stays at least, so that it does not flash. */
const minimum = 500;

/** Whether to show the skeleton because the next page is still loading. */
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

/** The page, or a skeleton while the next one takes long to load. */
export function PageOutlet() {
  if (!usePending()) return <Outlet />;
  return (
    <Suspense>
      <DetailSkeleton />
    </Suspense>
  );
}
