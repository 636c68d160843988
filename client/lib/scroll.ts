import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Where each history entry was scrolled to. */
const places = new Map<string, number>();

/** How long a page may take to be tall enough for its place (specification, section 9). */
const patience = 500;

/** Scrolls to `place`, again and again until the page is tall enough or the person scrolls. */
function scrollBackTo(place: number): () => void {
  const started = performance.now();
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    window.scrollTo(0, place);
    const arrived = Math.abs(window.scrollY - place) < 2;
    if (!arrived && performance.now() - started < patience) frame = requestAnimationFrame(step);
  };
  step();
  window.addEventListener('wheel', stop, { once: true, passive: true });
  window.addEventListener('touchstart', stop, { once: true, passive: true });
  return () => {
    stop();
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
}

/**
 * Keeps one's place on the way back and begins a new page at its top; a change of search
 * parameters leaves the page where it is. A third of the weight of the router's own.
 */
export function useScrollMemory() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();

  // In the layout phase: the old page's place must not be overwritten by the scroll to the new top.
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page, whatever else changed
  useLayoutEffect(() => {
    if (type === NavigationType.Pop) return scrollBackTo(places.get(key) ?? 0);
    window.scrollTo(0, 0);
    return undefined;
  }, [pathname]);
}
