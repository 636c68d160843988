import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { DetailSkeleton } from '#client/ui/page/detail-skeleton.tsx';

/** A page that comes sooner needs no stand-in (specification, section 9). */
const delayMilliseconds = 1_000;
/** A stand-in stays at least so long: one that only flashes is worse than none. */
const leastMilliseconds = 500;

/** Whether the stand-in is to be shown while another page is on its way. */
function usePending(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const leaving = next !== undefined && next.pathname !== pathname;
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    const stands = performance.now() - since.current;
    const wait = leaving ? delayMilliseconds : Math.max(0, leastMilliseconds - stands);
    const timer = setTimeout(() => {
      since.current = performance.now();
      setShown(leaving);
    }, wait);
    return () => clearTimeout(timer);
  }, [leaving]);
  return shown;
}

/** The page, or what stands in for one that takes long. */
export function PageOutlet() {
  return usePending() ? <DetailSkeleton /> : <Outlet />;
}
